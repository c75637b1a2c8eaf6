package eventbus

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"orderd/platform/database"
)

const (
	pollEvery = time.Second
	pollLimit = 3 * time.Second // of one query
	stale     = 5 * time.Second // without a poll that succeeded
)

// watch wakes the workers: at once when something was published here or, by NOTIFY, in another replica, and once a second whatever is
// due and was not told of, with one query for all consumers. It returns what ends that.
func (b *Bus) watch(ctx context.Context) (quiet func()) {
	ctx, cancel := context.WithCancel(ctx)
	deaf := database.Listen(b.db, wakeTopic, func(name string) {
		if c, ok := b.consumers[name]; ok {
			c.nudge()
		}
	})
	var polling sync.WaitGroup
	b.beat.begin()
	polling.Go(func() {
		defer b.beat.end()
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			b.poll(ctx)
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		deaf()
		polling.Wait()
	}
}

func (b *Bus) poll(ctx context.Context) {
	b.barrier.sweep(b.clock.Now())
	limited, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	due, err := b.due(limited)
	switch {
	case err == nil:
		b.beat.tick()
	case ctx.Err() == nil:
		b.log.Warn("looking for due deliveries failed", zap.Error(err))
	}
	for _, name := range due {
		b.consumers[name].nudge()
		if err := b.holdStragglers(limited, name); err != nil && ctx.Err() == nil {
			b.log.Warn("flagging what waits behind dead deliveries failed", zap.String("consumer", name), zap.Error(err))
		}
	}
}

// due are the consumers of this bus that have something to do.
func (b *Bus) due(ctx context.Context) (names []string, err error) {
	if len(b.consumers) == 0 {
		return nil, nil
	}
	rows, err := query(b.db.WithContext(ctx), `SELECT c.name FROM event_consumers c
		WHERE c.name IN (`+quoted(slices.Sorted(maps.Keys(b.consumers)))+`) AND EXISTS (
			SELECT 1 FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name AND d.turn IS NOT NULL AND (d.due_at IS NULL OR d.due_at <= $1))`, b.clock.Now())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// Healthy is nil while deliveries are being made: the poll has succeeded within the last 5 s.
func (b *Bus) Healthy() error {
	if !b.beat.alive.Load() {
		return errors.New("eventbus: no deliveries are being made")
	}
	return nil
}

// beat tells whether tick was called lately. It needs no clock.
type beat struct {
	alive atomic.Bool
	timer *time.Timer
}

func (t *beat) begin() {
	t.alive.Store(true)
	t.timer = time.AfterFunc(stale, func() { t.alive.Store(false) })
}

func (t *beat) tick() {
	t.timer.Reset(stale)
	t.alive.Store(true)
}

func (t *beat) end() {
	t.timer.Stop()
	t.alive.Store(false)
}
