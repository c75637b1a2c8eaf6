package payments

import (
	"context"

	"orderd/platform/auth"
	"orderd/platform/httpapi"
)

// paymentView is how an order is paid.
type paymentView struct {
	Method       string  `json:"method" enum:"bank_transfer,cash_on_delivery,invoice,card" schema:"PaymentMethod" example:"card"`
	Status       string  `json:"status" enum:"unpaid,paid,partially_refunded,refunded,failed" schema:"PaymentStatus" doc:"A failed card may be tried again." example:"unpaid"`
	ClientSecret *string `json:"clientSecret" doc:"For Stripe's client library; null until prepared, and unless method is card." example:"pi_3PqT2h_secret_R8bM"`
	Instructions *string `json:"instructions" doc:"In the buyer's language." example:"Please have 58.87 EUR ready when the order is delivered."`
}

type paymentInput struct {
	ID string `path:"id" format:"uuid" example:"0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e7f"`
}

func (a *api) getPayment(ctx context.Context, in *paymentInput) (*httpapi.Reply[paymentView], error) {
	o, i, err := paymentOf(a.db.WithContext(ctx), in.ID, auth.MustFrom(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(paymentView{Method: string(o.Method), Status: string(i.paymentStatus(o)), ClientSecret: i.ClientSecret, Instructions: o.Instructions})
}
