package ordering

import (
	"slices"
	"testing"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// takesOff is a request to cancel units.
func takesOff(items ...body) body { return body{"items": items, "reason": " It is sold out. "} }

// What can't be delivered is taken off a paid, part-shipped order: stock, money and what points are
// counted on follow, and the order goes on to its end.
func TestUnitsAreCancelled(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"items": []body{o.units(0, 1), o.units(1, 1)}})
		log := eventbustest.Record(t, s.DB)
		got := s.do(t, o, "cancel-items", takesOff(o.units(0, 1)))
		requireAxes(t, got, "partially_shipped", "processing", "paid", "partially_shipped")
		// 53.98 for three: 17.99, 17.99, 18.00.
		got.RequireFields(t, kit.Fields{
			"items.0.cancelled": 1, "items.0.quantity": 3, "items.1.cancelled": 0,
			"refunds.0.amount": 17.99, "refunds.0.reason": "A part of the order was cancelled.", "payment.due": 0,
		})
		requireActions(t, got, "ship", "deliver", "undelivered", "cancel-items", "refund")
		s.requireStock(t, o.Lines[0].item, 9, 1)
		requireEvents(t, log, "items_cancelled", "refund_requested")
		e := eventbustest.Of[events.ItemsCancelled](log)[0]
		if e.Amount != 1799 || e.RefundAmount != 1799 || e.Complete || e.Reason != "It is sold out." || len(e.Lines) != 2 ||
			e.Lines[0].Quantity != 2 {
			t.Errorf("published %+v", e)
		}
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{"items.0.cancelled": 1})
		s.requireTimeline(t, c, o, "placed", "paid", "processing", "shipped", "items_cancelled")

		got = s.do(t, o, "cancel-items", takesOff(o.units(0, 1)))
		requireAxes(t, got, "shipped", "processing", "paid", "shipped") // as if the rest were all
		s.requireStock(t, o.Lines[0].item, 9, 0)
		requireAxes(t, s.do(t, o, "deliver", nil), "delivered", "completed", "paid", "delivered")
		earned := eventbustest.Of[events.OrderEarned](log)
		if len(earned) != 1 || earned[0].Goods != 2250 { // 18.00 and 4.50
			t.Errorf("earned %+v", earned)
		}
	})
}

// The answer to a cancellation says what is left to refund, as whoever reads the order later.
func TestCancellationsSayWhatIsLeftToRefund(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		for _, row := range []struct {
			command string
			body    any
			want    kit.Fields
		}{
			{"cancel-items", takesOff(o.units(0, 1)), kit.Fields{"items.0.refundableQuantity": 2, "items.0.refundableAmount": 35.99}},
			{"cancel", nil, kit.Fields{"items.0.refundableQuantity": 0, "items.1.refundableAmount": 0}},
		} {
			s.do(t, o, row.command, row.body).RequireFields(t, row.want)
			s.admin.Do(t, "GET", o.adminPath(""), nil).RequireFields(t, row.want)
		}
	})
}

// The last units that are left complete the order when the others have arrived.
func TestCancellingTheRestCompletesTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"items": []body{o.units(0, 3)}})
		s.do(t, o, "deliver", nil)
		log := eventbustest.Record(t, s.DB)
		got := s.do(t, o, "cancel-items", takesOff(o.units(1, 1)))
		requireAxes(t, got, "delivered", "completed", "paid", "delivered")
		requireEvents(t, log, "order_paid", "items_cancelled", "order_earned")
		if paid := eventbustest.Of[events.OrderPaid](log)[0]; paid.Amount != o.Total-450 {
			t.Errorf("paid %+v of %d", paid, o.Total)
		}
		if got.At("returnUntil") == nil {
			t.Errorf("got %s", got.Body)
		}
	})
}

// All that is left of an order cancels it, with the shipping; the event has what was left.
func TestCancellingAllUnitsCancelsTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "cancel-items", takesOff(o.units(0, 2)))
		log := eventbustest.Record(t, s.DB)
		got := s.do(t, o, "cancel-items", takesOff(o.units(0, 1), o.units(1, 1)))
		requireAxes(t, got, "cancelled", "cancelled", "paid", "unfulfilled")
		got.RequireFields(t, kit.Fields{"cancellation.reason": "admin", "payment.refundable": 0, "items.0.cancelled": 3, "items.1.cancelled": 1})
		e := eventbustest.Of[events.OrderCancelled](log)
		if len(e) != 1 || len(e[0].Lines) != 2 || e[0].Lines[0].Quantity != 1 || e[0].RefundAmount != o.Total-3598 {
			t.Errorf("published %+v", e)
		}
		for _, l := range o.Lines {
			s.requireStock(t, l.item, 10, 0)
		}
	})
}

// An unpaid order asks for less; one that nothing is due of any more is paid.
func TestCancelledUnitsAreNotAskedFor(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.do(t, o, "cancel-items", takesOff(o.units(0, 3))).RequireFields(t, kit.Fields{"payment.due": 9.4, "refunds.#": 0})
		requireAxes(t, s.do(t, o, "mark-paid", nil), "placed", "placed", "paid", "unfulfilled")
		s.do(t, o, "refund", body{"reason": "All."}).RequireFields(t, kit.Fields{"refunds.0.amount": 9.4})
	})
}

func TestCancelItemsIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		path := o.adminPath("/cancel-items")
		for _, bad := range []struct {
			body body
			want []string
		}{
			{body{}, []string{"/items required", "/reason required"}},
			{body{"items": []body{}, "reason": ""}, []string{"/items too_short", "/reason required"}},
			{takesOff(body{"orderItemId": id.New(), "quantity": 1}), []string{"/items/0/orderItemId not_allowed"}},
			{takesOff(o.units(0, 4)), []string{"/items/0/quantity out_of_range"}},
			{takesOff(o.units(0, 0)), []string{"/items/0/quantity out_of_range"}},
		} {
			got := s.admin.Do(t, "POST", path, bad.body).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, bad.want) {
				t.Errorf("%v: %v, want %v", bad.body, got, bad.want)
			}
		}
		s.API.Do(t, "POST", path, takesOff(o.units(0, 1))).Require(t, 401)
		c.Do(t, "POST", path, takesOff(o.units(0, 1))).Require(t, 403)
		s.admin.Do(t, "POST", "/v1/admin/orders/"+id.New()+"/cancel-items", takesOff(o.units(0, 1))).Require(t, 404)
		s.sendOff(t, o)
		s.admin.Do(t, "POST", path, takesOff(o.units(0, 1))).Require(t, 409, "invalid_transition")
		s.do(t, o, "deliver", nil)
		s.admin.Do(t, "POST", path, takesOff(o.units(0, 1))).Require(t, 409, "invalid_transition")
	})
}

// Units are shipped or cancelled, never both.
func TestCancelItemsAgainstShip(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for range 20 {
			moka := s.sell(t, 1999, 3)
			o := s.place(t, c, payByInvoice, []bought{{moka, 3, 1999}})
			s.do(t, o, "process", nil)
			codes := together(t, slices.Concat(
				times(3, posts(s.admin, o.adminPath("/cancel-items"), takesOff(o.units(0, 2)))),
				times(3, posts(s.admin, o.adminPath("/ship"), body{"items": []body{o.units(0, 2)}})),
			)...)
			i := row[orderItem](t, s, "id", o.Items[0])
			if codes[200] != 1 || i.Shipped+i.Cancelled != 2 {
				t.Fatalf("answers %v, line %+v", codes, i)
			}
			s.requireStock(t, moka, int64(3-i.Shipped), 1)
		}
	})
}
