package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// takeTokens counts a call in every window of a limit, or in none and returns no row: callers at once are counted one after the other, by the lock of their row.
// Nothing waits for the disk. What a crash of the database forgets is the calls of its last moments.
const takeTokens = `
INSERT INTO http_limits AS l (id, first_at, second_at, third_at, full_at)
SELECT CAST(@id AS text), CAST(@first AS bigint), CAST(@second AS bigint), CAST(@third AS bigint), CAST(@full AS bigint)
FROM set_config('synchronous_commit', 'off', true)
ON CONFLICT (id) DO UPDATE SET
	first_at = greatest(l.first_at + @firstStep, excluded.first_at),
	second_at = greatest(l.second_at + @secondStep, excluded.second_at),
	third_at = greatest(l.third_at + @thirdStep, excluded.third_at),
	full_at = greatest(l.first_at + @firstStep, l.second_at + @secondStep, l.third_at + @thirdStep, excluded.full_at)
WHERE l.first_at + @firstStep <= @firstEnd AND l.second_at + @secondStep <= @secondEnd AND l.third_at + @thirdStep <= @thirdEnd
RETURNING first_at, second_at, third_at`

// clampTokens brings back buckets that lie further ahead than their windows are long.
const clampTokens = `
UPDATE http_limits SET first_at = least(first_at, @firstEnd), second_at = least(second_at, @secondEnd), third_at = least(third_at, @thirdEnd),
	full_at = greatest(least(first_at, @firstEnd), least(second_at, @secondEnd), least(third_at, @thirdEnd))
FROM set_config('synchronous_commit', 'off', true) WHERE id = @id`

// limitRow is what is kept of a limit for a key: when the bucket of each window is full again, in microseconds.
type limitRow struct{ FirstAt, SecondAt, ThirdAt int64 }

func (l limitRow) buckets() buckets { return buckets{l.FirstAt, l.SecondAt, l.ThirdAt} }

// Take counts one call against the shared limit name for key (an email, a user id). On PostgreSQL it holds across replicas; SQLite has one process, which
// counts in its memory. Over the limit it returns a fault.RateLimited and counts nothing. It must not be called inside of a transaction.
func (r *Router) Take(ctx context.Context, name, key string) error {
	limit, ok := r.limits.rates[name]
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, r.answerTime)
	defer cancel()
	q, err := r.take(ctx, limit, key)
	if err == nil && 0 < q.wait && q.wait < time.Second {
		// Calls at once wait for each other, and who was counted before us may have read the clock after us: by then the token is there.
		q, err = r.take(ctx, limit, key)
	}
	if err != nil {
		return err
	}
	if h := requestOf(ctx).header; h != nil {
		limit.tell(h, q)
	}
	if q.wait > 0 {
		r.observer.ObserveRefusal(name)
	}
	return q.fault()
}

// take counts one call in the limit's windows, if all of them allow it.
func (r *Router) take(ctx context.Context, limit *rate, key string) (quota, error) {
	if database.Dialect(r.db) == database.SQLite {
		if err := database.RequireNoTx(ctx, r.db); err != nil {
			return quota{}, err
		}
		_, q, _ := r.limits.take(limit.name, key, r.clock.Now)
		return q, nil
	}
	now := r.clock.Now().UnixMicro()
	args := limit.arguments(limitID(limit.name, key), now)
	var row limitRow
	taken, err := r.ask(ctx, takeTokens, args, &row)
	if err != nil {
		return quota{}, err
	}
	if taken {
		return limit.left(row.buckets(), now), nil
	}
	return r.refusal(ctx, limit, args, now)
}

// refusal is how long the caller has to wait. A clock that was set back must not make that longer than the limit's window.
func (r *Router) refusal(ctx context.Context, limit *rate, args map[string]any, now int64) (quota, error) {
	var row limitRow
	if _, err := r.ask(ctx, `SELECT first_at, second_at, third_at FROM http_limits WHERE id = @id`, args, &row); err != nil {
		return quota{}, err
	}
	b := row.buckets()
	if limit.clamp(&b, now) {
		err := database.Autocommit(ctx, r.db, func(db *gorm.DB) *gorm.DB { return db.Exec(clampTokens, args) })
		if err != nil {
			return quota{}, err
		}
	}
	q := limit.take(&b, now)
	q.wait = max(q.wait, time.Microsecond) // the row has changed since: the next call finds out
	return q, nil
}

func (r *Router) ask(ctx context.Context, query string, args map[string]any, into *limitRow) (found bool, err error) {
	err = database.Autocommit(ctx, r.db, func(db *gorm.DB) *gorm.DB {
		res := db.Raw(query, args).Scan(into)
		found = res.RowsAffected > 0
		return res
	})
	return found, err
}

// arguments are those of the statements. A window that the limit does not have allows everything.
func (r *rate) arguments(id string, now int64) map[string]any {
	args := map[string]any{"id": id}
	full := now
	for i, name := range [maxWindows]string{"first", "second", "third"} {
		w := window{per: math.MaxInt64 / 2}
		if i < len(r.windows) {
			w = r.windows[i]
		}
		args[name], args[name+"Step"], args[name+"End"] = now+w.step, w.step, now+w.per
		full = max(full, now+w.step)
	}
	args["full"] = full
	return args
}

// limitID names a row without telling whose it is: keys are emails.
func limitID(name, key string) string {
	sum := sha256.Sum256([]byte(key))
	return name + "/" + hex.EncodeToString(sum[:16])
}
