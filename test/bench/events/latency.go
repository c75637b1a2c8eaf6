package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// meter measures from the commit that published an event to the commit of its handler.
type meter struct {
	mu    sync.Mutex
	began map[string]time.Time // by key
	early map[string]bool      // keys whose handler was faster than the publisher's hook
	took  []time.Duration
}

func newMeter() *meter { return &meter{began: map[string]time.Time{}, early: map[string]bool{}} }

// published notes the moment after the commit of tx, before the bus learns of it. Call it before
// Publish.
func (m *meter) published(tx *gorm.DB, key string) {
	database.AfterCommit(tx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.began[key] = time.Now()
		if m.early[key] {
			m.took = append(m.took, 0)
		}
	})
}

// handled notes the moment after the commit of the handler's tx.
func (m *meter) handled(tx *gorm.DB, key string) {
	database.AfterCommit(tx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if began, ok := m.began[key]; ok {
			m.took = append(m.took, time.Since(began))
		} else {
			m.early[key] = true
		}
	})
}

func (m *meter) number() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.took)
}

// percentiles are p50, p99 and the maximum.
func (m *meter) percentiles() (p50, p99, worst time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.took) == 0 {
		return 0, 0, 0
	}
	sorted := slices.Sorted(slices.Values(m.took))
	last := len(sorted) - 1
	return sorted[last/2], sorted[last*99/100], sorted[last]
}

func (m *meter) text() string {
	p50, p99, worst := m.percentiles()
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, worst %.1f ms (n=%d)", ms(p50), ms(p99), ms(worst), m.number())
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// within is the result of a latency against its bar.
func (m *meter) within(what string, bar time.Duration) result {
	_, p99, _ := m.percentiles()
	return result{what, fmt.Sprintf("p99 ≤ %v", bar), m.text(), p99 <= bar && m.number() > 0}
}

const (
	latencyBar = 20 * time.Millisecond
	consumers  = 12 // what the bars speak of
)

// subscribe registers the usual consumers: all of them to the event
// of many consumers, the first one also to the event of one.
func (h *instance) subscribe(m *meter) {
	for i := range consumers {
		c := eventbus.Consumer{Name: fmt.Sprintf("bench.consumer%02d", i)}
		eventbus.On(h.bus, c, func(_ context.Context, tx *gorm.DB, e eventbus.Message[manyConsumersEvent]) error {
			m.handled(tx, e.Key)
			return insertEffect(tx, c.Name, e)
		})
		if i > 0 {
			continue
		}
		eventbus.On(h.bus, c, func(_ context.Context, tx *gorm.DB, e eventbus.Message[singleConsumerEvent]) error {
			m.handled(tx, e.Key)
			return insertEffect(tx, c.Name, e)
		})
	}
}

// publishSlowly publishes n events, one every gap, and waits until the meter has seen each as often
// as it is heard.
func publishSlowly(
	ctx context.Context, from *instance, m *meter, n, heard int, gap time.Duration, event func(key string) eventbus.Event,
) error {
	tick := time.NewTicker(gap)
	defer tick.Stop()
	before := m.number()
	for range n {
		key := id.New()
		err := database.InTx(ctx, from.db, func(tx *gorm.DB) error {
			m.published(tx, key)
			return eventbus.Publish(ctx, tx, event(key))
		})
		if err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	limit := time.NewTimer(30 * time.Second)
	defer limit.Stop()
	for m.number()-before < n*heard {
		select {
		case <-tick.C:
		case <-limit.C:
			left, err := from.count(ctx, "SELECT count(*) FROM deliveries WHERE dead_id IS NULL AND key NOT LIKE 'held-%'")
			return errors.Join(fmt.Errorf("%d of %d were handled, %d deliveries are left", m.number()-before, n*heard, left), err)
		}
	}
	return nil
}

func newSingleConsumerEvent(key string) eventbus.Event { return singleConsumerEvent{Order: key} }
func newManyConsumersEvent(key string) eventbus.Event  { return manyConsumersEvent{Order: key} }

// latencyIdle: nothing else happens.
func latencyIdle(ctx context.Context, h *instance) ([]result, error) {
	m := newMeter()
	h.subscribe(m)
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	// Warm.
	if err := publishSlowly(ctx, h, m, 20, 1, 5*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	m.took = nil
	if err := publishSlowly(ctx, h, m, 400, 1, 5*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	results := []result{m.within("commit → handled, idle, 1 of 12 consumers", latencyBar)}
	m.took = nil
	if err := publishSlowly(ctx, h, m, 100, consumers, 40*time.Millisecond, newManyConsumersEvent); err != nil {
		return nil, err
	}
	results = append(results, result{"commit → handled, idle, one event for all 12 consumers", "", m.text(), true})
	if database.Dialect(h.db) == database.SQLite {
		return results, nil
	}
	replica, err := latencyReplica(ctx, h)
	return append(results, replica), err
}

// latencyReplica: published in one process, handled in another.
func latencyReplica(ctx context.Context, there *instance) (result, error) {
	here, err := there.site.openInstance(ctx, there.url)
	if err != nil {
		return result{}, err
	}
	defer func() { _ = here.close() }()
	m := newMeter()
	eventbus.On(here.bus, eventbus.Consumer{Name: "bench.replica"},
		func(_ context.Context, tx *gorm.DB, e eventbus.Message[singleConsumerEvent]) error {
			m.handled(tx, e.Key)
			return nil
		})
	if err := here.start(ctx); err != nil {
		return result{}, err
	}
	if err := publishSlowly(ctx, there, m, 200, 1, 10*time.Millisecond, newSingleConsumerEvent); err != nil {
		return result{}, err
	}
	return m.within("commit → handled in another process", latencyBar), nil
}
