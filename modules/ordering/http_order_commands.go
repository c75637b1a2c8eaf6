package ordering

import (
	"encoding/json"
	"net/http"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

func (s *service) orderCommandRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "cancelOrder", Method: http.MethodPost, Path: "/v1/orders/{id}/cancel", Tag: tagOrders, Summary: "Cancel an order",
		Detail: "As long as nothing has been shipped. Vouchers and money come back.", Errors: []string{fault.NotFound, fault.InvalidTransition},
	}, s.handleCancel)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "reorder", Method: http.MethodPost, Path: "/v1/orders/{id}/reorder", Tag: tagOrders, Summary: "Put what was ordered into the cart again",
		Detail: "As far as it is still sold. The cart's issues name each line that was left out (`not_available`) or shortened " +
			"(`shortened`), besides what there is not enough of.", Errors: []string{fault.NotFound},
	}, s.handleReorder)
	httpapi.Handle(r, httpapi.User, httpapi.Op{
		ID: "getTracking", Method: http.MethodGet, Path: "/v1/orders/{id}/tracking", Tag: tagOrders, Summary: "Read the delivery timeline of an order",
		Errors: []string{fault.NotFound},
	}, s.handleTracking)

	examples := map[string]any{ // the simplest bodies: with all fields they would name a shipment and lines
		"ship":     json.RawMessage(`{"carrier":"DHL","trackingNumber":"00340434161094042557"}`),
		"deliver":  json.RawMessage(`{}`),
		"tracking": json.RawMessage(`{"status":"in_transit","location":"Leipzig","externalId":"dhl-4711"}`),
	}
	op := func(id, command, summary, detail string) httpapi.Op {
		return httpapi.Op{
			ID: id, Method: http.MethodPost, Path: "/v1/admin/orders/{id}/" + command, Tag: tagOrderAdmin, Summary: summary, Detail: detail,
			Example: examples[command], Errors: []string{fault.NotFound, fault.InvalidTransition},
		}
	}
	httpapi.Handle(r, httpapi.Admin, op("markOrderPaid", "mark-paid", "Note that the order's money is here",
		"Until the order is cancelled. One that waited for it is placed."), s.handleMarkPaid)
	httpapi.Handle(r, httpapi.Admin, op("processOrder", "process", "Begin the work on a placed order", ""), s.handleProcess)
	httpapi.Handle(r, httpapi.Admin, op("shipOrder", "ship", "Send a parcel off",
		"Without `items` everything that remains is in it; with them the order may be sent in several parcels."), s.handleShip)
	httpapi.Handle(r, httpapi.Admin, op("deliverOrder", "deliver", "Note that a shipment arrived",
		"Without `shipmentId` all have. When every line has, the order is completed, and cash on delivery is paid."), s.handleDeliver)
	httpapi.Handle(r, httpapi.Admin, op("trackOrder", "tracking", "Take a carrier's report into the timeline",
		"The same `externalId` twice is one entry. `delivered` delivers the shipment; every other status changes its trackingStatus alone."), s.handleTrack)
	httpapi.Handle(r, httpapi.Admin, op("cancelOrderAsAdmin", "cancel", "Cancel an order",
		"As long as nothing has been shipped. Stock, vouchers and money come back."), s.handleCancelAsAdmin)
	httpapi.Handle(r, httpapi.Admin, op("refundOrder", "refund", "Send money back",
		"The way it came; never more than was paid. By card it is pending until the provider confirms it."), s.handleRefund)
}
