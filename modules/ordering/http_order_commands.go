package ordering

import (
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (s *service) orderCommandRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "cancelOrder", Method: http.MethodPost, Path: "/v1/orders/{id}/cancel", Tag: tagOrders, Summary: "Cancel an order",
		Detail: "As long as nothing has been shipped; later it is `invalid_transition`, and a return is the way. Stock and vouchers " +
			"come back, paid money is refunded, and a mail confirms it.",
		Errors: []string{fault.NotFound, fault.InvalidTransition},
	}, s.handleCancel)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "reorder", Method: http.MethodPost, Path: "/v1/orders/{id}/reorder", Tag: tagOrders, Summary: "Put what was ordered into the cart again",
		Detail: "As far as it is still sold, at the prices of now, beside what is in the cart already. The cart's issues name each " +
			"line that was left out (`not_available`) or shortened (`shortened`), besides what there is not enough of.",
		Errors: []string{fault.NotFound},
	}, s.handleReorder)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getTracking", Method: http.MethodGet, Path: "/v1/orders/{id}/tracking", Tag: tagOrders, Summary: "Read the delivery timeline of an order",
		Detail: "Oldest first: what happened to the order, and what the carrier reported. `carrier`, `trackingNumber` and " +
			"`trackingUrl` are those of the parcel that is on its way, else of the last one.",
		Errors: []string{fault.NotFound},
	}, s.handleTracking)

	op := func(id, command, summary, detail string) httpapi.Op {
		return httpapi.Op{
			ID: id, Method: http.MethodPost, Path: "/v1/admin/orders/{id}/" + command, Tag: tagOrderAdmin, Summary: summary, Detail: detail,
			Errors: []string{fault.NotFound, fault.InvalidTransition},
		}
	}
	httpapi.Handle(r, httpapi.Admin, op("markOrderPaid", "mark-paid", "Note that the order's money is here",
		"For a bank transfer that has arrived, or an invoice. An order that waited for the money is `placed`, and a mail "+
			"confirms the payment. A paid or cancelled one is `invalid_transition`."), s.handleMarkPaid)
	httpapi.Handle(r, httpapi.Admin, op("processOrder", "process", "Begin the work on a placed order",
		"Nothing is mailed; the buyer sees it in `stage` and in the timeline. Only a `placed` order can be processed; it may "+
			"still be cancelled until the first shipment."), s.handleProcess)
	httpapi.Handle(r, httpapi.Admin, op("shipOrder", "ship", "Send a parcel off",
		"Without `items` everything that remains is in it; with them the order may be sent in several parcels. The stock is "+
			"taken out, and a mail brings the tracking number and URL. Only for an order that is `processing`."), s.handleShip)
	httpapi.Handle(r, httpapi.Admin, op("deliverOrder", "deliver", "Note that a shipment arrived",
		"Without `shipmentId` all have. When every line has, the order is completed, cash on delivery is paid, and points are "+
			"earned once the order is paid. The buyer gets a mail."), s.handleDeliver)
	httpapi.Handle(r, httpapi.Admin, op("trackOrder", "tracking", "Take a carrier's report into the timeline",
		"The same `externalId` twice is one entry. `delivered` delivers the shipment; every other status changes its "+
			"`trackingStatus` alone. Without `shipmentId` it is about the last shipment that is on its way."), s.handleTrack)
	httpapi.Handle(r, httpapi.Admin, op("cancelOrderAsAdmin", "cancel", "Cancel an order",
		"As long as nothing has been shipped; later it is `invalid_transition`. Stock, vouchers and money come back, and the "+
			"`reason` is mailed to the buyer."), s.handleCancelAsAdmin)
	httpapi.Handle(r, httpapi.Admin, op("refundOrder", "refund", "Send money back",
		"The way it came, without a return of goods; all that is left when `amount` is absent. More than was paid and has not "+
			"gone back is `invalid_transition`. By card it is pending until the provider confirms it; a mail follows when it is "+
			"done."), s.handleRefund)
}
