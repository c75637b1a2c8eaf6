package eventbus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

// notes is a table for the effects of handlers. It has no constraint, so that an effect that happens twice shows.
func (r *room) notes() {
	r.t.Helper()
	if err := r.db.Exec("CREATE TABLE notes (consumer text NOT NULL, seq bigint NOT NULL)").Error; err != nil {
		r.t.Fatal(err)
	}
}

func note[E Event](consumer string, tx *gorm.DB, m Message[E]) error {
	return tx.Exec("INSERT INTO notes (consumer, seq) VALUES (?, ?)", consumer, m.Seq).Error
}

func TestFailureIsRolledBackAndTriedAgain(t *testing.T) {
	failures := map[string]func(ctx context.Context, tx *gorm.DB) error{
		"an error":           func(context.Context, *gorm.DB) error { return errBroken },
		"a panic":            func(context.Context, *gorm.DB) error { panic("out of beans") },
		"a failed statement": func(_ context.Context, tx *gorm.DB) error { return tx.Exec("SELECT * FROM nowhere").Error },
		"a failed statement that is kept quiet": func(_ context.Context, tx *gorm.DB) error {
			if database.Dialect(tx) == database.SQLite {
				return errBroken // a failed statement does not fail a transaction there
			}
			_ = tx.Exec("SELECT * FROM nowhere").Error
			return nil
		},
	}
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, db *gorm.DB) {
				r := newRoom(t, db, Options{})
				r.notes()
				var attempts []int
				On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
					attempts = append(attempts, m.Attempt)
					if err := note("mail.orders", tx, m); err != nil {
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
				r.start()
				r.publish(placed{Order: "a"})
				r.idle()
				if fmt.Sprint(attempts) != "[1 2 3]" {
					t.Errorf("attempts %v", attempts)
				}
				if n := r.count("SELECT count(*) FROM notes"); n != 1 {
					t.Errorf("its effect is there %d times", n)
				}
				if n := r.count("SELECT count(*) FROM events WHERE name = 'shop.shipped.v1'"); n != 1 {
					t.Errorf("its event is there %d times", n)
				}
			})
		})
	}
}

// The others of a batch neither wait for the one that fails nor happen twice.
func TestFailureLeavesTheRestOfItsBatchAlone(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{MaxAttempts: 3})
		r.notes()
		var bad atomic.Int32
		On(r.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
			if err := note("mail.orders", tx, m); err != nil {
				return err
			}
			if m.Event.Number == 7 {
				bad.Add(1)
				return errBroken
			}
			return nil
		})
		if err := r.bus.DeclareConsumers(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 30 {
			r.publish(placed{Order: fmt.Sprint("order-", i), Number: i})
		}
		r.start()
		kit.Eventually(t, "all but one are handled", func() error {
			if n := r.count("SELECT count(*) FROM deliveries WHERE dead_id IS NULL"); n > 0 {
				return fmt.Errorf("%d are left", n)
			}
			return nil
		})
		if n := r.count("SELECT count(*) FROM notes"); n != 29 {
			t.Errorf("%d effects, want 29", n)
		}
		if bad.Load() != 3 {
			t.Errorf("the bad one was tried %d times", bad.Load())
		}
	})
}

func TestAfterItsAttemptsADeliveryIsDead(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{MaxAttempts: 2})
		var mending atomic.Bool
		var got seen[placed]
		On(r.bus, Consumer{Name: "mail.orders"}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if m.Event.Number == 1 && !mending.Load() {
				return fmt.Errorf("no such address: %s", strings.Repeat("ä", 600))
			}
			return got.handle(ctx, tx, m)
		})
		var others seen[placed]
		On(r.bus, Consumer{Name: "points.orders"}, others.handle)
		r.start()
		r.publishAs(Cause{Actor: "user:7"}, placed{Order: "a", Number: 1}, placed{Order: "a", Number: 2}, placed{Order: "b", Number: 3}, placed{Order: "a", Number: 4})

		others.wait(t, 4)
		if m := got.wait(t, 1); m[0].Event.Number != 3 {
			t.Errorf("handled %+v", m)
		}
		dead := r.dead(1)[0]
		if dead.Consumer != "mail.orders" || dead.Event.Name != "shop.placed.v1" || string(dead.Event.Payload) != `{"order":"a","number":1}` || dead.Event.Actor != "user:7" ||
			dead.Attempts != 2 || dead.Waiting != 2 || !id.Valid(dead.ID) || time.Since(dead.DiedAt) > time.Minute {
			t.Errorf("dead: %+v", dead)
		}
		if n := len([]rune(dead.LastError)); n != 500 || !strings.HasPrefix(dead.LastError, "no such address: ä") {
			t.Errorf("%d characters: %s", n, dead.LastError)
		}
		stats, err := Stats(t.Context(), db)
		if err != nil || len(stats) != 2 || stats[0].Consumer != "mail.orders" || stats[0].Dead != 1 || stats[0].Pending != 2 || stats[0].Lag != 0 || stats[1] != (ConsumerStats{Consumer: "points.orders"}) {
			t.Errorf("stats: %+v, %v", stats, err)
		}

		mending.Store(true)
		revived := r.retry(dead.ID)
		if revived.Consumer != "mail.orders" || revived.Event.ID != dead.Event.ID {
			t.Errorf("retried %+v", revived)
		}
		for i, m := range got.wait(t, 4)[1:] {
			if want := []int{1, 2, 4}[i]; m.Event.Number != want || m.Attempt != 1 {
				t.Errorf("handled number %d at attempt %d, want %d", m.Event.Number, m.Attempt, want)
			}
		}
		r.idle()
		if _, err := r.tryRetry(dead.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("retried twice: %v", err)
		}
	})
}

func TestRetryOfNothingIsMissing(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		for _, unknown := range []string{id.New(), "", "no-id", "'; DROP TABLE deliveries"} {
			if _, err := r.tryRetry(unknown); !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", unknown, err)
			}
		}
	})
}

func (r *room) dead(n int) (dead []DeadDelivery) {
	r.t.Helper()
	kit.Eventually(r.t, fmt.Sprintf("%d dead deliveries", n), func() error {
		var total int64
		var err error
		if dead, total, err = ListDead(r.t.Context(), r.db, 100, 0); err != nil || int(total) != n || len(dead) != n {
			return fmt.Errorf("%d dead, %w", total, err)
		}
		return nil
	})
	return dead
}

func (r *room) tryRetry(deadID string) (d DeadDelivery, err error) {
	err = database.InTx(r.t.Context(), r.db, func(tx *gorm.DB) error {
		d, err = Retry(r.t.Context(), tx, deadID)
		return err
	})
	return d, err
}

func (r *room) retry(deadID string) DeadDelivery {
	r.t.Helper()
	d, err := r.tryRetry(deadID)
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

// Retried ten times at once, it lives once.
func TestRetryAtOnce(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{MaxAttempts: 1})
		var tries atomic.Int32
		On(r.bus, Consumer{Name: "mail.orders"}, func(context.Context, *gorm.DB, Message[placed]) error {
			tries.Add(1)
			return errBroken
		})
		r.start()
		r.publish(placed{Order: "a"})
		deadID := r.dead(1)[0].ID
		results := make(chan error, 10)
		for range 10 {
			go func() {
				_, err := r.tryRetry(deadID)
				results <- err
			}()
		}
		retried := 0
		for range 10 {
			switch err := <-results; {
			case err == nil:
				retried++
			case !fault.Is(err, fault.NotFound):
				t.Error(err)
			}
		}
		kit.Eventually(t, "its second death", func() error {
			if tries.Load() < 2 {
				return errors.New("it was not tried again")
			}
			return nil
		})
		if r.dead(1); retried != 1 || tries.Load() != 2 {
			t.Errorf("retried %d times, handled %d times", retried, tries.Load())
		}
	})
}
