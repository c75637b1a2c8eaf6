package eventbus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/postgres"
)

// noHurry is a backoff that no test waits for.
func noHurry(int) time.Duration { return time.Hour }

// Transactions that lock their key's row before they publish: each key's numbers arrive in the order of the commits.
func TestEventsOfAKeyArriveInTheOrderOfTheirCommits(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		const keys, writers, rounds = 5, 8, 10
		r := newRoom(t, db, Options{})
		if err := db.Exec("CREATE TABLE orders (id text PRIMARY KEY, number int NOT NULL)").Error; err != nil {
			t.Fatal(err)
		}
		for k := range keys {
			if err := db.Exec("INSERT INTO orders (id, number) VALUES (?, 0)", fmt.Sprint(k)).Error; err != nil {
				t.Fatal(err)
			}
		}
		var got seen[placed]
		var unlucky atomic.Int32
		On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if unlucky.Add(1)%7 == 0 {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		r.start()
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
		last := map[string]int{}
		for _, m := range got.wait(t, keys*writers*rounds) {
			if last[m.Key]++; m.Event.Number != last[m.Key] {
				t.Fatalf("key %s: number %d came as the %d.", m.Key, m.Event.Number, last[m.Key])
			}
		}
		r.idle()
	})
}

// Two replicas with two consumers each: every effect once, in the order of its key.
func TestReplicasNeverDouble(t *testing.T) {
	t.Parallel()
	const orders = 400
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	there := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	here.notes()
	handled := map[*room]*atomic.Int32{here: {}, there: {}}
	for _, r := range []*room{here, there} {
		for _, consumer := range []string{"mail.orders", "points.orders"} {
			On(r.bus, Consumer{Name: consumer}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
				handled[r].Add(1)
				return note(consumer, tx, m)
			})
		}
		r.start()
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
	here.idle()
	if n := here.count("SELECT count(*) FROM notes"); n != 2*orders {
		t.Errorf("%d effects, want %d", n, 2*orders)
	}
	if n := here.count("SELECT count(*) FROM (SELECT DISTINCT consumer, seq FROM notes) AS once"); n != 2*orders {
		t.Errorf("%d different effects, want %d", n, 2*orders)
	}
	for r, n := range handled {
		if n.Load() == 0 {
			t.Errorf("replica %p had nothing to do", r)
		}
	}
}

// Even when publishers do not lock what their key names, so that an older event comes up while a younger one of its key is being handled,
// each has its effect once.
func TestAnOlderEventThatComesLateDoublesNothing(t *testing.T) {
	t.Parallel()
	url := kit.NewURL(t, database.Postgres, Migrations())
	here := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	there := newRoom(t, kit.Open(t, url, Migrations()), Options{})
	here.notes()
	entered, open := make(chan struct{}), make(chan struct{})
	On(here.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		if m.Event.Number == 2 {
			close(entered)
			<-open
		}
		return note("mail.orders", tx, m)
	})
	doubled := make(chan struct{}, 10)
	On(there.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		if m.Event.Number == 2 {
			doubled <- struct{}{}
		}
		return note("mail.orders", tx, m)
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
	here.idle()
	if n := here.count("SELECT count(*) FROM notes"); n != 2 {
		t.Errorf("%d effects of 2 events", n)
	}
}

// A worker whose process dies in the middle of a batch leaves nothing behind: no effect, no lock.
func TestAKilledWorkerLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		dying := newRoom(t, db, Options{Backoff: noHurry})
		dying.notes()
		third := make(chan struct{})
		var n atomic.Int32
		On(dying.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if err := note("mail.orders", tx, m); err != nil {
				return err
			}
			if n.Add(1) == 3 {
				close(third)
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		})
		if err := dying.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 10 {
			dying.publish(placed{Order: fmt.Sprint("order-", i)})
		}
		if err := dying.bus.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		<-third
		now, cancel := context.WithCancel(t.Context())
		cancel()
		if err := dying.bus.Stop(now); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped with %v", err)
		}
		if n := dying.count("SELECT count(*) FROM notes"); n != 0 {
			t.Errorf("%d effects of a batch that was not committed", n)
		}
		if n := dying.count("SELECT count(*) FROM deliveries WHERE attempts = 0"); n != 10 {
			t.Errorf("%d deliveries are left as they were, want 10", n)
		}
	})
}

// Stop lets the batch under way finish.
func TestStopIsGraceful(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		slow := newGate[placed]()
		On(r.bus, Consumer{Name: "mail.orders"}, slow.handle)
		if err := r.bus.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := r.bus.Healthy(); err != nil {
			t.Error(err)
		}
		r.publish(placed{Order: "a"})
		<-slow.entered
		stopped := make(chan error)
		go func() { stopped <- r.bus.Stop(context.Background()) }()
		kit.Eventually(t, "the bus is not healthy any more", func() error {
			if r.bus.Healthy() == nil {
				return errors.New("it is")
			}
			return nil
		})
		close(slow.open)
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		if n := r.count("SELECT count(*) FROM deliveries"); n != 0 {
			t.Errorf("%d deliveries are left", n)
		}
	})
}

// A handler that outstays its limit is charged an attempt; the rest of its batch goes on, and happens once.
func TestAHandlerPastItsLimitIsCut(t *testing.T) {
	outstay := map[string]func(ctx context.Context, tx *gorm.DB){
		"in a statement": func(ctx context.Context, tx *gorm.DB) {
			statement := "SELECT pg_sleep(60)"
			if database.Dialect(tx) == database.SQLite {
				statement = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
			}
			_ = tx.Exec(statement).Error
		},
		"deaf to its context": func(ctx context.Context, tx *gorm.DB) {
			<-ctx.Done()
			<-time.After(2 * grace)
			_ = tx.WithContext(context.WithoutCancel(ctx)).Exec("INSERT INTO notes (consumer, seq) VALUES ('late', 0)").Error
		},
	}
	// While the worker gives the transaction up, the handler goes on with it: red with -race when both use its connection.
	outstay["writing on and on"] = func(ctx context.Context, tx *gorm.DB) {
		deaf := context.WithoutCancel(ctx)
		write := func(tx *gorm.DB) error { return Publish(deaf, tx, shipped{Order: "late"}) }
		for database.Savepoint(tx.WithContext(deaf), write) == nil {
		}
		database.AfterCommit(tx, func() { t.Error("the transaction was committed") })
	}
	for name, outstay := range outstay {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, db *gorm.DB) {
				r := newRoom(t, db, Options{Backoff: noHurry})
				r.bus.limit = time.Second
				r.notes()
				late := make(chan struct{})
				On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
					if m.Event.Number == 2 {
						defer close(late)
						outstay(ctx, tx)
						return ctx.Err()
					}
					return note("mail.orders", tx, m)
				})
				if err := r.bus.DeclareConsumers(t.Context()); err != nil {
					t.Fatal(err)
				}
				for i := range 5 {
					r.publish(placed{Order: fmt.Sprint("order-", i), Number: i})
				}
				r.start()
				<-late
				kit.Eventually(t, "only the late one is left", func() error {
					if n := r.count("SELECT count(*) FROM deliveries"); n != 1 {
						return fmt.Errorf("%d are left", n)
					}
					return nil
				})
				if n := r.count("SELECT attempts FROM deliveries"); n != 1 {
					t.Errorf("%d attempts", n)
				}
				if n := r.count("SELECT count(*) FROM notes"); n != 4 {
					t.Errorf("%d effects, want 4", n)
				}
				if n := r.count("SELECT count(*) FROM events"); n != 5 {
					t.Errorf("%d events, want 5", n)
				}
			})
		})
	}
}

// What a batch has handled within 200 ms is committed before its next handler begins, so that a slow handler keeps no locks that another could wait for.
func TestABatchHoldsItsLocksForAMoment(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		r.notes()
		On(r.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
			if n := r.count("SELECT count(*) FROM notes"); n != m.Event.Number {
				t.Errorf("%d effects are committed before the handler of number %d", n, m.Event.Number)
			}
			<-time.After(250 * time.Millisecond)
			return note("mail.orders", tx, m)
		})
		if err := r.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			r.publish(placed{Order: fmt.Sprint("order-", i), Number: i})
		}
		r.start()
		r.idle()
	})
}

// While one consumer is slow, the others go on.
func TestASlowHandlerDelaysOnlyItsConsumer(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.Postgres(t, Migrations()), Options{})
	slow := newGate[placed]()
	On(r.bus, Consumer{Name: "mail.orders"}, slow.handle)
	var got seen[placed]
	On(r.bus, Consumer{Name: "points.orders"}, got.handle)
	r.start()
	r.publish(placed{Order: "a"})
	<-slow.entered
	for i := range 50 {
		r.publish(placed{Order: fmt.Sprint("order-", i)})
	}
	got.wait(t, 51)
	if n := r.count("SELECT count(*) FROM deliveries WHERE consumer = 'mail.orders'"); n != 51 {
		t.Errorf("%d deliveries wait for the slow one, want 51", n)
	}
	close(slow.open)
	r.idle()
}

// A transaction that stays open elsewhere, with events of its own, holds nobody up; its events come when it commits, after later ones.
func TestAnOpenTransactionDelaysNobody(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.Postgres(t, Migrations()), Options{})
	var got seen[placed]
	On(r.bus, Consumer{Name: "mail.orders"}, got.handle)
	r.start()
	published, commit, committed := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		committed <- database.InTx(t.Context(), r.db, func(tx *gorm.DB) error {
			err := Publish(t.Context(), tx, placed{Order: "early", Number: 0})
			close(published)
			<-commit
			return err
		})
	}()
	<-published
	for i := range 10 {
		r.publish(placed{Order: "late", Number: i + 1})
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

// More than a look ahead stands behind a dead delivery; what is behind that comes all the same.
func TestALongQueueBehindADeadDeliveryIsPassed(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{MaxAttempts: 1})
		var got seen[placed]
		On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Key == "dead" {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		r.start()
		r.publish(placed{Order: "dead"})
		r.dead(1)
		many := make([]Event, 700)
		for i := range many {
			many[i] = placed{Order: "dead", Number: i}
		}
		r.publish(many...)
		r.publish(placed{Order: "a"}, placed{Order: "b"})
		got.wait(t, 2)
		if dead := r.dead(1)[0]; dead.Waiting != 700 {
			t.Errorf("%d wait", dead.Waiting)
		}
	})
}

// A binary leaves alone what only a newer or an older one knows how to handle, and what stands behind it in its key.
func TestUnknownEventsAreLeftToTheBinaryThatKnowsThem(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		var got seen[placed]
		On(r.bus, Consumer{Name: "mail.orders"}, got.handle)
		r.start()
		for _, other := range []struct{ event, consumer string }{{"shop.shipped.v1", "mail.orders"}, {"shop.placed.v1", "newer.orders"}} {
			err := db.Exec("INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES (?, ?, FALSE)", other.event, other.consumer).Error
			if err != nil {
				t.Fatal(err)
			}
		}
		r.publish(shipped{Order: "a"}, placed{Order: "a"}, placed{Order: "b"}, shipped{Order: "b"}, placed{Order: "b"})
		if m := got.wait(t, 1); m[0].Key != "b" {
			t.Errorf("handled %+v", m)
		}
		kit.Eventually(t, "the rest is left", func() error {
			if n := r.count("SELECT count(*) FROM deliveries WHERE attempts = 0 AND consumer = 'mail.orders'"); n != 4 {
				return fmt.Errorf("%d deliveries", n)
			}
			return nil
		})
		if n := r.count("SELECT count(*) FROM deliveries WHERE attempts = 0 AND consumer = 'newer.orders'"); n != 3 {
			t.Errorf("%d deliveries for the newer one", n)
		}
	})
}

// The database goes away in the middle of a batch and comes back: nothing is lost or done twice, and health tells.
func TestTheBusOutlivesItsDatabase(t *testing.T) {
	t.Parallel()
	server, err := postgres.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	r := newRoom(t, kit.Open(t, server.URL("postgres"), Migrations()), Options{MaxAttempts: 1000, Log: zap.NewNop()})
	r.notes()
	var n atomic.Int32
	fifth, away := make(chan struct{}), make(chan struct{})
	On(r.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		if n.Add(1) == 5 {
			close(fifth)
			<-away
		}
		return note("mail.orders", tx, m)
	})
	if err := r.bus.DeclareConsumers(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		r.publish(placed{Order: fmt.Sprint("order-", i)})
	}
	r.start()
	<-fifth
	if err := server.Halt(); err != nil {
		t.Fatal(err)
	}
	close(away)
	kit.Eventually(t, "health tells", func() error {
		if r.bus.Healthy() == nil {
			return errors.New("healthy without a database")
		}
		return nil
	})
	if err := server.Resume(); err != nil {
		t.Fatal(err)
	}
	kit.Eventually(t, "health comes back", r.bus.Healthy)
	r.idle()
	if n := r.count("SELECT count(*) FROM notes"); n != 30 {
		t.Errorf("%d effects of 30 events", n)
	}
}

// What a handle without a started bus publishes (a command, another process) is found without being told of.
func TestThePollFindsWhatNobodyToldOf(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		var got seen[placed]
		On(r.bus, Consumer{Name: "mail.orders"}, got.handle)
		r.start()
		r.publish(placed{Order: "a"})
		got.wait(t, 1)
		r.idle()
		err := db.Exec(`INSERT INTO deliveries (consumer, seq, name, key, prompt) SELECT 'mail.orders', seq, name, key, FALSE FROM events`).Error
		if err != nil {
			t.Fatal(err)
		}
		got.wait(t, 2)
	})
}
