package notifications

import (
	"fmt"
	"slices"
	"testing"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// newOrder is a new order of the user's, with an id and a number of its own.
func newOrder(userID, number string) ordering.OrderPlaced {
	return ordering.OrderPlaced{Order: ordering.Order{OrderID: id.New(), Number: number, UserID: userID, Locale: "en", Total: 100}}
}

// What waits of one event takes five statements: the staff, the lock, the languages, the numbers
// and the notifications. Each inbox has them in the order of the events, without a gap; a closed
// one gets nothing.
func TestEventsNotifyTogether(t *testing.T) {
	t.Parallel()
	idle := func(p moduletest.Deps) module.Module {
		m := build(p)
		m.Run = nil // its jobs make statements of their own
		return m
	}
	moduletest.Each(t, idle, func(t *testing.T, r *moduletest.Runner) {
		here, there, gone := join(t, r, identity.RoleCustomer, "en"), join(t, r, identity.RoleCustomer, "de"),
			join(t, r, identity.RoleCustomer, "en")
		r.Publish(t, identity.AccountErased{UserID: gone.id, AddressID: id.New()})
		var placed []eventbus.Event
		for i := range 5 {
			for _, userID := range []string{here.id, gone.id, there.id, here.id} {
				placed = append(placed, newOrder(userID, fmt.Sprintf("ORD-%d", i)))
			}
		}
		if n := r.StatementsOn("notifications_", func() { r.Publish(t, placed...) }); n != 5 {
			t.Errorf("20 events: %d statements", n)
		}
		for whose, want := range map[account][]string{
			here:  {"ORD-0", "ORD-0", "ORD-1", "ORD-1", "ORD-2", "ORD-2", "ORD-3", "ORD-3", "ORD-4", "ORD-4"},
			there: {"ORD-0", "ORD-1", "ORD-2", "ORD-3", "ORD-4"},
			gone:  nil,
		} {
			found, err := listAfter(r.DB, whose.id, 0, -1)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, n := range found {
				got = append(got, fmt.Sprint(n.Data["orderNumber"]))
				if n.Number != int64(i+1) {
					t.Errorf("notification %d has number %d", i+1, n.Number)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		}
	})
}

// An event whose notification can't be written holds up its own order and no other of its batch.
func TestAnEventThatCannotNotify(t *testing.T) {
	each(t, func(t *testing.T, r *moduletest.Runner) {
		a := join(t, r, identity.RoleCustomer, "en")
		unheardOf := newOrder(id.New(), "ORD-9")
		unheardOf.Locale = "xx" // there is no template
		if err := r.Announce(t.Context(), newOrder(a.id, "ORD-1"), unheardOf, newOrder(a.id, "ORD-2")); err != nil {
			t.Fatal(err)
		}
		kit.Eventually(t, "the others notify, and one is tried again", func() error {
			var notified, tried int64
			err := r.DB.Raw(`SELECT (SELECT count(*) FROM notifications_items), (SELECT count(*) FROM deliveries WHERE attempts > 0)`).Row().
				Scan(&notified, &tried)
			if err == nil && (notified != 2 || tried != 1) {
				err = fmt.Errorf("%d notifications, %d tried again", notified, tried)
			}
			return err
		})
	})
}
