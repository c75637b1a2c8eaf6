package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) shipToRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "changeShipTo", Scope: "orders:write", Method: http.MethodPatch, Path: "/v1/admin/orders/{id}/ship-to",
		Tag: tagOrderAdmin, Summary: "Change the shipping address of an order",
		Detail: "As long as nothing was shipped, and in the same country, for which taxes and shipping were calculated. " +
			"What is left out is cleared. The buyer's timeline shows that it was changed.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.changeShipTo)
}

// shipToBody is an address, as users save it, without what only their list needs.
type shipToBody struct {
	FullName   httpapi.Text    `json:"fullName" minLength:"1" maxLength:"200" example:"Ada Lovelace"`
	Company    httpapi.Text    `json:"company,omitempty" maxLength:"200" example:"Analytical Engines Ltd"`
	Phone      httpapi.Text    `json:"phone,omitempty" maxLength:"40" example:"+49 30 1234567"`
	Line1      httpapi.Text    `json:"line1" minLength:"1" maxLength:"200" example:"Torstraße 12"`
	Line2      httpapi.Text    `json:"line2,omitempty" maxLength:"200" example:"c/o Babbage"`
	City       httpapi.Text    `json:"city,omitempty" maxLength:"120" doc:"Required, but in countries that are a city." example:"Berlin"`
	State      httpapi.Text    `json:"state,omitempty" maxLength:"120" example:"Berlin"`
	PostalCode httpapi.Text    `json:"postalCode,omitempty" maxLength:"20" doc:"Required, but in countries that have none." example:"10119"`
	Country    httpapi.Country `json:"country" doc:"That of the order." example:"DE"`
}

type changeShipToInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body shipToBody
}

// Check rejects an address without a part that its country has.
func (in *changeShipToInput) Check() []fault.Field { return (*typedAddress)(&in.Body).missing("") }

func (a *api) changeShipTo(ctx context.Context, in *changeShipToInput) (*httpapi.Reply[adminOrderView], error) {
	to := (*typedAddress)(&in.Body).shipTo("")
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return changeShipTo(ctx, tx, a.terms(), in.ID, in.IfMatch, *to, now)
	})
}
