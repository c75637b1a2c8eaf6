package payments

import (
	"context"
	"errors"

	"orderd/platform/money"
)

// provider moves money by card. key is the idempotency key of a call: made twice with the same one, it has one effect and
// one answer. An error that wraps errRefused is final; every other may pass.
type provider interface {
	// createIntent asks for the amount of the order.
	createIntent(ctx context.Context, key, orderID string, amount money.Cents) (made madeIntent, err error)
	// cancelIntent takes the asking back. One that has been paid or cancelled stays as it is, without an error.
	cancelIntent(ctx context.Context, key, intentID string) error
	// refund sends a part of what was paid back.
	refund(ctx context.Context, key, intentID, refundID string, amount money.Cents) (refundReport, error)
	// read checks the signature of a webhook and reads it. It returns errSignature.
	read(payload []byte, signature string) (report, error)
}

var (
	errRefused   = errors.New("the provider refused")
	errSignature = errors.New("the signature is not the provider's")
)

// madeIntent is an intent at the provider.
type madeIntent struct{ ID, ClientSecret string }

// report is what a webhook says. At most one of its parts is there; none for what does not concern the shop.
type report struct {
	EventID, Kind string
	Intent        *intentReport
	Refund        *refundReport
}

// intentReport is how an intent stands. Status: succeeded, failed, cancelled.
type intentReport struct {
	ID, OrderID, Status string
	Received            money.Cents
}

// refundReport is how a refund stands. Status: pending, succeeded, failed.
type refundReport struct{ ID, RefundID, Status, Reason string }
