package ordering

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) changePaymentRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "changePayment", Guest: orderToken, Method: http.MethodPost, Path: "/v1/orders/{id}/payment", Tag: tagOrders,
		Summary: "Change the payment method of an order",
		Detail: "As long as it is unpaid and nothing was shipped (`change-payment` in `allowedActions`). A card payment " +
			"that was begun is ended; money that has come with it all the same pays the order. The method that it has " +
			"already changes nothing.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.changePayment)
}

type changePaymentInput struct {
	httpapi.PathID
	Body struct {
		Method paymentMethod `json:"method" doc:"invoice: wholesale accounts only; card: when the shop takes cards, within the bounds of the card provider." example:"bank_transfer"`
	}
}

func (a *api) changePayment(ctx context.Context, in *changePaymentInput) (*httpapi.Reply[orderView], error) {
	ctx, caller, err := a.callerOfOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	reply, err := httpapi.Commit(ctx, a.DB, http.StatusOK, func(tx *gorm.DB) (orderView, error) {
		now := a.Clock.Now()
		o, err := changePayment(ctx, tx, a.terms(), caller, in.ID, in.Body.Method, now)
		if err != nil {
			return orderView{}, err
		}
		err = loadDetails(tx, o)
		return a.terms().buyerView(*o, now), err
	})
	return reply, a.withCurrentOf(ctx, err, caller, in.ID)
}
