package eventbus

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// The retention deletes events older than events.keep, but not those with a pending, held or dead
// delivery. Replay then reports that the log is not complete.
func TestRetention(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		f := newFixture(t, db, Options{MaxAttempts: 1, Clock: &now})
		c := f.subscribeList()
		var broken atomic.Bool
		broken.Store(true)
		On(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, _ *gorm.DB, m Message[placed]) error {
			if m.Key == "dead" && broken.Load() {
				return errBroken
			}
			return nil
		})
		f.start()
		f.publish(placed{Order: "dead", Number: 1}, placed{Order: "dead", Number: 2})
		for i := range 2*trimBatchSize + 30 {
			f.publish(placed{Order: fmt.Sprint("old-", i)})
		}
		f.awaitDead(1)
		f.awaitCount("all but what is dead and held is handled", 2, "SELECT count(*) FROM deliveries")
		if n, err := f.bus.trimLog(t.Context(), now.Now().Add(-time.Hour)); err != nil || n != 0 {
			t.Fatalf("%d events are deleted too early, %v", n, err)
		}
		if _, err := Replay(t.Context(), db, c.Name, false); err != nil {
			t.Fatalf("of a whole log: %v", err)
		}
		f.awaitCount("all but what is dead and held is handled again", 2, "SELECT count(*) FROM deliveries")

		now.Advance(2 * time.Hour)
		f.publish(placed{Order: "new"})
		f.awaitCount("the new one is handled", 2, "SELECT count(*) FROM deliveries")
		if n, err := f.bus.trimLog(t.Context(), now.Now().Add(-time.Hour)); err != nil || n != 2*trimBatchSize+30 {
			t.Errorf("%d events are deleted, %v", n, err)
		}
		if n := f.count("SELECT count(*) FROM events WHERE key IN ('dead', 'new')"); n != 3 {
			t.Errorf("%d of 3 events are left", n)
		}
		if _, err := Replay(t.Context(), db, c.Name, true); !errors.Is(err, ErrTrimmed) {
			t.Errorf("a replay of a trimmed log: %v", err)
		}
		if n := f.count("SELECT count(*) FROM list WHERE id = 'old-7'"); n != 1 {
			t.Error("the refused replay has emptied the read model")
		}
		if n, err := ReplayRetained(t.Context(), db, c.Name, true); err != nil || n != 3 {
			t.Errorf("%d events are replayed, %v", n, err)
		}

		broken.Store(false)
		f.retry(f.awaitDead(1)[0].ID)
		f.awaitIdle()
		if n, err := f.bus.trimLog(t.Context(), now.Now().Add(-time.Hour)); err != nil || n != 2 {
			t.Errorf("%d events are deleted once they are handled, %v", n, err)
		}
		if n := f.count("SELECT trimmed_to FROM event_log"); n < 2 {
			t.Errorf("trimmed to %d", n)
		}
	})
}

// A bus with a retention trims the log when it starts.
func TestStartTrims(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		f := newFixture(t, db, Options{Retention: 24 * time.Hour, Clock: &now})
		f.publish(placed{Order: "a"})
		now.Advance(25 * time.Hour)
		f.start()
		f.awaitCount("it is gone", 0, "SELECT count(*) FROM events")
	})
}
