package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/periodic"
)

// run does the module's periodic jobs until ctx ends.
func (d Deps) run(ctx context.Context) error {
	return periodic.Run(ctx, d.Log,
		periodic.Job{Name: "erase expired applications", Every: time.Hour, Do: d.eraseExpired},
		applicationIndex.Job(d.DB, d.Clock),
	)
}

// eraseExpired erases all applications that have expired, a batch in each transaction.
func (d Deps) eraseExpired(ctx context.Context) error {
	now := d.Clock.Now()
	before := now.Add(-time.Duration(d.Config.KeepDays) * 24 * time.Hour)
	for more := true; more; {
		err := database.InTx(ctx, d.DB, func(tx *gorm.DB) (err error) {
			more, err = eraseExpiredBatch(ctx, tx, before, now)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
