package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"
)

// deleteExpiredRows deletes the sessions and counters that have expired.
func deleteExpiredRows(tx *gorm.DB, now time.Time) error {
	failedBefore, loggedInBefore := now.Add(-failureRetention), now.Add(-trustDuration)
	return errors.Join(
		tx.Where("expires_at <= ?", now).Delete(&session{}).Error,
		tx.Where("failed_at < ?", failedBefore).Delete(&loginFailures{}).Error,
		tx.Where("(failed_at IS NULL OR failed_at < ?) AND (logged_in_at IS NULL OR logged_in_at < ?)", failedBefore, loggedInBefore).
			Delete(&loginSource{}).Error,
		tx.Where("day < ?", dayOf(now.Add(-24*time.Hour))).Delete(&emailCounter{}).Error,
	)
}
