package mailer

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
)

const (
	retentionInterval = time.Hour
	// retention is how long a sent or failed email is kept: long enough for questions about it and
	// for sending it again. Many recipients never get an account whose erasure would erase them.
	retention = 90 * 24 * time.Hour
)

// runRetention deletes old emails once an hour until ctx ends.
func (m *mailer) runRetention(ctx context.Context) {
	ticker := time.NewTicker(retentionInterval)
	defer ticker.Stop()
	for {
		if err := m.deleteOldEmails(ctx); err != nil && ctx.Err() == nil {
			m.Log.Warn("old emails could not be deleted; it will be tried again", zap.Error(err))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// deleteOldEmails deletes the emails that are older than retention, in batches.
func (m *mailer) deleteOldEmails(ctx context.Context) error {
	const batch = 500
	for {
		var deleted int64
		err := database.InTx(ctx, m.DB, func(tx *gorm.DB) (err error) {
			deleted, err = deleteOld(tx, batch, m.Clock.Now().Add(-retention))
			return err
		})
		if err != nil || deleted < batch {
			return err
		}
	}
}
