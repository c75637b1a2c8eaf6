package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v84"

	"orderd/platform/money"
	"orderd/platform/tracing"
)

// providerStripe is the name of Stripe.
const providerStripe = "stripe"

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
	client    *stripe.Client
	secret    string
	automatic bool // buyers pay with whatever the account takes, not by card alone
}

func newStripe(c Config) *stripeProvider {
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL: new(strings.TrimRight(c.StripeURL, "/")),
		HTTPClient: &http.Client{Timeout: callTimeout,
			Transport: tracing.Transport(&http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Second})},
		MaxNetworkRetries: new(int64(0)), // the task is tried again, after its own pauses
		EnableTelemetry:   new(false),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull},
	})
	return &stripeProvider{client: stripe.NewClient(c.StripeKey, stripe.WithBackends(backends)),
		secret: c.StripeWebhookSecret, automatic: c.CardProvider != nil && c.CardProvider.Automatic}
}

func (p *stripeProvider) createIntent(
	ctx context.Context, key, orderID string, amount money.Cents,
) (createdIntent, error) {
	params := &stripe.PaymentIntentCreateParams{
		Amount: new(int64(amount)), Currency: new(currency), Metadata: map[string]string{metaOrder: orderID},
	}
	if p.automatic {
		params.AutomaticPaymentMethods = &stripe.PaymentIntentCreateAutomaticPaymentMethodsParams{Enabled: new(true)}
	} else {
		params.PaymentMethodTypes = []*string{new(paymentMethodTypeCard)}
	}
	params.SetIdempotencyKey(key)
	created, err := p.client.V1PaymentIntents.Create(ctx, params)
	if err != nil {
		return createdIntent{}, classify(err)
	}
	return createdIntent{ID: created.ID, BuyerSecret: created.ClientSecret}, nil
}

func (p *stripeProvider) cancelIntent(ctx context.Context, key, intentID string) error {
	params := &stripe.PaymentIntentCancelParams{}
	params.SetIdempotencyKey(key)
	_, err := p.client.V1PaymentIntents.Cancel(ctx, intentID, params)
	if isStripe(err, stripe.ErrorCodePaymentIntentUnexpectedState) {
		return nil
	}
	return classify(err)
}

func (p *stripeProvider) refund(
	ctx context.Context, key, intentID, refundID string, amount money.Cents,
) (refundUpdate, error) {
	params := &stripe.RefundCreateParams{
		PaymentIntent: new(intentID), Amount: new(int64(amount)), Metadata: map[string]string{metaRefund: refundID},
	}
	params.SetIdempotencyKey(key)
	created, err := p.client.V1Refunds.Create(ctx, params)
	if isStripe(err, stripe.ErrorCodeChargeAlreadyRefunded) {
		return refundUpdate{}, errAlreadyRefunded
	}
	if isStripe(err, stripe.ErrorCodeChargeDisputed) {
		return refundUpdate{}, errDisputed
	}
	if err != nil {
		return refundUpdate{}, classify(err)
	}
	return updateOfRefund(created), nil
}

func updateOfRefund(r *stripe.Refund) refundUpdate {
	update := refundUpdate{
		ID: r.ID, RefundID: r.Metadata[metaRefund], Status: refundPending, Amount: money.Cents(r.Amount),
		Reason: string(r.FailureReason),
	}
	switch r.Status {
	case stripe.RefundStatusSucceeded:
		update.Status = refundSucceeded
	case stripe.RefundStatusFailed, stripe.RefundStatusCanceled:
		update.Status = refundFailed
	}
	return update
}

// isStripe reports whether err is Stripe's error with the code.
func isStripe(err error, code stripe.ErrorCode) bool {
	failure := new(stripe.Error)
	return errors.As(err, &failure) && failure.Code == code
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
