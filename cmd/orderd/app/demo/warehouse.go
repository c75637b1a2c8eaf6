package demo

import (
	"fmt"
	"slices"
)

// partialShipments sends Ada's order in two parcels. The carrier reports on the first one, and both
// are in the timeline.
func (d *day) partialShipments() {
	o := d.orderOf(d.ada)
	command := func(name string, body any) order { return post[order](d, d.packer, o.adminPath()+"/"+name, body) }
	command("process", nil)
	part := command("ship", object{
		"carrier": "DHL", "trackingNumber": "00340434161094042557",
		"items": []object{{"orderItemId": o.Items[0].ID, "quantity": 2}},
	})
	d.check("Ada's order after the first parcel", part.Stage, "partially_shipped")
	d.printStep(d.packer.name, "sends the beans off", o.Number, "")
	for _, report := range []struct{ status, location string }{
		{"picked_up", "Berlin"}, {"in_transit", "Leipzig"}, {"in_transit", "Leipzig"}, {"out_for_delivery", "Berlin"},
		{"delivered", "Berlin"},
	} {
		command("tracking", object{
			"shipmentId": part.Shipments[0].ID, "status": report.status, "location": report.location,
			"externalId": report.status + " in " + report.location,
		})
	}
	d.printStep("Carrier", "reports from Leipzig, twice, and delivers", o.Number, "")
	command("ship", object{"carrier": "DHL", "trackingNumber": "00340434161094042558"})
	done := command("deliver", nil)
	o.notices = append(o.notices, "order_shipped", "order_delivered", "order_shipped", "order_delivered")
	d.check("Ada's order in the end", done.Stage+", "+done.Status+", "+done.PaymentStatus, "delivered, completed, paid")
	o.buyer.points += o.points()
	d.timeline(o, "placed", "paid", "processing", "shipped", "picked_up", "in_transit", "out_for_delivery", "delivered",
		"shipped", "delivered")
	d.printStep(d.packer.name, "sends the papers after them", o.Number, points(o.points()))
}

// orderOf is the customer's first order of the day.
func (d *day) orderOf(p *person) *purchase {
	return d.orders[slices.IndexFunc(d.orders, func(o *purchase) bool { return o.buyer == p })]
}

// timeline checks what the buyer reads of the order's way.
func (d *day) timeline(o *purchase, want ...string) {
	var got []string
	for _, e := range get[tracking](d, o.buyer, o.path()+"/tracking").Events {
		got = append(got, e.Status)
	}
	d.check(o.Number+": timeline", got, want)
}

// shipTheRest sends and delivers whatever is waiting.
func (d *day) shipTheRest() {
	sent, earned := 0, int64(0)
	for _, o := range d.orders {
		if got := get[order](d, d.admin, o.adminPath()); got.Status == "placed" {
			d.deliver(o)
			sent++
			earned += o.points()
		}
	}
	d.printStep(d.packer.name, fmt.Sprintf("sends %d orders, and all arrive", sent), "", points(earned))
}

// markPaid records the payment.
func (d *day) markPaid(o *purchase) order {
	o.notices = append(o.notices, "order_paid")
	return post[order](d, d.admin, o.adminPath()+"/mark-paid", nil)
}

// deliver brings an order that can be sent to its end.
func (d *day) deliver(o *purchase) {
	post[order](d, d.packer, o.adminPath()+"/process", nil)
	post[order](d, d.packer, o.adminPath()+"/ship", object{"carrier": "DHL", "trackingNumber": o.Number})
	done := post[order](d, d.packer, o.adminPath()+"/deliver", nil)
	d.check(o.Number+": delivered", done.Stage+", "+done.Status, "delivered, completed")
	o.notices = append(o.notices, "order_shipped", "order_delivered")
	if done.PaymentStatus == "unpaid" { // an invoice
		done = d.markPaid(o)
	}
	d.check(o.Number+": the money", done.PaymentStatus, "paid")
	o.buyer.points += o.points()
}
