package eventbus

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// behind is ctx of a request with this barrier.
func behind(ctx context.Context, barrier string) context.Context {
	return WithCause(ctx, Cause{Barrier: barrier})
}

func TestWaitReturnsWhenReadModelsHaveCaughtUp(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		slow := newGate[placed]()
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, slow.handle)
		r.start()
		r.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		<-slow.entered

		short, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		WaitForReadModels(behind(short, "req-1"), db, forever)
		if short.Err() == nil {
			t.Error("WaitForReadModels returned while the read model was behind")
		}

		r.publishAs(Cause{Barrier: "req-2"}, placed{Order: "b"})
		returned := make(chan struct{})
		go func() {
			defer close(returned)
			WaitForReadModels(behind(t.Context(), "req-2"), db, forever)
		}()
		close(slow.open)
		<-returned
		r.idle()
	})
}

func TestWaitIsLimited(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "list.orders", Awaited: true}, func(context.Context, *gorm.DB, Message[placed]) error { return errBroken })
		r.start()
		r.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		WaitForReadModels(behind(t.Context(), "req-1"), db, 30*time.Millisecond)
	})
}

func TestWaitCountsHops(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "depot.orders", Awaited: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			return Publish(ctx, tx, shipped{Order: m.Event.Order})
		})
		var got seen[shipped]
		On(r.bus, Consumer{Name: "list.parcels", ReadModel: true}, got.handle)
		r.start()
		for range 20 {
			before := len(got.all())
			r.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
			WaitForReadModels(behind(t.Context(), "req-1"), db, forever)
			if n := len(got.all()); n != before+1 {
				t.Fatalf("WaitForReadModels returned after %d of %d hops", n, before+1)
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
		r.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		<-slow.entered
		WaitForReadModels(behind(t.Context(), "req-1"), db, forever)
		WaitForReadModels(behind(t.Context(), "req-unknown"), db, forever)
		WaitForReadModels(behind(t.Context(), ""), db, forever)
		close(slow.open)
		r.idle()
	})
}

func TestWaitIgnoresDeadAndHeld(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{MaxAttempts: 1})
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, func(context.Context, *gorm.DB, Message[placed]) error { return errBroken })
		r.start()
		r.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		WaitForReadModels(behind(t.Context(), "req-1"), db, forever)
		r.publishAs(Cause{Barrier: "req-2"}, placed{Order: "a"})
		WaitForReadModels(behind(t.Context(), "req-2"), db, forever)
		if n := r.count("SELECT count(*) FROM deliveries"); n != 2 {
			t.Errorf("%d deliveries", n)
		}
	})
}

// Another replica's worker does not tell; WaitForReadModels looks for itself.
func TestWaitSeesOtherReplicas(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	there := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	var got seen[placed]
	On(there.bus, Consumer{Name: "list.orders", ReadModel: true}, got.handle)
	there.start()
	here.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
	WaitForReadModels(behind(t.Context(), "req-1"), here.db, forever)
	if len(got.all()) != 1 {
		t.Error("WaitForReadModels returned before the other replica had handled the event")
	}
}

// Two requests of one client that give the same X-Request-Id, at once or one after the other, do not wait for each other's events.
func TestWaitIsOfOneRequestWhateverItsID(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{Backoff: noHurry})
		var got seen[placed]
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Key == "stuck" {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		r.start()
		r.publishAs(Cause{RequestID: "req-1", Barrier: "1"}, placed{Order: "stuck"})
		for i := range 3 {
			barrier := fmt.Sprint("2", i)
			r.publishAs(Cause{RequestID: "req-1", Barrier: barrier}, placed{Order: "b"})
			WaitForReadModels(behind(t.Context(), barrier), db, forever)
			if m := got.all(); len(m) != i+1 || m[i].RequestID != "req-1" {
				t.Fatalf("handled %+v", m)
			}
		}
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		WaitForReadModels(behind(short, "1"), db, forever)
		if short.Err() == nil {
			t.Error("the other requests have ended the wait of the first one")
		}
	})
}

// The barrier travels with a delivery to another replica, whose handlers' events belong to it too.
func TestWaitCountsHopsOfOtherReplicas(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	there := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	On(there.bus, Consumer{Name: "depot.orders", Awaited: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
		return Publish(ctx, tx, shipped{Order: m.Event.Order})
	})
	slow := newGate[shipped]()
	On(there.bus, Consumer{Name: "list.parcels", ReadModel: true}, slow.handle)
	there.start()
	here.publishAs(Cause{RequestID: "req-1", Barrier: "1"}, placed{Order: "a"})
	here.publishAs(Cause{RequestID: "req-1", Barrier: "2"}, placed{Order: "b"})
	returned := make(chan string, 2)
	for _, barrier := range []string{"1", "2"} {
		go func() {
			WaitForReadModels(behind(t.Context(), barrier), here.db, forever)
			returned <- barrier
		}()
	}
	<-slow.entered
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	select {
	case barrier := <-returned:
		t.Errorf("the wait of %s returned before the hop was handled", barrier)
	case <-short.Done():
	}
	close(slow.open)
	<-returned
	<-returned
	there.idle()
}

// All requests of a process that wait share one query, and there is at most one every lookEvery.
func TestWaitersShareOneLook(t *testing.T) {
	t.Parallel()
	b := newBarrier()
	now := time.Now()
	for i := range 3 {
		b.expect(fmt.Sprint(i), []made{{Consumer: "list.orders", Seq: int64(i)}}, now)
	}
	if b.beginLook() != nil {
		t.Error("a look although no request waits")
	}
	first, second := b.join("0"), b.join("1")
	keys := b.beginLook()
	if slices.Sort(keys); !slices.Equal(keys, []string{"0", "1"}) {
		t.Errorf("a look at %v", keys)
	}
	if b.beginLook() != nil {
		t.Error("two looks at once")
	}
	b.endLook(keys, []string{"1"})
	select {
	case <-first:
	default:
		t.Error("nothing is pending, and the request still waits")
	}
	select {
	case <-second:
		t.Error("the request was let go while something was pending")
	default:
	}
	if b.beginLook() != nil {
		t.Error("two looks one right after the other")
	}
	kit.Eventually(t, "the next look", func() error {
		if b.beginLook() == nil {
			return errors.New("not yet")
		}
		return nil
	})
}
