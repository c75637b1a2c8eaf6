package identity

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/onetimecode"
)

// emailCounter counts what happens to an email address, with an account or without: the attempts at
// its codes on a day (UTC), the last registration, the last mail about an ambiguous code.
//
// Its row is the lock of the address, and the first in the order in which rows are locked: the
// email counter, the login failures of the address, their source, users by id, roles, invitations,
// registrations, challenges, sessions.
type emailCounter struct {
	AddressID          string `gorm:"primaryKey"` // pseudonym.Key.OfEmail
	Day                string
	Attempts           int        // at codes of registrations
	PasswordAttempts   int        // at codes that set the password
	InvitationAttempts int        // at codes of invitations
	RegisteredAt       *time.Time // the last request for a registration
	UnclearAt          *time.Time // the last mail about a code without a registration id
}

func (emailCounter) TableName() string { return "identity_code_days" }

// lockEmailAddress locks the counter of an address: transactions on its registrations and codes
// wait for each other here.
func lockEmailAddress(tx *gorm.DB, addressID string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_days (address_id, day, attempts) VALUES (?, ?, 0)
		ON CONFLICT (address_id) DO UPDATE SET address_id = excluded.address_id`, addressID, dayOf(now)).Error
}

// recordRegistrationRequest is lockEmailAddress that also records the time of a registration.
func recordRegistrationRequest(tx *gorm.DB, addressID string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_days (address_id, day, attempts, registered_at) VALUES (?, ?, 0, ?)
		ON CONFLICT (address_id) DO UPDATE SET registered_at = excluded.registered_at`, addressID, dayOf(now), now).Error
}

// lastRegistrationRequest returns when a registration with the address was last requested; zero
// when no recent one is known.
func lastRegistrationRequest(db *gorm.DB, addressID string) (time.Time, error) {
	var rows []emailCounter
	err := db.Where("address_id = ? AND registered_at IS NOT NULL", addressID).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return time.Time{}, err
	}
	return *rows[0].RegisteredAt, nil
}

// lockDailyCount is lockEmailAddress that also starts the count of a new day.
func lockDailyCount(tx *gorm.DB, addressID string, now time.Time) error {
	return tx.Exec(`INSERT INTO identity_code_days AS d (address_id, day, attempts) VALUES (?, ?, 0)
		ON CONFLICT (address_id) DO UPDATE SET day = excluded.day,
			attempts = CASE WHEN d.day = excluded.day THEN d.attempts ELSE 0 END,
			password_attempts = CASE WHEN d.day = excluded.day THEN d.password_attempts ELSE 0 END,
			invitation_attempts = CASE WHEN d.day = excluded.day THEN d.invitation_attempts ELSE 0 END`, addressID, dayOf(now)).Error
}

// countDailyAttempt counts n attempts (0 or 1) at codes of the purpose for the locked address;
// false means that those of the day are used up. It writes for 0 too, so that it takes the same
// time.
func countDailyAttempt(tx *gorm.DB, purpose onetimecode.Purpose, addressID string, n int) (bool, error) {
	column := "attempts"
	switch purpose {
	case onetimecode.Password:
		column = "password_attempts"
	case onetimecode.Invitation:
		column = "invitation_attempts"
	}
	done := tx.Exec("UPDATE identity_code_days SET "+column+" = "+column+" + ? WHERE address_id = ? AND "+column+" + ? <= ?", n, addressID, n, maxDailyAttempts)
	return done.RowsAffected == 1, done.Error
}

// recordAmbiguousMail records that a code without a registration id causes a mail; false means that
// another one did so recently. The caller holds the lock of the address.
func recordAmbiguousMail(tx *gorm.DB, addressID string, now time.Time) (bool, error) {
	done := tx.Model(&emailCounter{}).Where("address_id = ? AND (unclear_at IS NULL OR unclear_at <= ?)", addressID, now.Add(-ambiguousMailInterval)).
		Update("unclear_at", now)
	return done.RowsAffected == 1, done.Error
}

func dayOf(t time.Time) string { return t.Format(time.DateOnly) }
