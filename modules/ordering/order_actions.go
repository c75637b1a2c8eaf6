package ordering

import (
	"slices"
	"time"
)

// stage is the order's state in one word, for people.
func (o *wholeOrder) stage() string {
	switch {
	case o.Status == cancelled:
		return "cancelled"
	case o.Status == pendingPayment:
		return "awaiting_payment"
	case o.FulfillmentStatus == returned:
		return "returned"
	case o.FulfillmentStatus == delivered, o.FulfillmentStatus == partiallyReturned:
		return "delivered"
	case o.FulfillmentStatus == shipped && slices.ContainsFunc(o.Shipments, func(s shipment) bool { return s.TrackingStatus == outForDelivery }):
		return "out_for_delivery"
	case o.FulfillmentStatus == shipped, o.FulfillmentStatus == partiallyShipped:
		return o.FulfillmentStatus
	default:
		return o.Status // placed, processing
	}
}

// customerActions are the names of the commands that the buyer may use now.
func (o *wholeOrder) customerActions(now time.Time) []string {
	actions := []string{}
	if o.cancellable() {
		actions = append(actions, "cancel")
	}
	if o.returnable(now) {
		actions = append(actions, "return")
	}
	return append(actions, "reorder")
}

// adminActions are the names of the commands that an admin may use now.
func (o *wholeOrder) adminActions() []string {
	actions := []string{}
	allow := func(name string, command func(o order) error) {
		if command(o.order) == nil { // of a copy: nothing is done
			actions = append(actions, name)
		}
	}
	now := o.UpdatedAt
	allow("mark-paid", func(o order) error { return o.markPaid(now) })
	allow("process", func(o order) error { return o.process(now) })
	allow("ship", func(o order) error { return o.ship(false, now) })
	if slices.ContainsFunc(o.Shipments, onItsWay) {
		allow("deliver", func(o order) error { return o.deliver(false, now, now) })
	}
	allow("cancel", func(o order) error { return o.cancel(byAdmin, now) })
	allow("refund", func(o order) error { return o.requestRefund(1, now) })
	return actions
}

// returnable tells whether there is something that may be sent back, and still time for it.
func (o *wholeOrder) returnable(now time.Time) bool {
	return o.DeliveredAt != nil && !now.After(o.DeliveredAt.Add(returnWindow)) &&
		slices.ContainsFunc(o.Items, func(i orderItem) bool { return i.InReturn < i.Delivered })
}
