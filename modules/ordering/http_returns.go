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
		Detail: "Within 30 days of the delivery, and never more than was delivered and is not in another return; rejected ones do not " +
			"count. An admin approves or rejects it, which a mail and a notification report; the money comes back when the goods " +
			"have arrived.",
		Errors: []string{fault.NotFound, fault.InvalidTransition},
	}, s.handleRequestReturn)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "listReturns", Method: http.MethodGet, Path: "/v1/orders/{id}/returns", Tag: tagReturns, Summary: "List the returns of an order, newest first",
		Detail: "Rejected ones too. The order's own `fulfillmentStatus` changes only when goods have come back.",
		Errors: []string{fault.NotFound},
	}, s.handleListReturns)

	op := func(id, method, path, summary, detail string, errors ...string) httpapi.Op {
		return httpapi.Op{ID: id, Method: method, Path: "/v1/admin/returns" + path, Tag: tagReturnAdmin, Summary: summary, Detail: detail, Errors: errors}
	}
	httpapi.Handle(r, httpapi.Admin, op("listAllReturns", http.MethodGet, "", "List all returns, newest first",
		"Those to decide on have the status `requested`, those to wait for `approved`."), s.handleListAllReturns)
	httpapi.Handle(r, httpapi.Admin, op("getReturn", http.MethodGet, "/{id}", "Read a return",
		"Of any buyer, with the lines that come back and what they are worth.", fault.NotFound), s.handleGetReturn)
	httpapi.Handle(r, httpapi.Admin, op("approveReturn", http.MethodPost, "/{id}/approve", "Let the buyer send the goods back",
		"The buyer gets a mail. Nothing is refunded before the goods are here (`receive`). Only a `requested` return can be "+
			"approved.",
		fault.NotFound, fault.InvalidTransition), s.handleApproveReturn)
	httpapi.Handle(r, httpapi.Admin, op("rejectReturn", http.MethodPost, "/{id}/reject", "Reject a return",
		"The `reason` is mailed to the buyer, who may ask again: a rejected return does not count. Only a `requested` one can "+
			"be rejected.",
		fault.NotFound, fault.InvalidTransition), s.handleRejectReturn)
	httpapi.Handle(r, httpapi.Admin, op("receiveReturn", http.MethodPost, "/{id}/receive", "Take the goods of an approved return back",
		"They go back into the stock, `refundAmount` to the buyer, and points that the order earned are taken back. Only an "+
			"`approved` return can be received, once.", fault.NotFound, fault.InvalidTransition), s.handleReceiveReturn)
}
