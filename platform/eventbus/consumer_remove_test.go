package eventbus

import (
	"context"
	"fmt"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/test/kit"
)

// An older binary has left a consumer, and a subscription of a consumer that this binary has.
func TestRemoveConsumer(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		On(f.bus, Consumer{Name: "mail.orders"}, func(context.Context, *gorm.DB, Message[placed]) error { return nil })
		f.start()
		for _, statement := range []string{
			`INSERT INTO event_consumers (name, read_model, prompt) VALUES ('old.orders', FALSE, FALSE)`,
			`INSERT INTO event_subscriptions (event_name, consumer, prompt)
				VALUES ('shop.placed.v1', 'old.orders', FALSE), ('shop.shipped.v1', 'old.orders', FALSE), ('shop.shipped.v1', 'mail.orders', FALSE)`,
		} {
			if err := db.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		waiting := func(want int) {
			t.Helper()
			kit.Eventually(t, "what is left waits", func() error {
				if n := f.count("SELECT count(*) FROM deliveries"); n != want {
					return fmt.Errorf("%d deliveries, want %d", n, want)
				}
				return nil
			})
		}
		f.publish(placed{Order: "a"}, shipped{Order: "b"})
		waiting(3)
		for _, events := range [][]string{nil, {"shop.shipped.v1", "shop.placed.v1"}} {
			if err := RemoveConsumer(t.Context(), db, "mail.orders", events...); err == nil || fault.Is(err, fault.NotFound) {
				t.Errorf("a subscription of this binary was removed: %v", err)
			}
		}
		if err := RemoveConsumer(t.Context(), db, "mail.orders", "shop.shipped.v1"); err != nil {
			t.Error(err)
		}
		waiting(2)
		if err := RemoveConsumer(t.Context(), db, "old.orders"); err != nil {
			t.Error(err)
		}
		waiting(0)
		for _, events := range [][]string{nil, {"shop.placed.v1"}} {
			if err := RemoveConsumer(t.Context(), db, "old.orders", events...); !fault.Is(err, fault.NotFound) {
				t.Errorf("removed twice: %v", err)
			}
		}
		f.publish(placed{Order: "c"}, shipped{Order: "d"})
		waiting(0)
	})
}
