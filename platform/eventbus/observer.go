package eventbus

import (
	"errors"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// Observer hears what becomes of deliveries, for metrics. Its methods must not block.
type Observer interface {
	// ObserveHandler is called after each attempt: how long the handler took, and whether it failed. attempt is 1 for the first.
	ObserveHandler(consumer string, took time.Duration, attempt int, failed bool)
	// ObserveDelivery is called for a delivery that was handled, after the commit: lag is how long ago its event was published.
	ObserveDelivery(consumer string, lag time.Duration)
	// ObserveDeath is called for a delivery that the consumer gave up on.
	ObserveDeath(consumer string)
	// ObserveWait is called for an answer that waited for the read models.
	ObserveWait(took time.Duration, timedOut bool)
}

// unobserved is the Observer of a bus without one.
type unobserved struct{}

func (unobserved) ObserveHandler(string, time.Duration, int, bool) {}
func (unobserved) ObserveDelivery(string, time.Duration)           {}
func (unobserved) ObserveDeath(string)                             {}
func (unobserved) ObserveWait(time.Duration, bool)                 {}

// observed is hand for the metrics and the trace.
func (w *worker) observed(tx *gorm.DB, d *delivery) error {
	began := clock.System().Now()
	ctx, span := w.traced(tx.Statement.Context, d)
	if w.bus.tracer != nil {
		tx = tx.WithContext(ctx)
	}
	err := w.hand(tx, d)
	span.End(err)
	if !errors.Is(err, errNotTaken) {
		w.bus.observer.ObserveHandler(w.consumer.Name, time.Since(began), d.attempts+1, err != nil)
	}
	return err
}

// Consumers are the names of the bus's consumers, sorted.
func (b *Bus) Consumers() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(maps.Keys(b.consumers))
}
