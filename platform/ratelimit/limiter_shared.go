package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// takeTokens counts a call in every window of a limit, or in none and returns no row. Simultaneous
// calls are counted one after the other, by the lock of their row. The statement does not wait for
// the disk: a crash of the database forgets the calls of its last moments.
const takeTokens = `
INSERT INTO http_limits AS l (id, first_at, second_at, third_at, full_at)
SELECT CAST(@id AS text), CAST(@first AS bigint), CAST(@second AS bigint), CAST(@third AS bigint), CAST(@full AS bigint)
FROM set_config('synchronous_commit', 'off', true)
ON CONFLICT (id) DO UPDATE SET
	first_at = greatest(l.first_at + @firstStep, excluded.first_at),
	second_at = greatest(l.second_at + @secondStep, excluded.second_at),
	third_at = greatest(l.third_at + @thirdStep, excluded.third_at),
	full_at = greatest(l.first_at + @firstStep, l.second_at + @secondStep, l.third_at + @thirdStep, excluded.full_at)
WHERE l.first_at + @firstStep <= @firstEnd AND l.second_at + @secondStep <= @secondEnd
	AND l.third_at + @thirdStep <= @thirdEnd
RETURNING first_at, second_at, third_at`

// clampTokens moves back buckets that lie further ahead than their windows are long.
const clampTokens = `
UPDATE http_limits SET first_at = least(first_at, @firstEnd), second_at = least(second_at, @secondEnd),
	third_at = least(third_at, @thirdEnd),
	full_at = greatest(least(first_at, @firstEnd), least(second_at, @secondEnd), least(third_at, @thirdEnd))
FROM set_config('synchronous_commit', 'off', true) WHERE id = @id`

// bucketsRow is a row of http_limits: when the bucket of each window is full again, in microseconds
// since 1970.
type bucketsRow struct{ FirstAt, SecondAt, ThirdAt int64 }

func (r bucketsRow) buckets() buckets { return buckets{r.FirstAt, r.SecondAt, r.ThirdAt} }

// Take counts one call of key (an email, a user's id) against the limit name, across replicas on
// PostgreSQL. It must not be called inside of a transaction.
func (l *Limiter) Take(ctx context.Context, name, key string) (Result, error) {
	limit, ok := l.limits[name]
	if !ok {
		return Result{}, nil
	}
	return l.take(ctx, limit, bucketKey{name, key})
}

// TakeWide is Take of a caller in a wide network, as TakeHereWide is TakeHere.
func (l *Limiter) TakeWide(ctx context.Context, name, key, wide string) (Result, error) {
	result, err := l.Take(ctx, name, key)
	if err != nil || wide == "" || !result.Allowed() || result.limit == nil {
		return result, err
	}
	over, err := l.take(ctx, l.wide[name], bucketKey{wideName(name), wide})
	if err != nil || over.Allowed() {
		return result, err
	}
	return over, l.Return(ctx, name, key)
}

func (l *Limiter) take(ctx context.Context, limit *limit, at bucketKey) (Result, error) {
	q, err := l.takeOnce(ctx, limit, at)
	if err == nil && 0 < q.wait && q.wait < time.Second {
		// Simultaneous calls wait for each other, and one that was counted before this one may have
		// read the clock after it: by now the token is there.
		q, err = l.takeOnce(ctx, limit, at)
	}
	if err != nil {
		return Result{}, err
	}
	return Result{limit, q}, nil
}

// takeOnce counts one call in the limit's windows, if all of them allow it.
func (l *Limiter) takeOnce(ctx context.Context, limit *limit, at bucketKey) (quota, error) {
	if database.Dialect(l.db) == database.SQLite {
		if err := database.RequireNoTx(ctx, l.db); err != nil {
			return quota{}, err
		}
		return l.takeHere(limit, at), nil
	}
	now := l.clock.Now().UnixMicro()
	args := limit.arguments(rowID(at.limit, at.key), now)
	var row bucketsRow
	taken, err := l.query(ctx, takeTokens, args, &row)
	if err != nil {
		return quota{}, err
	}
	if taken {
		return limit.quotaOf(row.buckets(), now), nil
	}
	return l.refusal(ctx, limit, args, now)
}

// refusal is how long the caller has to wait. A clock that was set back must not make that longer
// than the limit's window.
func (l *Limiter) refusal(ctx context.Context, limit *limit, args map[string]any, now int64) (quota, error) {
	var row bucketsRow
	if _, err := l.query(ctx, `SELECT first_at, second_at, third_at FROM http_limits WHERE id = @id`, args,
		&row); err != nil {
		return quota{}, err
	}
	b := row.buckets()
	if limit.clamp(&b, now) {
		err := database.Autocommit(ctx, l.db, func(db *gorm.DB) *gorm.DB { return db.Exec(clampTokens, args) })
		if err != nil {
			return quota{}, err
		}
	}
	q := limit.take(&b, now)
	q.wait = max(q.wait, time.Microsecond) // the row has changed since: the next call finds out
	return q, nil
}

func (l *Limiter) query(
	ctx context.Context, query string, args map[string]any, into *bucketsRow,
) (found bool, err error) {
	err = database.Autocommit(ctx, l.db, func(db *gorm.DB) *gorm.DB {
		res := db.Raw(query, args).Scan(into)
		found = res.RowsAffected > 0
		return res
	})
	return found, err
}

// arguments are those of the statements. A window that the limit does not have allows everything.
func (l *limit) arguments(id string, now int64) map[string]any {
	args := map[string]any{"id": id}
	full := now
	for i, name := range [maxWindows]string{"first", "second", "third"} {
		w := window{per: math.MaxInt64 / 2}
		if i < len(l.windows) {
			w = l.windows[i]
		}
		args[name], args[name+"Step"], args[name+"End"] = now+w.step, w.step, now+w.per
		full = max(full, now+w.step)
	}
	args["full"] = full
	return args
}

// rowID is the id of a row. It does not show the key, which may be an email address.
func rowID(name, key string) string {
	sum := sha256.Sum256([]byte(key))
	return name + "/" + hex.EncodeToString(sum[:16])
}
