package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"
)

// deleteExpiredRows deletes the sessions, challenges and counters that have expired, factors that
// were not confirmed, and the addresses of changes that are over.
func deleteExpiredRows(tx *gorm.DB, now time.Time) error {
	failedBefore, loggedInBefore := now.Add(-failureRetention), now.Add(-trustDuration)
	return errors.Join(
		tx.Where("expires_at <= ?", now).Delete(&session{}).Error,
		tx.Where("failed_at < ?", failedBefore).Delete(&loginFailures{}).Error,
		tx.Where("(failed_at IS NULL OR failed_at < ?) AND (logged_in_at IS NULL OR logged_in_at < ?)", failedBefore,
			loggedInBefore).
			Delete(&loginSource{}).Error,
		tx.Where("expires_at < ?", now.Add(-personalDataRetention)).Delete(&invitation{}).Error,
		tx.Where("expires_at <= ?", now).Delete(&proofChallenge{}).Error,
		tx.Where("confirmed_at IS NULL AND created_at < ?", now.Add(-pendingFactorTTL)).Delete(&factor{}).Error,
		tx.Where("day < ?", dayOf(now.Add(-24*time.Hour))).Delete(&emailCounter{}).Error,
		tx.Where("day < ?", dayOf(now.Add(-24*time.Hour))).Delete(&codeAttempts{}).Error,
		tx.Where("expires_at < ? AND user_id IS NOT NULL", now.Add(-registrationRetention)).Delete(&challenge{}).Error,
		forgetEmailChanges(tx, now),
	)
}
