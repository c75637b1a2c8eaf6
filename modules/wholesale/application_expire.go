package wholesale

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/platform/eventbus"
)

// expireBatch is how many applications one transaction erases.
const expireBatch = 100

// eraseExpiredBatch erases the personal fields of some applications that were rejected, or
// submitted and never decided, before the given time, and of their events. It reports whether there
// may be more. An application that was approved, or whose email address has an account, is kept as
// long as the account. Whether there is one it reads in wholesale_accounts, which a replay
// therefore never empties.
func eraseExpiredBatch(ctx context.Context, tx *gorm.DB, before, now time.Time) (more bool, err error) {
	expired, err := expiredApplications(tx, before, expireBatch)
	if err != nil {
		return false, err
	}
	for _, a := range expired {
		a.erase(now)
		if err := saveApplication(tx, &a); err != nil {
			return false, err
		}
		if err := eventbus.EraseKey(ctx, tx, a.ID); err != nil {
			return false, err
		}
	}
	return len(expired) == expireBatch, nil
}
