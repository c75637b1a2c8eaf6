package ordering

import (
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// awaitOverdue waits until the order waits for what payments finds at the card provider.
func (s *setup) awaitOverdue(t *testing.T, o ordered) {
	t.Helper()
	kit.Within(t, 30*time.Second, "payments is asked for the money of the order", func() error {
		if row[order](t, s, "id", o.OrderID).OverdueAt == nil {
			return errors.New("it is not")
		}
		return nil
	})
}

// An overdue order that is paid by card waits until payments has looked for its money at the
// provider, but not for ever.
func TestOverdueCardOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		log := eventbustest.Record(t, s.DB)
		lines := s.mokaAndCup(t)
		place := func() ordered { return s.place(t, c, payByCard, lines) }
		ended, paid, unanswered := place(), place(), place()
		// Before the deadline it changes nothing.
		s.Publish(t, payments.PaymentEnded{PaymentID: id.New(), OrderID: ended.OrderID})
		s.advance(t, cardDeadline+time.Second, &c)
		for _, o := range []ordered{ended, paid, unanswered} {
			s.awaitOverdue(t, o)
			requireAxes(t, c.Do(t, "GET", o.path(""), nil), "awaiting_payment", "pending_payment", "unpaid", "unfulfilled")
		}
		s.Publish(t,
			payments.PaymentEnded{PaymentID: id.New(), OrderID: ended.OrderID},
			payments.PaymentReceived{PaymentID: id.New(), OrderID: paid.OrderID, Amount: paid.Total, ReceivedAt: s.Clock.Now(), Total: paid.Total},
		)
		requireAxes(t, c.Do(t, "GET", ended.path(""), nil), "cancelled", "cancelled", "unpaid", "unfulfilled")
		requireAxes(t, c.Do(t, "GET", paid.path(""), nil), "placed", "placed", "paid", "unfulfilled")
		s.advance(t, providerGrace+time.Second, &c)
		kit.Within(t, 30*time.Second, "the order without an answer is cancelled", func() error {
			if row[order](t, s, "id", unanswered.OrderID).Status != orderCancelled {
				return errors.New("it is not")
			}
			return nil
		})
		if asked := eventbustest.Of[events.PaymentOverdue](log); len(asked) != 3 {
			t.Errorf("published %+v", asked)
		}
	}, withCards)
}

// Of two replicas that have found a card order overdue, the second does not end the wait for what
// payments finds.
func TestOverdueOrderThatTwoReplicasFind(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		o := s.place(t, s.customer(t), payByCard, s.mokaAndCup(t))
		config := changed([]func(c *testShop){withCards})
		now := s.Clock.Now().Add(cardDeadline + time.Second)
		for range 2 {
			s.inTx(t, func(tx *gorm.DB) error { return endOverdue(t.Context(), tx, config.terms(t), o.OrderID, now) })
			if got := row[order](t, s, "id", o.OrderID); got.Status != orderPendingPayment || got.OverdueAt == nil {
				t.Fatalf("%s, overdue at %v", got.Status, got.OverdueAt)
			}
		}
	}, withCards)
}
