package ordering

import (
	"fmt"
	"testing"
	"time"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// cardOrder places an order that is paid by card.
func (s *setup) cardOrder(t *testing.T, c customer) ordered {
	t.Helper()
	return s.place(t, c, payByCard, s.mokaAndCup(t))
}

// received announces that the provider has the money since a moment.
func (s *setup) received(o ordered, cents int64, since time.Time) payments.PaymentReceived {
	return payments.PaymentReceived{PaymentID: id.New(), OrderID: o.OrderID, Amount: cents, Total: cents, ReceivedAt: since}
}

// Money of another amount is on the order's books, pays it when it suffices, and goes back when the
// order is cancelled, whatever it is.
func TestMoneyOfAnotherAmount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		other := func(o ordered, cents int64) payments.PaymentMismatched {
			return payments.PaymentMismatched{
				PaymentID: id.New(), OrderID: o.OrderID, Asked: o.Total, Received: cents, Total: cents, ReceivedAt: s.Clock.Now(),
			}
		}
		less, more, late := s.cardOrder(t, c), s.cardOrder(t, c), s.cardOrder(t, c)
		s.Publish(t, other(less, 1000), other(less, 1000), other(more, more.Total+100))
		got := c.Do(t, "GET", less.path(""), nil)
		requireAxes(t, got, "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		got.RequireFields(t, kit.Fields{"payment.received": 10, "payment.due": 53.38})
		requireAxes(t, c.Do(t, "GET", more.path(""), nil), "placed", "placed", "paid", "unfulfilled")
		s.do(t, more, "refund", map[string]any{"amount": 1, "reason": "It was too much."}).
			RequireFields(t, kit.Fields{"refunds.0.channel": "provider"})

		s.do(t, less, "cancel", nil)
		c.Do(t, "GET", less.path(""), nil).RequireFields(t, kit.Fields{"refunds.#": 1, "refunds.0.amount": 10, "refunds.0.status": "pending"})
		s.do(t, late, "cancel", nil)
		s.Publish(t, other(late, 300), other(late, 300))
		got = c.Do(t, "GET", late.path(""), nil)
		got.RequireFields(t, kit.Fields{"refunds.#": 1, "refunds.0.amount": 3, "payment.received": 3})
		s.Publish(t, payments.RefundConfirmed{RefundID: got.Text("refunds.0.id"), OrderID: late.OrderID, Amount: 300})
		requireAxes(t, c.Do(t, "GET", late.path(""), nil), "cancelled", "cancelled", "refunded", "unfulfilled")
	}, withCards)
}

// What staff mark as paid while the provider has the money is that money; what comes afterwards is
// more, and can be refunded.
func TestMarkedPaidAndPaidByCard(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		same, twice := s.cardOrder(t, c), s.cardOrder(t, c)
		before := s.Clock.Now()
		s.do(t, same, "mark-paid", nil)
		s.do(t, twice, "mark-paid", nil)
		s.Publish(t, s.received(same, same.Total, before), s.received(same, same.Total, before),
			s.received(twice, twice.Total, s.Clock.Now().Add(time.Second)))
		c.Do(t, "GET", same.path(""), nil).RequireFields(t, kit.Fields{"payment.received": 63.38})
		c.Do(t, "GET", twice.path(""), nil).RequireFields(t, kit.Fields{"payment.received": 126.76})
		if got := row[order](t, s, "id", twice.OrderID); got.Paid != 2*got.ReceivedProvider {
			t.Errorf("paid twice: %v, by card %v", got.Paid, got.ReceivedProvider)
		}
		s.do(t, same, "cancel", nil).RequireFields(t, kit.Fields{"refunds.#": 1, "refunds.0.channel": "provider", "refunds.0.amount": 63.38})
	}, withCards)
}

// Refunds that were made at the provider become refunds of the order, from the provider's sum:
// repeats change nothing, and one that bounces has failed.
func TestRefundsAtTheProvider(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.cardOrder(t, c)
		s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
		back := func(cents int64) {
			t.Helper()
			s.Publish(t, payments.RefundedAtProvider{OrderID: o.OrderID, Total: cents, FoundAt: s.Clock.Now()})
		}
		log := eventbustest.Record(t, s.DB)
		back(1000)
		back(1000)
		back(1500)
		got := c.Do(t, "GET", o.path(""), nil)
		requireAxes(t, got, "placed", "placed", "partially_refunded", "unfulfilled")
		got.RequireFields(t, kit.Fields{
			"refunds.#": 2, "refunds.0.origin": "provider", "refunds.0.status": "succeeded", "refunds.1.amount": 5, "payment.refundedTotal": 15,
		})
		if asked := eventbustest.Of[events.RefundRequested](log); len(asked) > 0 {
			t.Errorf("it is sent a second time: %+v", asked)
		}
		back(1000)
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{"payment.refundedTotal": 10, "refunds.1.status": "failed"})

		// All of the rest is requested here, while it goes back there: the provider refuses.
		asked := s.do(t, o, "refund", map[string]any{"reason": "All of it."})
		back(o.Total)
		refundID := asked.Text("refunds.2.id")
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{"payment.refundedTotal": 10})
		s.Publish(t, payments.RefundFailed{RefundID: refundID, OrderID: o.OrderID, Amount: o.Total - 1000, Reason: "amount_too_large"})
		got = c.Do(t, "GET", o.path(""), nil)
		got.RequireFields(t, kit.Fields{"payment.refundedTotal": 63.38, "refunds.2.status": "failed", "refunds.3.amount": 53.38})
		requireAxes(t, got, "placed", "placed", "refunded", "unfulfilled")
	}, withCards)
}

// A part of the money comes and goes back at the provider while the order is unpaid, or its card
// was refused. Then the rest comes, by card or by hand.
func TestPaidAfterAPartWentBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for _, refused := range []bool{false, true} {
			for _, byCard := range []bool{false, true} {
				o := s.cardOrder(t, c)
				if refused {
					s.Publish(t, payments.PaymentFailed{PaymentID: id.New(), OrderID: o.OrderID})
				}
				s.Publish(t, s.received(o, 1000, s.Clock.Now()),
					payments.RefundedAtProvider{OrderID: o.OrderID, Total: 400, FoundAt: s.Clock.Now()})
				if byCard {
					s.Publish(t, s.received(o, 1000+o.Total-600, s.Clock.Now()))
				} else {
					s.do(t, o, "mark-paid", nil)
				}
				got := c.Do(t, "GET", o.path(""), nil)
				requireAxes(t, got, "placed", "placed", "partially_refunded", "unfulfilled")
				got.RequireFields(t, kit.Fields{"payment.received": 67.38, "payment.refundedTotal": 4, "payment.due": 0})
			}
		}
	}, withCards)
}

// Two refunds that were made at the provider and found together are one refund of the order. When
// the bank sends one of them back, what is left of it stands.
func TestAPartOfARefundAtTheProviderBounces(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.cardOrder(t, c)
		s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
		log := eventbustest.Record(t, s.DB)
		for _, cents := range []int64{3000, 2000, 2000} {
			s.Publish(t, payments.RefundedAtProvider{OrderID: o.OrderID, Total: cents, FoundAt: s.Clock.Now()})
		}
		got := c.Do(t, "GET", o.path(""), nil)
		got.RequireFields(t, kit.Fields{
			"payment.refundedTotal": 20, "refunds.#": 2, "refunds.0.status": "failed", "refunds.1.status": "succeeded",
			"refunds.1.amount": 20, "refunds.1.origin": "provider",
		})
		requireAxes(t, got, "placed", "placed", "partially_refunded", "unfulfilled")
		settled := eventbustest.Of[events.RefundSettled](log)
		if len(settled) != 3 || settled[0].Implied || settled[1].Implied || !settled[2].Implied {
			t.Errorf("published %+v", settled)
		}
	}, withCards)
}

// The buyer's timeline shows a refund as long as it stands: not one that the bank has sent back.
// That of the staff has what happened.
func TestTheTimelineOfABouncedRefund(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.cardOrder(t, c)
		s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
		var refunds []string
		for n := range 2 {
			asked := s.do(t, o, "refund", map[string]any{"amount": 1 + n, "reason": "x"})
			refunds = append(refunds, asked.Text(fmt.Sprintf("refunds.%d.id", n)))
			s.Clock.Advance(time.Minute)
			s.Publish(t, payments.RefundConfirmed{RefundID: refunds[n], OrderID: o.OrderID, Amount: int64(100 + 100*n)})
		}
		s.requireTimeline(t, c, o, "placed", "paid", "refunded", "refunded")
		second := c.Do(t, "GET", o.path("/tracking"), nil).At("events.3.occurredAt")
		s.Publish(t, payments.RefundFailed{RefundID: refunds[0], OrderID: o.OrderID, Amount: 100, Reason: "declined"})
		s.requireTimeline(t, c, o, "placed", "paid", "refunded")
		c.Do(t, "GET", o.path("/tracking"), nil).RequireFields(t, kit.Fields{"events.2.occurredAt": second})
		s.admin.Do(t, "GET", o.adminPath("/tracking"), nil).Require(t, 200).RequireFields(t, kit.Fields{"events.#": 4})
		s.Publish(t, payments.RefundFailed{RefundID: refunds[1], OrderID: o.OrderID, Amount: 200, Reason: "declined"})
		s.requireTimeline(t, c, o, "placed", "paid")
	}, withCards)
}

// A refund that is settled by what went back at the provider counts once.
func TestARefundThatWasMadeAtTheProvider(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.cardOrder(t, c)
		s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
		asked := s.do(t, o, "cancel", nil)
		s.Publish(t,
			payments.RefundedAtProvider{OrderID: o.OrderID, Total: o.Total, FoundAt: s.Clock.Now()},
			payments.RefundConfirmed{RefundID: asked.Text("refunds.0.id"), OrderID: o.OrderID, Amount: o.Total, AtProvider: new(int64(0))},
		)
		c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{
			"payment.refundedTotal": 63.38, "refunds.#": 1, "refunds.0.status": "succeeded",
		})
	}, withCards)
}

// A part of the money of a cancelled order had gone back at the provider, which refuses the refund
// of all of it. The rest goes back by itself, once, whichever of the two is known first. What the
// bank sends back is not requested again.
func TestTheRestOfACancelledOrderGoesBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		for _, refusedFirst := range []bool{true, false} {
			o := s.cardOrder(t, c)
			s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
			asked := s.do(t, o, "cancel", nil)
			found := payments.RefundedAtProvider{OrderID: o.OrderID, Total: 500, FoundAt: s.Clock.Now()}
			refused := payments.RefundFailed{
				RefundID: asked.Text("refunds.0.id"), OrderID: o.OrderID, Amount: o.Total, Reason: "amount_too_large",
			}
			log := eventbustest.Record(t, s.DB)
			if refusedFirst {
				s.Publish(t, refused, found, found)
			} else {
				s.Publish(t, found, refused, found)
			}
			rest := eventbustest.Of[events.RefundRequested](log)
			if len(rest) != 1 || rest[0].Amount != o.Total-500 || rest[0].Channel != byProvider {
				t.Fatalf("requested of the rest: %+v", rest)
			}
			s.Publish(t, payments.RefundConfirmed{RefundID: rest[0].RefundID, OrderID: o.OrderID, Amount: o.Total - 500})
			got := c.Do(t, "GET", o.path(""), nil)
			got.RequireFields(t, kit.Fields{"payment.refundedTotal": 63.38, "refunds.#": 3})
			requireAxes(t, got, "cancelled", "cancelled", "refunded", "unfulfilled")

			bounced := payments.RefundFailed{RefundID: rest[0].RefundID, OrderID: o.OrderID, Amount: o.Total - 500, Reason: "declined"}
			s.Publish(t, bounced, payments.RefundedAtProvider{OrderID: o.OrderID, Total: 0, FoundAt: s.Clock.Now()})
			c.Do(t, "GET", o.path(""), nil).RequireFields(t, kit.Fields{"payment.refundedTotal": 0, "refunds.#": 3})
		}
	}, withCards)
}

// While the buyer disputes the payment nothing is refunded. The entries of the timeline are the
// staff's.
func TestDisputedPayment(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		o := s.cardOrder(t, c)
		s.Publish(t, s.received(o, o.Total, s.Clock.Now()))
		due := s.Clock.Now().Add(7 * 24 * time.Hour)
		dispute := func(status payments.DisputeStatus) {
			t.Helper()
			s.Publish(t, payments.DisputeChanged{
				OrderID: o.OrderID, DisputeID: "dp_1", Status: status, Amount: o.Total, DueAt: &due, ChangedAt: s.Clock.Now(),
			})
		}
		dispute("open")
		s.admin.Do(t, "POST", o.adminPath("/refund"), map[string]any{"reason": "x"}).Require(t, 409, "invalid_transition")
		got := s.admin.Do(t, "GET", o.adminPath(""), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"payment.dispute.status": "open", "allowedActions": []any{"process", "cancel-items", "cancel"}})
		dispute("won")
		s.do(t, o, "refund", map[string]any{"amount": 1, "reason": "x"}).RequireFields(t, kit.Fields{"payment.dispute.status": "won"})
		s.requireTimeline(t, c, o, "placed", "paid")
		staff := s.admin.Do(t, "GET", o.adminPath("/tracking"), nil).Require(t, 200)
		staff.RequireFields(t, kit.Fields{"events.#": 4, "events.2.status": "disputed", "events.3.status": "dispute_won"})
	}, withCards)
}
