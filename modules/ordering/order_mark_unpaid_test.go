package ordering

import (
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	invoices "orderd/modules/invoices/events"
	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

// Staff take back that an order is paid: it waits again, with a new deadline, and what it earned is
// taken back.
func TestMarkUnpaid(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		reason := body{"reason": "It was another order."}
		s.admin.Do(t, "POST", o.adminPath("/mark-unpaid"), reason).Require(t, 409, "invalid_transition")
		s.do(t, o, "mark-paid", nil)
		s.do(t, o, "process", nil)
		s.admin.Do(t, "POST", o.adminPath("/mark-unpaid"), body{}).Require(t, 422, "validation_failed")
		c.Do(t, "POST", o.adminPath("/mark-unpaid"), reason).Require(t, 403, "forbidden")
		got := s.do(t, o, "mark-unpaid", reason)
		requireAxes(t, got, "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		s.requireTimeline(t, c, o, "placed", "processing")
		s.admin.Do(t, "GET", o.adminPath("/tracking"), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"events.#": 3, "events.1.status": "paid"})
		got.RequireFields(t, kit.Fields{"payment.received": 0, "payment.due": 63.38, "payment.paidAt": nil})
		if due := row[order](t, s, "id", o.OrderID).PaymentDueAt; due == nil ||
			due.Before(s.Clock.Now().Add(paymentDeadline-time.Minute)) {
			t.Errorf("due at %v", due)
		}
		if sales := s.sales(t, startOfMonth(o.PlacedAt), s.Clock.Now().Add(time.Hour), ""); sales.Totals.Received != "0" {
			t.Errorf("received %s", sales.Totals.Received)
		}
		s.do(t, o, "mark-paid", nil)
		s.requireTimeline(t, c, o, "placed", "processing", "paid")

		invoice := s.place(t, c, payByInvoice, s.mokaAndCup(t))
		s.deliverAll(t, invoice)
		log := eventbustest.Record(t, s.DB)
		s.do(t, invoice, "mark-paid", nil)
		requireAxes(t, s.do(t, invoice, "mark-unpaid", reason), "delivered", "completed", "unpaid", "delivered")
		s.do(t, invoice, "mark-paid", nil)
		requireEvents(t, log, "order_paid", "order_earned", "order_unpaid", "payment_due_changed", "order_paid", "order_earned")
		if back := eventbustest.Of[events.OrderUnpaid](log)[0]; !back.Earned || back.GoodsBefore != 5848 || back.Amount != 6338 ||
			*back.Due != 6338 || back.Reason != "It was another order." {
			t.Errorf("published %+v", back)
		}
		s.do(t, invoice, "refund", body{"amount": 1, "reason": "x"})
		s.admin.Do(t, "POST", invoice.adminPath("/mark-unpaid"), reason).Require(t, 409, "invalid_transition")
	})
}

// While an order has an invoice that is not cancelled, staff can't take back that it is paid: not
// after one that replaces it either. Corrections and older events change nothing.
func TestMarkUnpaidWhileThereIsAnInvoice(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o, other := s.place(t, c, payByBankTransfer, s.mokaAndCup(t)), s.place(t, c, payByBankTransfer, s.mokaAndCup(t))
		reason := body{"reason": "It was another order."}
		s.do(t, o, "mark-paid", nil)
		s.do(t, other, "mark-paid", nil)
		first, second, third := id.New(), id.New(), id.New()
		issued := func(kind invoices.Kind, documentID string, change func(e *invoices.DocumentIssued)) {
			t.Helper()
			e := invoices.DocumentIssued{DocumentID: documentID, Number: "x", Kind: kind, OrderID: o.OrderID, IssuedAt: s.Clock.Now()}
			if change != nil {
				change(&e)
			}
			s.Publish(t, e)
		}
		refused := func(what string) {
			t.Helper()
			s.admin.Do(t, "POST", o.adminPath("/mark-unpaid"), reason).Require(t, 409, "invalid_transition")
			got := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
			if strings.Contains(string(got.Body), `"mark-unpaid"`) || got.Text("paymentStatus") != "paid" {
				t.Errorf("%s: %s", what, got.Body)
			}
		}
		issued(invoices.KindInvoice, first, nil)
		refused("an invoice")
		issued(invoices.KindCorrection, id.New(), func(e *invoices.DocumentIssued) { e.RefersTo = &invoices.Reference{ID: first} })
		refused("a correction")
		issued(invoices.KindCancellation, second, func(e *invoices.DocumentIssued) {
			e.RefersTo, e.ReplacedBy = &invoices.Reference{ID: first}, &invoices.Reference{ID: third}
		})
		refused("a cancellation with another invoice in its place")
		issued(invoices.KindInvoice, third, func(e *invoices.DocumentIssued) { e.RefersTo = &invoices.Reference{ID: first} })
		refused("that invoice")

		// A command that has read the order before its invoice came does not save it.
		stale := *row[order](t, s, "id", o.OrderID)
		stale.InvoiceID = nil
		if err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
			after := stale
			if err := after.markUnpaid(s.Clock.Now(), s.Clock.Now()); err != nil {
				t.Error(err)
			}
			return saveOrder(tx, &stale, &after)
		}); !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("saved over an invoice: %v", err)
		}

		issued(invoices.KindCancellation, id.New(), func(e *invoices.DocumentIssued) { e.RefersTo = &invoices.Reference{ID: third} })
		requireAxes(t, s.do(t, o, "mark-unpaid", reason), "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		requireAxes(t, s.do(t, other, "mark-unpaid", reason), "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
	})
}

// What the provider reported is not for staff to take back.
func TestMarkUnpaidIsNotForTheProvidersMoney(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		reason := body{"reason": "x"}
		for _, marked := range []bool{false, true} {
			o, received := s.place(t, c, payByCard, s.mokaAndCup(t)), s.Clock.Now()
			if marked {
				s.do(t, o, "mark-paid", nil)
			}
			s.Publish(t, payments.PaymentReceived{PaymentID: id.New(), OrderID: o.OrderID, Amount: o.Total, ReceivedAt: received})
			s.admin.Do(t, "POST", o.adminPath("/mark-unpaid"), reason).Require(t, 409, "invalid_transition")
			s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200).RequireFields(t, kit.Fields{"payment.received": 63.38})
			s.do(t, o, "refund", body{"reason": "x"}).RequireFields(t, kit.Fields{"refunds.#": 1, "refunds.0.channel": "provider"})
		}
	}, withCards)
}
