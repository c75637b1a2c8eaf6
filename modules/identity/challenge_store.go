package identity

import (
	"time"

	"gorm.io/gorm"

	"orderd/platform/onetimecode"
)

// unusedChallenge returns the challenge, or gorm.ErrRecordNotFound when it is gone or was used.
func unusedChallenge(tx *gorm.DB, challengeID string) (c challenge, err error) {
	err = tx.Where("id = ? AND used_at IS NULL", challengeID).Take(&c).Error
	return c, err
}

// saveSentChallenge writes the life of a challenge that has not been used meanwhile.
func saveSentChallenge(tx *gorm.DB, c *challenge) error {
	return tx.Model(c).Where("used_at IS NULL").Select("sent_at", "expires_at").Updates(c).Error
}

// countAttempts counts an attempt at every live challenge of the address and returns those that had
// one left.
func countAttempts(tx *gorm.DB, purpose onetimecode.Purpose, addressID string, now time.Time) (counted []challenge, err error) {
	err = tx.Raw(`UPDATE identity_challenges SET attempts = attempts + 1
		WHERE address_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ? AND attempts < ?
		RETURNING *`, addressID, purpose, now, maxAttempts).Scan(&counted).Error
	return counted, err
}

// useChallenge marks the challenge as used. It returns codeInvalidCode when it was used or
// replaced meanwhile.
func useChallenge(tx *gorm.DB, c *challenge, now time.Time) error {
	done := tx.Model(&challenge{}).Where("id = ? AND used_at IS NULL AND expires_at > ?", c.ID, now).Update("used_at", now)
	if done.Error == nil && done.RowsAffected == 0 {
		return invalidCode()
	}
	return done.Error
}

// replaceChallenge makes c the one challenge of its registration or account.
func replaceChallenge(tx *gorm.DB, c *challenge) error {
	if err := tx.Where("registration_id = ? OR user_id = ?", c.RegistrationID, c.UserID).Delete(&challenge{}).Error; err != nil {
		return err
	}
	return tx.Create(c).Error
}

// replacePasswordChallenge makes c the one challenge of its account; false means that there is no
// such account. Both cases run the same statements.
func replacePasswordChallenge(tx *gorm.DB, c *challenge) (bool, error) {
	if err := tx.Where("user_id = ?", c.UserID).Delete(&challenge{}).Error; err != nil {
		return false, err
	}
	made := tx.Exec(`INSERT INTO identity_challenges (id, purpose, address_id, user_id, ttl_seconds, attempts, made_at, expires_at)
		SELECT ?, ?, ?, id, ?, 0, ?, ? FROM identity_users WHERE id = ?`, c.ID, c.Purpose, c.AddressID, c.TTLSeconds, c.MadeAt, c.ExpiresAt, c.UserID)
	return made.RowsAffected == 1, made.Error
}
