package ratelimit

import (
	"errors"
	"sync"

	"gorm.io/gorm"

	"orderd/platform/clock"
)

// Limits are the limits by name. A name that is not among them is not limited.
type Limits struct {
	Enabled bool
	Rates   map[string]string // "login": "30/1m"; several windows with commas: "10/1m,60/1h"
}

// Limiter counts calls.
type Limiter struct {
	db     *gorm.DB
	clock  clock.Clock
	limits map[string]*limit // empty when limits are off

	mu    sync.Mutex
	calls map[bucketKey]*buckets
}

// bucketKey names the buckets of one key of one limit.
type bucketKey struct{ limit, key string }

// maxBuckets bounds the memory of a limiter. Above it, buckets that are full are dropped, then any.
const maxBuckets = 100_000

// New is a limiter whose Take counts in db. Its error names every rate that can't be read.
func New(db *gorm.DB, c clock.Clock, o Limits) (*Limiter, error) {
	l := &Limiter{db: db, clock: c, limits: map[string]*limit{}, calls: map[bucketKey]*buckets{}}
	if !o.Enabled {
		return l, nil
	}
	var faults []error
	for name, rate := range o.Rates {
		parsed, err := parseLimit(name, rate)
		l.limits[name] = parsed
		faults = append(faults, err)
	}
	return l, errors.Join(faults...)
}

// Enabled reports whether there is any limit.
func (l *Limiter) Enabled() bool { return len(l.limits) > 0 }

// TakeHere counts one call of key against the limit name, in this process.
func (l *Limiter) TakeHere(name, key string) Result {
	limit, ok := l.limits[name]
	if !ok {
		return Result{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	// The clock is read under the lock, so that no call is older than one that was counted before.
	now := l.clock.Now().UnixMicro()
	at := bucketKey{name, key}
	b := l.calls[at]
	if b == nil {
		if len(l.calls) >= maxBuckets {
			l.evict(now)
		}
		b = new(buckets)
		l.calls[at] = b
	}
	return Result{limit, limit.take(b, now)}
}

// evict removes buckets: full ones first, then, when many callers are active, a tenth of all.
func (l *Limiter) evict(now int64) {
	for at, b := range l.calls {
		if b.full(now) {
			delete(l.calls, at)
		}
	}
	for at := range l.calls {
		if len(l.calls) < maxBuckets-maxBuckets/10 {
			return
		}
		delete(l.calls, at)
	}
}
