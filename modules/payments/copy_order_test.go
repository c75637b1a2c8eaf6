package payments

import (
	"fmt"
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// placedBy are n new orders with the method.
func (s *setup) placedBy(method ordering.PaymentMethod, n int) (placed []ordering.OrderPlaced) {
	for range n {
		placed = append(placed, ordering.OrderPlaced{
			Order: ordering.Order{
				OrderID: id.New(), Number: "ORD-4071826651", UserID: s.userID, Locale: "en", PaymentMethod: method, Total: 100,
				Email: "jana@lindner.example", FullName: "Jana Lindner",
			},
			Status: ordering.OrderStatusPendingPayment, PaymentStatus: ordering.PaymentStatusUnpaid, Recipient: ordering.RecipientSelf,
			PlacedAt: s.Clock.Now(),
		})
	}
	return placed
}

func (s *setup) requireOrders(t *testing.T, status ordering.PaymentStatus, want int64) {
	t.Helper()
	var got int64
	if err := s.DB.Model(&order{}).Where("status = ?", status).Count(&got).Error; err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%d orders are %s, want %d", got, status, want)
	}
}

// What waits of one event is copied by one statement. The copies stay when the events come again.
func TestOrdersAreCopiedTogether(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var placed, paid, refunded []eventbus.Event
		for _, e := range s.placedBy(ordering.PaymentMethodBankTransfer, 20) {
			placed = append(placed, e)
			paid = append(paid, ordering.OrderPaid{Order: e.Order, PaidAt: s.Clock.Now()})
			refunded = append(refunded,
				ordering.RefundSettled{
					Order: e.Order, RefundID: id.New(), PaymentStatus: ordering.PaymentStatusPartiallyRefunded, Status: ordering.RefundStatusSucceeded,
				},
				ordering.RefundSettled{
					Order: e.Order, RefundID: id.New(), PaymentStatus: ordering.PaymentStatusRefunded, Status: ordering.RefundStatusSucceeded,
				})
		}
		if n := s.StatementsOn("payments_orders", func() { s.Publish(t, placed...) }); n != 1 {
			t.Errorf("20 orders placed: %d statements", n)
		}
		if n := s.StatementsOn("payments_orders", func() { s.Publish(t, paid...) }); n != 1 {
			t.Errorf("20 orders paid: %d statements", n)
		}
		s.requireOrders(t, ordering.PaymentStatusPaid, 20)
		s.Publish(t, refunded...) // two of each order
		s.requireOrders(t, ordering.PaymentStatusRefunded, 20)
		for _, reset := range []bool{false, true} {
			if _, err := eventbus.Replay(t.Context(), s.DB, "payments.orders", reset); err != nil {
				t.Fatal(err)
			}
			eventbustest.Drain(t, s.DB)
			s.requireOrders(t, ordering.PaymentStatusRefunded, 20)
		}
	})
}

// An event that can't be copied holds up its own order and no other of its batch.
func TestAnOrderThatCannotBeCopied(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var events []eventbus.Event
		for i, e := range s.placedBy(ordering.PaymentMethodBankTransfer, 5) {
			if i == 2 {
				e.PaymentStatus = "unheard of" // the CHECK refuses it
			}
			events = append(events, e)
		}
		if err := s.Announce(t.Context(), events...); err != nil {
			t.Fatal(err)
		}
		kit.Eventually(t, "the others are copied, and one is tried again", func() error {
			var copied, tried int64
			err := s.DB.Raw(`SELECT (SELECT count(*) FROM payments_orders), (SELECT count(*) FROM deliveries WHERE attempts > 0)`).Row().
				Scan(&copied, &tried)
			if err == nil && (copied != 4 || tried != 1) {
				err = fmt.Errorf("%d copied, %d tried again", copied, tried)
			}
			return err
		})
	})
}

// Orders that are not paid by card make no delivery to the consumer of cards.
func TestOnlyOrdersByCardAreDelivered(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		byTransfer := s.placedBy(ordering.PaymentMethodBankTransfer, 1)[0]
		if n := s.StatementsOn("payments_intents", func() {
			s.Publish(t, byTransfer, ordering.OrderPaid{Order: byTransfer.Order, PaidAt: s.Clock.Now()},
				ordering.OrderCancelled{Order: byTransfer.Order, Reason: "customer", Actor: "customer", CancelledAt: s.Clock.Now()})
		}); n != 0 {
			t.Errorf("%d statements about intents of an order without a card", n)
		}
	})
}

// An order whose payment was taken back is unpaid here too.
func TestUnpaidOrdersAreCopied(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.placedBy(ordering.PaymentMethodBankTransfer, 1)[0]
		s.Publish(t, e, ordering.OrderPaid{Order: e.Order, PaidAt: s.Clock.Now()})
		s.requireOrders(t, ordering.PaymentStatusPaid, 1)
		s.Publish(t, ordering.OrderUnpaid{Order: e.Order, PaymentStatus: ordering.PaymentStatusUnpaid, UnpaidAt: s.Clock.Now()})
		s.requireOrders(t, ordering.PaymentStatusUnpaid, 1)
	})
}

// The provider is asked for the refunds that go through it, and for those from before there were
// channels.
func TestOnlyTheProvidersRefundsAreRequested(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, c := range []struct {
			method  ordering.PaymentMethod
			channel ordering.RefundChannel
			want    int64
		}{
			{ordering.PaymentMethodCard, ordering.RefundChannelProvider, 1}, {ordering.PaymentMethodCard, ordering.RefundChannelManual, 0},
			{ordering.PaymentMethodCard, "", 1}, {ordering.PaymentMethodBankTransfer, "", 0},
		} {
			o := s.placedBy(c.method, 1)[0]
			s.Publish(t, o, ordering.RefundRequested{Order: o.Order, RefundID: id.New(), Amount: 100, Channel: c.channel})
			var n int64
			if err := s.DB.Model(&refund{}).Where("order_id = ?", o.OrderID).Count(&n).Error; err != nil || n != c.want {
				t.Errorf("%s by %q: %d refunds (%v), want %d", c.method, c.channel, n, err, c.want)
			}
		}
	})
}
