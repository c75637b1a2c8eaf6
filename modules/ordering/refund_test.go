package ordering

import (
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// pendingRefund is the path of the only refund of an order that waits.
func (s *setup) pendingRefund(t *testing.T, o ordered) string {
	t.Helper()
	waiting := s.admin.Do(t, "GET", "/v1/admin/refunds?status=pending&orderId="+o.OrderID, nil).Require(t, 200)
	waiting.RequireFields(t, kit.Fields{"meta.total": 1})
	return "/v1/admin/refunds/" + waiting.Text("data.0.id")
}

// Money that came by hand goes back when staff have sent it, and not before: nothing says that it
// did. Staff find it in a list, and are reminded of it once.
func TestManualRefundsWaitForStaff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)) // 63.38
		s.do(t, o, "mark-paid", nil)
		log := eventbustest.Record(t, s.DB)
		c.Do(t, "POST", o.path("/cancel"), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"paymentStatus": "paid", "payment.refundedTotal": 0, "refunds.0.status": "pending", "refunds.0.channel": "manual",
			"refunds.0.origin":    "shop",
			"refunds.0.settledAt": nil,
		})
		if asked := eventbustest.Of[events.RefundRequested](log); len(asked) != 1 || asked[0].Channel != byHand ||
			asked[0].GoesThroughProvider() {
			t.Errorf("published %+v", asked)
		}
		s.requireTimeline(t, c, o, "placed", "paid", "cancelled")
		s.admin.Do(t, "GET", "/v1/admin/refunds?status=pending&channel=manual", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"meta.total": 1, "data.0.orderNumber": o.Number, "data.0.amount": 63.38, "data.0.customer.email": c.Email,
			"data.0.paymentMethod": "bank_transfer",
		})
		s.remind(t)
		s.advance(t, refundPatience+time.Minute, &c)
		s.remind(t)
		s.remind(t)
		if reminders := eventbustest.Of[events.RefundOverdue](log); len(reminders) != 1 || reminders[0].Amount != 6338 ||
			reminders[0].OrderID != o.OrderID {
			t.Errorf("reminders %+v", reminders)
		}
		refund := s.pendingRefund(t, o)
		done := s.admin.Do(t, "POST", refund+"/confirm", body{"reference": " 4711 "}).Require(t, 200)
		done.RequireFields(t, kit.Fields{"status": "succeeded", "reference": "4711", "orderId": o.OrderID})
		if done.Text("settledAt") == "" {
			t.Errorf("confirmed: %s", done.Body)
		}
		for command, b := range map[string]any{"/confirm": nil, "/fail": body{"reason": "x"}} {
			requireCurrent(t, s.admin.Do(t, "POST", refund+command, b), "cancelled", "refunded", "unfulfilled")
		}
		c.Do(t, "GET", o.path(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"paymentStatus": "refunded", "payment.refundedTotal": 63.38})
		s.requireTimeline(t, c, o, "placed", "paid", "cancelled", "refunded")
		if settled := eventbustest.Of[events.RefundSettled](log); len(settled) != 1 || *settled[0].Reference != "4711" ||
			settled[0].WentThroughProvider() {
			t.Errorf("published %+v", settled)
		}
	})
}

// remind runs the job that reminds of refunds.
func (s *setup) remind(t *testing.T) {
	t.Helper()
	if err := (&Deps{DB: s.DB, Clock: s.Clock}).remindOfRefunds(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A reminder that waits for the erasure of the buyer names no buyer. It fails on PostgreSQL without
// the lock of the order.
func TestReminderWhileTheBuyerIsErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		c.Do(t, "POST", o.path("/cancel"), nil).Require(t, 200)
		log := eventbustest.Record(t, s.DB)
		now := s.Clock.Now()
		overdue, err := loadOverdueRefunds(s.DB, now, remindBatch)
		if err != nil || len(overdue) != 1 {
			t.Fatalf("%d refunds wait, %v", len(overdue), err)
		}
		reminded := make(chan error, 1)
		s.inTx(t, func(tx *gorm.DB) error {
			erased := identity.AccountErased{UserID: c.ID, AddressID: kit.Pseudonyms.OfEmail(c.Email), ErasedAt: now}
			if err := eraseUser(t.Context(), tx, eventbus.Message[identity.AccountErased]{Event: erased}); err != nil {
				return err
			}
			go func() {
				reminded <- database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					return remindOfRefund(t.Context(), tx, overdue[0], now)
				})
			}()
			kit.AwaitLock(t, s.DB)
			return nil
		})
		if err := <-reminded; err != nil {
			t.Fatal(err)
		}
		if got := eventbustest.Of[events.RefundOverdue](log); len(got) != 1 || got[0].Email != "" || got[0].FullName != "" ||
			got[0].OrderID != o.OrderID {
			t.Errorf("reminders %+v", got)
		}
	})
}

// What staff could not send is refundable again, and its lines and shipping too.
func TestAManualRefundFails(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		for range 2 {
			s.do(t, o, "refund", body{"items": []body{o.units(0, 3)}, "shipping": 4.9, "reason": "Late."}).RequireFields(t, kit.Fields{
				"payment.refundable": 4.5, "payment.refundableShipping": 0, "items.0.refundableQuantity": 0, "items.1.refundableQuantity": 1,
			})
			refund := s.pendingRefund(t, o)
			s.admin.Do(t, "POST", refund+"/fail", body{}).Require(t, 422, "validation_failed")
			s.admin.Do(t, "POST", refund+"/fail", body{"reason": "The account is closed."}).Require(t, 200).
				RequireFields(t, kit.Fields{"status": "failed", "failureReason": "The account is closed."})
			s.admin.Do(t, "POST", refund+"/confirm", nil).Require(t, 409, "invalid_transition")
			s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{
				"paymentStatus": "paid", "payment.refundable": 63.38, "payment.refundableShipping": 4.9, "items.0.refundableQuantity": 3,
			})
		}
		s.requireTimeline(t, c, o, "placed", "paid")
	})
}

// Of confirmations and failures at once one is done.
func TestRefundsAreSettledOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for range 5 {
			o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
			s.do(t, o, "mark-paid", nil)
			s.do(t, o, "cancel", nil)
			refund := s.pendingRefund(t, o)
			calls := append(times(3, posts(s.admin, refund+"/confirm", nil)), times(3, posts(s.admin, refund+"/fail", body{"reason": "x"}))...)
			if codes := together(t, calls...); codes[200] != 1 || codes[409] != 5 {
				t.Errorf("answers %v", codes)
			}
			got := row[order](t, s, "id", o.OrderID)
			if got.Refunding != got.Refunded {
				t.Errorf("refunding %d, refunded %d", got.Refunding, got.Refunded)
			}
		}
	})
}

func TestRefundRoutesRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByCard, s.mokaAndCup(t))
		s.Publish(t, payments.PaymentReceived{PaymentID: id.New(), OrderID: o.OrderID, Amount: o.Total, ReceivedAt: s.Clock.Now()})
		s.do(t, o, "refund", body{"reason": "All."})
		refund := s.pendingRefund(t, o)
		for _, command := range []string{"/confirm", "/fail"} {
			b := body{"reason": "x"}
			if command == "/confirm" {
				b = body{"reference": "x"}
			}
			s.API.Do(t, "POST", refund+command, b).Require(t, 401, "unauthenticated")
			c.Do(t, "POST", refund+command, b).Require(t, 403, "forbidden")
			s.admin.Do(t, "POST", "/v1/admin/refunds/"+id.New()+command, b).Require(t, 404, "not_found")
			s.admin.Do(t, "POST", "/v1/admin/refunds/x"+command, b).Require(t, 404, "not_found")
			// The provider sends it, and says so.
			s.admin.Do(t, "POST", refund+command, b).Require(t, 409, "invalid_transition")
		}
		s.API.Do(t, "GET", "/v1/admin/refunds", nil).Require(t, 401, "unauthenticated")
		c.Do(t, "GET", "/v1/admin/refunds", nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "GET", "/v1/admin/refunds?status=gone", nil).Require(t, 422, "validation_failed")
		s.admin.Do(t, "GET", "/v1/admin/refunds?channel=manual", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		reader := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "orders:read"})
		reader.Do(t, "GET", "/v1/admin/refunds?channel=provider", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})
		reader.Do(t, "POST", refund+"/confirm", nil).Require(t, 403, "forbidden")
	}, withCards)
}

// A card order that staff marked as paid is refunded by hand: the provider has no money of it. What
// came both ways goes back both ways, the provider's money first.
func TestRefundsGoBackTheWayTheMoneyCame(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		byHandPaid := s.place(t, c, payByCard, s.mokaAndCup(t))
		s.do(t, byHandPaid, "mark-paid", nil)
		s.do(t, byHandPaid, "cancel", nil).RequireFields(t, kit.Fields{
			"refunds.#": 1, "refunds.0.channel": "manual", "refunds.0.status": "pending",
		})

		both := s.place(t, c, payByCard, s.mokaAndCup(t)) // 63.38
		s.Publish(t, payments.PaymentReceived{PaymentID: id.New(), OrderID: both.OrderID, Amount: 4000, ReceivedAt: s.Clock.Now()})
		s.admin.Do(t, "GET", both.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"status": "pending_payment", "paymentStatus": "unpaid", "payment.received": 40, "payment.due": 23.38, "payment.refundable": 40,
		})
		s.do(t, both, "mark-paid", nil).RequireFields(t, kit.Fields{"payment.received": 63.38, "payment.due": 0, "payment.instructions": nil})
		s.do(t, both, "refund", body{"items": []body{both.units(0, 2), both.units(1, 1)}, "shipping": 4.9, "amount": 1, "reason": "x"}).
			RequireFields(t, kit.Fields{
				"refunds.#": 2, "refunds.0.channel": "provider", "refunds.0.amount": 40, "refunds.0.items.0.amount": 35.98,
				"refunds.0.items.1.amount": 4.02,
				"refunds.1.channel":        "manual", "refunds.1.amount": 6.38, "refunds.1.items.0.quantity": 0, "refunds.1.items.0.amount": 0.48,
				"refunds.1.shipping": 4.9,
			})
		c.Do(t, "POST", both.path("/cancel"), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"refunds.#": 3, "refunds.2.channel": "manual", "refunds.2.amount": 17,
		})
	}, withCards)
}

// A refund names units, shipping and goodwill; more than is left of one of them is refused at its
// field. Points follow the units alone.
func TestRefundsByParts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)) // 53.98 + 4.50 + 4.90
		refuse := func(status int, b body, pointers ...string) {
			t.Helper()
			b["reason"] = "x"
			got := s.admin.Do(t, "POST", o.adminPath("/refund"), b).Require(t, status)
			if status == 422 {
				if found := got.Pointers(); !slices.Equal(found, pointers) {
					t.Errorf("%v: %v, want %v", b, found, pointers)
				}
			}
		}
		refuse(409, body{"items": []body{o.units(0, 1)}}) // nothing came
		s.deliverAll(t, o)
		log := eventbustest.Record(t, s.DB)
		refuse(422, body{"items": []body{o.units(0, 4)}}, "/items/0/quantity out_of_range")
		refuse(422, body{"items": []body{{"orderItemId": id.New(), "quantity": 1}}}, "/items/0/orderItemId not_allowed")
		refuse(422, body{"shipping": 4.91}, "/shipping out_of_range")
		refuse(422, body{"items": []body{o.units(0, 3)}, "amount": 20}, "/amount out_of_range")

		s.do(t, o, "refund", body{"amount": 2, "reason": "Late."})
		s.do(t, o, "refund", body{"shipping": 4, "reason": "Late."})
		s.do(t, o, "refund", body{"items": []body{o.units(0, 1), o.units(0, 1)}, "reason": "Broken."}).RequireFields(t, kit.Fields{
			"refunds.2.amount": 35.98, "refunds.2.items.0.quantity": 2, "items.0.refundableQuantity": 1, "items.0.refundableAmount": 18,
			"payment.refundableShipping": 0.9,
		})
		refuse(422, body{"items": []body{o.units(0, 2)}, "shipping": 1}, "/items/0/quantity out_of_range", "/shipping out_of_range")
		s.confirmRefunds(t, o)
		var goods []int64
		for _, e := range eventbustest.Of[events.RefundSettled](log) {
			goods = append(goods, e.GoodsBefore-e.GoodsAfter)
		}
		if len(goods) != 3 || goods[0] != 0 || goods[1] != 0 || goods[2] != 3598 {
			t.Errorf("points follow %v", goods)
		}
		// All that is left, of the goods first.
		s.do(t, o, "refund", body{"reason": "The rest."}).RequireFields(t, kit.Fields{
			"refunds.3.amount": 21.4, "refunds.3.shipping": 0, "refunds.3.items.0.amount": 18, "refunds.3.items.1.amount": 3.4,
			"payment.refundable": 0,
		})
		refuse(409, body{"amount": 0.01})
	})
}

// Who asks for more than the order has left learns how much that is, at the last part that asks.
func TestWhatIsLeftToRefund(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)) // 53.98 + 4.50 + 4.90
		s.do(t, o, "mark-paid", nil)
		goods := []body{o.units(0, 2), o.units(1, 1)} // 40.48
		for _, row := range []struct {
			goodwill      float64 // before
			asked         body
			pointer, left string
		}{
			{13.38, body{"items": []body{o.units(0, 3)}}, "/items", "50.00"},
			{1, body{"items": goods, "shipping": 4.9, "amount": 4}, "/amount", "3.62"},
			{5, body{"items": goods, "shipping": 4.9}, "/shipping", "3.52"},
		} {
			s.do(t, o, "refund", body{"amount": row.goodwill, "reason": "Late."})
			row.asked["reason"] = "x"
			s.admin.Do(t, "POST", o.adminPath("/refund"), row.asked).Require(t, 422).RequireFields(t, kit.Fields{
				"errors.0.pointer": row.pointer,
				"errors.0.detail":  "must not be more than the " + row.left + " that are left to refund",
			})
		}
	})
}

// An order of which all that came is refunded, or being refunded, is not worked on.
func TestNothingIsSentWhenTheMoneyIsBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.do(t, o, "mark-paid", nil)
		requireActions(t, s.do(t, o, "refund", body{"reason": "All."}), "cancel-items", "cancel")
		s.admin.Do(t, "POST", o.adminPath("/process"), nil).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", s.pendingRefund(t, o)+"/fail", body{"reason": "x"}).Require(t, 200)
		s.do(t, o, "process", nil)
		s.do(t, o, "refund", body{"reason": "All."})
		s.admin.Do(t, "POST", o.adminPath("/ship"), dhl).Require(t, 409, "invalid_transition")
		s.confirmRefunds(t, o)
		s.admin.Do(t, "POST", o.adminPath("/ship"), dhl).Require(t, 409, "invalid_transition")
	})
}

// What came back unpaid is asked for no more, and an order of which all did is settled.
func TestUnpaidReturnsLowerWhatIsDue(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByInvoice, s.mokaAndCup(t), body{}) // 63.38
		s.deliverAll(t, o)
		back := func(units ...body) {
			t.Helper()
			asked := c.Do(t, "POST", o.path("/returns"), asksBack(units...)).Require(t, 201)
			s.admin.Do(t, "POST", adminReturn(asked, "/approve"), nil).Require(t, 200)
			s.admin.Do(t, "POST", adminReturn(asked, "/receive"), nil).Require(t, 200).RequireFields(t, kit.Fields{"refundAmount": 0})
		}
		back(o.units(0, 3))
		c.Do(t, "GET", o.path(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"payment.due": 9.4, "paymentStatus": "unpaid"})
		back(o.units(1, 1))
		c.Do(t, "GET", o.path(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"payment.due": 4.9})
		sales := s.sales(t, startOfMonth(o.PlacedAt), s.Clock.Now().Add(time.Hour), "")
		if sales.Totals.Net != "4.9" || sales.Totals.Cancelled != "58.48" || len(sales.TopProducts) != 0 {
			t.Errorf("sales %+v", sales)
		}
		s.forgo(t, o) // as an order of 0.00
		c.Do(t, "GET", o.path(""), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"payment.due": 0, "paymentStatus": "paid", "payment.instructions": nil,
		})
	})
}
