package payments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
)

// callTimeout is how long a call to a provider may take.
const callTimeout = 10 * time.Second

// provider moves money, and says what became of it. key is the idempotency key of a call: two calls
// with the same key within 24 hours have one effect and one answer. An error that wraps errRefused
// is final; every other call may be tried again.
type provider interface {
	// createIntent requests the amount of the order.
	createIntent(ctx context.Context, key, orderID string, amount money.Cents) (createdIntent, error)
	// cancelIntent ends an intent, so that it cannot be paid any more. One that was paid, has ended
	// or is being processed stays as it is, without an error: readIntent says which.
	cancelIntent(ctx context.Context, key, intentID string) error
	// refund sends back a part of what was paid. It returns errAlreadyRefunded when nothing is left
	// to be sent back, because it was refunded at the provider, and errDisputed when a dispute of the
	// payment is open, or was lost.
	refund(ctx context.Context, key, intentID, refundID string, amount money.Cents) (refundUpdate, error)
	// readIntent reads an intent with its refunds and disputes.
	readIntent(ctx context.Context, intentID string) (intentAnswer, error)
	// readWebhook checks the signature of a webhook, which its headers have, and reads which intent
	// it is about. It returns errSignature, or a fault for what is no event of the provider's.
	readWebhook(payload []byte, header http.Header) (webhookEvent, error)
}

// providers are the providers that are configured, by their names. A name is stored with each
// intent, and is the end of the path of the provider's webhooks.
type providers map[string]provider

func newProviders(c Config) providers {
	configured := providers{}
	if c.StripeKey != "" {
		configured[providerStripe] = newStripe(c)
	}
	return configured
}

// named is the provider with the name. The error of one that is not configured is not final.
func (p providers) named(name string) (provider, error) {
	if p[name] == nil {
		return nil, fmt.Errorf("the provider %q is not configured", name)
	}
	return p[name], nil
}

// providerOf is the name of the provider through which orders with the payment method are paid. It
// is "" for a method that needs none.
func providerOf(method ordering.PaymentMethod) string {
	if method == ordering.PaymentMethodCard {
		return providerStripe
	}
	return ""
}

var (
	errRefused         = errors.New("the provider refused")
	errAlreadyRefunded = errors.New("the money went back before")
	errDisputed        = errors.New("the payment is disputed")
	errSignature       = errors.New("the signature is not the provider's")
)

// createdIntent is an intent as the provider created it. With BuyerSecret the buyer's browser pays.
type createdIntent struct{ ID, BuyerSecret string }

// webhookEvent is what a webhook is about. It is a reason to read the intent and nothing else:
// only the answer of readIntent changes anything. IntentID is "" when it is about no intent.
// OrderID is what the event says of the order, which the answer has to confirm. EventID is unique
// among the events of the provider.
type webhookEvent struct {
	EventID, Kind     string
	IntentID, OrderID string
}

// intentAnswer is what the provider knows of an intent.
type intentAnswer struct {
	ID, OrderID string
	Status      intentStatus // not wanted; failed: another card may be tried
	Type        string       // by what the buyer has paid or tried to, in its words; "" while open
	BuyerSecret string
	Received    money.Cents // 0 for money in another currency
	ReceivedAt  time.Time   // zero until something was received
	Refunds     []refundUpdate
	Disputes    []dispute
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
