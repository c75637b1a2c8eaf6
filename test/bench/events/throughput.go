package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

var rateBar = map[string]float64{database.SQLite: 1000, database.Postgres: 2000}

// measureThroughput: handlers that write a row each, with publishers beside them, and a backlog;
// then one key that has everything.
func measureThroughput(ctx context.Context, h *instance) ([]result, error) {
	bar := rateBar[database.Dialect(h.db)]
	h.subscribe(newMeter())
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	sustained, err := h.sustainedRate(ctx, 8*time.Second)
	if err != nil {
		return nil, err
	}
	hot, err := h.hotKeyRate(ctx, 2000)
	if err != nil {
		return nil, err
	}
	return []result{
		{"deliveries, 12 consumers, published beside", fmt.Sprintf("≥ %.0f/s", bar), fmt.Sprintf("%.0f/s", sustained), sustained >= bar},
		{"deliveries, all of one key, 12 consumers", "", fmt.Sprintf("%.0f/s", hot), true},
	}, nil
}

// measureBatches: the same with handlers that write the rows of a batch by one statement.
func measureBatches(ctx context.Context, h *instance) ([]result, error) {
	for i := range consumers {
		c := eventbus.Consumer{Name: fmt.Sprintf("bench.consumer%02d", i)}
		eventbus.OnBatch(h.bus, c, func(_ context.Context, tx *gorm.DB, messages []eventbus.Message[manyConsumersEvent]) error {
			return insertEffects(tx, c.Name, messages)
		})
	}
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	sustained, err := h.sustainedRate(ctx, 8*time.Second)
	if err != nil {
		return nil, err
	}
	return []result{{"deliveries in batches, 12 consumers, published beside", "", fmt.Sprintf("%.0f/s", sustained), true}}, nil
}

// sustainedRate publishes for a time, in transactions of ten events, as fast as the deliveries go,
// and returns how many are made in a second.
func (h *instance) sustainedRate(ctx context.Context, d time.Duration) (float64, error) {
	publishing, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	began := time.Now()
	var publishers sync.WaitGroup
	failed := make(chan error, 2)
	for range 2 {
		publishers.Go(func() {
			for publishing.Err() == nil {
				if pending, err := h.count(ctx, "SELECT count(*) FROM deliveries"); err != nil || pending > 5000 {
					_ = wait(ctx, 5*time.Millisecond)
					continue
				}
				if err := h.publish(ctx, makeEvents(10, id.New)...); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	publishers.Wait()
	select {
	case err := <-failed:
		return 0, err
	default:
	}
	if err := h.awaitCount(ctx, 0, "SELECT count(*) FROM deliveries"); err != nil {
		return 0, err
	}
	took := time.Since(began)
	n, err := h.count(ctx, "SELECT count(*) FROM effects")
	return float64(n) / took.Seconds(), err
}

func (h *instance) hotKeyRate(ctx context.Context, n int) (float64, error) {
	if err := h.publish(ctx, makeEvents(n, func() string { return "hot" })...); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := h.awaitCount(ctx, 0, "SELECT count(*) FROM deliveries"); err != nil {
		return 0, err
	}
	return float64(n*consumers) / time.Since(began).Seconds(), nil
}

func makeEvents(n int, key func() string) []eventbus.Event {
	events := make([]eventbus.Event, n)
	for i := range events {
		events[i] = manyConsumersEvent{Order: key(), Number: i}
	}
	return events
}
