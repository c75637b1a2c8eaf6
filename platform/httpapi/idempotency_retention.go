package httpapi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
)

// eraseStoredResponses deletes the stored responses to a subject, and those to others that hold its
// data (Personal). A subject is a user's id, or pseudonym.Key.OfEmail of an address. It is called
// for each erasure of a subject (eventbus.OnEraseSubject).
func eraseStoredResponses(ctx context.Context, tx *gorm.DB, subject string) error {
	for _, column := range []string{"caller", "subject"} {
		// The second condition lets the statement use the partial index.
		if err := tx.WithContext(ctx).Exec(`DELETE FROM http_answers WHERE `+column+` = ? AND `+column+` <> ''`,
			subject).Error; err != nil {
			return fmt.Errorf("httpapi: erase stored responses: %w", err)
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
	return background.Run(ctx, r.log,
		background.Job{Name: "delete old answers and rate limits", Every: retentionPause, Do: r.deleteExpired})
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
	query := fmt.Sprintf(`DELETE FROM %[1]s WHERE id IN (SELECT id FROM %[1]s WHERE %[2]s LIMIT %[3]d)`, table, condition,
		retentionBatch)
	return background.InBatches(ctx, r.db, func(tx *gorm.DB) (more bool, err error) {
		done := tx.Exec(query, before)
		return done.RowsAffected == retentionBatch, done.Error
	})
}
