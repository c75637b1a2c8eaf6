package invoices

import (
	"context"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/fault"
	"orderd/platform/grant"
	"orderd/platform/httpapi"
	"orderd/platform/secret"
)

// The headings in the document.
const (
	tag      = "Invoices"
	tagAdmin = "Administration: invoices"
)

// api answers HTTP.
type api struct {
	*issuer
	db     *gorm.DB
	secret secret.Keyring // of the tokens of guests' orders
}

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

func (a *api) routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "listOrderInvoices", Guest: orderToken, Method: http.MethodGet, Path: "/v1/orders/{id}/invoices", Tag: tag,
		Summary: "List the documents of an order, oldest first",
		Detail:  "None while the shop has no seller.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.listOrderInvoices)
	httpapi.Handle(r, httpapi.UserOrGuest, httpapi.Op{
		ID: "getInvoice", Guest: orderToken, Method: http.MethodGet, Path: "/v1/invoices/{id}", Tag: tag,
		Summary: "Read a document",
		Detail:  "As it was issued, whatever changes later.",
		Errors:  []fault.Code{fault.NotFound},
	}, a.getInvoice)
	a.fileRoutes(r)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "listInvoices", Scope: "invoices:read", Method: http.MethodGet, Path: "/v1/admin/invoices", Tag: tagAdmin,
		Summary: "List documents, newest first", Detail: "All filters given must match.",
	}, a.listInvoices)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "getAnyInvoice", Scope: "invoices:read", Method: http.MethodGet, Path: "/v1/admin/invoices/{id}",
		Tag: tagAdmin, Summary: "Read a document of any order", Detail: "As its buyer reads it.",
		Errors: []fault.Code{fault.NotFound},
	}, a.getAnyInvoice)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "issueInvoice", Scope: "invoices:write", Method: http.MethodPost, Path: "/v1/admin/orders/{id}/invoice",
		Tag: tagAdmin, Status: http.StatusCreated, Summary: "Issue the invoice of an order",
		Detail: "It comes by itself with the first shipment. None while the order waits for its payment, is cancelled, " +
			"costs nothing or has one, and while the shop has no seller.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.issueInvoice)
	httpapi.Handle(r, httpapi.Admin, httpapi.Op{
		ID: "reissueInvoice", Scope: "invoices:write", Method: http.MethodPost, Path: "/v1/admin/invoices/{id}/reissue",
		Tag: tagAdmin, Status: http.StatusCreated, Summary: "Replace an invoice by another",
		Detail: "A cancellation cancels it; the answer is the invoice in its place. Only of one that is `live` and has no " +
			"corrections.",
		Errors: []fault.Code{fault.NotFound, fault.InvalidTransition},
	}, a.reissueInvoice)
	a.archiveRoutes(r)
	a.reportRoutes(r)
}
