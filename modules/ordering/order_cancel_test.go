package ordering

import (
	"fmt"
	"slices"
	"testing"
	"time"

	loyalty "orderd/modules/loyalty/events"
	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// issueVoucher issues a voucher of 500 points to the customer that is valid for so long.
func (s *setup) issueVoucher(t *testing.T, c customer, code string, valid time.Duration) loyalty.VoucherIssued {
	t.Helper()
	v := loyalty.VoucherIssued{VoucherID: id.New(), UserID: c.ID, Code: code, Points: 500, ExpiresAt: s.Clock.Now().Add(valid)}
	s.Publish(t, v)
	return v
}

func TestCancelReleasesEverything(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		s.promotion(t, body{"code": "SPRING", "kind": "percent", "value": 10})
		soon, late := s.issueVoucher(t, c, "SOON", time.Hour), s.issueVoucher(t, c, "LATE", 365*24*time.Hour)
		log := eventbustest.Record(t, s.DB)
		o := s.placeWith(t, c, payByBankTransfer, lines, []string{"SPRING", "SOON", "LATE"})
		s.advance(t, 2*time.Hour, &c)
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.do(t, o, "refund", body{"amount": 3.38, "reason": "Sorry."})
		s.confirmRefunds(t, o)
		s.requireStock(t, lines[0].item, 10, 3)

		got := c.Do(t, "POST", o.path("/cancel"), body{"reason": " Ordered twice. "}).Require(t, 200)
		requireAxes(t, got, "cancelled", "cancelled", "partially_refunded", "unfulfilled")
		got.RequireFields(t, kit.Fields{"payment.refundedTotal": 3.38, "refunds.1.status": "pending", "refunds.1.channel": "manual"})
		s.confirmRefunds(t, o)
		got = c.Do(t, "GET", o.path(""), nil).Require(t, 200)
		requireAxes(t, got, "cancelled", "cancelled", "refunded", "unfulfilled")
		total := money.Cents(o.Total)
		got.RequireFields(t, kit.Fields{
			"cancellation.reason": "customer", "cancellation.actor": "customer",
			"payment.refundedTotal": float64(total) / 100, "refunds.1.amount": float64(total-338) / 100,
			"refunds.1.reason": "The order was cancelled.",
		})
		if got.Text("cancelledAt") == "" || !slices.Equal(actions(got), []string{"reorder"}) {
			t.Errorf("cancelled: %s", got.Body)
		}
		s.requireReleased(t, c, lines, soon, late)
		tracking := s.requireTimeline(t, c, o, "placed", "paid", "processing", "refunded", "cancelled", "refunded")
		if tracking.Text("events.4.description") != "Ordered twice." {
			t.Errorf("tracking: %s", tracking.Body)
		}
		requireCancelEvents(t, log, c, o, soon, late)
		c.Do(t, "POST", o.path("/cancel"), nil).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "POST", o.adminPath("/refund"), body{"reason": "More."}).Require(t, 409, "invalid_transition")
	})
}

// requireReleased checks that stock, promotion and vouchers can be used again. soon has expired
// meanwhile and lives on for voucherGrace.
func (s *setup) requireReleased(t *testing.T, c customer, lines []bought, soon, late loyalty.VoucherIssued) {
	t.Helper()
	s.requireStock(t, lines[0].item, 10, 0)
	s.requireStock(t, lines[1].item, 10, 0)
	if p := row[promotion](t, s, "code", "SPRING"); p.Used != 0 {
		t.Errorf("the promotion is used %d times", p.Used)
	}
	if u := row[promotionUse](t, s, "user_id", kit.Pseudonyms.OfEmail(c.Email)); u.Used != 0 {
		t.Errorf("the customer used it %d times", u.Used)
	}
	if v := row[voucher](t, s, "id", soon.VoucherID); v.Status != voucherAvailable || v.OrderID != nil ||
		v.ExpiresAt.Before(s.Clock.Now().Add(voucherGrace-time.Minute)) {
		t.Errorf("a voucher that had expired: %+v", v)
	}
	if v := row[voucher](t, s, "id", late.VoucherID); v.Status != voucherAvailable ||
		v.ExpiresAt.Sub(late.ExpiresAt).Abs() > time.Millisecond {
		t.Errorf("a voucher that was valid for long: %+v", v)
	}
}

// requireCancelEvents checks what was published about the order from its placing to its
// cancellation.
func requireCancelEvents(t *testing.T, log *eventbustest.Recorder, c customer, o ordered, vouchers ...loyalty.VoucherIssued) {
	t.Helper()
	requireEvents(t, log, "order_placed", "voucher_settled", "voucher_settled", "order_paid", "order_processing", "refund_requested",
		"refund_settled",
		"order_cancelled", "refund_requested", "voucher_settled", "voucher_settled", "refund_settled")
	cancelled := eventbustest.Of[events.OrderCancelled](log)[0]
	slices.Sort(cancelled.VoucherIDs)
	ids := convert.All(vouchers, func(v loyalty.VoucherIssued) string { return v.VoucherID })
	slices.Sort(ids)
	if cancelled.Reason != cancelledByCustomer || cancelled.Actor != events.CancellationActorCustomer || *cancelled.Note != "Ordered twice." ||
		!slices.Equal(cancelled.VoucherIDs, ids) || len(cancelled.Lines) != 2 || cancelled.RefundAmount != o.Total-338 ||
		cancelled.Lines[0].Quantity != 3 || cancelled.Email != c.Email {
		t.Errorf("published %+v", cancelled)
	}
}

func TestCancelByAnAdmin(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payOnDelivery, s.mokaAndCup(t))
		got := s.do(t, o, "cancel", nil)
		requireAxes(t, got, "cancelled", "cancelled", "unpaid", "unfulfilled")
		got.RequireFields(t, kit.Fields{"cancellation.reason": "admin", "cancellation.actor": "admin", "refunds.#": 0})
		s.requireTimeline(t, c, o, "placed", "cancelled")
	})
}

func TestRefunds(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)) // 63.38
		s.do(t, o, "mark-paid", nil)
		log := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "POST", o.adminPath("/refund"), body{"amount": 63.39, "reason": "x"}).Require(t, 422, "validation_failed")
		got := s.do(t, o, "refund", body{"amount": 13.38, "reason": " One was broken. "})
		requireAxes(t, got, "placed", "placed", "paid", "unfulfilled")
		got = s.confirmRefunds(t, o)
		requireAxes(t, got, "placed", "placed", "partially_refunded", "unfulfilled")
		got.RequireFields(t, kit.Fields{"refunds.0.amount": 13.38, "refunds.0.status": "succeeded", "refunds.0.reason": "One was broken."})
		s.admin.Do(t, "POST", o.adminPath("/refund"), body{"amount": 50.01, "reason": "x"}).Require(t, 422, "validation_failed")
		requireAxes(t, s.do(t, o, "refund", body{"reason": "The rest."}), "placed", "placed", "partially_refunded", "unfulfilled")
		requireAxes(t, s.confirmRefunds(t, o), "placed", "placed", "refunded", "unfulfilled")
		s.admin.Do(t, "POST", o.adminPath("/refund"), body{"reason": "x"}).Require(t, 409, "invalid_transition")
		if settled := eventbustest.Of[events.RefundSettled](log); len(settled) != 2 || settled[0].Amount != 1338 || settled[1].Amount != 5000 ||
			settled[0].Status != refundSucceeded || settled[0].Reason != "One was broken." || settled[0].RefundID != got.Text("refunds.0.id") {
			t.Errorf("published %+v", settled)
		}
		s.requireTimeline(t, c, o, "placed", "paid", "refunded", "refunded")
	})
}

// By card the provider sees to it: the money moves when it has confirmed.
func TestRefundsByCard(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByCard, s.mokaAndCup(t))
		s.Publish(t, payments.PaymentReceived{PaymentID: id.New(), OrderID: o.OrderID, Amount: o.Total, ReceivedAt: s.Clock.Now()})
		log := eventbustest.Record(t, s.DB)
		got := s.do(t, o, "refund", body{"amount": 50, "reason": "One."})
		requireAxes(t, got, "placed", "placed", "paid", "unfulfilled")
		one := got.Text("refunds.0.id")
		got.RequireFields(t, kit.Fields{"refunds.0.status": "pending", "payment.refundedTotal": 0})
		s.admin.Do(t, "POST", o.adminPath("/refund"), body{"amount": 13.39, "reason": "Too much."}).Require(t, 422, "validation_failed")
		two := s.do(t, o, "refund", body{"amount": 13.38, "reason": "Two."}).Text("refunds.1.id")

		failed := payments.RefundFailed{RefundID: one, OrderID: o.OrderID, Amount: 5000, Reason: "expired"}
		confirmed := payments.RefundConfirmed{RefundID: two, OrderID: o.OrderID, Amount: 1338}
		s.Publish(t, failed, confirmed, confirmed, failed, payments.RefundConfirmed{RefundID: one, OrderID: o.OrderID, Amount: 5000})
		got = s.admin.Do(t, "GET", o.adminPath(""), nil)
		requireAxes(t, got, "placed", "placed", "partially_refunded", "unfulfilled")
		got.RequireFields(t, kit.Fields{"refunds.0.status": "failed", "refunds.1.status": "succeeded", "payment.refundedTotal": 13.38})
		again := s.do(t, o, "refund", body{"reason": "Again."}) // the amount that failed is free
		if again.Number("refunds.2.amount") != 50 {
			t.Errorf("again: %s", again.Body)
		}
		s.Publish(t, payments.RefundConfirmed{RefundID: again.Text("refunds.2.id"), OrderID: o.OrderID, Amount: 5000})
		requireAxes(t, s.admin.Do(t, "GET", o.adminPath(""), nil), "placed", "placed", "refunded", "unfulfilled")

		// Banks send money back days later: it is free to be refunded anew.
		bounced := payments.RefundFailed{RefundID: two, OrderID: o.OrderID, Amount: 1338, Reason: "lost_or_stolen_card"}
		s.Publish(t, bounced, bounced, confirmed)
		got = s.admin.Do(t, "GET", o.adminPath(""), nil)
		requireAxes(t, got, "placed", "placed", "partially_refunded", "unfulfilled")
		got.RequireFields(t, kit.Fields{"refunds.1.status": "failed", "payment.refundedTotal": 50})
		s.Publish(t, payments.RefundFailed{RefundID: again.Text("refunds.2.id"), OrderID: o.OrderID, Amount: 5000})
		requireAxes(t, s.admin.Do(t, "GET", o.adminPath(""), nil), "placed", "placed", "paid", "unfulfilled")
		requireEvents(t, log, "refund_requested", "refund_requested", "refund_settled", "refund_settled", "refund_requested", "refund_settled",
			"refund_settled", "refund_settled")
		if settled := eventbustest.Of[events.RefundSettled](log); settled[0].Status != refundFailed || settled[0].EntryID != nil ||
			settled[1].EntryID == nil {
			t.Errorf("published %+v", settled)
		}
		s.requireTimeline(t, c, o, "placed", "paid") // nothing is refunded
	}, withCards)
}

func TestCardPayments(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByCard, s.mokaAndCup(t))
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, payments.PaymentFailed{PaymentID: id.New(), OrderID: o.OrderID})
		requireAxes(t, c.Do(t, "GET", o.path(""), nil), "awaiting_payment", "pending_payment", "failed", "unfulfilled")
		paid := payments.PaymentReceived{PaymentID: id.New(), OrderID: o.OrderID, Amount: o.Total, ReceivedAt: s.Clock.Now()}
		s.Publish(t, payments.PaymentFailed{PaymentID: id.New(), OrderID: o.OrderID}, paid, paid,
			payments.PaymentFailed{PaymentID: id.New(), OrderID: o.OrderID})
		got := c.Do(t, "GET", o.path(""), nil)
		requireAxes(t, got, "placed", "placed", "paid", "unfulfilled")
		if len(got.At("refunds").([]any)) != 0 {
			t.Errorf("paid twice: %s", got.Body)
		}
		requireEvents(t, log, "order_payment_failed", "order_paid")
	}, withCards)
}

// Money for a cancelled order goes back by itself, once.
func TestAPaymentThatComesTooLate(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByCard, s.mokaAndCup(t))
		c.Do(t, "POST", o.path("/cancel"), nil).Require(t, 200)
		log := eventbustest.Record(t, s.DB)
		paid := payments.PaymentReceived{PaymentID: id.New(), OrderID: o.OrderID, Amount: o.Total, ReceivedAt: s.Clock.Now()}
		s.Publish(t, paid, paid)
		got := c.Do(t, "GET", o.path(""), nil)
		requireAxes(t, got, "cancelled", "cancelled", "paid", "unfulfilled")
		got.RequireFields(t, kit.Fields{"refunds.#": 1, "refunds.0.amount": 63.38, "refunds.0.status": "pending"})
		s.Publish(t, payments.RefundConfirmed{RefundID: got.Text("refunds.0.id"), OrderID: o.OrderID, Amount: o.Total})
		requireAxes(t, c.Do(t, "GET", o.path(""), nil), "cancelled", "cancelled", "refunded", "unfulfilled")
		requireEvents(t, log, "refund_requested", "refund_settled")
		s.requireTimeline(t, c, o, "placed", "cancelled", "refunded")
	}, withCards)
}

func TestOrdersThatAreNotPaidInTime(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		lines := s.mokaAndCup(t)
		log := eventbustest.Record(t, s.DB)
		waiting := s.place(t, c, payByBankTransfer, lines)
		refused := s.place(t, c, payByCard, lines)
		s.Publish(t, payments.PaymentFailed{PaymentID: id.New(), OrderID: refused.OrderID})
		paid := s.place(t, c, payByBankTransfer, lines)
		s.do(t, paid, "mark-paid", nil)
		s.advance(t, paymentDeadline-time.Hour, &c)
		young := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		s.advance(t, 2*time.Hour, &c)
		s.awaitOverdue(t, refused)
		s.Publish(t, payments.PaymentEnded{PaymentID: id.New(), OrderID: refused.OrderID})
		kit.Within(t, 30*time.Second, "the orders are cancelled", func() error {
			for _, o := range []ordered{waiting, refused} {
				if got := row[order](t, s, "id", o.OrderID); got.Status != orderCancelled {
					return fmt.Errorf("%s is %s", o.Number, got.Status)
				}
			}
			return nil
		})
		got := c.Do(t, "GET", waiting.path(""), nil)
		requireAxes(t, got, "cancelled", "cancelled", "unpaid", "unfulfilled")
		got.RequireFields(t, kit.Fields{"cancellation.reason": "payment_timeout", "cancellation.actor": "system"})
		requireAxes(t, c.Do(t, "GET", refused.path(""), nil), "cancelled", "cancelled", "failed", "unfulfilled")
		requireAxes(t, c.Do(t, "GET", paid.path(""), nil), "placed", "placed", "paid", "unfulfilled")
		requireAxes(t, c.Do(t, "GET", young.path(""), nil), "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		s.requireStock(t, lines[0].item, 10, 3)
		s.requireTimeline(t, c, waiting, "placed", "cancelled")
		for _, e := range eventbustest.Of[events.OrderCancelled](log) {
			if e.Reason != cancelledByPaymentTimeout || e.Actor != events.CancellationActorSystem {
				t.Errorf("published %+v", e)
			}
		}
		if cancelled := eventbustest.Of[events.OrderCancelled](log); len(cancelled) != 2 {
			t.Errorf("published %+v", cancelled)
		}
		s.admin.Do(t, "POST", waiting.adminPath("/mark-paid"), nil).Require(t, 409, "invalid_transition")
	}, withCards)
}
