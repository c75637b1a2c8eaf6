package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// takeToken moves a bucket by one step and locks its row: callers at once are counted one after the other.
const takeToken = `
INSERT INTO http_limits (id, full_at) VALUES (@id, @first)
ON CONFLICT (id) DO UPDATE SET full_at = CASE WHEN http_limits.full_at > @now THEN http_limits.full_at + @step ELSE @first END
RETURNING full_at`

// Take counts one call against the shared limit name for key (an email, a user id): it holds across replicas. Over the limit it returns
// a fault.RateLimited. It uses its own transaction, so it must not be called inside of one.
func (r *Router) Take(ctx context.Context, name, key string) error {
	limit, ok := r.limits.rates[name]
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, r.answerTime)
	defer cancel()
	q, err := r.take(ctx, limit, key)
	if 0 < q.wait && q.wait < time.Second {
		// Calls at once wait for each other, and who was counted before us may have read the clock after us: by then the token is there.
		q, err = r.take(ctx, limit, key)
	}
	if h := requestOf(ctx).header; h != nil && q.remaining >= 0 {
		limit.tell(h, q)
	}
	return err
}

// take counts one call in the limit's windows, if all of them allow it.
func (r *Router) take(ctx context.Context, limit *rate, key string) (q quota, err error) {
	now := r.clock.Now().UnixMicro()
	err = database.InTx(ctx, r.db, func(tx *gorm.DB) error {
		q = quota{remaining: -1}
		for i, w := range limit.windows {
			var full int64
			args := map[string]any{"id": bucketID(limit.name, i, key), "now": now, "step": w.step, "first": now + w.step}
			if err := tx.Raw(takeToken, args).Scan(&full).Error; err != nil {
				return err
			}
			q.see(w, full, now)
		}
		return q.fault() // a refusal rolls back what was taken
	})
	return q, err
}

// bucketID names a bucket without telling whose it is: keys are emails.
func bucketID(name string, window int, key string) string {
	sum := sha256.Sum256([]byte(key))
	return fmt.Sprintf("%s/%d/%s", name, window, hex.EncodeToString(sum[:16]))
}
