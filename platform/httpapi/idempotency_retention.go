package httpapi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/periodic"
)

// EraseStoredResponses deletes the stored responses to the subjects, and those to others that hold
// data of one of them (Personal). Subjects are user ids, and pseudonym.Key.OfEmail of addresses.
func EraseStoredResponses(tx *gorm.DB, subjects ...string) error {
	for _, column := range []string{"caller", "subject"} {
		// The second condition lets the statement use the partial index.
		if err := tx.Exec(`DELETE FROM http_answers WHERE `+column+` IN ? AND `+column+` <> ''`, subjects).Error; err != nil {
			return err
		}
	}
	return nil
}

// retentionPause is the pause between two rounds; retentionBatch is how much one statement deletes.
const (
	retentionPause = 10 * time.Minute
	retentionBatch = 1000
)

// Run deletes stored responses that have expired, and rate limits that are full, until ctx ends.
func (r *Router) Run(ctx context.Context) error {
	return periodic.Run(ctx, r.log, periodic.Job{Name: "delete old answers and rate limits", Every: retentionPause, Do: r.deleteExpired})
}

func (r *Router) deleteExpired(ctx context.Context) error {
	now := r.clock.Now()
	return errors.Join(
		r.deleteInBatches(ctx, "http_answers", "created_at <= ?", now.Add(-replayWindow)),
		r.deleteInBatches(ctx, "http_answers", "expires_at <= ?", now),
		r.deleteInBatches(ctx, "http_limits", "full_at <= ?", now.UnixMicro()),
	)
}

func (r *Router) deleteInBatches(ctx context.Context, table, condition string, before any) error {
	query := fmt.Sprintf(`DELETE FROM %[1]s WHERE id IN (SELECT id FROM %[1]s WHERE %[2]s LIMIT %[3]d)`, table, condition, retentionBatch)
	for {
		var deleted int64
		err := database.InTx(ctx, r.db, func(tx *gorm.DB) error {
			res := tx.Exec(query, before)
			deleted = res.RowsAffected
			return res.Error
		})
		if err != nil || deleted < retentionBatch {
			return err
		}
	}
}
