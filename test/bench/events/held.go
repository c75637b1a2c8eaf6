package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

const (
	deadKeys = 50
	heldBar  = 1.5 // times what it takes with nothing held
	logged   = 1_000_000
	statsBar = 5 * time.Millisecond
)

// heldDeliveries: what other keys and other writes notice of many deliveries behind 50 dead ones of
// the same consumer.
func heldDeliveries(ctx context.Context, h *instance) ([]result, error) {
	m := newMeter()
	h.subscribe(m)
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	// Warm.
	if err := publishSlowly(ctx, h, m, 50, 1, 5*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	var results []result
	var none time.Duration
	for _, n := range []int{0, 20_000, 100_000} {
		if err := h.holdBack(ctx, n); err != nil {
			return nil, err
		}
		m.took = nil
		if err := publishSlowly(ctx, h, m, 300, 1, 5*time.Millisecond, newSingleConsumerEvent); err != nil {
			return nil, err
		}
		p50, _, _ := m.percentiles()
		if n == 0 {
			none = p50
		}
		lag, err := median(50, func() error { _, err := eventbus.Stats(ctx, h.db); return err })
		if err != nil {
			return nil, err
		}
		write, err := median(400, func() error {
			return database.InTx(ctx, h.db, func(tx *gorm.DB) error {
				return tx.Exec("INSERT INTO effects (consumer, event, seq) VALUES ('', '', 0)").Error
			})
		})
		if err != nil {
			return nil, err
		}
		results = append(results,
			result{fmt.Sprintf("commit → handled of other keys, %d held", n), fmt.Sprintf("p50 ≤ %.1f × none held", heldBar), m.text(),
				float64(p50) <= heldBar*float64(none)},
			result{fmt.Sprintf("the figures of the queues, %d held", n), "", lag.text(), true},
			result{fmt.Sprintf("an unrelated write, %d held", n), "", write.text(), true})
	}
	if err := h.fillLog(ctx, logged); err != nil {
		return nil, err
	}
	lag, err := median(50, func() error { _, err := eventbus.Stats(ctx, h.db); return err })
	if err != nil {
		return nil, err
	}
	return append(results, result{fmt.Sprintf("the figures of the queues, %d events logged", logged),
		fmt.Sprintf("p50 ≤ %d ms", statsBar.Milliseconds()),
		lag.text(), lag.p50 <= statsBar}), nil
}

// fillLog publishes events that have no consumer until the log holds n.
func (h *instance) fillLog(ctx context.Context, n int) error {
	before, err := h.count(ctx, "SELECT count(*) FROM events")
	if err != nil {
		return err
	}
	for left := n - before; left > 0; left -= min(left, 10_000) {
		events := make([]eventbus.Event, min(left, 10_000))
		for i := range events {
			events[i] = unheard{Order: fmt.Sprint("logged-", left-i)}
		}
		if err := h.publish(ctx, events...); err != nil {
			return err
		}
	}
	return nil
}

// holdBack makes dead deliveries of the first consumer and n that wait behind them, beside those
// that are there.
func (h *instance) holdBack(ctx context.Context, n int) error {
	before, err := h.count(ctx, "SELECT count(*) FROM deliveries WHERE dead_id IS NULL")
	if err != nil || n <= before {
		return err
	}
	const consumer, prefix = "bench.consumer00", "held-"
	for i := range deadKeys {
		err := database.InTx(ctx, h.db, func(tx *gorm.DB) error {
			key := fmt.Sprint(prefix, i, "-", n)
			if err := eventbus.Publish(ctx, tx, singleConsumerEvent{Order: key}); err != nil {
				return err
			}
			return tx.Exec("UPDATE deliveries SET dead_id = ?, died_at = ?, attempts = 10, holding = TRUE WHERE consumer = ? AND key = ?",
				id.New(), time.Now().UTC(), consumer, key).Error
		})
		if err != nil {
			return err
		}
	}
	for left := n - before; left > 0; left -= min(left, 1000) {
		events := make([]eventbus.Event, min(left, 1000))
		for i := range events {
			events[i] = singleConsumerEvent{Order: fmt.Sprint(prefix, i%deadKeys, "-", n)}
		}
		if err := h.publish(ctx, events...); err != nil {
			return err
		}
	}
	return nil
}

// spread is how long something took.
type spread struct{ p50, worst time.Duration }

func (s spread) text() string {
	return fmt.Sprintf("p50 %.2f ms, worst %.1f ms", ms(s.p50), ms(s.worst))
}

func median(n int, do func() error) (spread, error) {
	took := make([]time.Duration, n)
	for i := range took {
		began := time.Now()
		if err := do(); err != nil {
			return spread{}, err
		}
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	return spread{took[n/2], took[n-1]}, nil
}
