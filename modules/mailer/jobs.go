package mailer

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
)

const (
	retentionInterval = time.Hour
	// retention is how long a sent or failed email is kept: long enough for questions about it and
	// for sending it again. Many recipients never get an account whose erasure would erase them.
	retention = 90 * 24 * time.Hour
)

// runRetention deletes old emails once an hour, and indexes the others, until ctx ends.
func (m *mailer) runRetention(ctx context.Context) {
	_ = background.Run(ctx, m.Log,
		background.Job{Name: "delete old emails", Every: retentionInterval, Do: m.deleteOldEmails},
		emailIndex.Job(m.DB, m.Clock),
	)
}

// deleteOldEmails deletes the emails that are older than retention, in batches.
func (m *mailer) deleteOldEmails(ctx context.Context) error {
	const batch = 500
	return background.InBatches(ctx, m.DB, func(tx *gorm.DB) (more bool, err error) {
		deleted, err := deleteOld(tx, batch, m.Clock.Now().Add(-retention))
		return deleted == batch, err
	})
}
