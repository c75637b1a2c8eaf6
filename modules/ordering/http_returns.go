package ordering

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (s *service) returnRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "requestReturn", Method: http.MethodPost, Path: "/v1/orders/{id}/returns", Tag: tagReturns, Status: http.StatusCreated,
		Summary: "Ask to send something back",
		Detail: "Within 30 days of the delivery, and never more than was delivered. A mail reports the decision; the money comes " +
			"back with the goods.",
		Errors: []string{fault.NotFound, fault.InvalidTransition},
	}, s.handleRequestReturn)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listReturns", Method: http.MethodGet, Path: "/v1/orders/{id}/returns", Tag: tagReturns, Summary: "List the returns of an order, newest first",
		Detail: "Rejected ones too.",
		Errors: []string{fault.NotFound},
	}, s.handleListReturns)

	op := func(id, method, path, summary, detail string, errors ...string) httpapi.Op {
		return httpapi.Op{ID: id, Method: method, Path: "/v1/admin/returns" + path, Tag: tagReturnAdmin, Summary: summary, Detail: detail, Errors: errors}
	}
	httpapi.Handle(r, httpapi.Admin, op("listAllReturns", http.MethodGet, "", "List all returns, newest first",
		"A `requested` one waits for a decision, an `approved` one for the goods."), s.handleListAllReturns)
	httpapi.Handle(r, httpapi.Admin, op("getReturn", http.MethodGet, "/{id}", "Read a return",
		"With the lines that come back and what they are worth.", fault.NotFound), s.handleGetReturn)
	httpapi.Handle(r, httpapi.Admin, op("approveReturn", http.MethodPost, "/{id}/approve", "Let the buyer send the goods back",
		"Only for a `requested` one. The buyer gets a mail; nothing is refunded before the goods are received.",
		fault.NotFound, fault.InvalidTransition), s.handleApproveReturn)
	httpapi.Handle(r, httpapi.Admin, op("rejectReturn", http.MethodPost, "/{id}/reject", "Reject a return",
		"Only for a `requested` one. The reason is mailed to the buyer, who may ask again.",
		fault.NotFound, fault.InvalidTransition), s.handleRejectReturn)
	httpapi.Handle(r, httpapi.Admin, op("receiveReturn", http.MethodPost, "/{id}/receive", "Take the goods of an approved return back",
		"Only for an `approved` one. The goods go into the stock, `refundAmount` to the buyer, and points that they "+
			"earned are taken back.", fault.NotFound, fault.InvalidTransition), s.handleReceiveReturn)
}
