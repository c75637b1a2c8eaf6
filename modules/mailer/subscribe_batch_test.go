package mailer

import (
	"fmt"
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// What waits of one event takes three statements: the gate, the erased and the emails. An erased
// user gets none, and those who come again have one all the same.
func TestEmailsAreEnqueuedTogether(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		gone := id.New()
		s.Publish(t, accountErased(gone, noah, s.Clock.Now()))
		var placed []eventbus.Event
		for i := range 20 {
			o := ordering.Order{OrderID: id.New(), Number: fmt.Sprintf("ORD-%d", i), UserID: id.New(), Locale: "en", Email: maria, FullName: "Maria"}
			switch i {
			case 3:
				o.UserID = gone
			case 5:
				o.Email = "" // erased
			}
			placed = append(placed, ordering.OrderPlaced{Order: o, PlacedAt: s.Clock.Now()})
		}
		for table, want := range map[string]int{"mailer_gate": 1, "mailer_erasures": 1} {
			if n := s.StatementsOn(table, func() { s.Publish(t, placed...) }); n != want {
				t.Errorf("%s: %d statements, want %d", table, n, want)
			}
		}
		s.awaitMessages(t, maria, 36) // each event was published twice
		if n := rows(t, s.DB, "recipient = ?", maria); n != 36 {
			t.Errorf("%d emails", n)
		}
		eventbustest.Drain(t, s.DB)
	})
}
