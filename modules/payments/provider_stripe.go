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

// callTimeout is how long a call to Stripe may take.
const callTimeout = 10 * time.Second

// The metadata of intents and refunds, by which a webhook that arrives before the answer to the
// call finds its row.
const (
	metaOrder  = "order_id"
	metaRefund = "refund_id"
)

// paymentMethodTypeCard is a payment by card, in Stripe's words.
const paymentMethodTypeCard = "card"

// currency is money.Currency as Stripe writes it.
var currency = strings.ToLower(money.Currency)

// stripeProvider is Stripe: PaymentIntents, Refunds and webhooks.
type stripeProvider struct {
	client *stripe.Client
	secret string
}

func newStripe(c Config) *stripeProvider {
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL:               new(strings.TrimRight(c.StripeURL, "/")),
		HTTPClient:        &http.Client{Timeout: callTimeout, Transport: tracing.Transport(&http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Second})},
		MaxNetworkRetries: new(int64(0)), // the task is tried again, after its own pauses
		EnableTelemetry:   new(false),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull},
	})
	return &stripeProvider{client: stripe.NewClient(c.StripeKey, stripe.WithBackends(backends)), secret: c.StripeWebhookSecret}
}

func (p *stripeProvider) createIntent(ctx context.Context, key, orderID string, amount money.Cents) (createdIntent, error) {
	params := &stripe.PaymentIntentCreateParams{
		Amount: new(int64(amount)), Currency: new(currency), PaymentMethodTypes: []*string{new(paymentMethodTypeCard)},
		Metadata: map[string]string{metaOrder: orderID},
	}
	params.SetIdempotencyKey(key)
	created, err := p.client.V1PaymentIntents.Create(ctx, params)
	if err != nil {
		return createdIntent{}, classify(err)
	}
	return createdIntent{ID: created.ID, ClientSecret: created.ClientSecret}, nil
}

func (p *stripeProvider) cancelIntent(ctx context.Context, key, intentID string) error {
	params := &stripe.PaymentIntentCancelParams{}
	params.SetIdempotencyKey(key)
	_, err := p.client.V1PaymentIntents.Cancel(ctx, intentID, params)
	if failure := new(stripe.Error); errors.As(err, &failure) && failure.Code == stripe.ErrorCodePaymentIntentUnexpectedState {
		return nil
	}
	return classify(err)
}

func (p *stripeProvider) refund(ctx context.Context, key, intentID, refundID string, amount money.Cents) (refundUpdate, error) {
	params := &stripe.RefundCreateParams{
		PaymentIntent: new(intentID), Amount: new(int64(amount)), Metadata: map[string]string{metaRefund: refundID},
	}
	params.SetIdempotencyKey(key)
	created, err := p.client.V1Refunds.Create(ctx, params)
	if err != nil {
		return refundUpdate{}, classify(err)
	}
	return updateOfRefund(created), nil
}

// readWebhook reads the events of payment intents and refunds, and of their objects only fields
// that are the same in every version of Stripe's API.
func (p *stripeProvider) readWebhook(payload []byte, signature string) (webhookEvent, error) {
	e, err := webhook.ConstructEventWithOptions(payload, signature, p.secret, webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true})
	if err != nil || p.secret == "" {
		return webhookEvent{}, errors.Join(errSignature, err)
	}
	if e.ID == "" || e.Data == nil {
		return webhookEvent{}, errors.New("payments: an event without an id or an object")
	}
	w := webhookEvent{EventID: e.ID, Kind: string(e.Type)}
	switch e.Type {
	case stripe.EventTypePaymentIntentSucceeded, stripe.EventTypePaymentIntentPaymentFailed, stripe.EventTypePaymentIntentCanceled:
		var pi stripe.PaymentIntent
		if err := json.Unmarshal(e.Data.Raw, &pi); err != nil {
			return webhookEvent{}, err
		}
		w.Intent = &intentUpdate{ID: pi.ID, OrderID: pi.Metadata[metaOrder], Status: intentStatuses[e.Type]}
		if string(pi.Currency) == currency {
			w.Intent.Received = money.Cents(pi.AmountReceived)
		}
	case stripe.EventTypeRefundUpdated, stripe.EventTypeRefundFailed, stripe.EventTypeChargeRefundUpdated:
		var r stripe.Refund
		if err := json.Unmarshal(e.Data.Raw, &r); err != nil {
			return webhookEvent{}, err
		}
		update := updateOfRefund(&r)
		w.Refund = &update
	}
	return w, nil
}

var intentStatuses = map[stripe.EventType]intentStatus{
	stripe.EventTypePaymentIntentSucceeded:     intentSucceeded,
	stripe.EventTypePaymentIntentPaymentFailed: intentFailed,
	stripe.EventTypePaymentIntentCanceled:      intentCancelled,
}

func updateOfRefund(r *stripe.Refund) refundUpdate {
	update := refundUpdate{ID: r.ID, RefundID: r.Metadata[metaRefund], Status: refundPending, Reason: string(r.FailureReason)}
	switch r.Status {
	case stripe.RefundStatusSucceeded:
		update.Status = refundSucceeded
	case stripe.RefundStatusFailed, stripe.RefundStatusCanceled:
		update.Status = refundFailed
	}
	return update
}

// classify wraps errRefused when Stripe refused the request itself. Other failures may pass: no
// answer, a fault of Stripe's, too many calls, a key that is not valid yet. The error has Stripe's
// code but not its message, which may contain the key.
func classify(err error) error {
	failure := new(stripe.Error)
	if !errors.As(err, &failure) {
		return err
	}
	reason := fmt.Sprintf("%d %s %s", failure.HTTPStatusCode, failure.Type, failure.Code)
	switch failure.HTTPStatusCode {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
		return fmt.Errorf("%w: %s", errRefused, reason)
	}
	return errors.New("stripe: " + reason)
}
