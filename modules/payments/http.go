package payments

import (
	"context"
	"errors"
	"net/http"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

const tag = "Payments"

func (s *service) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getOrderPayment", Method: http.MethodGet, Path: "/v1/orders/{id}/payment", Tag: tag, Summary: "Read how an order of the caller's is paid",
		Detail: "For `card`, Stripe's client library pays with the `clientSecret`, which is null until the payment was prepared, a moment after the checkout.",
		Errors: []string{fault.NotFound},
	}, s.get)
	httpapi.Handle(r, httpapi.Public, httpapi.Op{
		ID: "receiveStripeEvent", Method: http.MethodPost, Path: "/v1/payments/webhooks/stripe", Tag: tag, Summary: "Take an event of Stripe's",
		Detail: "For Stripe alone: the body is signed in `Stripe-Signature`, else it is a 401. The same event twice counts once.",
		Errors: []string{fault.Unauthenticated, fault.NotFound},
	}, s.webhook)
}

// paymentView is how an order is paid.
type paymentView struct {
	Method       string  `json:"method" enum:"bank_transfer,cash_on_delivery,invoice,card" doc:"How the order is paid." example:"card"`
	Status       string  `json:"status" enum:"unpaid,paid,partially_refunded,refunded,failed" doc:"How the payment stands. A failed card may be tried again." example:"unpaid"`
	ClientSecret *string `json:"clientSecret" doc:"Lets Stripe's client library pay; null until the payment was prepared, and for every other method." example:"pi_3PqT2h_secret_R8bM"`
	Instructions *string `json:"instructions" doc:"What the buyer has to do, or null."`
}

type paymentInput struct {
	ID string `path:"id" doc:"Id of the order."`
}

func (s *service) get(ctx context.Context, in *paymentInput) (*httpapi.Reply[paymentView], error) {
	o, i, err := paymentOf(s.DB.WithContext(ctx), in.ID, auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(paymentView{Method: o.Method, Status: i.status(o), ClientSecret: i.ClientSecret, Instructions: o.Instructions})
}

type webhookInput struct {
	Signature string         `header:"Stripe-Signature" doc:"Stripe's signature of the body."`
	Body      map[string]any `doc:"An event of Stripe's."`
	RawBody   []byte
}

// webhookReceipt tells Stripe that the event need not come again.
type webhookReceipt struct {
	Received bool `json:"received" example:"true"`
}

func (s *service) webhook(ctx context.Context, in *webhookInput) (*httpapi.Reply[webhookReceipt], error) {
	if s.provider == nil {
		return nil, fault.Missing()
	}
	told, err := s.provider.read(in.RawBody, in.Signature)
	if err != nil {
		s.Log.Warn("a webhook was refused", zap.Error(err))
		if errors.Is(err, errSignature) {
			return nil, fault.New(fault.Unauthenticated, "The signature is not valid.")
		}
		return nil, fault.New(fault.MalformedJSON, "This is no event of Stripe's.").Because(err)
	}
	return httpapi.Commit(ctx, s.DB, http.StatusOK, func(tx *gorm.DB) (webhookReceipt, error) {
		return webhookReceipt{Received: true}, s.receive(ctx, tx, told)
	})
}
