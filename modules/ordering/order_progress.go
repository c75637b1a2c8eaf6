package ordering

import "time"

// progress counts the units of an order: those that are not cancelled, and how far they have come.
type progress struct{ units, shipped, delivered, returned int }

// progress counts the units of all lines.
func (o *order) progress() (p progress) {
	for i := range o.Items {
		it := &o.Items[i]
		p.units += it.Quantity - it.Cancelled
		p.shipped += it.Shipped
		p.delivered += it.Delivered
		p.returned += it.Returned
	}
	return p
}

func (p progress) allShipped() bool   { return p.shipped == p.units }
func (p progress) allDelivered() bool { return p.units > 0 && p.delivered == p.units }

// undone reports whether every unit was cancelled or returned.
func (p progress) undone() bool { return p.returned == p.units }

// fulfillment is what the units add up to. While some are still to arrive, it does not say that
// others were returned.
func (p progress) fulfillment() fulfillmentStatus {
	switch {
	case p.shipped == 0:
		return fulfillmentUnfulfilled
	case p.shipped < p.units:
		return fulfillmentPartiallyShipped
	case p.delivered < p.units:
		return fulfillmentShipped
	case p.returned == 0:
		return fulfillmentDelivered
	case p.returned < p.units:
		return fulfillmentPartiallyReturned
	}
	return fulfillmentReturned
}

// advance takes the order to where its units are, after a command has moved some of them. Once
// every unit that is not cancelled has arrived, the last of them at the moment given, the order is
// completed, and cash on delivery is paid.
func (o *order) advance(last, now time.Time) {
	p := o.progress()
	o.FulfillmentStatus, o.UpdatedAt = p.fulfillment(), now
	if !p.allDelivered() || o.Status != orderProcessing {
		return
	}
	o.Status, o.DeliveredAt, o.CompletedAt = orderCompleted, &last, &now
	if o.PaymentMethod == payOnDelivery && !o.isPaid() {
		o.receive(o.due(), byHand, now)
	}
}
