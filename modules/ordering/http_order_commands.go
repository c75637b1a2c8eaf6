package ordering

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (s *service) orderCommandRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "cancelOrder", Method: http.MethodPost, Path: "/v1/orders/{id}/cancel", Tag: tagOrders, Summary: "Cancel an order",
		Detail: "As long as nothing was shipped; later ask for a return. Stock, vouchers and money come back; a mail says so.",
		Errors: []string{fault.NotFound, fault.InvalidTransition},
	}, s.handleCancel)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "reorder", Method: http.MethodPost, Path: "/v1/orders/{id}/reorder", Tag: tagOrders, Summary: "Put what was ordered into the cart again",
		Detail: "What is still sold, at the prices of now. The cart's `issues` name each line that was left out (`not_available`) or " +
			"shortened (`shortened`).",
		Errors: []string{fault.NotFound},
	}, s.handleReorder)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getTracking", Method: http.MethodGet, Path: "/v1/orders/{id}/tracking", Tag: tagOrders, Summary: "Read the delivery timeline of an order",
		Detail: "Oldest first. The carrier and its number are those of the parcel that is on its way, else of the last one.",
		Errors: []string{fault.NotFound},
	}, s.handleTracking)

	op := func(id, command, summary, detail string) httpapi.Op {
		return httpapi.Op{
			ID: id, Method: http.MethodPost, Path: "/v1/admin/orders/{id}/" + command, Tag: tagOrderAdmin, Summary: summary, Detail: detail,
			Errors: []string{fault.NotFound, fault.InvalidTransition},
		}
	}
	httpapi.Handle(r, httpapi.Admin, op("markOrderPaid", "mark-paid", "Note that the order's money is here",
		"For a bank transfer or an invoice that is not paid yet. An order that waited for the money is `placed`; a mail "+
			"says so."), s.handleMarkPaid)
	httpapi.Handle(r, httpapi.Admin, op("processOrder", "process", "Begin the work on a placed order",
		"Only for a `placed` order. Nothing is mailed; the order may be cancelled until the first shipment."), s.handleProcess)
	httpapi.Handle(r, httpapi.Admin, op("shipOrder", "ship", "Send a parcel off",
		"Only for a `processing` order; it may be sent in several parcels. A mail brings the tracking number and URL."), s.handleShip)
	httpapi.Handle(r, httpapi.Admin, op("deliverOrder", "deliver", "Note that a shipment arrived",
		"Without `shipmentId` all have. Once every line has, the order is completed and cash on delivery is paid. A mail "+
			"says so."), s.handleDeliver)
	httpapi.Handle(r, httpapi.Admin, op("trackOrder", "tracking", "Take a carrier's report into the timeline",
		"The same `externalId` twice is one entry. `delivered` delivers the shipment; every other status changes "+
			"`trackingStatus` alone."), s.handleTrack)
	httpapi.Handle(r, httpapi.Admin, op("cancelOrderAsAdmin", "cancel", "Cancel an order",
		"As long as nothing was shipped. Stock, vouchers and money come back; the reason is mailed to the buyer."), s.handleCancelAsAdmin)
	httpapi.Handle(r, httpapi.Admin, op("refundOrder", "refund", "Send money back",
		"Without a return of goods, the way it came, never more than was paid and is left. By card it waits for the "+
			"provider; a mail follows."), s.handleRefund)
}
