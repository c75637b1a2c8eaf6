package wholesale

import (
	"context"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
)

const housekeepingPause = time.Hour

// keepHouse forgets strangers, once an hour, until ctx ends.
func (d Deps) keepHouse(ctx context.Context) error {
	ticker := time.NewTicker(housekeepingPause)
	defer ticker.Stop()
	for {
		if err := d.sweep(ctx); err != nil && ctx.Err() == nil {
			d.Log.Warn("old applications could not be anonymised; it will be tried again", zap.Error(err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// sweep forgets all strangers whose time is over, some at a time.
func (d Deps) sweep(ctx context.Context) error {
	now := d.Clock.Now()
	for more := true; more; {
		err := database.InTx(ctx, d.DB, func(tx *gorm.DB) (err error) {
			more, err = forgetStrangers(ctx, tx, now.Add(-time.Duration(d.Config.KeepDays)*24*time.Hour), now)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetStrangers takes everything personal out of some applications that came to nothing before a moment, and out of their events, and
// tells whether there may be more. They are of people without an account, whose erasure would do it; what has come to an account, or
// belongs to one, is kept as long as that. It trusts wholesale_accounts, which a replay therefore never empties.
func forgetStrangers(ctx context.Context, tx *gorm.DB, before, now time.Time) (more bool, err error) {
	const some = 100
	found, err := strangers(tx, some, before)
	if err != nil {
		return false, err
	}
	for _, a := range found {
		a.erase(now)
		if err := tx.Save(&a).Error; err != nil {
			return false, err
		}
		if err := eventbus.EraseKey(ctx, tx, a.ID); err != nil {
			return false, err
		}
	}
	return len(found) == some, nil
}
