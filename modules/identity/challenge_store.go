package identity

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/onetimecode"
)

// unusedChallenges returns the challenges with the code that have not been used.
func unusedChallenges(tx *gorm.DB, codeID string) (all []challenge, err error) {
	err = tx.Where("code_id = ? AND used_at IS NULL", codeID).Order("id").Find(&all).Error
	return all, err
}

// saveSentChallenge writes the life of a challenge that has not been used meanwhile.
func saveSentChallenge(tx *gorm.DB, c *challenge) error {
	return tx.Model(c).Where("used_at IS NULL").Select("sent_at", "expires_at").Updates(c).Error
}

// countNamedAttempt counts an attempt at the live challenge that the request names and returns it,
// if it had one left.
func countNamedAttempt(tx *gorm.DB, code submittedCode, now time.Time) (*challenge, error) {
	column, attempts := "id", "attempts"
	switch code.Purpose {
	case onetimecode.Registration:
		column = "registration_id"
	case onetimecode.EmailChange:
		column = "change_id"
	case onetimecode.EmailUndo:
		if code.Known {
			column, attempts = "change_id", "unnamed_attempts"
		}
	}
	var counted []challenge
	err := tx.Raw(`UPDATE identity_code_challenges SET `+attempts+` = `+attempts+` + 1
		WHERE `+column+` = ? AND address_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?
			AND `+attempts+` < ?
		RETURNING *`, code.Named, code.AddressID, code.Purpose, now, maxAttempts).Scan(&counted).Error
	return firstOf(counted), err
}

// countUnnamedAttempt counts an attempt of a request that names no challenge at the newest live one
// of the address and returns it, if it had one left.
func countUnnamedAttempt(tx *gorm.DB, code submittedCode, now time.Time) (*challenge, error) {
	var counted []challenge
	err := tx.Raw(`UPDATE identity_code_challenges SET unnamed_attempts = unnamed_attempts + 1
		WHERE id = (SELECT id FROM identity_code_challenges WHERE address_id = ? AND purpose = ? AND used_at IS NULL
			AND expires_at > ?
			ORDER BY made_at DESC, id DESC LIMIT 1) AND unnamed_attempts < ?
		RETURNING *`, code.AddressID, code.Purpose, now, maxAttempts).Scan(&counted).Error
	return firstOf(counted), err
}

// useChallenge marks the challenge as used, and with it all that have its code and, with one for a
// password, all such of the same account. It returns codeInvalidCode when it was used or replaced
// meanwhile.
func useChallenge(tx *gorm.DB, c *challenge, now time.Time) error {
	done := tx.Model(&challenge{}).Where("id = ? AND used_at IS NULL AND expires_at > ?", c.ID, now).Update("used_at", now)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	if done.Error != nil {
		return done.Error
	}
	same := tx.Where("code_id = ?", c.CodeID)
	if c.Purpose == onetimecode.Password {
		same = same.Or("user_id = ? AND purpose = ?", c.UserID, c.Purpose)
	}
	return tx.Model(&challenge{}).Where(same).Where("used_at IS NULL").Update("used_at", now).Error
}

// endChallengesOf ends the unused challenges of the account with one of the purposes.
func endChallengesOf(tx *gorm.DB, userID string, now time.Time, purposes ...onetimecode.Purpose) error {
	return tx.Model(&challenge{}).Where("user_id = ? AND purpose IN ? AND used_at IS NULL", userID, purposes).
		Update("used_at", now).Error
}

// newestMailed returns the newest challenge of the address whose code was mailed lately and has not
// been used; nil for none.
func newestMailed(tx *gorm.DB, purpose onetimecode.Purpose, addressID string, now time.Time) (*challenge, error) {
	var found []challenge
	err := tx.Where("address_id = ? AND purpose = ? AND used_at IS NULL AND mailed_at > ?", addressID, purpose,
		now.Add(-sharedCodeAge)).
		Order("mailed_at DESC, made_at DESC, id DESC").Limit(1).Find(&found).Error
	return firstOf(found), err
}

// withoutMail makes c share the code that was mailed to the address last: see shareCode.
func withoutMail(tx *gorm.DB, c *challenge, now time.Time) error {
	mailed, err := newestMailed(tx, c.Purpose, c.AddressID, now)
	if err == nil {
		c.shareCode(mailed)
	}
	return err
}

// challengeOfRegistration returns the live challenge of the registration; nil for none.
func challengeOfRegistration(tx *gorm.DB, registrationID string, now time.Time) (*challenge, error) {
	var found []challenge
	err := tx.Where("registration_id = ? AND used_at IS NULL AND expires_at > ?", registrationID, now).Find(&found).Error
	return firstOf(found), err
}

// replaceRegistrationChallenge makes c the one challenge of its registration.
func replaceRegistrationChallenge(tx *gorm.DB, c *challenge) error {
	if err := tx.Where("registration_id = ?", c.RegistrationID).Delete(&challenge{}).Error; err != nil {
		return err
	}
	return tx.Create(c).Error
}

// createPasswordChallenge stores c if its account exists; false means that there is none. Both
// cases run the same statements.
func createPasswordChallenge(tx *gorm.DB, c *challenge) (bool, error) {
	made := tx.Exec(`INSERT INTO identity_code_challenges
			(id, purpose, address_id, user_id, code_id, ttl_seconds, attempts, unnamed_attempts, made_at, mailed_at, sent_at,
				expires_at)
		SELECT ?, ?, ?, id, ?, ?, 0, 0, ?, ?, ?, ? FROM identity_users WHERE id = ?`,
		c.ID, c.Purpose, c.AddressID, c.CodeID, c.TTLSeconds, c.MadeAt, c.MailedAt, c.SentAt, c.ExpiresAt, c.UserID)
	return made.RowsAffected == 1, made.Error
}
