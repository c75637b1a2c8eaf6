package ratelimit

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// returnTokens takes back what takeTokens counted.
const returnTokens = `
UPDATE http_limits SET first_at = first_at - @firstStep, second_at = second_at - @secondStep,
	third_at = third_at - @thirdStep,
	full_at = greatest(first_at - @firstStep, second_at - @secondStep, third_at - @thirdStep)
FROM set_config('synchronous_commit', 'off', true) WHERE id = @id`

// returnTime is how long Return tries, also for a client that has gone.
const returnTime = time.Second

// Return takes back a call that Take has counted, for a limit that counts failures alone: Take
// before the work, so that of many simultaneous calls no more than the limit are done, and Return
// when it was no failure. It must not be called inside of a transaction.
func (l *Limiter) Return(ctx context.Context, name, key string) error {
	limit, ok := l.limits[name]
	if !ok {
		return nil
	}
	if database.Dialect(l.db) == database.SQLite {
		l.returnHere(limit, key)
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), returnTime)
	defer cancel()
	args := limit.arguments(rowID(name, key), l.clock.Now().UnixMicro())
	return database.Autocommit(ctx, l.db, func(db *gorm.DB) *gorm.DB { return db.Exec(returnTokens, args) })
}

func (l *Limiter) returnHere(limit *limit, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.giveBack(limit, key)
}

// ReturnHere takes back a call that TakeHere or TakeHereWide has counted, and returns what is left.
func (l *Limiter) ReturnHere(name, key, wide string) Result {
	limit, ok := l.limits[name]
	if !ok {
		return Result{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.giveBack(limit, key)
	if wide != "" {
		l.giveBackAt(l.wide[name], bucketKey{wideName(name), wide})
	}
	now := l.clock.Now().UnixMicro()
	left := *l.bucketsOf(bucketKey{name, key}, now)
	for i := range left {
		left[i] = max(left[i], now)
	}
	return Result{limit, limit.quotaOf(left, now)}
}
