package httpapi

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// giveBackTokens takes back what takeTokens counted.
const giveBackTokens = `
UPDATE http_limits SET first_at = first_at - @firstStep, second_at = second_at - @secondStep, third_at = third_at - @thirdStep,
	full_at = greatest(first_at - @firstStep, second_at - @secondStep, third_at - @thirdStep)
FROM set_config('synchronous_commit', 'off', true) WHERE id = @id`

// GiveBack takes a call back that Take has counted, for a limit that counts failures alone: Take before the work, so that of many
// calls at once no more than the limit are done, and GiveBack when it was no failure. It must not be called inside of a transaction.
func (r *Router) GiveBack(ctx context.Context, name, key string) error {
	limit, ok := r.limits.rates[name]
	if !ok {
		return nil
	}
	if database.Dialect(r.db) == database.SQLite {
		r.limits.giveBack(limit, key)
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
	defer cancel()
	args := limit.arguments(limitID(name, key), r.clock.Now().UnixMicro())
	return database.Autocommit(ctx, r.db, func(db *gorm.DB) *gorm.DB { return db.Exec(giveBackTokens, args) })
}

// giveBackTime is how long GiveBack tries, also for a client that has gone.
const giveBackTime = time.Second

func (l *limiter) giveBack(limit *rate, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.calls[callerOf{limit.name, key}]; b != nil {
		for i, w := range limit.windows {
			b[i] -= w.step
		}
	}
}
