package eventbus

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// WaitForReadModels blocks until no delivery of a ReadModel or Awaited consumer is pending that belongs to the barrier of ctx's Cause (dead ones, and
// those held back by a dead one, do not count), at most limit. What handlers publish belongs to the barrier of what they handle. It returns
// at once, without a query, when nothing was published in this process for that barrier that such a consumer hears.
func WaitForReadModels(ctx context.Context, db *gorm.DB, limit time.Duration) {
	b, key := of(db), CauseOf(ctx).Barrier
	if b == nil {
		return
	}
	arrived := b.barrier.join(key)
	if arrived == nil {
		return
	}
	defer b.barrier.leave(key)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := clock.System().Now()
	defer func() { b.observer.ObserveWait(time.Since(began), errors.Is(ctx.Err(), context.DeadlineExceeded)) }()
	// The workers of this process announce what they have done. Another replica's don't: look now and then.
	for pause := lookEvery; ; {
		timer := time.NewTimer(pause)
		select {
		case <-arrived:
			timer.Stop()
			return
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		if b.look(db.WithContext(ctx)) {
			pause *= 2
		}
	}
}

// lookEvery is the time between two looks at the database, and the least that a request waits before it looks.
const lookEvery = 10 * time.Millisecond

// look asks the database for all waiting requests of the process at once which of them are still pending, and lets the others go. It does
// nothing and returns false when another request looks at this moment, or has done so less than lookEvery ago.
func (b *Bus) look(db *gorm.DB) bool {
	keys := b.barrier.beginLook()
	if keys == nil {
		return false
	}
	pending, err := pendingOf(db, keys)
	if err != nil {
		pending = keys // the next look asks again
	}
	b.barrier.endLook(keys, pending)
	return true
}

// pendingOf are those of the keys for which a delivery is still pending.
func pendingOf(db *gorm.DB, keys []string) (pending []string, err error) {
	rows, err := query(db, `SELECT DISTINCT d.request_id FROM deliveries d WHERE d.request_id IN (`+quoted(keys)+`) AND d.prompt AND d.dead_id IS NULL
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
