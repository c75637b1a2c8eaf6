package eventbus

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/test/kit"
)

func TestFailureIsRolledBackAndTriedAgain(t *testing.T) {
	failures := map[string]func(ctx context.Context, tx *gorm.DB) error{
		"an error":           func(context.Context, *gorm.DB) error { return errBroken },
		"a panic":            func(context.Context, *gorm.DB) error { panic("out of beans") },
		"a failed statement": func(_ context.Context, tx *gorm.DB) error { return tx.Exec("SELECT * FROM nowhere").Error },
		"a failed statement whose error is not returned": func(_ context.Context, tx *gorm.DB) error {
			if database.Dialect(tx) == database.SQLite {
				return errBroken // a failed statement does not fail a transaction there
			}
			_ = tx.Exec("SELECT * FROM nowhere").Error
			return nil
		},
	}
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, db *gorm.DB) {
				f := newFixture(t, db, Options{})
				f.createEffects()
				var attempts []int
				On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
					attempts = append(attempts, m.Attempt)
					if err := saveEffect("mail.orders", tx, m); err != nil {
						return err
					}
					if err := Publish(ctx, tx, shipped{Order: m.Key}); err != nil {
						return err
					}
					if m.Attempt < 3 {
						return fail(ctx, tx)
					}
					return nil
				})
				f.start()
				f.publish(placed{Order: "a"})
				f.awaitIdle()
				if fmt.Sprint(attempts) != "[1 2 3]" {
					t.Errorf("attempts %v", attempts)
				}
				if n := f.count("SELECT count(*) FROM effects"); n != 1 {
					t.Errorf("its effect is there %d times", n)
				}
				if n := f.count("SELECT count(*) FROM events WHERE name = 'shop.shipped.v1'"); n != 1 {
					t.Errorf("its event is there %d times", n)
				}
			})
		})
	}
}

// The other deliveries of a batch neither wait for the failing one nor happen twice.
func TestFailureLeavesTheRestOfItsBatchAlone(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 3})
		f.createEffects()
		var bad atomic.Int32
		On(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
			if err := saveEffect("mail.orders", tx, m); err != nil {
				return err
			}
			if m.Event.Number == 7 {
				bad.Add(1)
				return errBroken
			}
			return nil
		})
		if err := f.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 30 {
			f.publish(placed{Order: fmt.Sprint("order-", i), Number: i})
		}
		f.start()
		kit.Eventually(t, "all but one are handled", func() error {
			if n := f.count("SELECT count(*) FROM deliveries WHERE dead_id IS NULL"); n > 0 {
				return fmt.Errorf("%d are left", n)
			}
			return nil
		})
		if n := f.count("SELECT count(*) FROM effects"); n != 29 {
			t.Errorf("%d effects, want 29", n)
		}
		if bad.Load() != 3 {
			t.Errorf("the bad one was tried %d times", bad.Load())
		}
	})
}

// One event after the other is not one batch after the other at a consumer that may lag.
func TestBatchesOfConsumersThatMayLagAreApart(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		var got received[placed]
		On(f.bus, Consumer{Name: "mail.orders", MayLag: true}, got.handle)
		f.start()
		const batches = 5
		began := time.Now()
		for i := range batches {
			f.publish(placed{Order: fmt.Sprint(i)})
			got.wait(t, i+1)
		}
		if took := time.Since(began); took < (batches-1)*lagPause {
			t.Errorf("%d batches within %v", batches, took)
		}
	})
}

// A worker whose process dies in the middle of a batch leaves no effect and no lock.
func TestAKilledWorkerLeavesNothing(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		dying := newFixture(t, db, Options{Pauses: background.Pauses{time.Hour}})
		dying.createEffects()
		third := make(chan struct{})
		var n atomic.Int32
		On(dying.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if err := saveEffect("mail.orders", tx, m); err != nil {
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
		if n := dying.count("SELECT count(*) FROM effects"); n != 0 {
			t.Errorf("%d effects of a batch that was not committed", n)
		}
		if n := dying.count("SELECT count(*) FROM deliveries WHERE attempts = 0"); n != 10 {
			t.Errorf("%d deliveries are left as they were, want 10", n)
		}
	})
}

// outstayTimeout are handlers that run past their timeout.
var outstayTimeout = map[string]func(ctx context.Context, t *testing.T, tx *gorm.DB){
	"in a statement": func(_ context.Context, _ *testing.T, tx *gorm.DB) {
		statement := "SELECT pg_sleep(60)"
		if database.Dialect(tx) == database.SQLite {
			statement = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
		}
		_ = tx.Exec(statement).Error
	},
	"without regard to its context": func(ctx context.Context, _ *testing.T, tx *gorm.DB) {
		<-ctx.Done()
		<-time.After(2 * handlerGrace)
		_ = tx.WithContext(context.WithoutCancel(ctx)).Exec("INSERT INTO effects (consumer, seq) VALUES ('late', 0)").Error
	},
	// The handler goes on writing while the worker abandons the transaction. With -race this fails
	// when both use its connection.
	"writing on and on": func(ctx context.Context, t *testing.T, tx *gorm.DB) {
		endless := context.WithoutCancel(ctx)
		write := func(tx *gorm.DB) error { return Publish(endless, tx, shipped{Order: "late"}) }
		for database.Savepoint(tx.WithContext(endless), write) == nil {
		}
		database.AfterCommit(tx, func() { t.Error("the transaction was committed") })
	},
}

// A handler that outstays its timeout fails one attempt. The rest of its batch goes on, and happens
// once.
func TestAHandlerPastItsTimeout(t *testing.T) {
	for name, outstay := range outstayTimeout {
		t.Run(name, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, db *gorm.DB) {
				f := newFixture(t, db, Options{Pauses: background.Pauses{time.Hour}})
				f.bus.handlerTimeout = 3 * time.Second
				f.createEffects()
				late := make(chan struct{})
				On(f.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
					if m.Event.Number == 2 {
						defer close(late)
						outstay(ctx, t, tx)
						return ctx.Err()
					}
					return saveEffect("mail.orders", tx, m)
				})
				if err := f.bus.DeclareConsumers(t.Context()); err != nil {
					t.Fatal(err)
				}
				for i := range 5 {
					f.publish(placed{Order: fmt.Sprint("order-", i), Number: i})
				}
				f.start()
				<-late
				f.awaitCount("only the late one is left", 1, "SELECT count(*) FROM deliveries")
				if n := f.count("SELECT attempts FROM deliveries"); n != 1 {
					t.Errorf("%d attempts", n)
				}
				if n := f.count("SELECT count(*) FROM effects"); n != 4 {
					t.Errorf("%d effects, want 4", n)
				}
				if n := f.count("SELECT count(*) FROM events"); n != 5 {
					t.Errorf("%d events, want 5", n)
				}
			})
		})
	}
}

// A batch commits after 200 ms of handlers, before the next handler begins. So a slow handler keeps
// no locks that another transaction waits for.
func TestABatchCommitsAfterItsBudget(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.createEffects()
		On(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
			if n := f.count("SELECT count(*) FROM effects"); n != m.Event.Number {
				t.Errorf("%d effects are committed before the handler of number %d", n, m.Event.Number)
			}
			<-time.After(250 * time.Millisecond)
			return saveEffect("mail.orders", tx, m)
		})
		if err := f.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			f.publish(placed{Order: fmt.Sprint("order-", i), Number: i})
		}
		f.start()
		f.awaitIdle()
	})
}

// While one consumer is slow, the others go on.
func TestASlowHandlerDelaysOnlyItsConsumer(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{})
	slow := newGate[placed]()
	On(f.bus, Consumer{Name: "mail.orders"}, slow.handle)
	var got received[placed]
	On(f.bus, Consumer{Name: "points.orders"}, got.handle)
	f.start()
	f.publish(placed{Order: "a"})
	<-slow.entered
	for i := range 50 {
		f.publish(placed{Order: fmt.Sprint("order-", i)})
	}
	got.wait(t, 51)
	if n := f.count("SELECT count(*) FROM deliveries WHERE consumer = 'mail.orders'"); n != 51 {
		t.Errorf("%d deliveries wait for the slow one, want 51", n)
	}
	close(slow.open)
	f.awaitIdle()
}
