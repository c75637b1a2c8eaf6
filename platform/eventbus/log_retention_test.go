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

// What is older than events.keep goes, but not what waits or is dead somewhere; a replay says then that the log is not whole.
func TestRetention(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		r := newRoom(t, db, Options{MaxAttempts: 1, Clock: &now})
		c := r.list()
		var broken atomic.Bool
		broken.Store(true)
		On(r.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, _ *gorm.DB, m Message[placed]) error {
			if m.Key == "dead" && broken.Load() {
				return errBroken
			}
			return nil
		})
		r.start()
		r.publish(placed{Order: "dead", Number: 1}, placed{Order: "dead", Number: 2})
		for i := range 2*trimAtOne + 30 {
			r.publish(placed{Order: fmt.Sprint("old-", i)})
		}
		r.dead(1)
		r.left("all but what is dead and held is handled", 2, "SELECT count(*) FROM deliveries")
		if n, err := r.bus.trim(t.Context(), now.Now().Add(-time.Hour)); err != nil || n != 0 {
			t.Fatalf("%d events are deleted too early, %v", n, err)
		}
		if _, err := Replay(t.Context(), db, c.Name, false); err != nil {
			t.Fatalf("of a whole log: %v", err)
		}
		r.left("all but what is dead and held is handled again", 2, "SELECT count(*) FROM deliveries")

		now.Advance(2 * time.Hour)
		r.publish(placed{Order: "new"})
		r.left("the new one is handled", 2, "SELECT count(*) FROM deliveries")
		if n, err := r.bus.trim(t.Context(), now.Now().Add(-time.Hour)); err != nil || n != 2*trimAtOne+30 {
			t.Errorf("%d events are deleted, %v", n, err)
		}
		if n := r.count("SELECT count(*) FROM events WHERE key IN ('dead', 'new')"); n != 3 {
			t.Errorf("%d of 3 events are left", n)
		}
		if _, err := Replay(t.Context(), db, c.Name, true); !errors.Is(err, ErrTrimmed) {
			t.Errorf("a replay of a trimmed log: %v", err)
		}
		if n := r.count("SELECT count(*) FROM list WHERE id = 'old-7'"); n != 1 {
			t.Error("the refused replay has emptied the read model")
		}
		if n, err := ReplayRetained(t.Context(), db, c.Name, true); err != nil || n != 3 {
			t.Errorf("%d events are replayed, %v", n, err)
		}

		broken.Store(false)
		r.retry(r.dead(1)[0].ID)
		r.idle()
		if n, err := r.bus.trim(t.Context(), now.Now().Add(-time.Hour)); err != nil || n != 2 {
			t.Errorf("%d events are deleted once they are handled, %v", n, err)
		}
		if n := r.count("SELECT trimmed_to FROM event_log"); n < 2 {
			t.Errorf("trimmed to %d", n)
		}
	})
}

// A bus that keeps events for a time trims at its start.
func TestRetentionRuns(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		var now clock.Shifted
		r := newRoom(t, db, Options{Retention: 24 * time.Hour, Clock: &now})
		r.publish(placed{Order: "a"})
		now.Advance(25 * time.Hour)
		r.start()
		r.left("it is gone", 0, "SELECT count(*) FROM events")
	})
}
