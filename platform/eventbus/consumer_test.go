package eventbus

import (
	"context"
	"fmt"
	"testing"

	"gorm.io/gorm"

	"orderd/test/kit"
)

func TestRegistrationMistakesPanic(t *testing.T) {
	t.Parallel()
	c := Consumer{Name: "mail.orders"}
	for name, mistake := range map[string]func(b *Bus){
		"the same event twice": func(b *Bus) { On(b, c, new(received[placed]).handle); On(b, c, new(received[placed]).handle) },
		"one consumer, two ways": func(b *Bus) {
			On(b, c, new(received[placed]).handle)
			On(b, Consumer{Name: c.Name, Awaited: true}, new(received[shipped]).handle)
		},
		"a bad event":              func(b *Bus) { On(b, c, new(received[misnamed]).handle) },
		"a reset of no read model": func(b *Bus) { OnReset(b, c, func(context.Context, *gorm.DB) error { return nil }) },
		"after Start": func(b *Bus) {
			defer func() { _ = b.Stop(context.Background()) }()
			_ = b.Start(context.Background())
			On(b, c, new(received[placed]).handle)
		},
		"no name for the consumer": func(b *Bus) { On(b, Consumer{}, new(received[placed]).handle) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, kit.SQLite(t, Migrations()), Options{})
			defer func() {
				if recover() == nil {
					t.Error("it did not panic")
				}
			}()
			mistake(f.bus)
		})
	}
}

// A binary leaves alone the events that only a newer or an older binary handles, and the events
// behind them in their keys.
func TestUnknownEventsAreLeftAlone(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, got.handle)
		f.start()
		for _, other := range []struct{ event, consumer string }{{"shop.shipped.v1", "mail.orders"}, {"shop.placed.v1", "newer.orders"}} {
			err := db.Exec("INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES (?, ?, FALSE)", other.event, other.consumer).Error
			if err != nil {
				t.Fatal(err)
			}
		}
		f.publish(shipped{Order: "a"}, placed{Order: "a"}, placed{Order: "b"}, shipped{Order: "b"}, placed{Order: "b"})
		if m := got.wait(t, 1); m[0].Key != "b" {
			t.Errorf("handled %+v", m)
		}
		kit.Eventually(t, "the rest is left", func() error {
			if n := f.count("SELECT count(*) FROM deliveries WHERE attempts = 0 AND consumer = 'mail.orders'"); n != 4 {
				return fmt.Errorf("%d deliveries", n)
			}
			return nil
		})
		if n := f.count("SELECT count(*) FROM deliveries WHERE attempts = 0 AND consumer = 'newer.orders'"); n != 3 {
			t.Errorf("%d deliveries for the newer one", n)
		}
	})
}
