package ordering

import (
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// lockLookupDay locks an email: look-ups of the email and attempts at their codes wait for each
// other here.
func lockLookupDay(tx *gorm.DB, guestID string, now time.Time) error {
	return tx.Exec(`INSERT INTO ordering_lookup_days (guest_id, day, attempts) VALUES (?, ?, 0)
		ON CONFLICT (guest_id) DO UPDATE SET day = excluded.day`, guestID, now.Format(time.DateOnly)).Error
}

// countLookupDay counts an attempt of the day for the locked email, if there was a code to try;
// false means that those of the day are used up. Without a code it writes too, so that it takes the
// same time.
func countLookupDay(tx *gorm.DB, code submittedCode, live bool, now time.Time) (bool, error) {
	n := 0
	if live {
		n = 1
	}
	done := tx.Exec(`INSERT INTO ordering_lookup_attempts AS a (guest_id, network, day, attempts)
		VALUES (@guest, @network, @day, @n),
			(@guest, @any, @day, @n)
		ON CONFLICT (guest_id, network) DO UPDATE SET day = excluded.day,
			attempts = CASE WHEN a.day = excluded.day THEN a.attempts ELSE 0 END + excluded.attempts
		WHERE a.day <> excluded.day
			OR a.attempts + excluded.attempts <= CASE WHEN a.network = @any THEN CAST(@daily AS INTEGER)
				ELSE CAST(@ofNetwork AS INTEGER) END`,
		map[string]any{
			"guest": code.GuestID, "network": code.Network, "any": anyNetwork, "day": now.Format(time.DateOnly), "n": n,
			"daily": lookupDailyAttempts, "ofNetwork": lookupNetworkAttempts,
		})
	return done.RowsAffected == 2, done.Error
}

// countLookupAttempt counts an attempt at the live look-up of the order that the request names, or
// at the newest one for a request that names none, and returns it, if it had one left.
func countLookupAttempt(tx *gorm.DB, orderID string, code submittedCode, now time.Time) (*lookup, error) {
	var counted []lookup
	if code.Named != "" {
		err := tx.Raw(`UPDATE ordering_lookup_requests SET attempts = attempts + 1
			WHERE id = ? AND guest_id = ? AND order_id = ? AND used_at IS NULL AND expires_at > ? AND attempts < ?
			RETURNING *`, code.Named, code.GuestID, orderID, now, lookupAttempts).Scan(&counted).Error
		return firstLookup(counted), err
	}
	err := tx.Raw(`UPDATE ordering_lookup_requests SET unnamed_attempts = unnamed_attempts + 1
		WHERE id = (SELECT id FROM ordering_lookup_requests WHERE guest_id = ? AND order_id = ? AND used_at IS NULL
			AND expires_at > ?
			ORDER BY made_at DESC, id DESC LIMIT 1) AND unnamed_attempts < ?
		RETURNING *`, code.GuestID, orderID, now, lookupAttempts).Scan(&counted).Error
	return firstLookup(counted), err
}

func firstLookup(rows []lookup) *lookup {
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

// newestMailedLookup returns the newest look-up of the email whose code was mailed lately and has
// not been used; nil for none.
func newestMailedLookup(tx *gorm.DB, guestID string, now time.Time) (*lookup, error) {
	var found []lookup
	err := tx.Where("guest_id = ? AND used_at IS NULL AND mailed_at > ?", guestID, now.Add(-sharedCodeAge)).
		Order("mailed_at DESC, made_at DESC, id DESC").Limit(1).Find(&found).Error
	return firstLookup(found), err
}

// lockGuestOrder finds and locks the guest's order with the number. It is blank when there is none.
// An erasure waits for the lock, so that no look-up of an erased order is left.
func lockGuestOrder(tx *gorm.DB, number, guestID string) (o order, err error) {
	err = orderCaller{GuestID: guestID}.orders(database.ForUpdate(tx)).Where("number = ?", number).Limit(1).Find(&o).Error
	return o, err
}

// hasGuestOrder reports whether the guest has an order with the number.
func hasGuestOrder(db *gorm.DB, number, guestID string) (bool, error) {
	var n int64
	err := orderCaller{GuestID: guestID}.orders(db).Model(&order{}).Where("number = ?", number).Limit(1).Count(&n).Error
	return n > 0, err
}

// createLookup stores l if its order exists; false means that there is none. Both cases run the
// same statements.
func createLookup(tx *gorm.DB, l *lookup) (bool, error) {
	made := tx.Exec(`INSERT INTO ordering_lookup_requests
			(id, order_id, guest_id, code_id, attempts, unnamed_attempts, made_at, mailed_at, sent_at, expires_at)
		SELECT ?, id, ?, ?, 0, 0, ?, ?, ?, ? FROM ordering_orders WHERE id = ?`,
		l.ID, l.GuestID, l.CodeID, l.MadeAt, l.MailedAt, l.SentAt, l.ExpiresAt, l.OrderID)
	return made.RowsAffected == 1, made.Error
}

// markLookupSent starts the life of the code; a mail that is sent again starts it again. A look-up
// that was used does not change.
func markLookupSent(tx *gorm.DB, lookupID string, at time.Time) error {
	return tx.Model(&lookup{}).Where("code_id = ? AND used_at IS NULL", lookupID).
		Updates(map[string]any{"sent_at": at, "expires_at": at.Add(lookupCodeTTL)}).Error
}

// useLookup marks the look-up as used, and with it all that have its code. It returns
// codeInvalidCode when it was used meanwhile, or has expired.
func useLookup(tx *gorm.DB, l *lookup, now time.Time) error {
	done := tx.Model(&lookup{}).Where("id = ? AND used_at IS NULL AND expires_at > ?", l.ID, now).Update("used_at", now)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	if done.Error != nil {
		return done.Error
	}
	return tx.Model(&lookup{}).Where("code_id = ? AND used_at IS NULL", l.CodeID).Update("used_at", now).Error
}

func deleteLookupsOf(tx *gorm.DB, guestID string) error {
	return errors.Join(
		tx.Where("guest_id = ?", guestID).Delete(&lookup{}).Error,
		tx.Where("guest_id = ?", guestID).Delete(&lookupCounter{}).Error,
	)
}

// deleteOldLookups deletes what has expired, and the counts of past days.
func deleteOldLookups(tx *gorm.DB, now time.Time) error {
	return errors.Join(
		tx.Where("expires_at < ?", now.Add(-lookupRetention)).Delete(&lookup{}).Error,
		tx.Where("day < ?", now.Add(-24*time.Hour).Format(time.DateOnly)).Delete(&lookupDay{}).Error,
		tx.Where("day < ?", now.Add(-24*time.Hour).Format(time.DateOnly)).Delete(&lookupCounter{}).Error,
	)
}
