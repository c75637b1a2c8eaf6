package eventbus

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"orderd/platform/database"
)

const (
	pollInterval = time.Second
	pollTimeout  = 3 * time.Second // of one poll
	pollStale    = 5 * time.Second // Healthy fails when no poll has succeeded for so long
)

// startWakeups wakes the workers: at once when this process has published something or, by NOTIFY,
// another replica has; and once a second by a poll, with one query for all consumers, for whatever
// is due. It returns the function that stops this.
func (b *Bus) startWakeups(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	stopListening := database.Listen(b.db, wakeTopic, func(consumer string) {
		if c, ok := b.consumers[consumer]; ok {
			c.wake.Send()
		}
	})
	var polling sync.WaitGroup
	b.heartbeat.start()
	polling.Go(func() {
		defer b.heartbeat.stop()
		tick := time.NewTicker(pollInterval)
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
		stopListening()
		polling.Wait()
	}
}

func (b *Bus) poll(ctx context.Context) {
	b.barrier.expire(b.clock.Now())
	limited, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	due, err := b.dueConsumers(limited)
	switch {
	case err == nil:
		b.heartbeat.beat()
	case ctx.Err() == nil:
		b.log.Warn("looking for due deliveries failed", zap.Error(err))
	}
	for _, name := range due {
		b.consumers[name].wake.Send()
		if err := b.holdStragglers(limited, name); err != nil && ctx.Err() == nil {
			b.log.Warn("flagging what waits behind dead deliveries failed", zap.String("consumer", name), zap.Error(err))
		}
	}
}

// dueConsumers returns the consumers of this bus that have due deliveries.
func (b *Bus) dueConsumers(ctx context.Context) (names []string, err error) {
	if len(b.consumers) == 0 {
		return nil, nil
	}
	rows, err := rawQuery(b.db.WithContext(ctx), `SELECT c.name FROM event_consumers c
		WHERE c.name IN (`+sqlList(b.consumerNames())+`) AND EXISTS (
			SELECT 1 FROM deliveries d INDEXED BY deliveries_turn WHERE d.consumer = c.name AND d.turn IS NOT NULL
				AND (d.due_at IS NULL OR d.due_at <= $1))`, b.clock.Now())
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

// Healthy returns nil while the bus makes deliveries: a poll has succeeded within the last 5 s.
func (b *Bus) Healthy() error {
	if !b.heartbeat.alive.Load() {
		return errors.New("eventbus: no deliveries are being made")
	}
	return nil
}

// heartbeat knows whether beat was called within the last pollStale.
type heartbeat struct {
	alive atomic.Bool
	timer *time.Timer
}

func (h *heartbeat) start() {
	h.alive.Store(true)
	h.timer = time.AfterFunc(pollStale, func() { h.alive.Store(false) })
}

func (h *heartbeat) beat() {
	h.timer.Reset(pollStale)
	h.alive.Store(true)
}

func (h *heartbeat) stop() {
	h.timer.Stop()
	h.alive.Store(false)
}
