package eventbus

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// WaitForReadModels blocks until the ReadModel and Awaited consumers, but for those that MayLag,
// have handled the deliveries of the barrier in ctx's Cause, for at most limit. The events that
// handlers publish belong to the barrier too. Dead deliveries, and those behind a dead one, do not
// count.
//
// It returns at once, without a query, when this process has published nothing for that barrier
// that such a consumer subscribes to.
func WaitForReadModels(ctx context.Context, db *gorm.DB, limit time.Duration) {
	b, key := busOf(db), CauseOf(ctx).Barrier
	if b == nil {
		return
	}
	done := b.barrier.join(key)
	if done == nil {
		return
	}
	defer b.barrier.leave(key)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := clock.System().Now()
	defer func() {
		b.observer.ObserveWait(clock.System().Now().Sub(began), errors.Is(ctx.Err(), context.DeadlineExceeded))
	}()
	for pause := checkInterval; ; {
		timer := time.NewTimer(pause)
		select {
		case <-done:
			timer.Stop()
			return
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		if b.checkBarrier(db.WithContext(ctx)) {
			pause *= 2
		}
	}
}

// checkBarrier asks the database which waiting requests of this process still have pending
// deliveries, and releases the others. It returns false, without a query, when another request does
// so now or has done so less than checkInterval ago.
func (b *Bus) checkBarrier(db *gorm.DB) bool {
	keys := b.barrier.beginCheck()
	if keys == nil {
		return false
	}
	pending, err := pendingBarriers(db, keys)
	if err != nil {
		pending = keys // the next check asks again
	}
	b.barrier.endCheck(keys, pending)
	return true
}

// pendingBarriers returns the keys that have a pending delivery.
func pendingBarriers(db *gorm.DB, keys []string) (pending []string, err error) {
	rows, err := rawQuery(db, `SELECT DISTINCT d.request_id FROM deliveries d
		WHERE d.request_id IN (`+sqlList(keys)+`) AND d.prompt
		AND d.dead_id IS NULL
		AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL)`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return nil, err
		}
		pending = append(pending, key)
	}
	return pending, rows.Err()
}
