package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/background"
)

// run does the module's periodic jobs until ctx ends.
func (d Deps) run(ctx context.Context) error {
	return background.Run(ctx, d.Log,
		background.Job{Name: "erase expired applications", Every: time.Hour, Do: d.eraseExpired},
		applicationIndex.Job(d.DB, d.Clock),
	)
}

// eraseExpired erases all applications that have expired, a batch in each transaction.
func (d Deps) eraseExpired(ctx context.Context) error {
	now := d.Clock.Now()
	before := now.Add(-time.Duration(d.Config.KeepDays) * 24 * time.Hour)
	return background.InBatches(ctx, d.DB, func(tx *gorm.DB) (more bool, err error) {
		return eraseExpiredBatch(ctx, tx, before, now)
	})
}
