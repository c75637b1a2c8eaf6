package payments

import (
	"strings"
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/payments/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit/stripe"
)

func TestRefunds(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o, atStripe := s.placeByCard(t, 4990)
		s.sendWebhook(t, s.stripe.Pay(atStripe))
		log := eventbustest.Record(t, s.DB)
		ask := func(cents int64) ordering.RefundRequested {
			e := ordering.RefundRequested{Order: o, RefundID: id.New(), Amount: cents, Reason: "It was broken."}
			s.Publish(t, e)
			return e
		}

		s.stripe.LoseAnswers(1) // the call is made twice, and the money is refunded once
		now := ask(1000)
		s.awaitTask(t, taskRefund, now.RefundID, taskDone)
		s.stripe.SlowBank()
		later, never := ask(2000), ask(500)
		s.awaitTask(t, taskRefund, later.RefundID, taskDone)
		s.awaitTask(t, taskRefund, never.RefundID, taskDone)
		s.sendWebhook(t, s.stripe.SettleRefund(s.stripe.Refund(later.RefundID), "succeeded"))
		late := stripe.Event("refund.updated", s.stripe.Refund(never.RefundID))
		s.sendWebhook(t, s.stripe.SettleRefund(s.stripe.Refund(never.RefundID), "failed"))
		// An event that arrives late changes nothing; money that the bank returns does.
		s.sendWebhook(t, late)
		s.sendWebhook(t, s.stripe.SettleRefund(s.stripe.Refund(later.RefundID), "failed"))
		tooMuch := ask(9999)
		refused := s.awaitTask(t, taskRefund, tooMuch.RefundID, taskFailed)

		log.RequireExactly(t, now, events.RefundConfirmed{RefundID: now.RefundID, OrderID: o.OrderID, Amount: 1000}, later, never,
			events.RefundConfirmed{RefundID: later.RefundID, OrderID: o.OrderID, Amount: 2000},
			events.RefundFailed{RefundID: never.RefundID, OrderID: o.OrderID, Amount: 500, Reason: "expired_or_canceled_card"},
			events.RefundFailed{RefundID: later.RefundID, OrderID: o.OrderID, Amount: 2000, Reason: "expired_or_canceled_card"},
			tooMuch, events.RefundFailed{RefundID: tooMuch.RefundID, OrderID: o.OrderID, Amount: 9999, Reason: *refused.LastError})
		if !strings.Contains(*refused.LastError, "amount_too_large") || strings.Contains(*refused.LastError, stripe.Key) {
			t.Errorf("why: %s", *refused.LastError)
		}
		if calls := s.stripe.Calls(); len(calls) != 4 {
			t.Errorf("calls: %v", calls)
		}

		byBank := s.place(t, "bank_transfer", 100)
		s.Publish(t, ordering.RefundRequested{Order: byBank, RefundID: id.New(), Amount: 100})
		var refunds int64
		if err := s.DB.Model(&refund{}).Where("order_id = ?", byBank.OrderID).Count(&refunds).Error; err != nil || refunds != 0 {
			t.Errorf("a transfer went back by card: %d, %v", refunds, err)
		}
	})
}
