package ordering

import (
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// withdraws is the buyer's withdrawal from the items, or from all of the order.
func (s *setup) withdraws(t *testing.T, c customer, o ordered, items ...body) kit.Answer {
	t.Helper()
	b := body{}
	if len(items) > 0 {
		b["items"] = items
	}
	return c.Do(t, "POST", o.path("/withdraw"), b)
}

// declare declares a withdrawal from the order with the number, and returns its id.
func (s *setup) declare(t *testing.T, number, email string, items ...body) string {
	t.Helper()
	b := body{"orderNumber": number, "fullName": "Ada Lovelace", "email": email}
	if len(items) > 0 {
		b["items"] = items
	}
	return s.API.Do(t, "POST", "/v1/withdrawals", b).Require(t, 202).Text("id")
}

func adminWithdrawal(withdrawalID, command string) string {
	return "/v1/admin/withdrawals/" + withdrawalID + command
}

// requireWithdrawal checks the state of a withdrawal, and what its order says of it.
func (s *setup) requireWithdrawal(t *testing.T, c customer, o ordered, withdrawalID string, state withdrawalState) kit.Answer {
	t.Helper()
	got := s.admin.Do(t, "GET", adminWithdrawal(withdrawalID, ""), nil).Require(t, 200)
	got.RequireFields(t, kit.Fields{"state": string(state)})
	c.Do(t, "GET", o.path(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"withdrawal.state": string(state)})
	return got
}

// returnOf is the return of a withdrawal, as staff see it.
func (s *setup) returnOf(t *testing.T, withdrawalID string) kit.Answer {
	t.Helper()
	w := s.admin.Do(t, "GET", adminWithdrawal(withdrawalID, ""), nil).Require(t, 200)
	return s.admin.Do(t, "GET", "/v1/admin/returns/"+w.Text("returnId"), nil).Require(t, 200)
}

// The withdrawal from all of an order that was not shipped cancels it, as the buyer would. It is
// settled when the money has gone, at once when none has come.
func TestWithdrawBeforeShipping(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		unpaid := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		requireActions(t, c.Do(t, "GET", unpaid.path(""), nil), "cancel", "withdraw", "change-payment", "reorder")
		log := eventbustest.Record(t, s.DB)
		made := s.withdraws(t, c, unpaid).Require(t, 201)
		made.RequireFields(t, kit.Fields{
			"state": "settled", "orderId": unpaid.OrderID, "orderNumber": unpaid.Number, "refundAmount": 0.0, "reason": nil,
			"items.0.orderItemId": unpaid.Items[0], "items.0.quantity": 3, "items.1.quantity": 1,
		})
		requireAxes(t, c.Do(t, "GET", unpaid.path(""), nil), "cancelled", "cancelled", "unpaid", "unfulfilled")
		requireEvents(t, log, "withdrawal_declared", "withdrawal_matched", "order_cancelled")
		if e := eventbustest.Of[events.OrderCancelled](log)[0]; e.Reason != cancelledByCustomer {
			t.Errorf("cancelled by %s", e.Reason)
		}
		declared := eventbustest.Of[events.WithdrawalDeclared](log)[0]
		if declared.Email != c.Email || *declared.OrderID != unpaid.OrderID || len(declared.Items) != 2 || declared.State != withdrawalMatched {
			t.Errorf("declared: %+v", declared)
		}
		s.requireStock(t, unpaid.Lines[0].item, 10, 0)
		if e := eventbustest.Of[events.WithdrawalMatched](log)[0]; e.RefundAmount != 0 {
			t.Errorf("%d go back of an order that was not paid", e.RefundAmount)
		}

		paid := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, paid, "mark-paid", nil)
		s.do(t, paid, "process", nil)
		withdrawn := s.withdraws(t, c, paid, paid.units(0, 3), paid.units(1, 1)).Require(t, 201)
		withdrawn.RequireFields(t, kit.Fields{"state": "matched", "refundAmount": 63.38})
		s.requireWithdrawal(t, c, paid, withdrawn.Text("id"), withdrawalMatched)
		s.confirmRefunds(t, paid)
		s.requireWithdrawal(t, c, paid, withdrawn.Text("id"), withdrawalSettled)
	})
}

// After the delivery the goods come back in returns that need no decision. The last of them brings
// the shipping back too.
func TestWithdrawAfterDelivery(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		requireActions(t, c.Do(t, "GET", o.path(""), nil), "return", "withdraw", "reorder")
		log := eventbustest.Record(t, s.DB)
		first := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201)
		first.RequireFields(t, kit.Fields{"state": "matched", "refundAmount": 17.99})
		sent := s.returnOf(t, first.Text("id"))
		sent.RequireFields(t, kit.Fields{
			"status": "approved", "statutory": true, "withdrawalId": first.Text("id"), "reason": "", "items.0.quantity": 1,
		})
		requireEvents(t, log, "withdrawal_declared", "withdrawal_matched", "return_requested", "return_decided")
		if e := eventbustest.Of[events.ReturnDecided](log)[0]; e.SendTo == "" || e.Implied {
			t.Errorf("decided: %+v", e)
		}
		// A unit is in one return or withdrawal.
		c.Do(t, "POST", o.path("/returns"), asksBack(o.units(0, 3))).Require(t, 422)
		s.withdraws(t, c, o, o.units(0, 3)).Require(t, 409, "invalid_transition")
		rest := s.withdraws(t, c, o).Require(t, 201)
		rest.RequireFields(t, kit.Fields{"refundAmount": 45.39}) // 40.49 of goods, and the shipping
		s.withdraws(t, c, o).Require(t, 409, "invalid_transition")

		s.admin.Do(t, "POST", adminReturn(sent, "/receive"), nil).Require(t, 200).RequireFields(t, kit.Fields{"refundAmount": 17.99})
		s.requireWithdrawal(t, c, o, rest.Text("id"), withdrawalMatched)
		s.confirmRefunds(t, o)
		s.admin.Do(t, "GET", adminWithdrawal(first.Text("id"), ""), nil).RequireFields(t, kit.Fields{"state": "settled"})
		back := s.admin.Do(t, "POST", adminReturn(s.returnOf(t, rest.Text("id")), "/receive"), nil).Require(t, 200)
		back.RequireFields(t, kit.Fields{"refundAmount": 45.39})
		if e := eventbustest.Of[events.ReturnReceived](log); e[0].ShippingRefund != 0 || e[1].ShippingRefund != 490 || !e[1].Statutory {
			t.Errorf("received: %+v", e)
		}
		s.confirmRefunds(t, o).RequireFields(t, kit.Fields{"paymentStatus": "refunded", "payment.refundedTotal": 63.38})
		s.requireWithdrawal(t, c, o, rest.Text("id"), withdrawalSettled)
	})
}

// An order that was not paid asks for nothing any more when all of it came back.
func TestWithdrawUnpaid(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.inTx(t, func(tx *gorm.DB) error { // as a consumer's, who may choose no invoice
			return tx.Model(&order{}).Where("id = ?", o.OrderID).Update("withdrawal_days", 14).Error
		})
		s.deliverAll(t, o)
		w := s.withdraws(t, c, o).Require(t, 201)
		s.admin.Do(t, "POST", adminReturn(s.returnOf(t, w.Text("id")), "/receive"), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"refundAmount": 0.0})
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{"payment.due": 0.0})
		s.requireWithdrawal(t, c, o, w.Text("id"), withdrawalSettled)
	})
}

// A part of an order that was not delivered waits for that. Units that staff cancel meanwhile are
// those that the buyer has withdrawn from.
func TestWithdrawWaitsForTheDelivery(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		w := s.withdraws(t, c, o, o.units(0, 2)).Require(t, 201)
		w.RequireFields(t, kit.Fields{"state": "matched", "refundAmount": 35.98})
		requireAxes(t, c.Do(t, "GET", o.path(""), nil), "processing", "processing", "paid", "unfulfilled")
		s.withdraws(t, c, o, o.units(0, 2)).Require(t, 409, "invalid_transition")
		s.do(t, o, "cancel-items", body{"items": []body{o.units(0, 1)}, "reason": "You do not want it."})
		s.admin.Do(t, "GET", adminWithdrawal(w.Text("id"), ""), nil).RequireFields(t, kit.Fields{"refundAmount": 18.0 - 0.01})
		s.do(t, o, "ship", dhl)
		s.do(t, o, "deliver", nil)
		sent := s.returnOf(t, w.Text("id"))
		sent.RequireFields(t, kit.Fields{"status": "approved", "statutory": true, "items.0.quantity": 1})
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{"items.0.returnable": 1, "items.0.withdrawable": 1})
		s.admin.Do(t, "POST", adminReturn(sent, "/receive"), nil).Require(t, 200)
		s.requireWithdrawal(t, c, o, w.Text("id"), withdrawalMatched)
		s.confirmRefunds(t, o)
		s.requireWithdrawal(t, c, o, w.Text("id"), withdrawalSettled)
	})
}

// What waits ends with the order: by the withdrawal of the rest, and by a cancellation.
func TestWithdrawRestOfAnUnshippedOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for name, end := range map[string]func(o ordered) kit.Answer{
			"withdrawal":   func(o ordered) kit.Answer { return s.withdraws(t, c, o).Require(t, 201) },
			"cancellation": func(o ordered) kit.Answer { return c.Do(t, "POST", o.path("/cancel"), nil).Require(t, 200) },
			"items": func(o ordered) kit.Answer {
				return s.do(t, o, "cancel-items", body{"items": []body{o.units(0, 3), o.units(1, 1)}, "reason": "Sold out."})
			},
		} {
			o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
			s.do(t, o, "mark-paid", nil)
			w := s.withdraws(t, c, o, o.units(0, 1)).Require(t, 201)
			end(o)
			requireAxes(t, c.Do(t, "GET", o.path(""), nil), "cancelled", "cancelled", "paid", "unfulfilled")
			s.confirmRefunds(t, o)
			got := s.admin.Do(t, "GET", adminWithdrawal(w.Text("id"), ""), nil)
			if got.Text("state") != "settled" {
				t.Errorf("%s: %s", name, got.Body)
			}
		}
	})
}

// A refund that failed is owed until another has gone.
func TestWithdrawalWaitsForAFailedRefund(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.deliverAll(t, o)
		w := s.withdraws(t, c, o).Require(t, 201).Text("id")
		s.admin.Do(t, "POST", adminReturn(s.returnOf(t, w), "/receive"), nil).Require(t, 200)
		pending := s.admin.Do(t, "GET", "/v1/admin/refunds?status=pending&orderId="+o.OrderID, nil).Text("data.0.id")
		s.admin.Do(t, "POST", "/v1/admin/refunds/"+pending+"/fail", body{"reason": "The account is closed."}).Require(t, 200)
		s.requireWithdrawal(t, c, o, w, withdrawalMatched)
		s.do(t, o, "refund", body{"reason": "Again."})
		s.requireWithdrawal(t, c, o, w, withdrawalMatched)
		s.confirmRefunds(t, o)
		s.requireWithdrawal(t, c, o, w, withdrawalSettled)
	})
}

func TestWithdrawIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c, other := s.customer(t), s.customer(t)
		wholesale := s.wholesaler(t)
		bulk := s.place(t, wholesale, payByInvoice, s.mokaAndCup(t))
		wholesale.Do(t, "GET", bulk.path(""), nil).RequireFields(t, kit.Fields{"withdrawal": nil, "items.0.withdrawable": 0})
		s.withdraws(t, wholesale, bulk).Require(t, 409, "invalid_transition")

		bread := s.sell(t, 500, 10, func(p *catalog.ProductSaved) { p.WithdrawalExcluded = new(catalog.ExcludedPerishable) })
		o := s.place(t, c, payOnDelivery, []bought{{s.sell(t, 1999, 10), 2, 1999}, {bread, 1, 500}})
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{
			"withdrawal.until": nil, "withdrawal.state": nil, "items.0.withdrawable": 2, "items.1.withdrawable": 0,
		})
		s.withdraws(t, other, o).Require(t, 404, "not_found")
		s.API.Do(t, "POST", o.path("/withdraw"), nil).Require(t, 401, "unauthenticated")
		for name, want := range map[string]struct {
			items  []body
			status int
			faults []string
		}{
			"excluded": {[]body{o.units(1, 1)}, 422, []string{"/items/0/orderItemId not_allowed"}},
			"another order's line": {[]body{{"orderItemId": bulk.Items[0], "quantity": 1}}, 422,
				[]string{"/items/0/orderItemId not_allowed"}},
			"more than ordered": {[]body{o.units(0, 3)}, 422, []string{"/items/0/quantity out_of_range"}},
			"none":              {[]body{o.units(0, 0)}, 422, []string{"/items/0/quantity out_of_range"}},
		} {
			got := s.withdraws(t, c, o, want.items...).Require(t, want.status)
			if !slices.Equal(got.Pointers(), want.faults) {
				t.Errorf("%s: %v, want %v", name, got.Pointers(), want.faults)
			}
		}
		// All that may be: the bread stays, so that the order is not cancelled.
		s.withdraws(t, c, o).Require(t, 201).RequireFields(t, kit.Fields{"items.0.quantity": 2})
		requireAxes(t, c.Do(t, "GET", o.path(""), nil), "placed", "placed", "unpaid", "unfulfilled")

		gone := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		c.Do(t, "POST", gone.path("/cancel"), nil).Require(t, 200)
		refused := s.withdraws(t, c, gone).Require(t, 409, "invalid_transition")
		refused.RequireFields(t, kit.Fields{"current.status": "cancelled"})
	})
}

// The last second of the period is in it, the first after it is not.
func TestWithdrawUntilTheLastSecond(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		in, late := s.place(t, c, payOnDelivery, s.mokaAndCup(t)), s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		s.deliverAll(t, in)
		s.deliverAll(t, late)
		until, err := time.Parse(time.RFC3339, c.Do(t, "GET", in.path(""), nil).Text("withdrawal.until"))
		if err != nil {
			t.Fatal(err)
		}
		s.advance(t, until.Add(-20*time.Second).Sub(s.Clock.Now()), &c)
		s.withdraws(t, c, in).Require(t, 201)
		s.advance(t, until.Add(time.Millisecond).Sub(s.Clock.Now()), &c)
		s.withdraws(t, c, late).Require(t, 409, "invalid_transition")
		c.Do(t, "GET", late.path(""), nil).RequireFields(t, kit.Fields{"items.0.withdrawable": 0})
		// Staff may, where the buyer was not informed.
		withdrawalID := s.declare(t, late.Number, c.Email)
		s.admin.Do(t, "POST", adminWithdrawal(withdrawalID, "/match"), body{"orderId": late.OrderID}).Require(t, 200)
	})
}

// The period ends with a day where the shop is, and not on a Saturday or Sunday.
func TestWithdrawalUntil(t *testing.T) {
	t.Parallel()
	terms := testConfig.terms(t)
	for delivered, want := range map[string]string{
		"2026-11-11T10:00:00Z": "2026-11-25T22:59:59.999Z", "2026-11-07T10:00:00Z": "2026-11-23T22:59:59.999Z",
		"2026-11-08T10:00:00Z": "2026-11-23T22:59:59.999Z", "2026-11-11T23:30:00Z": "2026-11-26T22:59:59.999Z",
		"2026-10-14T10:00:00Z": "2026-10-28T22:59:59.999Z", "2026-03-20T10:00:00Z": "2026-04-03T21:59:59.999Z",
	} {
		at, err := time.Parse(time.RFC3339, delivered)
		if err != nil {
			t.Fatal(err)
		}
		o := order{WithdrawalDays: new(14), DeliveredAt: &at, Items: []orderItem{{Quantity: 1}}}
		until := terms.withdrawalUntil(&o)
		if got := until.Format("2006-01-02T15:04:05.000Z"); got != want {
			t.Errorf("delivered %s: until %s, want %s", delivered, got, want)
		}
		for offset, may := range map[time.Duration]bool{0: true, 999 * time.Microsecond: true, time.Millisecond: false, time.Hour: false} {
			if terms.mayWithdraw(&o, until.Add(offset)) != may {
				t.Errorf("%s after the end: %t", offset, !may)
			}
		}
	}
	if terms.withdrawalUntil(&order{DeliveredAt: new(time.Now())}) != nil {
		t.Error("an older order has an end")
	}
}

// One order that 20 withdraw from at once is cancelled once, and of a delivered one no unit is in
// two returns. Without the lock of the order and the bounds of the counters more than one succeeds.
func TestWithdrawAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		unshipped, delivered := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)), s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, unshipped, "mark-paid", nil)
		s.deliverAll(t, delivered)
		for _, o := range []ordered{unshipped, delivered} {
			codes := together(t, times(20, posts(c.API, o.path("/withdraw"), body{}))...)
			if codes[201] != 1 || codes[409] != 19 {
				t.Errorf("%v", codes)
			}
			var withdrawals int64
			s.DB.Model(&withdrawal{}).Where("order_id = ?", o.OrderID).Count(&withdrawals)
			if withdrawals != 1 {
				t.Errorf("%d withdrawals", withdrawals)
			}
		}
	})
}

// A unit is in one of a return and a withdrawal, whichever comes first.
func TestWithdrawAgainstReturn(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for range 5 {
			o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
			s.deliverAll(t, o)
			all := asksBack(o.units(0, 3), o.units(1, 1))
			codes := together(t, posts(c.API, o.path("/withdraw"), body{}), posts(c.API, o.path("/returns"), all))
			if codes[201] != 1 {
				t.Errorf("%v", codes)
			}
			var lines []orderItem
			if err := s.DB.Omit("slug").Where("order_id = ?", o.OrderID).Find(&lines).Error; err != nil {
				t.Fatal(err)
			}
			for _, i := range lines {
				if i.InReturn != i.Quantity {
					t.Errorf("%+v", i)
				}
			}
		}
	})
}
