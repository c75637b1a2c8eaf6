package ordering

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// sendOff takes an order to its first shipment, of all units, and returns the shipment's id.
func (s *setup) sendOff(t *testing.T, o ordered) string {
	t.Helper()
	s.do(t, o, "process", nil)
	return s.do(t, o, "ship", body{}).Text("shipments.0.id")
}

// A parcel that comes back is left to be shipped again: the order is where it was before, and its
// units are reserved.
func TestAParcelThatComesBackIsShippedAgain(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		first := s.sendOff(t, o)
		s.do(t, o, "tracking", body{"status": "return_to_sender"})
		log := eventbustest.Record(t, s.DB)
		got := s.do(t, o, "undelivered", body{"shipmentId": first, "outcome": "returned"})
		requireAxes(t, got, "processing", "processing", "unpaid", "unfulfilled")
		requireActions(t, got, "mark-paid", "ship", "cancel-items", "cancel")
		got.RequireFields(t, kit.Fields{
			"shipments.0.outcome": "returned", "shipments.0.deliveredAt": nil, "shipments.0.trackingStatus": "return_to_sender",
			"items.0.shippedQuantity": 0, "items.0.cancelled": 0,
		})
		if got.Text("shipments.0.undeliveredAt") == "" {
			t.Errorf("got %s", got.Body)
		}
		s.requireStock(t, o.Lines[0].item, 10, 3)
		s.requireTimeline(t, c, o, "placed", "processing", "shipped", "return_to_sender", "undelivered")
		requireEvents(t, log, "shipment_undelivered")
		if e := eventbustest.Of[events.ShipmentUndelivered](log)[0]; e.ShipmentID != first || e.Outcome != shipmentReturned || !e.Restocked ||
			len(e.Items) != 2 {
			t.Errorf("published %+v", e)
		}
		s.admin.Do(t, "POST", o.adminPath("/undelivered"), body{"shipmentId": first, "outcome": "lost"}).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", o.adminPath("/deliver"), body{"shipmentId": first}).Require(t, 409, "invalid_transition")

		requireAxes(t, s.do(t, o, "ship", dhl), "shipped", "processing", "unpaid", "shipped")
		s.requireStock(t, o.Lines[0].item, 7, 0)
		requireAxes(t, s.do(t, o, "deliver", nil), "delivered", "completed", "paid", "delivered")
	})
}

// What is not put into the stock again is written off; the ledger says so. The replacement is
// reserved where there is enough.
func TestUnitsOfAParcelAreWrittenOff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, ended := range []body{{"outcome": "lost"}, {"outcome": "returned", "restock": false}} {
			moka, cup := s.sell(t, 1999, 5), s.sell(t, 500, 10)
			o := s.place(t, s.customer(t), payByInvoice, []bought{{moka, 3, 1999}, {cup, 1, 500}})
			ended["shipmentId"] = s.sendOff(t, o)
			requireAxes(t, s.do(t, o, "undelivered", ended), "processing", "processing", "unpaid", "unfulfilled")
			s.requireStock(t, moka, 2, 0) // not enough for all 3: nothing is reserved
			s.requireStock(t, cup, 9, 1)

			s.admin.Do(t, "POST", o.adminPath("/ship"), body{}).Require(t, 409, "insufficient_stock")
			s.do(t, o, "ship", body{"items": []body{o.units(0, 2), o.units(1, 1)}})
			s.requireStock(t, moka, 0, 0)
			s.admin.Do(t, "POST", "/v1/admin/stock/"+moka.VariantID+"/adjust", body{"delta": 4, "reason": "Bought."}).Require(t, 200)
			requireAxes(t, s.do(t, o, "ship", body{}), "shipped", "processing", "unpaid", "shipped")
			s.requireStock(t, moka, 3, 0)
			s.requireStock(t, cup, 8, 0)

			var ledger struct{ Data []movementView }
			s.admin.Do(t, "GET", "/v1/admin/stock/"+cup.VariantID+"/ledger", nil).Require(t, 200).Decode(t, &ledger)
			var moves []string
			for _, m := range ledger.Data {
				moves = append(moves, fmt.Sprintf("%s %d %d", m.Reason, m.OnHandDelta, m.ReservedDelta))
			}
			if want := []string{"ship -1 -1", "write_off -1 0", "undelivered 1 1", "ship -1 -1", "reserve 0 1", "count 10 0"}; !slices.Equal(moves,
				want) {
				t.Errorf("%v: the ledger has %v, want %v", ended, moves, want)
			}
		}
	})
}

// An order whose replacement has no stock is cancelled as any other: nothing is released that was
// not reserved.
func TestCancelAfterALostParcel(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := s.sell(t, 1999, 3)
		o := s.place(t, s.customer(t), payByInvoice, []bought{{moka, 3, 1999}})
		s.do(t, o, "undelivered", body{"shipmentId": s.sendOff(t, o), "outcome": "lost"})
		s.requireStock(t, moka, 0, 0)
		requireAxes(t, s.do(t, o, "cancel", nil), "cancelled", "cancelled", "unpaid", "unfulfilled")
		s.requireStock(t, moka, 0, 0)
	})
}

func TestUndeliveredIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		path := o.adminPath("/undelivered")
		returned := body{"shipmentId": id.New(), "outcome": "returned"}
		s.admin.Do(t, "POST", path, returned).Require(t, 409, "invalid_transition") // nothing was sent
		shipmentID := s.sendOff(t, o)
		for _, bad := range []struct {
			body body
			want []string
		}{
			{returned, []string{"/shipmentId not_allowed"}},
			{body{}, []string{"/outcome required", "/shipmentId required"}},
			{body{"shipmentId": shipmentID, "outcome": "lost", "restock": true}, []string{"/restock not_allowed"}},
			{body{"shipmentId": shipmentID, "outcome": "burnt"}, []string{"/outcome not_allowed"}},
		} {
			got := s.admin.Do(t, "POST", path, bad.body).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, bad.want) {
				t.Errorf("%v: %v, want %v", bad.body, got, bad.want)
			}
		}
		c.Do(t, "POST", path, returned).Require(t, 403)
		s.API.Do(t, "POST", path, returned).Require(t, 401)
		s.admin.Do(t, "POST", "/v1/admin/orders/"+id.New()+"/undelivered", returned).Require(t, 404)
		s.do(t, o, "deliver", nil)
		s.admin.Do(t, "POST", path, body{"shipmentId": shipmentID, "outcome": "lost"}).Require(t, 409, "invalid_transition")
	})
}

// Of all that end a parcel at once, one does.
func TestAParcelEndsOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for range 20 {
			moka := s.sell(t, 1999, 2)
			o := s.place(t, c, payByInvoice, []bought{{moka, 2, 1999}})
			shipmentID := s.sendOff(t, o)
			codes := together(t, slices.Concat(
				times(2, posts(s.admin, o.adminPath("/undelivered"), body{"shipmentId": shipmentID, "outcome": "returned"})),
				times(2, posts(s.admin, o.adminPath("/undelivered"), body{"shipmentId": shipmentID, "outcome": "lost"})),
				times(2, posts(s.admin, o.adminPath("/deliver"), body{"shipmentId": shipmentID})),
			)...)
			if codes[200] != 1 || codes[409] != 5 {
				t.Fatalf("answers %v", codes)
			}
			got := row[shipment](t, s, "id", shipmentID)
			switch stock := s.stockOf(t, moka.VariantID); {
			case got.DeliveredAt != nil || *got.Outcome == shipmentLost:
				s.requireStock(t, moka, 0, 0)
			default:
				if stock.OnHand != 2 || stock.Reserved != 2 {
					t.Errorf("%s: %+v", *got.Outcome, stock)
				}
			}
		}
	})
}

// A letter and what is collected have no tracking.
func TestAShipmentWithoutTracking(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		none := kit.Fields{"shipments.0.carrier": nil, "shipments.0.trackingNumber": nil, "shipments.0.trackingUrl": nil}
		s.do(t, o, "ship", body{"carrier": nil, "trackingNumber": nil}).RequireFields(t, none)
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, none)
		c.Do(t, "GET", o.path("/tracking"), nil).RequireFields(t, kit.Fields{"carrier": nil, "trackingNumber": nil})
	})
}

// What has arrived may be returned, whatever the other parcels do; the time begins to run with the
// last of them.
func TestReturnsWhileOtherParcelsAreUnderWay(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"items": []body{o.units(0, 2)}})
		s.do(t, o, "deliver", nil)
		got := c.Do(t, "GET", o.path(""), nil)
		requireActions(t, got, "return", "withdraw", "reorder")
		got.RequireFields(t, kit.Fields{"returnUntil": nil})
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 3))).Require(t, 422, "validation_failed")
		s.sendBack(t, c, o, o.units(0, 1))
		requireAxes(t, s.admin.Do(t, "GET", o.adminPath(""), nil), "partially_shipped", "processing", "paid", "partially_shipped")
		s.requireStock(t, o.Lines[0].item, 9, 1)

		requireAxes(t, s.do(t, o, "ship", body{"items": []body{o.units(0, 1), o.units(1, 1)}}), "shipped", "processing", "paid", "shipped")
		s.sendBack(t, c, o, o.units(0, 1))
		done := s.do(t, o, "deliver", nil)
		requireAxes(t, done, "delivered", "completed", "paid", "partially_returned")
		until, err := time.Parse(time.RFC3339, done.Text("returnUntil"))
		days := until.Sub(row[order](t, s, "id", o.OrderID).DeliveredAt.UTC()).Round(time.Second) / (24 * time.Hour)
		if err != nil || days != shop.DefaultReturnDays {
			t.Errorf("returns until %s: %v", until, err)
		}
		s.sendBack(t, c, o, o.units(0, 1), o.units(1, 1))
		requireAxes(t, s.admin.Do(t, "GET", o.adminPath(""), nil), "returned", "completed", "paid", "returned")
		s.requireStock(t, o.Lines[0].item, 10, 0)
	})
}

// sendBack takes a return of the units from its request to its receipt.
func (s *setup) sendBack(t *testing.T, c customer, o ordered, units ...body) kit.Answer {
	t.Helper()
	asked := c.Do(t, "POST", o.path("/returns"), asksBack(units...)).Require(t, 201)
	s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
	return s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200)
}

// A delivery counts from its report, but for one that is dated before the parcel left: that counts
// from its receipt, so that the time for returns is not over when it begins.
func TestADeliveryDatedBeforeItsShipment(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.advance(t, 40*24*time.Hour, &c)
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", dhl)
		got := s.do(t, o, "tracking", body{"status": "delivered", "occurredAt": o.PlacedAt.Add(time.Hour).Format(time.RFC3339)})
		shipped, err := time.Parse(time.RFC3339, got.Text("shipments.0.shippedAt"))
		delivered, err2 := time.Parse(time.RFC3339, got.Text("shipments.0.deliveredAt"))
		if err != nil || err2 != nil || delivered.Before(shipped) {
			t.Errorf("shipped %s, delivered %s", shipped, delivered)
		}
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
	})
}

// Nothing is sent of an order whose money has gone back.
func TestNothingIsSentOnceTheMoneyHasGoneBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, begun := range []bool{false, true} {
			o := s.place(t, s.customer(t), payByBankTransfer, s.mokaAndCup(t))
			s.do(t, o, "mark-paid", nil)
			command := "process"
			if begun {
				command = "ship"
				s.do(t, o, "process", nil)
			}
			s.do(t, o, "refund", body{"amount": 1, "reason": "Late."})
			requireAllowed(t, s.admin.Do(t, "GET", o.adminPath(""), nil), command, true)
			s.do(t, o, "refund", body{"reason": "All of it."})
			requireAllowed(t, s.admin.Do(t, "GET", o.adminPath(""), nil), command, false)
			s.admin.Do(t, "POST", o.adminPath("/"+command), body{}).Require(t, 409, "invalid_transition")
		}
	})
}

func requireAllowed(t *testing.T, a kit.Answer, action string, want bool) {
	t.Helper()
	if got := slices.Contains(actions(a), action); got != want {
		t.Errorf("%s is allowed: %v", action, got)
	}
}
