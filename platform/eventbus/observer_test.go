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

// observerSpy is an Observer that keeps its calls.
type observerSpy struct {
	mu    sync.Mutex
	calls []string
}

func (w *observerSpy) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, fmt.Sprintf(format, args...))
}

func (w *observerSpy) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.calls)
}

func (w *observerSpy) ObserveHandler(consumer string, took time.Duration, attempt int, failed bool) {
	w.note("%s attempt %d failed=%v %v", consumer, attempt, failed, took >= 0 && took < time.Minute)
}

func (w *observerSpy) ObserveDelivery(consumer string, lag time.Duration) {
	w.note("%s delivered %v", consumer, lag >= 0 && lag < time.Minute)
}

func (w *observerSpy) ObserveDeath(consumer string) { w.note("%s dead", consumer) }

func (w *observerSpy) ObserveWait(_ time.Duration, timedOut bool) {
	w.note("waited timedOut=%v", timedOut)
}

// The observer gets each attempt and the outcome of the delivery, nothing twice.
func TestDeliveriesAreObserved(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		w := new(observerSpy)
		f := newFixture(t, db, Options{Observer: w, MaxAttempts: 2})
		On(f.bus, Consumer{Name: "mail.orders"}, func(_ context.Context, _ *gorm.DB, m Message[placed]) error {
			if m.Attempt == 1 || m.Event.Number == 2 {
				return errBroken
			}
			return nil
		})
		f.start()
		expect := func(want ...string) {
			t.Helper()
			kit.Eventually(t, "the observer has these calls", func() error {
				if got := w.all(); !slices.Equal(got, want) {
					return fmt.Errorf("%q, want %q", got, want)
				}
				return nil
			})
		}
		f.publish(placed{Order: "1"})
		first := []string{"mail.orders attempt 1 failed=true true", "mail.orders attempt 2 failed=false true", "mail.orders delivered true"}
		expect(first...)
		f.publish(placed{Order: "2", Number: 2})
		expect(append(first, "mail.orders attempt 1 failed=true true", "mail.orders attempt 2 failed=true true", "mail.orders dead")...)
	})
}

// The observer gets each wait and whether it ran out of time. It does not get a wait that had
// nothing to wait for.
func TestWaitsAreObserved(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		w := new(observerSpy)
		f := newFixture(t, db, Options{Observer: w})
		slow := newGate[placed]()
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, slow.handle)
		f.start()
		WaitForReadModels(withBarrier(t.Context(), "req-unknown"), db, forever)
		f.publishAs(Cause{Barrier: "req-1"}, placed{Order: "a"})
		<-slow.entered
		WaitForReadModels(withBarrier(t.Context(), "req-1"), db, 20*time.Millisecond)
		if got := w.all(); !slices.Equal(got, []string{"waited timedOut=true"}) {
			t.Errorf("%q", got)
		}
		f.publishAs(Cause{Barrier: "req-2"}, placed{Order: "b"})
		close(slow.open)
		WaitForReadModels(withBarrier(t.Context(), "req-2"), db, forever)
		f.awaitIdle()
		if got := w.all(); slices.Contains(got[1:], "waited timedOut=true") {
			t.Errorf("%q", got)
		}
	})
}
