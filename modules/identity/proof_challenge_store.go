package identity

import (
	"errors"
	"time"

	"gorm.io/gorm"
)

// findProofChallenge returns the challenge of the purpose; found is false when it is gone.
func findProofChallenge(
	tx *gorm.DB, purpose proofPurpose, challengeID string,
) (c proofChallenge, found bool, err error) {
	err = tx.Where("id = ? AND purpose = ?", challengeID, purpose).Take(&c).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return c, false, nil
	}
	return c, err == nil, err
}

// countProofAttempt counts an attempt at the challenge; false means that it was answered, has
// expired or has no attempt left.
func countProofAttempt(tx *gorm.DB, challengeID string, now time.Time) (bool, error) {
	done := tx.Model(&proofChallenge{}).Where("id = ? AND expires_at > ? AND attempts < ?", challengeID, now, maxAttempts).
		Update("attempts", gorm.Expr("attempts + 1"))
	return done.RowsAffected == 1, done.Error
}

// deleteProofChallenge deletes a challenge that was answered: countProofAttempt finds it no more.
func deleteProofChallenge(tx *gorm.DB, challengeID string) error {
	return tx.Where("id = ?", challengeID).Delete(&proofChallenge{}).Error
}

// deleteProofChallenges deletes what was asked of the user for the purpose.
func deleteProofChallenges(tx *gorm.DB, userID string, purpose proofPurpose) error {
	return tx.Where("user_id = ? AND purpose = ?", userID, purpose).Delete(&proofChallenge{}).Error
}
