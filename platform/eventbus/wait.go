package eventbus

import (
	"context"
	"errors"
	"sync"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// Wait blocks until no delivery of a ReadModel or Prompt consumer that carries this request id is pending (dead ones, and those
// held back by a dead one, do not count), at most limit. It returns at once, without a query, when the request published nothing
// in this process that such a consumer hears.
func Wait(ctx context.Context, db *gorm.DB, requestID string, limit time.Duration) {
	b := of(db)
	if b == nil {
		return
	}
	arrived := b.barrier.waitFor(requestID)
	if arrived == nil {
		return
	}
	defer b.barrier.forget(requestID)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := clock.System().Now()
	defer func() { b.observer.ObserveWait(time.Since(began), errors.Is(ctx.Err(), context.DeadlineExceeded)) }()
	// The workers of this process tell when they are done. Another replica's don't: look now and then.
	for pause := 10 * time.Millisecond; ; pause *= 2 {
		look := time.NewTimer(pause)
		select {
		case <-arrived:
			look.Stop()
			return
		case <-ctx.Done():
			look.Stop()
			return
		case <-look.C:
		}
		if pending, err := isPending(db.WithContext(ctx), requestID); err == nil && !pending {
			return
		}
	}
}

func isPending(db *gorm.DB, requestID string) (pending bool, err error) {
	rows, err := query(db, `SELECT EXISTS (SELECT 1 FROM deliveries d WHERE d.request_id = $1 AND d.prompt AND d.dead_id IS NULL
		AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.lane = d.lane AND o.seq < d.seq AND o.dead_id IS NOT NULL))`, requestID)
	if err != nil {
		return false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := rows.Scan(&pending); err != nil {
			return false, err
		}
	}
	return pending, rows.Err()
}

// barrier knows, by request id, the deliveries published in this process that somebody may be waiting for.
type barrier struct {
	mu       sync.Mutex
	requests map[string]*expectation
}

type expectation struct {
	open    map[made]bool // not yet handled here
	since   time.Time
	arrived chan struct{} // closed when none is open
}

// kept is how long an expectation is kept that nobody waits for and nobody here fulfils.
const kept = 10 * time.Second

func newBarrier() *barrier { return &barrier{requests: map[string]*expectation{}} }

// expect notes further deliveries. A handler's hops are noted before its own delivery arrives, so that there is no moment without an open one.
func (b *barrier) expect(requestID string, deliveries []made, now time.Time) {
	if len(deliveries) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.requests[requestID]
	if !ok {
		e = &expectation{open: map[made]bool{}, since: now, arrived: make(chan struct{})}
		b.requests[requestID] = e
	}
	for _, d := range deliveries {
		e.open[d] = true
	}
}

// arrived notes that a delivery was handled. One that is not expected (yet) is another replica's, or was faster than the publisher's hook;
// Wait finds out about the latter by looking.
func (b *barrier) arrived(requestID string, d made) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.requests[requestID]
	if !ok {
		return
	}
	delete(e.open, d)
	if len(e.open) == 0 {
		close(e.arrived)
		delete(b.requests, requestID)
	}
}

// waitFor is the channel that is closed when everything has arrived; nil when nothing is expected.
func (b *barrier) waitFor(requestID string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.requests[requestID]; ok {
		return e.arrived
	}
	return nil
}

func (b *barrier) forget(requestID string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.requests, requestID)
}

// sweep forgets what is too old for anybody to wait for.
func (b *barrier) sweep(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for requestID, e := range b.requests {
		if now.Sub(e.since) > kept {
			delete(b.requests, requestID)
		}
	}
}
