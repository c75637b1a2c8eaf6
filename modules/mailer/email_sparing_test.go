package mailer

import (
	"strings"
	"testing"
	"time"

	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

// An address gets three mails of a kind about guests' orders in three hours, and the third says
// that no more come. It fails without withoutExcess.
func TestFewMailsAboutGuestsOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		placed := func(to string, guest bool) ordering.OrderPlaced {
			return ordering.OrderPlaced{Order: ordering.Order{
				OrderID: id.New(), Number: "ORD-1", UserID: kit.AddressID(to), Locale: "en", Guest: guest, Email: to, FullName: "Maria Schmidt",
			}}
		}
		for range 5 {
			s.Publish(t, placed(maria, true))
		}
		s.Publish(t, placed(noah, true))
		for range 5 {
			s.Publish(t, placed("ada@example.com", false))
		}
		requireCount := func(to string, n int64) {
			t.Helper()
			if got := rows(t, s.DB, "kind = ? AND recipient = ?", events.KindOrderPlaced, to); got != n {
				t.Errorf("%s has %d mails, want %d", to, got, n)
			}
		}
		requireCount(maria, 3)
		requireCount(noah, 1)
		requireCount("ada@example.com", 5)
		said := 0
		for _, m := range s.awaitMessages(t, maria, 3) {
			if strings.Contains(m.Text, "will not write about more of them") {
				said++
			}
		}
		if said != 1 {
			t.Errorf("%d of the mails say that no more come", said)
		}
		cancelled := ordering.OrderCancelled{Order: placed(maria, true).Order, Reason: ordering.CancellationReasonPaymentTimeout}
		s.Publish(t, cancelled)
		if got := rows(t, s.DB, "kind = ?", events.KindOrderCancelled); got != 1 {
			t.Errorf("%d mails of another kind", got)
		}
		s.advance(sparingPeriod + time.Second)
		s.Publish(t, placed(maria, true))
		requireCount(maria, 4)
	})
}
