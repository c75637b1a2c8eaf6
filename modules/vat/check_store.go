package vat

import "gorm.io/gorm"

func insertCheck(tx *gorm.DB, c check) error { return tx.Create(&c).Error }

// checksOf are the user's evidence, the newest first, at most limit.
func checksOf(db *gorm.DB, userID string, limit int) (found []check, err error) {
	err = ofUser(db, userID).Order("id DESC").Limit(limit).Find(&found).Error
	return found, err
}

// deleteChecksOf deletes the user's evidence.
func deleteChecksOf(tx *gorm.DB, userID string) error {
	return ofUser(tx, userID).Delete(&check{}).Error
}
