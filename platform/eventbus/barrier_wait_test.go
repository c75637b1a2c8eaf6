package eventbus

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/test/kit"
)

// forever is longer than any test: a wait with this limit that returns has not reached it.
const forever = time.Minute

// withBarrier returns ctx with the barrier of a request.
func withBarrier(ctx context.Context, barrier string) context.Context {
	return WithCause(ctx, Cause{Barrier: barrier})
}

func TestWaitReturnsWhenReadModelsHaveCaughtUp(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		slow := newGate[placed]()
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, slow.handle)
		f.start()
		f.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		<-slow.entered

		short, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		WaitForReadModels(withBarrier(short, "req-1"), db, forever)
		if short.Err() == nil {
			t.Error("WaitForReadModels returned while the read model was behind")
		}

		f.publishAs(Cause{Barrier: "req-2"}, placed{Order: "b"})
		returned := make(chan struct{})
		go func() {
			defer close(returned)
			WaitForReadModels(withBarrier(t.Context(), "req-2"), db, forever)
		}()
		close(slow.open)
		<-returned
		f.awaitIdle()
	})
}

func TestWaitEndsAtItsLimit(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		On(f.bus, Consumer{Name: "list.orders", Awaited: true}, func(context.Context, *gorm.DB, Message[placed]) error { return errBroken })
		f.start()
		f.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		WaitForReadModels(withBarrier(t.Context(), "req-1"), db, 30*time.Millisecond)
	})
}

func TestWaitIncludesEventsOfHandlers(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		On(f.bus, Consumer{Name: "depot.orders", Awaited: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			return Publish(ctx, tx, shipped{Order: m.Event.Order})
		})
		var got received[shipped]
		On(f.bus, Consumer{Name: "list.parcels", ReadModel: true}, got.handle)
		f.start()
		for range 20 {
			before := len(got.all())
			f.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
			WaitForReadModels(withBarrier(t.Context(), "req-1"), db, forever)
			if n := len(got.all()); n != before+1 {
				t.Fatalf("WaitForReadModels returned after %d of %d events of handlers", n, before+1)
			}
		}
		f.awaitIdle()
	})
}

// A request does not wait for consumers that are neither ReadModel nor Awaited, nor for those that
// MayLag. A request that published nothing makes no query.
func TestWaitIgnoresOtherConsumers(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		slow := newGate[placed]()
		On(f.bus, Consumer{Name: "mail.orders"}, slow.handle)
		On(f.bus, Consumer{Name: "list.sales", ReadModel: true, MayLag: true}, slow.handle)
		f.start()
		f.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		<-slow.entered
		<-slow.entered
		WaitForReadModels(withBarrier(t.Context(), "req-1"), db, forever)
		WaitForReadModels(withBarrier(t.Context(), "req-unknown"), db, forever)
		WaitForReadModels(withBarrier(t.Context(), ""), db, forever)
		close(slow.open)
		f.awaitIdle()
	})
}

func TestWaitIgnoresDeadAndHeld(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 1})
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, func(context.Context, *gorm.DB, Message[placed]) error { return errBroken })
		f.start()
		f.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		WaitForReadModels(withBarrier(t.Context(), "req-1"), db, forever)
		f.publishAs(Cause{Barrier: "req-2"}, placed{Order: "a"})
		WaitForReadModels(withBarrier(t.Context(), "req-2"), db, forever)
		if n := f.count("SELECT count(*) FROM deliveries"); n != 2 {
			t.Errorf("%d deliveries", n)
		}
	})
}

// The worker of another replica does not wake the wait; a check of the database ends it.
func TestWaitSeesOtherReplicas(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newFixture(t, kit.Open(t, url, Migrations()), Options{})
	there := newFixture(t, kit.Open(t, url, Migrations()), Options{})
	var got received[placed]
	On(there.bus, Consumer{Name: "list.orders", ReadModel: true}, got.handle)
	there.start()
	here.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
	WaitForReadModels(withBarrier(t.Context(), "req-1"), here.db, forever)
	if len(got.all()) != 1 {
		t.Error("WaitForReadModels returned before the other replica had handled the event")
	}
}

// Requests of one client with the same X-Request-Id do not wait for each other's events, neither at
// the same time nor one after the other.
func TestRequestsWithOneIDDoNotWaitForEachOther(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{Pauses: background.Pauses{time.Hour}})
		var got received[placed]
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Key == "stuck" {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		f.start()
		f.publishAs(Cause{RequestID: "req-1", Barrier: "1"}, placed{Order: "stuck"})
		for i := range 3 {
			barrier := fmt.Sprint("2", i)
			f.publishAs(Cause{RequestID: "req-1", Barrier: barrier}, placed{Order: "b"})
			WaitForReadModels(withBarrier(t.Context(), barrier), db, forever)
			if m := got.all(); len(m) != i+1 || m[i].RequestID != "req-1" {
				t.Fatalf("handled %+v", m)
			}
		}
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		WaitForReadModels(withBarrier(short, "1"), db, forever)
		if short.Err() == nil {
			t.Error("the other requests have ended the wait of the first one")
		}
	})
}

// A delivery carries the barrier to another replica. Events that its handlers publish belong to the
// barrier too.
func TestWaitIncludesEventsOfOtherReplicas(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newFixture(t, kit.Open(t, url, Migrations()), Options{})
	there := newFixture(t, kit.Open(t, url, Migrations()), Options{})
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
			WaitForReadModels(withBarrier(t.Context(), barrier), here.db, forever)
			returned <- barrier
		}()
	}
	<-slow.entered
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	select {
	case barrier := <-returned:
		t.Errorf("the wait of %s returned before the handler's event was handled", barrier)
	case <-short.Done():
	}
	close(slow.open)
	<-returned
	<-returned
	there.awaitIdle()
}
