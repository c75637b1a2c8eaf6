package eventbus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/test/kit"
)

// failTogether are the ways in which a handler of a batch fails because of one of its events.
var failTogether = map[string]func(ctx context.Context, tx *gorm.DB) error{
	"an error": func(context.Context, *gorm.DB) error { return errBroken },
	"a panic":  func(context.Context, *gorm.DB) error { panic("out of beans") },
	"a failed statement whose error is not returned": func(_ context.Context, tx *gorm.DB) error {
		if database.Dialect(tx) == database.SQLite {
			return errBroken // a failed statement does not fail a transaction there
		}
		_ = tx.Exec("SELECT * FROM nowhere").Error
		return nil
	},
	"a statement that fails with the COMMIT": func(_ context.Context, tx *gorm.DB) error {
		return database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB { return tx.Exec("INSERT INTO effects (consumer, seq) VALUES (NULL, NULL)") })
	},
	"its timeout": func(ctx context.Context, _ *gorm.DB) error {
		<-ctx.Done()
		return ctx.Err()
	},
	"no return": func(ctx context.Context, _ *gorm.DB) error {
		<-ctx.Done()
		<-time.After(2 * handlerGrace)
		return nil
	},
}

// However a handler fails, alone or in a batch, one event has failed. Each other one of its
// transaction has its effect, once.
func TestOneEventOfABatchFails(t *testing.T) {
	for name, fail := range failTogether {
		t.Run(name, func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, db *gorm.DB) {
				f := newFixture(t, db, Options{MaxAttempts: 1})
				f.bus.handlerTimeout = 3 * time.Second
				f.createEffects()
				handle := func(ctx context.Context, tx *gorm.DB, messages []Message[placed]) error {
					if err := saveEffects("effects", tx, messages); err != nil {
						return err
					}
					if slices.ContainsFunc(messages, func(m Message[placed]) bool { return m.Event.Number == 2 }) {
						return fail(ctx, tx)
					}
					return nil
				}
				OnBatch(f.bus, Consumer{Name: "mail.orders"}, handle)
				On(f.bus, Consumer{Name: "points.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
					return handle(ctx, tx, []Message[placed]{m})
				})
				f.startWith(placed{"a", 1}, placed{"b", 2}, placed{"c", 3}, placed{"a", 4}, placed{"b", 5})
				f.awaitCount("all others are handled", 4, "SELECT count(*) FROM deliveries")
				for _, dead := range f.awaitDead(2) {
					if dead.Event.Key != "b" || dead.Attempts != 1 || dead.Waiting != 1 {
						t.Errorf("dead: %+v", dead)
					}
				}
				if n := f.count("SELECT count(*) FROM effects"); n != 6 {
					t.Errorf("%d effects, want 6", n)
				}
				if n := f.count("SELECT count(*) FROM (SELECT DISTINCT seq FROM effects) AS once"); n != 3 {
					t.Errorf("%d events have effects, want 3", n)
				}
			})
		})
	}
}

// A process that dies while the events of a failed batch are repeated leaves no effect and no
// attempt.
func TestAKilledRepetitionLeavesNothing(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		dying := newFixture(t, db, Options{Pauses: background.Pauses{time.Hour}})
		dying.createEffects()
		third := make(chan struct{})
		var alone atomic.Int32
		OnBatch(dying.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, messages []Message[placed]) error {
			if err := saveEffects("mail.orders", tx, messages); err != nil {
				return err
			}
			if len(messages) > 1 {
				return errBroken
			}
			if alone.Add(1) == 3 {
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

// The claim knows whether it may have left out something that is due. A worker stops when not.
func TestClaimKnowsWhetherThereIsMore(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		f.subscribe("mail.orders", placed{}.EventName())
		consumer := newConsumer(Consumer{Name: "mail.orders"})
		consumer.subscribe(placed{}.EventName(), &subscription{})
		w := newWorker(f.bus, consumer)
		expect := func(what string, want int, wantMore bool) {
			t.Helper()
			err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				claimed, more, err := w.claim(tx)
				if len(claimed) != want || more != wantMore {
					t.Errorf("%s: claimed %d, more: %t", what, len(claimed), more)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		expect("nothing", 0, false)
		f.publish(numberedEvents("a", 1, 2)...)
		f.publish(placed{"b", 1})
		expect("less than a batch", 3, false)
		f.publish(numberedEvents("c", 1, maxClaimed)...)
		expect("more than a batch", maxClaimed, true)

		if err := db.Exec("UPDATE deliveries SET due_at = ?", time.Now().Add(time.Hour)).Error; err != nil {
			t.Fatal(err)
		}
		expect("all of it is paused", 0, false)
		f.publish(numberedEvents("a", 3, 499)...)
		f.publish(placed{"d", 1}, placed{"e", 1})
		expect("a paused key fills what is looked at first", 2, true)
	})
}

// A failed delivery whose next attempt is due at once is not tried again in the transaction that
// saves its failure: the observer would get the attempts in the wrong order.
func TestTheNextAttemptIsAnotherBatch(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		seen := new(observerSpy)
		f := newFixture(t, db, Options{Observer: seen, Pauses: background.Pauses{0}})
		On(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, _ *gorm.DB, m Message[placed]) error {
			if m.Attempt == 1 {
				return errBroken
			}
			return nil
		})
		f.start()
		f.publish(placed{"a", 1})
		want := []string{"mail.orders attempt 1 failed=true true", "mail.orders attempt 2 failed=false true", "mail.orders delivered true"}
		kit.Eventually(t, "the observer has the attempts in their order", func() error {
			if got := seen.all(); !slices.Equal(got, want) {
				return fmt.Errorf("%q, want %q", got, want)
			}
			return nil
		})
	})
}
