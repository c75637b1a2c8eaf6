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
	wide   map[string]*limit // the same, of wideFactor times the size

	mu    sync.Mutex
	calls map[bucketKey]*buckets
}

// bucketKey names the buckets of one key of one limit.
type bucketKey struct{ limit, key string }

// maxBuckets bounds the memory of a limiter. Above it, buckets that are full are dropped, then any.
const maxBuckets = 100_000

// New is a limiter whose Take counts in db. Its error names every rate that can't be read.
func New(db *gorm.DB, c clock.Clock, o Limits) (*Limiter, error) {
	l := &Limiter{
		db: db, clock: c, limits: map[string]*limit{}, wide: map[string]*limit{}, calls: map[bucketKey]*buckets{},
	}
	if !o.Enabled {
		return l, nil
	}
	var faults []error
	for name, rate := range o.Rates {
		parsed, err := parseLimit(name, rate)
		l.limits[name] = parsed
		faults = append(faults, err)
		if err == nil {
			l.wide[name] = parsed.times(wideFactor)
		}
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
	return Result{limit, l.takeHere(limit, bucketKey{name, key})}
}

func (l *Limiter) takeHere(limit *limit, at bucketKey) quota {
	l.mu.Lock()
	defer l.mu.Unlock()
	// The clock is read under the lock, so that no call is older than one that was counted before.
	now := l.clock.Now().UnixMicro()
	return limit.take(l.bucketsOf(at, now), now)
}

// wideFactor is how many times the size of a limit the bucket of a wide network is.
const wideFactor = 8

// TakeHereWide is TakeHere of a caller in a wide network, which has a bucket of its own, of eight
// times the size: one that has many narrow networks does not have the limit as many times. For wide
// "" it is TakeHere.
func (l *Limiter) TakeHereWide(name, key, wide string) Result {
	result := l.TakeHere(name, key)
	if wide == "" || !result.Allowed() || result.limit == nil {
		return result
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now().UnixMicro()
	if over := l.wide[name].take(l.bucketsOf(bucketKey{wideName(name), wide}, now), now); over.wait > 0 {
		l.giveBack(result.limit, key)
		return Result{l.wide[name], over}
	}
	return result
}

// wideName separates the keys of wide networks from the others of a limit.
func wideName(name string) string { return name + "/wide" }

// giveBack takes back a call that was counted. The caller holds the lock.
func (l *Limiter) giveBack(limit *limit, key string) {
	l.giveBackAt(limit, bucketKey{limit.name, key})
}

func (l *Limiter) giveBackAt(limit *limit, at bucketKey) {
	if b := l.calls[at]; b != nil {
		for i, w := range limit.windows {
			b[i] -= w.step
		}
	}
}

// bucketsOf returns the buckets of the key, which it makes. The caller holds the lock.
func (l *Limiter) bucketsOf(at bucketKey, now int64) *buckets {
	b := l.calls[at]
	if b == nil {
		if len(l.calls) >= maxBuckets {
			l.evict(now)
		}
		b = new(buckets)
		l.calls[at] = b
	}
	return b
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
