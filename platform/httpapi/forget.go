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

// EraseAnswers deletes the stored answers to the subjects, and those to others about one of them (Personal): user ids, and pseudonym.Key.OfEmail of addresses.
func EraseAnswers(tx *gorm.DB, subjects ...string) error {
	for _, whose := range []string{"caller", "subject"} {
		// That it is not empty is what the index says of its rows.
		if err := tx.Exec(`DELETE FROM http_answers WHERE `+whose+` IN ? AND `+whose+` <> ''`, subjects).Error; err != nil {
			return err
		}
	}
	return nil
}

// tidyEvery is the pause between two rounds of housekeeping; tidyBatch is how much one statement deletes.
const (
	tidyEvery = 10 * time.Minute
	tidyBatch = 1000
)

// Run deletes stored answers and rate limits that count no longer until ctx ends.
func (r *Router) Run(ctx context.Context) error {
	return periodic.Run(ctx, r.log, periodic.Job{Name: "delete old answers and rate limits", Every: tidyEvery, Do: r.tidy})
}

func (r *Router) tidy(ctx context.Context) error {
	now := r.clock.Now()
	old := func(table, condition string, before any) error {
		for {
			var gone int64
			err := database.InTx(ctx, r.db, func(tx *gorm.DB) error {
				res := tx.Exec(fmt.Sprintf(`DELETE FROM %[1]s WHERE id IN (SELECT id FROM %[1]s WHERE %[2]s LIMIT %[3]d)`, table, condition, tidyBatch), before)
				gone = res.RowsAffected
				return res.Error
			})
			if err != nil || gone < tidyBatch {
				return err
			}
		}
	}
	return errors.Join(
		old("http_answers", "created_at <= ?", now.Add(-keptFor)),
		old("http_answers", "expires_at <= ?", now),
		old("http_limits", "full_at <= ?", now.UnixMicro()),
	)
}
