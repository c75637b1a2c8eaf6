package ordering

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestAnOrderFromItsPlacingToItsDelivery(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		log := eventbustest.Record(t, s.DB)
		o := s.place(t, c, payByBankTransfer, lines)
		s.requireTimeline(t, c, o, "placed")

		got := s.do(t, o, "mark-paid", nil)
		requireAxes(t, got, "placed", "placed", "paid", "unfulfilled")
		requireActions(t, got, "mark-unpaid", "process", "cancel-items", "cancel", "refund")
		if got.Text("payment.paidAt") == "" {
			t.Errorf("paid: %s", got.Body)
		}
		requireAxes(t, s.do(t, o, "process", nil), "processing", "processing", "paid", "unfulfilled")
		shipments := s.shipInTwo(t, o)

		got = s.do(t, o, "deliver", nil)
		requireAxes(t, got, "delivered", "completed", "paid", "delivered")
		requireActions(t, got, "mark-unpaid", "refund")
		if got.Text("completedAt") == "" {
			t.Errorf("delivered: %s", got.Body)
		}
		tracking := s.requireTimeline(t, c, o, "placed", "paid", "processing", "shipped", "delivered", "shipped", "delivered")
		tracking.RequireFields(t, kit.Fields{"carrier": "DHL", "stage": "delivered", "orderNumber": o.Number})
		requireEvents(t, log, "order_placed", "order_paid", "order_processing", "order_shipped", "order_delivered", "order_shipped",
			"order_delivered", "order_earned")
		requireShipmentEvents(t, log, c, o, shipments)
		// 3 × 19.99 + 5.00 = 64.97, less 6.49
		if earned := eventbustest.Of[events.OrderEarned](log); earned[0].Goods != 5848 || earned[0].EntryID != nil {
			t.Errorf("earned: %+v", earned)
		}
	})
}

// shipInTwo ships the order in two parcels, delivers the first one, and returns their ids.
func (s *setup) shipInTwo(t *testing.T, o ordered) [2]string {
	t.Helper()
	got := s.do(t, o, "ship", body{
		"carrier": " DHL ", "trackingNumber": "0034", "trackingUrl": "https://carrier.example/0034",
		"estimatedDeliveryAt": "2030-01-02T03:04:05Z",
		"items":               []body{o.units(0, 1), o.units(1, 1)},
	})
	requireAxes(t, got, "partially_shipped", "processing", "paid", "partially_shipped")
	requireActions(t, got, "mark-unpaid", "ship", "deliver", "undelivered", "cancel-items", "refund")
	got.RequireFields(t, kit.Fields{
		"shipments.0.trackingStatus": "label_created", "shipments.0.estimatedDeliveryAt": "2030-01-02T03:04:05.000Z",
		"shipments.0.items.1.quantity": 1, "shipments.0.items.2": nil,
	})
	s.requireStock(t, o.Lines[0].item, 9, 2)
	s.requireStock(t, o.Lines[1].item, 9, 0)
	first := got.Text("shipments.0.id")

	got = s.do(t, o, "deliver", body{"shipmentId": first})
	requireAxes(t, got, "partially_shipped", "processing", "paid", "partially_shipped")
	requireActions(t, got, "mark-unpaid", "ship", "cancel-items", "refund")
	got.RequireFields(t, kit.Fields{"shipments.0.trackingStatus": "delivered"})
	got = s.do(t, o, "ship", dhl)
	requireAxes(t, got, "shipped", "processing", "paid", "shipped")
	s.requireStock(t, o.Lines[0].item, 7, 0)
	return [2]string{first, got.Text("shipments.1.id")}
}

// requireShipmentEvents checks the events of the two parcels of shipInTwo.
func requireShipmentEvents(t *testing.T, log *eventbustest.Recorder, c customer, o ordered, shipments [2]string) {
	t.Helper()
	shipped := eventbustest.Of[events.OrderShipped](log)
	if first := shipped[0]; first.ShipmentID != shipments[0] || first.Complete || *first.TrackingURL != "https://carrier.example/0034" ||
		first.Carrier != "DHL" ||
		!reflect.DeepEqual(first.Items, []events.ShipmentItem{o.eventItem(0, 1), o.eventItem(1, 1)}) || first.Email != c.Email ||
		first.FullName != "Ada Lovelace" {
		t.Errorf("the first parcel was shipped: %+v", first)
	}
	if second := shipped[1]; !second.Complete || !reflect.DeepEqual(second.Items, []events.ShipmentItem{o.eventItem(0, 2)}) {
		t.Errorf("the second parcel was shipped: %+v", second)
	}
	delivered := eventbustest.Of[events.OrderDelivered](log)
	if first := delivered[0]; first.ShipmentID != shipments[0] || first.Complete {
		t.Errorf("the first parcel was delivered: %+v", first)
	}
	if second := delivered[1]; second.ShipmentID != shipments[1] || !second.Complete ||
		!reflect.DeepEqual(second.Items, []events.ShipmentItem{o.eventItem(0, 2)}) || !reflect.DeepEqual(second.Arrived, second.Items) {
		t.Errorf("the second parcel was delivered: %+v", second)
	}
}

// actions are the allowedActions of an order.
func actions(a interface{ At(string) any }) (names []string) {
	for _, name := range a.At("allowedActions").([]any) {
		names = append(names, name.(string))
	}
	return names
}

// orderEvents are the names of the events about orders, without what is the same in all.
func orderEvents(names []string) (short []string) {
	for _, name := range names {
		name, ours := strings.CutPrefix(strings.TrimSuffix(name, ".v1"), "ordering.")
		if ours && !strings.HasPrefix(name, "stock_") && !strings.HasSuffix(name, "_saved") {
			short = append(short, name)
		}
	}
	return short
}

func TestCashOnDeliveryIsPaidAtTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		log := eventbustest.Record(t, s.DB)
		s.deliverAll(t, o)
		requireAxes(t, s.admin.Do(t, "GET", o.adminPath(""), nil), "delivered", "completed", "paid", "delivered")
		s.requireTimeline(t, c, o, "placed", "processing", "shipped", "delivered", "paid")
		requireEvents(t, log, "order_processing", "order_shipped", "order_delivered", "order_paid", "order_earned")
		arrived, paid := eventbustest.Of[events.OrderDelivered](log)[0], eventbustest.Of[events.OrderPaid](log)[0]
		if arrived.Collected != o.Total || paid.Amount != o.Total || !paid.Implied {
			t.Errorf("published %+v and %+v", arrived, paid)
		}
		s.admin.Do(t, "POST", o.adminPath("/mark-paid"), nil).Require(t, 409, "invalid_transition")
	})
}

func TestParcelsThatArriveTogetherAreReportedOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payOnDelivery, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{o.units(0, 2)}})
		s.do(t, o, "ship", dhl)
		log := eventbustest.Record(t, s.DB)
		s.do(t, o, "deliver", nil)
		parcels := eventbustest.Of[events.OrderDelivered](log)
		if len(parcels) != 2 || len(parcels[0].Arrived) != 0 || parcels[0].Collected != 0 || !parcels[1].Complete ||
			parcels[1].Collected != o.Total ||
			!reflect.DeepEqual(parcels[1].Arrived, []events.ShipmentItem{o.eventItem(0, 3), o.eventItem(1, 1)}) {
			t.Errorf("published %+v", parcels)
		}
	})
}

func TestAnInvoiceIsPaidLater(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		log := eventbustest.Record(t, s.DB)
		s.deliverAll(t, o)
		if earned := eventbustest.Of[events.OrderEarned](log); len(earned) != 0 {
			t.Errorf("earned before it was paid: %+v", earned)
		}
		requireAxes(t, s.do(t, o, "mark-paid", nil), "delivered", "completed", "paid", "delivered")
		if earned := eventbustest.Of[events.OrderEarned](log); len(earned) != 1 || earned[0].Goods != 5848 {
			t.Errorf("earned: %+v", earned)
		}
		s.requireTimeline(t, c, o, "placed", "processing", "shipped", "delivered", "paid")
	})
}

func TestCommandsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		for command, valid := range map[string]any{
			"mark-paid": nil, "process": nil, "ship": dhl, "deliver": nil, "cancel": nil, "refund": body{"reason": "Sorry."},
			"tracking": body{"status": "in_transit"},
		} {
			s.API.Do(t, "POST", o.adminPath("/"+command), valid).Require(t, 401, "unauthenticated")
			c.Do(t, "POST", o.adminPath("/"+command), valid).Require(t, 403, "forbidden")
			for _, unknown := range []string{id.New(), "no-id"} {
				s.admin.Do(t, "POST", "/v1/admin/orders/"+unknown+"/"+command, valid).Require(t, 404, "not_found")
			}
		}
		other, _ := s.As(t, auth.RoleCustomer)
		for _, op := range []struct{ method, suffix string }{{"POST", "/cancel"}, {"GET", "/tracking"}, {"GET", ""}} {
			s.API.Do(t, op.method, o.path(op.suffix), nil).Require(t, 401, "unauthenticated")
			other.Do(t, op.method, o.path(op.suffix), nil).Require(t, 404, "not_found")
			// An admin is not the buyer either.
			s.admin.Do(t, op.method, o.path(op.suffix), nil).Require(t, 404, "not_found")
			for _, unknown := range []string{id.New(), "no-id"} {
				c.Do(t, op.method, "/v1/orders/"+unknown+op.suffix, nil).Require(t, 404, "not_found")
			}
		}

		long := strings.Repeat("x", 501)
		if got := c.Do(t, "POST", o.path("/cancel"), body{"reason": long, "because": "x"}).Require(t, 422).Pointers(); len(got) != 2 {
			t.Errorf("a buyer's reason: %v", got)
		}
		c.Do(t, "POST", o.path("/cancel"), `{`).Require(t, 400, "malformed_json")
		for _, bad := range []struct {
			command string
			body    any
			want    []string
		}{
			{"ship", body{"carrier": " ", "trackingNumber": 5}, []string{"/carrier too_short", "/trackingNumber wrong_type"}},
			{"ship", body{"carrier": "DHL", "trackingNumber": "1", "trackingUrl": "x"}, []string{"/trackingUrl bad_format"}},
			{"ship", body{"carrier": "DHL", "trackingNumber": "1", "estimatedDeliveryAt": "soon"}, []string{"/estimatedDeliveryAt bad_format"}},
			{"ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{}}, []string{"/items too_short"}},
			{"ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{{"orderItemId": "x", "quantity": 0}}},
				[]string{"/items/0/orderItemId bad_format", "/items/0/quantity out_of_range"}},
			{"ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{{"orderItemId": id.New(), "quantity": 1}, o.units(0, 4)}},
				[]string{"/items/0/orderItemId not_allowed", "/items/1/quantity out_of_range"}},
			{"deliver", body{"shipmentId": "x"}, []string{"/shipmentId bad_format"}},
			{"refund", body{}, []string{"/reason required"}},
			{"refund", body{"amount": 0, "reason": long}, []string{"/amount out_of_range", "/reason too_long"}},
			{"refund", body{"amount": 0.001, "reason": "x"}, []string{"/amount out_of_range"}},
			{"refund", body{"amount": -5, "reason": "x"}, []string{"/amount out_of_range"}},
			{"cancel", body{"reason": long}, []string{"/reason too_long"}},
			{"tracking", body{"status": "lost", "occurredAt": "x", "description": ""},
				[]string{"/description too_short", "/occurredAt bad_format", "/status not_allowed"}},
			{"mark-paid", body{"amount": 1}, []string{"/amount unexpected_field"}},
		} {
			got := s.admin.Do(t, "POST", o.adminPath("/"+bad.command), bad.body).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, bad.want) {
				t.Errorf("%s %v: %v, want %v", bad.command, bad.body, got, bad.want)
			}
		}
	})
}

// A client that does not know whether a command was done calls again with the same key.
func TestACommandWithAKeyIsDoneOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		log := eventbustest.Record(t, s.DB)
		keyed := s.admin.With("Idempotency-Key", "k")
		first := keyed.Do(t, "POST", o.adminPath("/refund"), body{"amount": 1, "reason": "x"}).Require(t, 200)
		again := keyed.Do(t, "POST", o.adminPath("/refund"), body{"amount": 1, "reason": "x"}).Require(t, 200)
		if string(again.Body) != string(first.Body) || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("again: %s", again.Body)
		}
		keyed.Do(t, "POST", o.adminPath("/refund"), body{"amount": 2, "reason": "x"}).Require(t, 422, "idempotency_key_reused")
		requireEvents(t, log, "refund_requested")
	})
}

// Each command is refused in each state that is not its own, and refusing changes nothing.
func TestIllegalTransitions(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		commands := map[string]any{
			"mark-paid": nil, "process": nil, "ship": dhl, "deliver": nil, "cancel": nil, "refund": body{"reason": "Sorry.", "amount": 1},
			"tracking": body{"status": "in_transit"},
		}
		for _, state := range []struct {
			name    string
			reach   []string
			allowed []string
		}{
			{"pending_payment", nil, []string{"mark-paid", "cancel-items", "cancel"}},
			{"placed", []string{"mark-paid"}, []string{"mark-unpaid", "process", "cancel-items", "cancel", "refund"}},
			{"processing", []string{"mark-paid", "process"}, []string{"mark-unpaid", "ship", "cancel-items", "cancel", "refund"}},
			{"shipped", []string{"mark-paid", "process", "ship"}, []string{"mark-unpaid", "deliver", "undelivered", "refund", "tracking"}},
			{"completed", []string{"mark-paid", "process", "ship", "deliver"}, []string{"mark-unpaid", "refund", "tracking"}},
			{"cancelled", []string{"cancel"}, nil},
		} {
			o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
			for _, command := range state.reach {
				s.do(t, o, command, commands[command])
			}
			before := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
			log := eventbustest.Record(t, s.DB)
			for command, b := range commands {
				if !slices.Contains(state.allowed, command) {
					s.admin.Do(t, "POST", o.adminPath("/"+command), b).Require(t, 409, "invalid_transition")
				}
			}
			if !slices.Contains(state.allowed, "cancel") {
				c.Do(t, "POST", o.path("/cancel"), nil).Require(t, 409, "invalid_transition")
			}
			if after := s.admin.Do(t, "GET", o.adminPath(""), nil); string(after.Body) != string(before.Body) {
				t.Errorf("%s: it was %s and is %s", state.name, before.Body, after.Body)
			}
			if names := orderEvents(log.Names()); len(names) != 0 {
				t.Errorf("%s: published %v", state.name, names)
			}
			named := slices.DeleteFunc(slices.Clone(state.allowed), func(name string) bool { return name == "tracking" })
			if got := actions(before); !slices.Equal(got, named) && len(got)+len(named) > 0 {
				t.Errorf("%s: allowed %v, want %v", state.name, got, named)
			}
		}
	})
}

func TestShipWhatIsNotThere(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		with := func(items ...body) body { return body{"carrier": "DHL", "trackingNumber": "1", "items": items} }
		s.do(t, o, "ship", with(o.units(0, 1), o.units(0, 1))) // a line twice counts with the sum
		s.admin.Do(t, "POST", o.adminPath("/ship"), with(o.units(0, 2))).Require(t, 409, "invalid_transition")
		got := s.admin.Do(t, "POST", o.adminPath("/ship"), with(o.units(0, 2), o.units(0, 2))).Require(t, 422)
		if !slices.Equal(got.Pointers(), []string{"/items/1/quantity out_of_range"}) {
			t.Errorf("more than were ordered: %v", got.Pointers())
		}
		s.do(t, o, "ship", with(o.units(0, 1), o.units(1, 1)))
		s.admin.Do(t, "POST", o.adminPath("/ship"), dhl).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", o.adminPath("/deliver"), body{"shipmentId": id.New()}).Require(t, 422)
	})
}

func TestCarrierReports(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		first := s.do(t, o, "ship", body{"carrier": "DHL", "trackingNumber": "1", "items": []body{o.units(0, 3)}}).Text("shipments.0.id")
		s.do(t, o, "ship", body{"carrier": "UPS", "trackingNumber": "2", "trackingUrl": "https://ups.example/2"})
		now := s.Clock.Now()
		at := func(d time.Duration) string { return now.Add(d).Format(time.RFC3339Nano) }

		log := eventbustest.Record(t, s.DB)
		s.do(t, o, "tracking", body{"shipmentId": first, "status": "out_for_delivery", "occurredAt": at(time.Hour), "externalId": "e-1"})
		got := s.do(t, o, "tracking", body{
			"shipmentId": first, "status": "in_transit", "occurredAt": at(time.Minute), "location": " Leipzig ", "description": "Left.",
		})
		if got.Text("shipments.0.trackingStatus") != "out_for_delivery" || got.Text("shipments.1.trackingStatus") != "label_created" {
			t.Errorf("an older report came later: %s", got.Body)
		}
		again := s.do(t, o, "tracking", body{"shipmentId": first, "status": "exception", "occurredAt": at(2 * time.Hour), "externalId": "e-1"})
		if string(again.Body) != string(got.Body) {
			t.Errorf("the same report twice: %s", again.Body)
		}
		s.admin.Do(t, "POST", o.adminPath("/tracking"), body{"shipmentId": id.New(), "status": "exception"}).Require(t, 422)
		tooLate := body{"shipmentId": first, "status": "exception", "occurredAt": at(maxClockSkew + time.Hour)}
		if got := s.admin.Do(t, "POST", o.adminPath("/tracking"), tooLate).Require(t, 422).
			Pointers(); !slices.Equal(got, []string{"/occurredAt out_of_range"}) {
			t.Errorf("a report from the day after tomorrow: %v", got)
		}
		tracking := s.requireTimeline(t, c, o, "placed", "processing", "shipped", "shipped", "in_transit", "out_for_delivery")
		tracking.RequireFields(t, kit.Fields{
			"events.4.location": "Leipzig", "events.4.description": "Left.", "events.5.location": nil,
			"carrier": "UPS", "trackingUrl": "https://ups.example/2", "stage": "out_for_delivery",
		})

		got = s.do(t, o, "tracking", body{
			"status": trackingDelivered, "occurredAt": at(3 * time.Hour), "externalId": "e-2", "description": "At the door.",
		})
		requireAxes(t, got, "out_for_delivery", "processing", "unpaid", "shipped")
		if got.Text("shipments.1.deliveredAt") == "" || got.At("shipments.0.deliveredAt") != nil {
			t.Errorf("the last parcel on its way arrived: %s", got.Body)
		}
		if tracking := c.Do(t, "GET", o.path("/tracking"), nil); tracking.Text("carrier") != "DHL" {
			t.Errorf("the parcel on its way: %s", tracking.Body)
		}
		requireAxes(t, s.do(t, o, "tracking", body{"status": "delivered", "externalId": "e-3"}), "delivered", "completed", "paid", "delivered")
		got = s.do(t, o, "tracking", body{"shipmentId": first, "status": "exception", "occurredAt": at(4 * time.Hour)})
		if got.Text("shipments.0.trackingStatus") != "delivered" {
			t.Errorf("what arrived is lost: %s", got.Body)
		}
		s.requireTimeline(t, c, o, "placed", "processing", "shipped", "shipped", "delivered", "paid",
			"in_transit", "out_for_delivery", "delivered", "exception")
		requireEvents(t, log, "shipment_tracked", "shipment_tracked", "order_delivered", "order_delivered", "order_paid", "order_earned",
			"shipment_tracked")
		if arrived := eventbustest.Of[events.OrderDelivered](log); *arrived[0].ExternalID != "e-2" || *arrived[0].Description != "At the door." {
			t.Errorf("arrived: %+v", arrived)
		}
	})
}

// A report that is dated like the placing does not come before it. One from before the order is
// refused, whatever its status: a wrong year in a carrier's feed says nothing of this parcel.
func TestTheTimelineBeginsWithThePlacing(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", dhl)
		for _, status := range trackingStatuses {
			for _, at := range []string{"0001-01-01T00:00:00Z", o.PlacedAt.Add(-time.Millisecond).Format(time.RFC3339Nano)} {
				got := s.admin.Do(t, "POST", o.adminPath("/tracking"), body{"status": status, "occurredAt": at}).Require(t, 422).Pointers()
				if !slices.Equal(got, []string{"/occurredAt out_of_range"}) {
					t.Errorf("%s at %s: %v", status, at, got)
				}
			}
		}
		berlin := time.FixedZone("", 3600)
		s.do(t, o, "tracking", body{"status": "in_transit", "occurredAt": o.PlacedAt.In(berlin).Format(time.RFC3339Nano)})
		s.requireTimeline(t, c, o, "placed", "in_transit", "processing", "shipped")
	})
}

// The tables refuse what no command does: the statuses of an order and its money go together.
func TestTheTablesRefuseWhatNoCommandDoes(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		waiting, ended := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)), s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.deliverAll(t, ended)
		for _, bad := range []struct {
			o           ordered
			table, what string
		}{
			{waiting, "orders", "payment_due_at = NULL"},
			{waiting, "orders", "paid_at = placed_at, payment_status = 'paid'"},
			{waiting, "orders", "refunding_cents = 1"},
			{waiting, "orders", "received_provider_cents = 1"},
			{waiting, "orders", "cancelled_cents = total_cents, conceded_cents = 1"},
			{waiting, "orders", "refunding_shipping_cents = shipping_cents + 1"},
			{waiting, "orders", "undone_tax_cents = tax_cents + 1"},
			{waiting, "orders", "cancelled_goods_cents = subtotal_cents + 1"},
			{waiting, "orders", "paid_cents = 2, refunding_cents = 2, refunded_cents = 3"},
			{waiting, "order_items", "undone = quantity + 1"},
			{waiting, "order_items", "undone_cents = line_total_cents + 1"},
			{waiting, "order_items", "cancelled = -1"},
			{waiting, "orders", "status = 'placed', payment_due_at = NULL, fulfillment_status = 'shipped'"},
			{waiting, "orders", "status = 'cancelled', payment_due_at = NULL"},
			{ended, "orders", "payment_status = 'paid'"},
			{ended, "orders", "payment_status = 'refunded', paid_at = placed_at"},
			{ended, "orders", "refunding_cents = 1"},
			{ended, "orders", "payment_status = 'paid', paid_at = placed_at, paid_cents = 2, refunding_cents = 2, refunded_cents = 1"},
			{ended, "orders", "returned_cents = subtotal_cents"},
			{ended, "orders", "status = 'processing', completed_at = NULL"},
			{ended, "orders", "fulfillment_status = 'shipped', delivered_at = NULL"},
			{ended, "order_items", "returned = 1"},
			{ended, "order_items", "shipped = quantity + 1"},
			{ended, "shipments", "tracking_status = 'in_transit'"},
		} {
			key := "order_id"
			if bad.table == "orders" {
				key = "id"
			}
			err := s.DB.Exec("UPDATE ordering_"+bad.table+" SET "+bad.what+" WHERE "+key+" = ?", bad.o.OrderID).Error
			if err == nil || !strings.Contains(strings.ToLower(err.Error()), "check") {
				t.Errorf("%s SET %s: %v", bad.table, bad.what, err)
			}
		}
	})
}
