package ordering

import (
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// lockLookupDay locks the counter of an email, and starts the count of a new day: look-ups of the
// email and attempts at their codes wait for each other here.
func lockLookupDay(tx *gorm.DB, guestID string, now time.Time) error {
	return tx.Exec(`INSERT INTO ordering_lookup_days AS d (guest_id, day, attempts) VALUES (?, ?, 0)
		ON CONFLICT (guest_id) DO UPDATE SET day = excluded.day, attempts = CASE WHEN d.day = excluded.day THEN d.attempts ELSE 0 END`,
		guestID, now.Format(time.DateOnly)).Error
}

// countLookupAttempt counts n attempts (0 or 1) for the locked email; false means that those of the
// day are used up. It writes for 0 too, so that it takes the same time.
func countLookupAttempt(tx *gorm.DB, guestID string, n int) (bool, error) {
	done := tx.Exec(`UPDATE ordering_lookup_days SET attempts = attempts + ? WHERE guest_id = ? AND attempts + ? <= ?`, n, guestID, n, lookupDailyAttempts)
	return done.RowsAffected == 1, done.Error
}

// countLookupAttempts counts an attempt at every live code for the email and returns the look-ups
// that had one left.
func countLookupAttempts(tx *gorm.DB, guestID string, now time.Time) (counted []lookup, err error) {
	err = tx.Raw(`UPDATE ordering_lookups SET attempts = attempts + 1
		WHERE guest_id = ? AND used_at IS NULL AND expires_at > ? AND attempts < ?
		RETURNING *`, guestID, now, lookupAttempts).Scan(&counted).Error
	return counted, err
}

// lockGuestOrder finds and locks the guest's order with the number. It is blank when there is none.
// An erasure waits for the lock, so that no look-up of an erased order is left.
func lockGuestOrder(tx *gorm.DB, number, guestID string) (o order, err error) {
	err = orderCaller{GuestID: guestID}.orders(database.ForUpdate(tx)).Where("number = ?", number).Limit(1).Find(&o).Error
	return o, err
}

// replaceLookup makes l the one look-up of its order; false means that there is no such order. Both
// cases run the same statements.
func replaceLookup(tx *gorm.DB, l *lookup) (bool, error) {
	if err := tx.Where("order_id = ?", l.OrderID).Delete(&lookup{}).Error; err != nil {
		return false, err
	}
	made := tx.Exec(`INSERT INTO ordering_lookups (id, order_id, guest_id, attempts, made_at, expires_at)
		SELECT ?, id, ?, 0, ?, ? FROM ordering_orders WHERE id = ?`, l.ID, l.GuestID, l.MadeAt, l.ExpiresAt, l.OrderID)
	return made.RowsAffected == 1, made.Error
}

// markLookupSent starts the life of the code; a mail that is sent again starts it again. A look-up
// that was used, or replaced by a newer one, does not change.
func markLookupSent(tx *gorm.DB, lookupID string, at time.Time) error {
	return tx.Model(&lookup{}).Where("id = ? AND used_at IS NULL", lookupID).
		Updates(map[string]any{"sent_at": at, "expires_at": at.Add(lookupCodeTTL)}).Error
}

// useLookup marks the look-up as used. It returns codeInvalidCode when it was used or replaced
// meanwhile, or has expired.
func useLookup(tx *gorm.DB, lookupID string, now time.Time) error {
	done := tx.Model(&lookup{}).Where("id = ? AND used_at IS NULL AND expires_at > ?", lookupID, now).Update("used_at", now)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	return done.Error
}

func deleteLookupsOf(tx *gorm.DB, guestID string) error {
	return tx.Where("guest_id = ?", guestID).Delete(&lookup{}).Error
}

// deleteOldLookups deletes what has expired, and the counts of past days.
func deleteOldLookups(tx *gorm.DB, now time.Time) error {
	return errors.Join(
		tx.Where("expires_at < ?", now.Add(-lookupRetention)).Delete(&lookup{}).Error,
		tx.Where("day < ?", now.Add(-24*time.Hour).Format(time.DateOnly)).Delete(&lookupDay{}).Error,
	)
}
