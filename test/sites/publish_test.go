package sites

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/test/kit"
)

// startPublishers publishes as many events as are released, until the publishers are stopped. The
// counters hold how many were committed.
func (w *world) startPublishers() {
	for p := range publishers {
		w.publishing.Go(func() {
			i := p
			for range w.permits {
				w.publishOne(fmt.Sprintf("k%d", i*7%keys))
				i++
			}
		})
	}
	w.Cleanup(w.stopPublishers)
}

// stopPublishers waits until everything is published that was released.
func (w *world) stopPublishers() {
	w.stopOnce.Do(func() {
		close(w.permits)
		w.publishing.Wait()
	})
}

// publishOne tries until the next event of a key is committed, or the test ends. A commit whose
// answer a fault has cut off is repeated, so that more events may be committed than were released.
func (w *world) publishOne(key string) {
	ctx := w.Context()
	for ctx.Err() == nil {
		err := publishNext(ctx, w.main.db, key)
		if err == nil {
			return
		}
		if ctx.Err() == nil && !database.IsUnavailable(err) {
			w.Logf("publish: %v", err)
		}
		w.pause(10*time.Millisecond, 50*time.Millisecond)
	}
}

// publishNext commits the next event of a key.
func publishNext(ctx context.Context, db *gorm.DB, key string) error {
	return database.InTx(ctx, db, func(tx *gorm.DB) error {
		var n int
		err := tx.Raw("INSERT INTO counters (key, n) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET n = counters.n + 1 RETURNING "+
			"n", key).Scan(&n).Error
		if err != nil {
			return err
		}
		return eventbus.Publish(ctx, tx, counted{key, n})
	})
}

// release lets n events be published.
func (w *world) release(n int) {
	w.released += n
	for range n {
		w.permits <- struct{}{}
	}
}

// rounds releases the events of the test in n parts, and lets the fault happen while each of them
// is published and carried. The next part follows when half of it is handled.
func (w *world) rounds(n int, happen func()) {
	w.Helper()
	for range n {
		part := (events() + n - 1) / n
		w.release(part)
		w.pause(0, 300*time.Millisecond)
		happen()
		w.awaitHandled(w.in, w.released-part/2)
	}
}

func (w *world) published() int {
	return w.count(w.main.db, "SELECT coalesce(sum(n), 0) FROM counters")
}

// awaitPublished waits until everything is committed that was released.
func (w *world) awaitPublished() {
	w.Helper()
	kit.Within(w, patience, "events are committed", func() error { return atLeast(w.published(), w.released) })
}

// awaitHandled waits until each consumer of a site has handled n events.
func (w *world) awaitHandled(s *site, n int) {
	w.Helper()
	kit.Within(w, patience, "site "+s.name+" handles the events", func() error {
		return atLeast(w.count(s.db, "SELECT count(*) FROM handled"), n*len(s.consumers))
	})
}

// awaitSent waits until the stream has acknowledged everything that was released.
func (w *world) awaitSent() {
	w.Helper()
	w.awaitPublished()
	kit.Within(w, patience, "all is sent", func() error {
		n := w.count(w.main.db, "SELECT (SELECT count(*) FROM deliveries WHERE consumer = 'carrier') + (SELECT assigned - acked FROM "+
			"event_carrier)")
		if n > 0 {
			return fmt.Errorf("%d are not", n)
		}
		return nil
	})
}

func atLeast(got, want int) error {
	if got < want {
		return fmt.Errorf("%d of %d", got, want)
	}
	return nil
}
