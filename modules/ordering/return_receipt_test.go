package ordering

import (
	"slices"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// approved is an approved return of the units of a delivered order.
func (s *setup) approved(t *testing.T, c customer, o ordered, units ...body) kit.Answer {
	t.Helper()
	asked := c.Do(t, "POST", o.path("/returns"), asksBack(units...)).Require(t, 201)
	return s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
}

// Fewer units than were announced arrive, one of them damaged, and the shop keeps a part of the
// money: what is missing may be in another return.
func TestAPartOfAReturnArrives(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		back := s.approved(t, c, o, o.units(0, 3), o.units(1, 1))
		log := eventbustest.Record(t, s.DB)
		broken := o.units(0, 1)
		broken["restock"] = false
		// They cost 35.98.
		got := s.admin.Do(t, "POST", adminReturn(back, "/receive"), body{
			"items": []body{o.units(0, 1), broken}, "deduct": body{"amount": 5, "reason": "It was used."},
		}).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"status": "received", "refundAmount": 30.98, "deduction.amount": 5, "deduction.reason": "It was used.",
			"items.0.quantity": 3, "items.0.received": 2, "items.0.restocked": 1, "items.1.received": 0, "items.1.restocked": 0,
		})
		again := c.Do(t, "GET", o.path("/returns"), nil)
		again.RequireFields(t, kit.Fields{"data.0.items.0.received": 2, "data.0.items.0.restocked": 1, "data.0.deduction.amount": 5})
		s.requireStock(t, o.Lines[0].item, 8, 0)
		s.requireStock(t, o.Lines[1].item, 9, 0)
		e := eventbustest.Of[events.ReturnReceived](log)[0]
		if e.RefundAmount != 3098 || e.Deducted != 500 || *e.DeductReason != "It was used." || len(e.Items) != 1 || e.Items[0].Quantity != 2 ||
			len(e.WrittenOff) != 1 || e.WrittenOff[0].Quantity != 1 {
			t.Errorf("published %+v", e)
		}
		s.sendBack(t, c, o, o.units(0, 1), o.units(1, 1)) // what was missing
		requireAxes(t, c.Do(t, "GET", o.path(""), nil), "returned", "completed", "paid", "returned")
	})
}

func TestReceiveIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		back := s.approved(t, c, o, o.units(0, 2))
		for _, bad := range []struct {
			body body
			want []string
		}{
			{body{"items": []body{o.units(1, 1)}}, []string{"/items/0/orderItemId not_allowed"}},
			{body{"items": []body{{"orderItemId": id.New(), "quantity": 1}}}, []string{"/items/0/orderItemId not_allowed"}},
			{body{"items": []body{o.units(0, 2), o.units(0, 1)}}, []string{"/items/1/quantity out_of_range"}},
			{body{"items": []body{}}, []string{"/items too_short"}},
			{body{"deduct": body{"amount": 35.99, "reason": "x"}}, []string{"/deduct/amount out_of_range"}},
			{body{"deduct": body{"amount": 0}}, []string{"/deduct/amount out_of_range", "/deduct/reason required"}},
		} {
			got := s.admin.Do(t, "POST", adminReturn(back, "/receive"), bad.body).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, bad.want) {
				t.Errorf("%v: %v, want %v", bad.body, got, bad.want)
			}
		}
		s.requireStock(t, o.Lines[0].item, 7, 0)
		s.admin.Do(t, "POST", adminReturn(back, "/receive"), body{"deduct": body{"amount": 35.98, "reason": "x"}}).Require(t, 200)
	})
}

// Vouchers come back when the order is wholly undone, by whatever commands, and not before.
func TestVouchersComeBackWithAWhollyUndoneOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		code := s.voucher(t, c.ID, 500)
		moka := s.sell(t, 1999, 10)
		o := s.placeWith(t, c, payByBankTransfer, []bought{{moka, 3, 1999}}, []string{code})
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"items": []body{o.units(0, 2)}})
		s.do(t, o, "deliver", nil)
		s.do(t, o, "cancel-items", takesOff(o.units(0, 1)))
		s.sendBack(t, c, o, o.units(0, 1))
		if v := row[voucher](t, s, "code", code); v.Status != voucherSpent {
			t.Errorf("a unit is left: %+v", v)
		}
		log := eventbustest.Record(t, s.DB)
		s.sendBack(t, c, o, o.units(0, 1))
		if v := row[voucher](t, s, "code", code); v.Status != voucherAvailable || v.OrderID != nil {
			t.Errorf("nothing is left: %+v", v)
		}
		if settled := eventbustest.Of[events.VoucherSettled](log); len(settled) != 1 || settled[0].Status != voucherAvailable {
			t.Errorf("published %+v", settled)
		}
	})
}

// Staff open a return for a customer who calls. It is approved at once, and says where to send the
// goods.
func TestStaffOpenAReturn(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		path := o.adminPath("/returns")
		s.admin.Do(t, "POST", path, asksBack(o.units(0, 1))).Require(t, 409, "invalid_transition")
		s.deliverAll(t, o)
		s.advance(t, 2*shop.DefaultReturnDays*24*time.Hour, &c)
		log := eventbustest.Record(t, s.DB)
		s.API.Do(t, "POST", path, asksBack(o.units(0, 1))).Require(t, 401)
		c.Do(t, "POST", path, asksBack(o.units(0, 1))).Require(t, 403)
		s.admin.Do(t, "POST", path, asksBack(o.units(0, 4))).Require(t, 422)
		s.admin.Do(t, "POST", "/v1/admin/orders/"+id.New()+"/returns", asksBack(o.units(0, 1))).Require(t, 404)
		opened := s.admin.Do(t, "POST", path, asksBack(o.units(0, 1))).Require(t, 201)
		opened.RequireFields(t, kit.Fields{"status": "approved", "refundAmount": 17.99, "items.0.quantity": 1})
		requireEvents(t, log, "return_requested", "return_decided")
		asked, decided := eventbustest.Of[events.ReturnRequested](log)[0], eventbustest.Of[events.ReturnDecided](log)[0]
		if !asked.Implied || decided.SendTo != *testConfig.Seller.ReturnsAddress || decided.Status != returnApproved {
			t.Errorf("published %+v and %+v", asked, decided)
		}
		s.admin.Do(t, "POST", adminReturn(opened, "/receive"), nil).Require(t, 200)
		s.requireStock(t, o.Lines[0].item, 8, 0)
	})
}

// Without an address no return is approved, and the answer says why.
func TestNoReturnWithoutAnAddress(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		asked := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		for _, a := range []kit.Answer{
			s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil),
			s.admin.Do(t, "POST", o.adminPath("/returns"), asksBack(o.units(0, 1))),
		} {
			a.Require(t, 409, "invalid_transition").
				RequireFields(t, kit.Fields{"detail": "There is no address to send the goods to: shop.returns_address is not configured."})
		}
		s.admin.Do(t, "POST", adminReturn(asked, "/reject"), body{"reason": "Later."}).Require(t, 200)

		// The seller's will do.
		seller := testConfig
		seller.Seller.ReturnsAddress = nil
		withSeller(&seller)
		s.Publish(t, seller.settings(t, 2)...)
		log := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "POST", o.adminPath("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		if to := eventbustest.Of[events.ReturnDecided](log)[0].SendTo; to != "Moka & Co\nTorstraße 12\n10119 Berlin" {
			t.Errorf("to %q", to)
		}
	}, func(c *testShop) { c.Seller.ReturnsAddress = nil })
}

// Each line has how many of its units may be returned now; orders keep the window that they were
// placed with.
func TestReturnableUnits(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		requires := func(step string, moka, cup int) {
			t.Helper()
			got := c.Do(t, "GET", o.path(""), nil).Require(t, 200)
			list := c.Do(t, "GET", "/v1/orders", nil).Require(t, 200)
			if int(got.Number("items.0.returnable")) != moka || int(got.Number("items.1.returnable")) != cup ||
				list.Number("data.0.items.0.returnable") != got.Number("items.0.returnable") {
				t.Errorf("%s: %s", step, got.Body)
			}
		}
		requires("placed", 0, 0)
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.do(t, o, "ship", body{"items": []body{o.units(0, 2)}})
		s.do(t, o, "deliver", nil)
		requires("a part has arrived", 2, 0)
		got := c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 3), o.units(1, 1))).Require(t, 422, "validation_failed")
		if pointers := got.Pointers(); !slices.Equal(pointers, []string{"/items/0/quantity out_of_range", "/items/1/quantity out_of_range"}) {
			t.Errorf("more than has arrived: %v", pointers)
		}
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 201)
		requires("one is on its way back", 1, 0)
		s.do(t, o, "ship", nil)
		s.do(t, o, "deliver", nil)
		requires("all have arrived", 2, 1)

		if err := s.DB.Model(&order{}).Where("id = ?", o.OrderID).Update("return_days", 5).Error; err != nil {
			t.Fatal(err)
		}
		s.advance(t, 6*24*time.Hour, &c)
		requires("the time is over", 0, 0)
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 9))).Require(t, 422)
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 1))).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"items.0.returnable": 2, "items.1.returnable": 1, // staff have no such limit
		})
	})
}
