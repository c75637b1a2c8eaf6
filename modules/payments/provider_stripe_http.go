package payments

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/stripe/stripe-go/v84"
	"github.com/stripe/stripe-go/v84/webhook"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// stripeSignature is the header with the signature of a webhook.
const stripeSignature = "Stripe-Signature"

type stripeWebhookInput struct {
	Signature string         `header:"Stripe-Signature"`
	Body      map[string]any `doc:"An event of Stripe's."`
	RawBody   []byte
}

func (a *api) stripeRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "receiveStripeEvent", Method: http.MethodPost, Path: webhookPath + providerStripe, Tag: tag,
		Summary: "Receive a Stripe event",
		Detail: "For Stripe alone: a wrong signature is 401. An event only makes the service read at Stripe " +
			"what has happened.",
		Errors: []fault.Code{fault.Unauthenticated, fault.NotFound},
	}, a.receiveStripeWebhook)
}

func (a *api) receiveStripeWebhook(
	ctx context.Context, in *stripeWebhookInput,
) (*httpapi.Reply[webhookReceipt], error) {
	return a.receiveWebhook(ctx, providerStripe, in.RawBody, http.Header{stripeSignature: {in.Signature}})
}

// subject has what the objects of Stripe's events say of the intent that they are about, in fields
// that are the same in every version of its API.
type subject struct {
	ID            string                `json:"id"`
	Object        string                `json:"object"`
	Metadata      map[string]string     `json:"metadata"`
	PaymentIntent *stripe.PaymentIntent `json:"payment_intent"`
}

// readWebhook reads which intent the event is about: an intent itself, or its charge, refund or
// dispute.
func (p *stripeProvider) readWebhook(payload []byte, header http.Header) (webhookEvent, error) {
	e, err := webhook.ConstructEventWithOptions(payload, header.Get(stripeSignature), p.secret,
		webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true})
	if err != nil || p.secret == "" {
		return webhookEvent{}, errors.Join(errSignature, err)
	}
	if e.ID == "" || e.Data == nil {
		return webhookEvent{}, notStripes(errors.New("payments: an event without an id or an object"))
	}
	w := webhookEvent{EventID: e.ID, Kind: string(e.Type)}
	var about subject
	if err := json.Unmarshal(e.Data.Raw, &about); err != nil {
		return webhookEvent{}, notStripes(err)
	}
	switch {
	case about.Object == "payment_intent":
		w.IntentID, w.OrderID = about.ID, about.Metadata[metaOrder]
	case about.PaymentIntent != nil:
		w.IntentID = about.PaymentIntent.ID
	}
	return w, nil
}

// notStripes is the fault of a signed payload that is no event.
func notStripes(err error) error {
	return fault.New(fault.MalformedJSON, "This is no event of Stripe's.").WithCause(err)
}
