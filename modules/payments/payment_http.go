package payments

import (
	"context"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/grant"
	"orderd/platform/httpapi"
)

// paymentView is how an order is paid.
type paymentView struct {
	Method       ordering.PaymentMethod `json:"method" example:"card"`
	Status       ordering.PaymentStatus `json:"status" doc:"A failed card may be tried again." example:"unpaid"`
	ClientSecret *string                `json:"clientSecret" doc:"For Stripe's client library; null until prepared, while Stripe does not answer, and unless method is card." example:"pi_3PqT2h_secret_R8bM"`
	Instructions *string                `json:"instructions" doc:"In the buyer's language, over what is due. null unless the order is unpaid and open, and something is due." example:"Please have 58.87 EUR ready when the order is delivered."`
}

type paymentInput struct{ httpapi.PathID }

// orderToken opens the order of a guest, as ordering does.
var orderToken = httpapi.GuestToken{
	Name: "order", Header: "X-Order-Token", Description: "Of a guest's order: from its checkout, its mails or a look-up.",
}

// buyerFor is the buyer as whom the caller may see the order: the caller, or the guest whose token
// opens it; "" for none.
func (a *api) buyerFor(ctx context.Context, orderID string) string {
	if g, ok := grant.Open(a.secret, httpapi.GuestTokenOf(ctx), a.clock.Now()); ok && g.Resource == orderID {
		return g.Holder
	}
	p, _ := auth.From(ctx)
	return p.UserID
}

func (a *api) getPayment(ctx context.Context, in *paymentInput) (*httpapi.Reply[paymentView], error) {
	o, i, err := paymentOf(a.db.WithContext(ctx), in.ID, a.buyerFor(ctx, in.ID))
	if err == nil && a.reader != nil && o.Method.ViaProvider() && i.awaited(o) {
		i, err = a.reader.refresh(ctx, a.tasks, o, i)
	}
	if err != nil {
		return nil, err
	}
	return httpapi.OK(paymentView{
		Method: o.Method, Status: i.paymentStatus(o), ClientSecret: i.usableSecret(), Instructions: o.instructions(),
	})
}
