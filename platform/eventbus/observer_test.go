package eventbus

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/test/kit"
)

// witness is an Observer that keeps what it hears.
type witness struct {
	mu    sync.Mutex
	heard []string
}

func (w *witness) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = append(w.heard, fmt.Sprintf(format, args...))
}

func (w *witness) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.heard)
}

func (w *witness) ObserveHandler(consumer string, took time.Duration, attempt int, failed bool) {
	w.note("%s attempt %d failed=%v %v", consumer, attempt, failed, took >= 0 && took < time.Minute)
}

func (w *witness) ObserveDelivery(consumer string, lag time.Duration) {
	w.note("%s delivered %v", consumer, lag >= 0 && lag < time.Minute)
}
func (w *witness) ObserveDeath(consumer string) { w.note("%s dead", consumer) }
func (w *witness) ObserveWait(_ time.Duration, timedOut bool) {
	w.note("waited timedOut=%v", timedOut)
}

// The observer hears of each attempt, of what became of the delivery, and nothing twice.
func TestDeliveriesAreObserved(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		w := new(witness)
		r := newRoom(t, db, Options{Observer: w, MaxAttempts: 2})
		On(r.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, _ *gorm.DB, m Message[placed]) error {
			if m.Attempt == 1 || m.Event.Number == 2 {
				return errBroken
			}
			return nil
		})
		r.start()
		expect := func(want ...string) {
			t.Helper()
			kit.Eventually(t, "the observer has heard", func() error {
				if got := w.all(); !slices.Equal(got, want) {
					return fmt.Errorf("%q, want %q", got, want)
				}
				return nil
			})
		}
		r.publish(placed{Order: "1"})
		first := []string{"mail.orders attempt 1 failed=true true", "mail.orders attempt 2 failed=false true", "mail.orders delivered true"}
		expect(first...)
		r.publish(placed{Order: "2", Number: 2})
		expect(append(first, "mail.orders attempt 1 failed=true true", "mail.orders attempt 2 failed=true true", "mail.orders dead")...)
	})
}

// The observer hears of an answer that waited, and whether it ran out of time; not of one that had nothing to wait for.
func TestWaitsAreObserved(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		w := new(witness)
		r := newRoom(t, db, Options{Observer: w})
		slow := newGate[placed]()
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, slow.handle)
		r.start()
		WaitForReadModels(behind(t.Context(), "req-unknown"), db, forever)
		r.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		<-slow.entered
		WaitForReadModels(behind(t.Context(), "req-1"), db, 20*time.Millisecond)
		if got := w.all(); !slices.Equal(got, []string{"waited timedOut=true"}) {
			t.Errorf("%q", got)
		}
		r.publishAs(Cause{Barrier: "req-2"}, placed{Order: "b"})
		close(slow.open)
		WaitForReadModels(behind(t.Context(), "req-2"), db, forever)
		r.idle()
		if got := w.all(); slices.Contains(got[1:], "waited timedOut=true") {
			t.Errorf("%q", got)
		}
	})
}
