package payments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/webhook"

	"orderd/platform/money"
	"orderd/platform/tracing"
)

// callTime is how long a call to Stripe may take.
const callTime = 10 * time.Second

// What an intent or refund carries, so that a webhook is known before the answer to the call that made it.
const (
	metaOrder  = "order_id"
	metaRefund = "refund_id"
)

// currency is money.Currency as Stripe writes it.
var currency = strings.ToLower(money.Currency)

// cards is Stripe: PaymentIntents, Refunds and webhooks.
type cards struct {
	client *stripe.Client
	secret string
}

func newStripe(c Config) *cards {
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL:               new(strings.TrimRight(c.StripeURL, "/")),
		HTTPClient:        &http.Client{Timeout: callTime, Transport: tracing.Transport(&http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Second})},
		MaxNetworkRetries: new(int64(0)), // the task is tried again, and its pauses are known
		EnableTelemetry:   new(false),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull},
	})
	return &cards{client: stripe.NewClient(c.StripeKey, stripe.WithBackends(backends)), secret: c.StripeWebhookSecret}
}

func (c *cards) createIntent(ctx context.Context, key, orderID string, amount money.Cents) (madeIntent, error) {
	p := &stripe.PaymentIntentCreateParams{
		Amount: new(int64(amount)), Currency: new(currency), PaymentMethodTypes: []*string{new("card")},
		Metadata: map[string]string{metaOrder: orderID},
	}
	p.SetIdempotencyKey(key)
	made, err := c.client.V1PaymentIntents.Create(ctx, p)
	if err != nil {
		return madeIntent{}, explain(err)
	}
	return madeIntent{ID: made.ID, ClientSecret: made.ClientSecret}, nil
}

func (c *cards) cancelIntent(ctx context.Context, key, intentID string) error {
	p := &stripe.PaymentIntentCancelParams{}
	p.SetIdempotencyKey(key)
	_, err := c.client.V1PaymentIntents.Cancel(ctx, intentID, p)
	if said := new(stripe.Error); errors.As(err, &said) && said.Code == stripe.ErrorCodePaymentIntentUnexpectedState {
		return nil
	}
	return explain(err)
}

func (c *cards) refund(ctx context.Context, key, intentID, refundID string, amount money.Cents) (refundReport, error) {
	p := &stripe.RefundCreateParams{
		PaymentIntent: new(intentID), Amount: new(int64(amount)), Metadata: map[string]string{metaRefund: refundID},
	}
	p.SetIdempotencyKey(key)
	made, err := c.client.V1Refunds.Create(ctx, p)
	if err != nil {
		return refundReport{}, explain(err)
	}
	return reportRefund(made), nil
}

// read reads the events that matter; of an event's objects only fields that are the same in every version of Stripe's API.
func (c *cards) read(payload []byte, signature string) (report, error) {
	e, err := webhook.ConstructEventWithOptions(payload, signature, c.secret, webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true})
	if err != nil || c.secret == "" {
		return report{}, errors.Join(errSignature, err)
	}
	if e.ID == "" || e.Data == nil {
		return report{}, errors.New("payments: an event without an id or an object")
	}
	r := report{EventID: e.ID, Kind: string(e.Type)}
	switch e.Type {
	case stripe.EventTypePaymentIntentSucceeded, stripe.EventTypePaymentIntentPaymentFailed, stripe.EventTypePaymentIntentCanceled:
		var pi stripe.PaymentIntent
		if err := json.Unmarshal(e.Data.Raw, &pi); err != nil {
			return report{}, err
		}
		r.Intent = &intentReport{ID: pi.ID, OrderID: pi.Metadata[metaOrder], Status: intentStatuses[e.Type]}
		if string(pi.Currency) == currency {
			r.Intent.Received = money.Cents(pi.AmountReceived)
		}
	case stripe.EventTypeRefundUpdated, stripe.EventTypeRefundFailed, stripe.EventTypeChargeRefundUpdated:
		var back stripe.Refund
		if err := json.Unmarshal(e.Data.Raw, &back); err != nil {
			return report{}, err
		}
		told := reportRefund(&back)
		r.Refund = &told
	}
	return r, nil
}

var intentStatuses = map[stripe.EventType]string{
	stripe.EventTypePaymentIntentSucceeded:     succeeded,
	stripe.EventTypePaymentIntentPaymentFailed: failed,
	stripe.EventTypePaymentIntentCanceled:      cancelled,
}

func reportRefund(r *stripe.Refund) refundReport {
	told := refundReport{ID: r.ID, RefundID: r.Metadata[metaRefund], Status: pending, Reason: string(r.FailureReason)}
	switch r.Status {
	case stripe.RefundStatusSucceeded:
		told.Status = succeeded
	case stripe.RefundStatusFailed, stripe.RefundStatusCanceled:
		told.Status = failed
	}
	return told
}

// explain tells refusals from what may pass: no answer, Stripe's own trouble, too many calls, a key that is wrong for now. It
// keeps Stripe's code and leaves its words, which may name the key.
func explain(err error) error {
	said := new(stripe.Error)
	if !errors.As(err, &said) {
		return err
	}
	why := fmt.Sprintf("%d %s %s", said.HTTPStatusCode, said.Type, said.Code)
	switch said.HTTPStatusCode {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
		return fmt.Errorf("%w: %s", errRefused, why)
	}
	return errors.New("stripe: " + why)
}
