package identity

import (
	"gorm.io/gorm"

	"orderd/platform/pseudonym"
)

// countRecoveryCodes counts the codes that the user has left.
func countRecoveryCodes(db *gorm.DB, userID string) (n int64, err error) {
	err = db.Model(&recoveryCode{}).Where("user_id = ?", userID).Count(&n).Error
	return n, err
}

// saveRecoveryCodes makes the rows the codes of the user, and no others.
func saveRecoveryCodes(tx *gorm.DB, userID string, rows []recoveryCode) error {
	if err := tx.Where("user_id = ?", userID).Delete(&recoveryCode{}).Error; err != nil {
		return err
	}
	return tx.Create(&rows).Error
}

// useRecoveryCode uses the code up; false means that it is wrong, or was used before.
func useRecoveryCode(tx *gorm.DB, keys *pseudonym.Key, userID, code string) (bool, error) {
	done := tx.Where("user_id = ? AND hash = ?", userID, hashRecoveryCode(keys, userID, code)).Delete(&recoveryCode{})
	return done.RowsAffected == 1, done.Error
}
