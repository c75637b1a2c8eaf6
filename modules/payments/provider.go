package payments

import (
	"context"
	"errors"
	"time"

	"orderd/platform/money"
)

// provider moves money by card, and says what became of it. key is the idempotency key of a call:
// two calls with the same key have one effect and one answer. An error that wraps errRefused is
// final; every other call may be tried again.
type provider interface {
	// createIntent requests the amount of the order.
	createIntent(ctx context.Context, key, orderID string, amount money.Cents) (createdIntent, error)
	// cancelIntent ends an intent, so that it cannot be paid any more. One that was paid, has ended
	// or is being processed stays as it is, without an error: readIntent says which.
	cancelIntent(ctx context.Context, key, intentID string) error
	// refund sends back a part of what was paid. It returns errAlreadyRefunded when nothing is left
	// to be sent back, because it was refunded at the provider.
	refund(ctx context.Context, key, intentID, refundID string, amount money.Cents) (refundUpdate, error)
	// readIntent reads an intent with its refunds and disputes.
	readIntent(ctx context.Context, intentID string) (intentAnswer, error)
	// readWebhook checks the signature of a webhook and reads which intent it is about. It returns
	// errSignature.
	readWebhook(payload []byte, signature string) (webhookEvent, error)
}

var (
	errRefused         = errors.New("the provider refused")
	errAlreadyRefunded = errors.New("the money went back before")
	errSignature       = errors.New("the signature is not the provider's")
)

// createdIntent is an intent as the provider created it.
type createdIntent struct{ ID, ClientSecret string }

// webhookEvent is what a webhook is about. It is a reason to read the intent and nothing else:
// only the answer of readIntent changes anything. IntentID is "" when it is about no intent.
// OrderID is what the event says of the order, which the answer has to confirm.
type webhookEvent struct {
	EventID, Kind     string
	IntentID, OrderID string
}

// intentAnswer is what the provider knows of an intent.
type intentAnswer struct {
	ID, OrderID  string
	Status       intentStatus // open, failed (another card may be tried), succeeded or cancelled
	ClientSecret string
	Received     money.Cents // 0 for money in another currency
	ReceivedAt   time.Time   // zero until something was received
	Refunds      []refundUpdate
	Disputes     []dispute
}

// final reports whether the intent can neither be paid nor be cancelled any more.
func (a *intentAnswer) final() bool {
	return a.Status == intentSucceeded || a.Status == intentCancelled
}

// refundUpdate is a refund at the provider. RefundID is "" for one that was made there by hand.
type refundUpdate struct {
	ID, RefundID string
	Status       refundStatus
	Amount       money.Cents
	Reason       string // of a failure
	byHand       bool   // it was refused, because the money had gone back at the provider
}
