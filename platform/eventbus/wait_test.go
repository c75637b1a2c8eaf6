package eventbus

import (
	"context"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// forever is longer than any test; a Wait with it that returns has not run into its limit.
const forever = time.Minute

// gate is a handler that waits until it is opened.
type gate[E Event] struct {
	entered, open chan struct{}
}

func newGate[E Event]() *gate[E] {
	return &gate[E]{entered: make(chan struct{}, 100), open: make(chan struct{})}
}

func (g *gate[E]) handle(ctx context.Context, _ *gorm.DB, _ Message[E]) error {
	g.entered <- struct{}{}
	select {
	case <-g.open:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestWaitReturnsWhenReadModelsHaveCaughtUp(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		slow := newGate[placed]()
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, slow.handle)
		r.start()
		r.publishAs(Cause{RequestID: "req-1"}, placed{Order: "a"})
		<-slow.entered

		short, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		Wait(short, db, "req-1", forever)
		if short.Err() == nil {
			t.Error("Wait returned while the read model was behind")
		}

		r.publishAs(Cause{RequestID: "req-2"}, placed{Order: "b"})
		returned := make(chan struct{})
		go func() {
			defer close(returned)
			Wait(t.Context(), db, "req-2", forever)
		}()
		close(slow.open)
		<-returned
		r.idle()
	})
}

func TestWaitIsLimited(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "list.orders", Prompt: true}, func(context.Context, *gorm.DB, Message[placed]) error { return errBroken })
		r.start()
		r.publishAs(Cause{RequestID: "req-1"}, placed{Order: "a"})
		Wait(t.Context(), db, "req-1", 30*time.Millisecond)
	})
}

func TestWaitCountsHops(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "depot.orders", Prompt: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			return Publish(ctx, tx, shipped{Order: m.Event.Order})
		})
		var got seen[shipped]
		On(r.bus, Consumer{Name: "list.parcels", ReadModel: true}, got.handle)
		r.start()
		for range 20 {
			before := len(got.all())
			r.publishAs(Cause{RequestID: "req-1"}, placed{Order: "a"})
			Wait(t.Context(), db, "req-1", forever)
			if n := len(got.all()); n != before+1 {
				t.Fatalf("Wait returned after %d of %d hops", n, before+1)
			}
		}
		r.idle()
	})
}

// Consumers that nobody waits for do not hold a request up, and a request that published nothing makes no query.
func TestWaitIgnoresOtherConsumers(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		slow := newGate[placed]()
		On(r.bus, Consumer{Name: "mail.orders"}, slow.handle)
		r.start()
		r.publishAs(Cause{RequestID: "req-1"}, placed{Order: "a"})
		<-slow.entered
		Wait(t.Context(), db, "req-1", forever)
		Wait(t.Context(), db, "req-unknown", forever)
		Wait(t.Context(), db, "", forever)
		close(slow.open)
		r.idle()
	})
}

func TestWaitIgnoresDeadAndHeld(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{Attempts: 1})
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, func(context.Context, *gorm.DB, Message[placed]) error { return errBroken })
		r.start()
		r.publishAs(Cause{RequestID: "req-1"}, placed{Order: "a"})
		Wait(t.Context(), db, "req-1", forever)
		r.publishAs(Cause{RequestID: "req-2"}, placed{Order: "a"})
		Wait(t.Context(), db, "req-2", forever)
		if n := r.count("SELECT count(*) FROM deliveries"); n != 2 {
			t.Errorf("%d deliveries", n)
		}
	})
}

// Another replica's worker does not tell; Wait looks for itself.
func TestWaitSeesOtherReplicas(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	there := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	var got seen[placed]
	On(there.bus, Consumer{Name: "list.orders", ReadModel: true}, got.handle)
	there.start()
	here.publishAs(Cause{RequestID: "req-1"}, placed{Order: "a"})
	Wait(t.Context(), here.db, "req-1", forever)
	if len(got.all()) != 1 {
		t.Error("Wait returned before the other replica had handled the event")
	}
}
