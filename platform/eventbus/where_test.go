package eventbus

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// even is a filter.
func even(e placed) bool { return e.Number%2 == 0 }

// Publish makes no delivery of an event that the filter refuses. Other consumers get it.
func TestWhereMakesNoDelivery(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var some, all received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, some.handle, Where(even))
		On(f.bus, Consumer{Name: "points.orders"}, all.handle)
		if err := f.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.publish(numberedEvents("a", 1, 5)...)
		if n := f.count("SELECT count(*) FROM deliveries WHERE consumer = 'mail.orders'"); n != 2 {
			t.Errorf("%d deliveries for the filtered consumer, want 2", n)
		}
		f.start()
		all.wait(t, 5)
		f.awaitIdle()
		if got := some.all(); len(got) != 2 || got[0].Event.Number != 2 || got[1].Event.Number != 4 {
			t.Errorf("the handler got %+v", got)
		}
	})
}

// A publisher that does not know the filter makes the deliveries. The handler gets none of those
// that the filter refuses, alone or in a batch.
func TestWhereHoldsForDeliveriesThatExist(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			url := kit.NewURL(t, dialect, Migrations())
			f := newFixture(t, kit.Open(t, url, Migrations()), Options{})
			older := newFixture(t, kit.Open(t, url, Migrations()), Options{})
			var one, many received[placed]
			On(f.bus, Consumer{Name: "mail.orders"}, one.handle, Where(even))
			OnBatch(f.bus, Consumer{Name: "points.orders"}, many.handleBatch, Where(even))
			if err := f.bus.DeclareConsumers(t.Context()); err != nil {
				t.Fatal(err)
			}
			older.publish(numberedEvents("a", 1, 5)...)
			if n := f.count("SELECT count(*) FROM deliveries"); n != 10 {
				t.Errorf("%d deliveries, want 10", n)
			}
			f.start()
			f.awaitIdle()
			if a, b := one.all(), many.all(); len(a) != 2 || len(b) != 2 {
				t.Errorf("the handlers got %+v and %+v", a, b)
			}
		})
	}
}

// Replay gives the handler what its filter accepts.
func TestWhereHoldsInAReplay(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, got.handle, Where(even))
		f.start()
		f.publish(numberedEvents("a", 1, 5)...)
		got.wait(t, 2)
		if _, err := Replay(t.Context(), db, "list.orders", false); err != nil {
			t.Fatal(err)
		}
		got.wait(t, 4)
		f.awaitIdle()
		for _, m := range got.all() {
			if m.Event.Number%2 != 0 {
				t.Errorf("the handler got %+v", m)
			}
		}
	})
}

// A filter sees no personal field, so that an erasure does not change its answer. One that panics
// does not hurt the publisher: its delivery is made, and fails.
func TestWhereSeesNoPersonalField(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 1})
		var got received[signed]
		On(f.bus, Consumer{Name: "club.members"}, got.handle, Where(func(e signed) bool {
			return e.Email == "" && e.Phone == nil && e.Plan == "gold"
		}))
		On(f.bus, Consumer{Name: "club.broken"}, got.handle, Where(func(e signed) bool { return *e.Phone != "" }))
		f.start()
		phone := "+43 1"
		f.publish(signed{User: "u", Plan: "gold", Email: "ann@example.org", Phone: &phone})
		if m := got.wait(t, 1)[0]; m.Event.Email != "ann@example.org" {
			t.Errorf("the handler got %+v", m.Event)
		}
		if dead := f.awaitDead(1)[0]; dead.Consumer != "club.broken" {
			t.Errorf("dead: %+v", dead)
		}
	})
}

// The events of one transaction are filtered one by one, also when they travel with the COMMIT.
func TestWhereAtCommit(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, got.handle, Where(even))
		if err := f.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			return PublishAtCommit(t.Context(), tx, numberedEvents("a", 1, 9)...)
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := f.count("SELECT count(*) FROM deliveries"); n != 4 {
			t.Errorf("%d deliveries, want 4", n)
		}
	})
}
