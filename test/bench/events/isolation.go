package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

var errPoisoned = errors.New("poisoned")

// slowHandler: one consumer's handler takes long. PostgreSQL: no other consumer is slower. SQLite:
// it holds the only writer until it is cut.
func slowHandler(ctx context.Context, h *instance) ([]result, error) {
	m := newMeter()
	h.subscribe(m)
	slow := 3 * time.Second
	eventbus.On(h.bus, eventbus.Consumer{Name: "bench.slow"}, func(ctx context.Context, _ *gorm.DB,
		e eventbus.Message[manyConsumersEvent]) error {
		if e.Event.Number == slowNumber && e.Attempt == 1 {
			return wait(ctx, slow)
		}
		return nil
	})
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	if err := h.publish(ctx, manyConsumersEvent{Order: "slow", Number: slowNumber}); err != nil {
		return nil, err
	}
	if database.Dialect(h.db) == database.Postgres { // warm: the first deliveries open connections
		if err := publishSlowly(ctx, h, m, 20, 1, 5*time.Millisecond, newSingleConsumerEvent); err != nil {
			return nil, err
		}
		m.took = nil
	}
	if err := publishSlowly(ctx, h, m, 100, 1, 10*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	if database.Dialect(h.db) == database.Postgres {
		return []result{m.within("others, while a handler takes 3 s", latencyBar)}, nil
	}
	const cut = 1500 * time.Millisecond
	_, _, worst := m.percentiles()
	return []result{{"others, when a handler wants 3 s and is cut", fmt.Sprintf("≤ %v", cut), m.text(), worst <= cut}}, nil
}

const slowNumber = 4711

// poisonedKey: one event fails at one consumer at each attempt. Its key waits there, nothing else
// does.
func poisonedKey(ctx context.Context, h *instance) ([]result, error) {
	m := newMeter()
	h.subscribe(m)
	eventbus.On(h.bus, eventbus.Consumer{Name: "bench.poisoned"},
		func(_ context.Context, tx *gorm.DB, e eventbus.Message[manyConsumersEvent]) error {
			if e.Key == "poisoned" && e.Event.Number == 0 {
				return errPoisoned
			}
			return insertEffect(tx, "bench.poisoned", e)
		})
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	if err := h.publish(ctx, makeEvents(20, func() string { return "poisoned" })...); err != nil {
		return nil, err
	}
	if err := h.awaitCount(ctx, 20, "SELECT count(*) FROM deliveries"); err != nil {
		return nil, err
	}
	if err := publishSlowly(ctx, h, m, 200, 1, 10*time.Millisecond, newSingleConsumerEvent); err != nil {
		return nil, err
	}
	results := []result{m.within("other keys, beside a poisoned one", latencyBar)}
	if err := h.publish(ctx, manyConsumersEvent{Order: "sound"}); err != nil {
		return nil, err
	}
	if err := h.awaitCount(ctx, 20, "SELECT count(*) FROM deliveries"); err != nil {
		return nil, err
	}
	held, err := h.count(ctx, "SELECT count(*) FROM deliveries WHERE consumer = 'bench.poisoned' AND key = 'poisoned'")
	return append(results, result{"held back: the poisoned key, at its consumer", "20 of 20", fmt.Sprintf("%d of 20", held), held == 20}), err
}

// openTransaction: a transaction that has written, published and taken locks stays open, and
// another in another database of the server.
func openTransaction(ctx context.Context, h *instance) (results []result, err error) {
	m := newMeter()
	h.subscribe(m)
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	neighbour, err := h.site.newInstance(ctx, database.Postgres)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, neighbour.close()) }()
	open, over := make(chan struct{}, 2), make(chan struct{})
	ended := make(chan error, 2)
	for _, at := range []*instance{h, neighbour} {
		go func() {
			ended <- database.InTx(ctx, at.db, func(tx *gorm.DB) error {
				err := eventbus.Publish(ctx, tx, newManyConsumersEvent("open"))
				open <- struct{}{}
				<-over
				return err
			})
		}()
	}
	<-open
	<-open
	err = publishSlowly(ctx, h, m, 200, 1, 10*time.Millisecond, newSingleConsumerEvent)
	close(over)
	if err := errors.Join(err, <-ended, <-ended); err != nil {
		return nil, err
	}
	return []result{m.within("beside open transactions, here and in a neighbour", latencyBar)}, nil
}
