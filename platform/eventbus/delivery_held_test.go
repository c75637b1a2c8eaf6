package eventbus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// countInClaim counts the deliveries that the claim looks at.
const countInClaim = "SELECT count(*) FROM deliveries WHERE turn IS NOT NULL"

// Deliveries behind a dead one, published before its death or after, leave the claim until it is
// retried. Then all of them come, in order.
func TestClaimDoesNotReadHeldDeliveries(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 1})
		var broken atomic.Bool
		broken.Store(true)
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Event.Number == 1 && broken.Load() {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		f.start()
		f.publish(numberedEvents("hot", 1, 60)...)
		dead := f.awaitDead(1)[0]
		f.publish(numberedEvents("hot", 61, 90)...)
		if n := f.count(countInClaim); n != 0 {
			t.Errorf("%d deliveries are in the claim", n)
		}
		if n := f.awaitDead(1)[0].Waiting; n != 89 {
			t.Errorf("%d wait", n)
		}
		broken.Store(false)
		f.retry(dead.ID)
		requireNumbered(t, got.wait(t, 90))
		f.awaitIdle()
	})
}

// A publisher that began before a death does not flag its deliveries as held. They come behind the
// dead one all the same, and the poll flags them.
func TestPollHoldsWhatAPublisherDidNotHold(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{MaxAttempts: 1})
	var got received[placed]
	entered, open := make(chan struct{}), make(chan struct{})
	var tries atomic.Int32
	On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
		if tries.Add(1) == 1 {
			close(entered)
			<-open
			return errBroken
		}
		return got.handle(ctx, tx, m)
	})
	f.start()
	f.publish(placed{Order: "a", Number: 1})
	<-entered
	var dead DeadDelivery
	err := database.InTx(t.Context(), f.db, func(tx *gorm.DB) error {
		if err := Publish(t.Context(), tx, placed{Order: "a", Number: 2}); err != nil {
			return err
		}
		close(open)
		dead = f.awaitDead(1)[0]
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f.awaitCount("the poll has flagged it", 0, countInClaim)
	if m := got.all(); len(m) != 0 {
		t.Fatalf("handled %+v before what is dead", m)
	}
	f.retry(dead.ID)
	requireNumbered(t, got.wait(t, 2))
	f.awaitIdle()
}

// A retry waits for the transaction of a publisher that has seen the death: its held delivery needs
// the dead row to get the holding flag from.
func TestRetryWaitsForAPublisherThatHolds(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{MaxAttempts: 1})
	var got received[placed]
	var tries atomic.Int32
	On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
		if tries.Add(1) == 1 {
			return errBroken
		}
		return got.handle(ctx, tx, m)
	})
	f.start()
	f.publish(placed{Order: "a", Number: 1})
	dead := f.awaitDead(1)[0]
	retried := make(chan error, 1)
	err := database.InTx(t.Context(), f.db, func(tx *gorm.DB) error {
		if err := Publish(t.Context(), tx, placed{Order: "a", Number: 2}); err != nil {
			return err
		}
		go func() {
			_, err := f.tryRetry(dead.ID)
			retried <- err
		}()
		kit.Eventually(t, "the retry waits", func() error {
			if len(got.all())+f.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
				return errors.New("it has not come yet")
			}
			return nil
		})
		return nil
	})
	if err := errors.Join(err, <-retried); err != nil {
		t.Fatal(err)
	}
	requireNumbered(t, got.wait(t, 2))
	f.awaitIdle()
}

// An older binary does not know the flags: it records deaths, publishes and retries without them.
func TestAnOlderBinaryWithoutFlags(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{Pauses: background.Pauses{time.Hour}})
		var got received[placed]
		var tries atomic.Int32
		On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if tries.Add(1) == 1 {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		f.start()
		f.publish(placed{Order: "a", Number: 1})
		f.awaitCount("a first attempt", 1, "SELECT count(*) FROM deliveries WHERE attempts = 1")
		for _, statement := range []string{
			"UPDATE deliveries SET dead_id = '" + id.New() + "', died_at = due_at WHERE attempts = 1",
			`INSERT INTO events (id, name, key, payload, occurred_at, actor) SELECT '` + id.New() + `', name, key, '{"order":"a","number":2}', occurred_at, actor FROM events`,
			`INSERT INTO deliveries (consumer, seq, name, key, prompt) SELECT 'mail.orders', seq, name, key, FALSE FROM events
				WHERE payload LIKE '%:2}'`,
		} {
			if err := db.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		f.awaitCount("the poll has flagged it", 0, countInClaim)
		f.publish(placed{Order: "a", Number: 3})
		if err := db.Exec("UPDATE deliveries SET dead_id = NULL, died_at = NULL, attempts = 0, due_at = NULL WHERE dead_id IS NOT " +
			"NULL").Error; err != nil {
			t.Fatal(err)
		}
		requireNumbered(t, got.wait(t, 3))
		f.awaitIdle()
	})
}

// Deliveries die and are retried while events are published. Every key arrives complete and in
// order, and no delivery is left.
func TestDeathsAndRetriesKeepTheOrder(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		const keys, events = 4, 40
		f := newFixture(t, db, Options{MaxAttempts: 1})
		random := kit.Rand(t)
		var failing atomic.Bool
		failing.Store(true)
		var got received[placed]
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if failing.Load() && random.IntN(4) == 0 {
				return errBroken
			}
			database.AfterCommit(tx, func() { _ = got.handle(ctx, tx, m) })
			return nil
		})
		f.start()
		published := f.publishInBackground(keys, events)
		for retried, over := 0, false; !over; {
			retried += f.retryAll()
			select {
			case <-published:
				over = retried > 20
			default:
			}
		}
		failing.Store(false)
		kit.Eventually(t, "everything is handled", func() error {
			f.retryAll()
			if n := f.count("SELECT count(*) FROM deliveries"); n > 0 {
				return fmt.Errorf("%d are left, %d of them in the claim", n, f.count(countInClaim))
			}
			return nil
		})
		handled := got.wait(t, keys*events) // its hooks may run a moment after the last commit
		requireNumberedByKey(t, handled)
		if len(handled) != keys*events {
			t.Errorf("%d were handled", len(handled))
		}
	})
}

// publishInBackground publishes numbered events of several keys at the same time. The channel is
// closed when all are published.
func (f *fixture) publishInBackground(keys, events int) <-chan struct{} {
	var publishers sync.WaitGroup
	for k := range keys {
		publishers.Go(func() {
			for n := 1; n <= events; n += 2 {
				f.publish(numberedEvents(fmt.Sprint(k), n, n+1)...)
			}
		})
	}
	published := make(chan struct{})
	go func() { publishers.Wait(); close(published) }()
	return published
}

// retryAll retries the dead deliveries and returns their number.
func (f *fixture) retryAll() int {
	f.t.Helper()
	dead, _, err := ListDead(f.t.Context(), f.db, DeadFilter{}, 100, 0)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, d := range dead {
		f.retry(d.ID)
	}
	return len(dead)
}
