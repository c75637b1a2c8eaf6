package eventbus

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// Publishers lock the row that the key names: the numbers of each key arrive in the order of the
// commits.
func TestEventsOfAKeyArriveInTheOrderOfTheirCommits(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		const keys, writers, rounds = 5, 8, 10
		f := newFixture(t, db, Options{})
		if err := db.Exec("CREATE TABLE orders (id text PRIMARY KEY, number int NOT NULL)").Error; err != nil {
			t.Fatal(err)
		}
		for k := range keys {
			if err := db.Exec("INSERT INTO orders (id, number) VALUES (?, 0)", fmt.Sprint(k)).Error; err != nil {
				t.Fatal(err)
			}
		}
		var got received[placed]
		var unlucky atomic.Int32
		On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if unlucky.Add(1)%7 == 0 {
				return errBroken
			}
			// A failure repeats the handlers of the events beside it.
			database.AfterCommit(tx, func() { _ = got.handle(ctx, tx, m) })
			return nil
		})
		f.start()
		var writing sync.WaitGroup
		for range writers {
			writing.Go(func() {
				for i := range rounds * keys {
					key := fmt.Sprint(i % keys)
					err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
						var number int
						if err := tx.Raw("UPDATE orders SET number = number + 1 WHERE id = ? RETURNING number", key).Scan(&number).Error; err != nil {
							return err
						}
						return Publish(t.Context(), tx, placed{Order: key, Number: number})
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		writing.Wait()
		requireNumberedByKey(t, got.wait(t, keys*writers*rounds))
		f.awaitIdle()
	})
}

// Two replicas have the same two consumers. Every effect happens once.
func TestReplicasShareTheWork(t *testing.T) {
	t.Parallel()
	const orders = 400
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newFixture(t, kit.Open(t, url, Migrations()), Options{})
	there := newFixture(t, kit.Open(t, url, Migrations()), Options{})
	here.createEffects()
	handled := map[*fixture]*atomic.Int32{here: {}, there: {}}
	for _, f := range []*fixture{here, there} {
		for _, consumer := range []string{"mail.orders", "points.orders"} {
			On(f.bus, Consumer{Name: consumer}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
				handled[f].Add(1)
				return saveEffect(consumer, tx, m)
			})
		}
		f.start()
	}
	var publishing sync.WaitGroup
	for w := range 4 {
		publishing.Go(func() {
			for i := range orders / 4 {
				here.publish(placed{Order: fmt.Sprint("order-", w, "-", i%10), Number: i})
			}
		})
	}
	publishing.Wait()
	here.awaitIdle()
	if n := here.count("SELECT count(*) FROM effects"); n != 2*orders {
		t.Errorf("%d effects, want %d", n, 2*orders)
	}
	if n := here.count("SELECT count(*) FROM (SELECT DISTINCT consumer, seq FROM effects) AS once"); n != 2*orders {
		t.Errorf("%d different effects, want %d", n, 2*orders)
	}
	for f, n := range handled {
		if n.Load() == 0 {
			t.Errorf("replica %p had nothing to do", f)
		}
	}
}

// Publishers do not lock the row that the key names, so an older event appears while a younger one
// of its key is being handled. Each has its effect once.
func TestALateOlderEventDoublesNothing(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newFixture(t, kit.Open(t, url, Migrations()), Options{})
	there := newFixture(t, kit.Open(t, url, Migrations()), Options{})
	here.createEffects()
	entered, open := make(chan struct{}), make(chan struct{})
	On(here.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		if m.Event.Number == 2 {
			close(entered)
			<-open
		}
		return saveEffect("mail.orders", tx, m)
	})
	doubled := make(chan struct{}, 10)
	On(there.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		if m.Event.Number == 2 {
			doubled <- struct{}{}
		}
		return saveEffect("mail.orders", tx, m)
	})
	here.start()
	err := database.InTx(t.Context(), there.db, func(tx *gorm.DB) error {
		if err := Publish(t.Context(), tx, placed{Order: "a", Number: 1}); err != nil {
			return err
		}
		here.publish(placed{Order: "a", Number: 2})
		<-entered
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	there.start()
	<-doubled
	close(open)
	here.awaitIdle()
	if n := here.count("SELECT count(*) FROM effects"); n != 2 {
		t.Errorf("%d effects of 2 events", n)
	}
}

// An open transaction with events of its own delays no other event. Its events come when it
// commits, after later ones.
func TestAnOpenTransactionDelaysNoOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{})
	var got received[placed]
	On(f.bus, Consumer{Name: "mail.orders"}, got.handle)
	f.start()
	published, commit, committed := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		committed <- database.InTx(t.Context(), f.db, func(tx *gorm.DB) error {
			err := Publish(t.Context(), tx, placed{Order: "early", Number: 0})
			close(published)
			<-commit
			return err
		})
	}()
	<-published
	for i := range 10 {
		f.publish(placed{Order: "late", Number: i + 1})
	}
	got.wait(t, 10)
	close(commit)
	if err := <-committed; err != nil {
		t.Fatal(err)
	}
	messages := got.wait(t, 11)
	if last := messages[10]; last.Key != "early" || last.Seq > messages[0].Seq {
		t.Errorf("the last one was %+v", last)
	}
}

// More deliveries are behind a dead one than the head of the claim reads. The claim finds those of
// other keys all the same.
func TestClaimPassesALongQueueBehindADeadDelivery(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 1})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Key == "dead" {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		f.start()
		f.publish(placed{Order: "dead"})
		f.awaitDead(1)
		many := make([]Event, 700)
		for i := range many {
			many[i] = placed{Order: "dead", Number: i}
		}
		f.publish(many...)
		f.publish(placed{Order: "a"}, placed{Order: "b"})
		got.wait(t, 2)
		if dead := f.awaitDead(1)[0]; dead.Waiting != 700 {
			t.Errorf("%d wait", dead.Waiting)
		}
	})
}
