package payments

import (
	"context"
	"errors"

	"orderd/platform/money"
)

// provider moves money by card. key is the idempotency key of a call: two calls with the same key
// have one effect and one answer. An error that wraps errRefused is final; every other call may be
// tried again.
type provider interface {
	// createIntent requests the amount of the order.
	createIntent(ctx context.Context, key, orderID string, amount money.Cents) (createdIntent, error)
	// cancelIntent cancels an intent. One that was paid or cancelled stays as it is, without an
	// error.
	cancelIntent(ctx context.Context, key, intentID string) error
	// refund sends back a part of what was paid.
	refund(ctx context.Context, key, intentID, refundID string, amount money.Cents) (refundUpdate, error)
	// readWebhook checks the signature of a webhook and reads it. It returns errSignature.
	readWebhook(payload []byte, signature string) (webhookEvent, error)
}

var (
	errRefused   = errors.New("the provider refused")
	errSignature = errors.New("the signature is not the provider's")
)

// createdIntent is an intent as the provider created it.
type createdIntent struct{ ID, ClientSecret string }

// webhookEvent is the content of a webhook. At most one of Intent and Refund is set; none is for
// events that do not concern the shop.
type webhookEvent struct {
	EventID, Kind string
	Intent        *intentUpdate
	Refund        *refundUpdate
}

// intentUpdate is the status of an intent at the provider: succeeded, failed or cancelled.
type intentUpdate struct {
	ID, OrderID string
	Status      intentStatus
	Received    money.Cents
}

// refundUpdate is the status of a refund at the provider.
type refundUpdate struct {
	ID, RefundID string
	Status       refundStatus
	Reason       string // of a failure
}
