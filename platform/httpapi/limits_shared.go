package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// takeToken moves a bucket by one step, if that leaves it within its window; no row comes back when it does not.
const takeToken = `
INSERT INTO http_limits (id, full_at) VALUES (@id, @first)
ON CONFLICT (id) DO UPDATE
   SET full_at = CASE WHEN http_limits.full_at > @now THEN http_limits.full_at + @step ELSE @first END
 WHERE http_limits.full_at <= @latest
RETURNING full_at`

// countShared is count over all replicas: the buckets are rows. h may be nil.
func (r *Router) countShared(ctx context.Context, h http.Header, name, key string) error {
	limit, ok := r.limits.rates[name]
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	now := r.clock.Now().UnixMicro()
	var q quota
	err := database.InTx(ctx, r.db, func(tx *gorm.DB) error {
		q = quota{remaining: -1}
		for i, w := range limit.windows {
			full, err := takeShared(tx, bucketID(name, i, key), w, now)
			if err != nil {
				return err
			}
			q.see(w, full, now)
		}
		return q.fault() // undoes what the other windows gave
	})
	if q.remaining >= 0 && h != nil {
		limit.tell(h, q)
	}
	return err
}

// takeShared is when the bucket will be full again or, for a call over the limit, when it would be.
func takeShared(tx *gorm.DB, id string, w window, now int64) (full int64, err error) {
	args := map[string]any{"id": id, "now": now, "step": w.step, "first": now + w.step, "latest": now + w.per - w.step}
	taken := tx.Raw(takeToken, args).Scan(&full)
	if taken.Error != nil || taken.RowsAffected > 0 {
		return full, taken.Error
	}
	err = tx.Raw(`SELECT full_at FROM http_limits WHERE id = ?`, id).Scan(&full).Error
	return full + w.step, err
}

// bucketID names a bucket without telling whose it is: keys are emails.
func bucketID(name string, window int, key string) string {
	sum := sha256.Sum256([]byte(key))
	return fmt.Sprintf("%s/%d/%s", name, window, hex.EncodeToString(sum[:16]))
}
