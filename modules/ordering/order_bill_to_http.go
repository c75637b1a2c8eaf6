package ordering

import (
	"context"
	"net/http"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (a *api) billToRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "changeBillTo", Scope: "orders:write", Method: http.MethodPatch, Path: "/v1/admin/orders/{id}/bill-to",
		Tag: tagOrderAdmin, Summary: "Change the billing address of an order",
		Detail: "As long as nothing was shipped. What is left out is cleared; the VAT id stays. Another country changes " +
			"no sum: VAT follows `shipTo`.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition}, ProblemMembers: transitionMembers,
	}, a.changeBillTo)
}

type changeBillToInput struct {
	httpapi.PathID
	httpapi.IfMatch
	Body typedAddress
}

// Check rejects an address without a part that its country has.
func (in *changeBillToInput) Check() []fault.Field { return in.Body.missing("") }

func (a *api) changeBillTo(ctx context.Context, in *changeBillToInput) (*httpapi.Reply[adminOrderView], error) {
	to := in.Body.shipTo("")
	return a.answerAdmin(ctx, in.ID, func(tx *gorm.DB, now time.Time) (*order, error) {
		return changeBillTo(ctx, tx, in.ID, in.IfMatch, *to, now)
	})
}

// billToView is to whom and where the invoice of an order goes.
type billToView struct {
	FullName string  `json:"fullName" example:"Ada Lovelace"`
	Company  *string `json:"company" example:"Analytical Engines Ltd"`
	Phone    *string `json:"phone" example:"+49 30 1234567"`
	Address  string  `json:"address" doc:"One line." example:"Unter den Linden 1, 10117 Berlin"`
	addressPartsView
	Country httpapi.Country `json:"country" example:"DE"`
	VATID   *string         `json:"vatId" doc:"Of a wholesale buyer, whatever its status." example:"DE123456789"`
}

// SchemaName is the name in the document.
func (billToView) SchemaName() string { return "OrderBillTo" }

// viewBillTo is nil for none.
func viewBillTo(b billTo) *billToView {
	if !b.known() {
		return nil
	}
	return &billToView{
		FullName: b.Name, Company: b.Company, Phone: b.Phone, Address: b.Address,
		addressPartsView: addressPartsView(b.Parts), Country: httpapi.Country(b.Country), VATID: b.VATID,
	}
}
