package ordering

import (
	"time"

	"gorm.io/gorm"
)

// includedRows is how many rows of a list are answered with a quote.
const includedRows = 100

// addressesOf reads the user's addresses, the oldest first.
func addressesOf(db *gorm.DB, userID string) (found []address, err error) {
	err = db.Where("user_id = ? AND NOT deleted", userID).Order("id").Limit(includedRows).Find(&found).Error
	return found, err
}

// recipientsOf reads the user's recipients, those of the newest orders first.
func recipientsOf(db *gorm.DB, userID string) (found []recipient, err error) {
	err = db.Where("user_id = ? AND NOT deleted", userID).Order("seq DESC, id").Limit(includedRows).Find(&found).Error
	return found, err
}

// usableVouchersOf reads the vouchers that the user can spend, the newest first.
func usableVouchersOf(db *gorm.DB, userID string, now time.Time) (found []voucher, err error) {
	err = db.Where("user_id = ? AND status = ? AND expires_at > ?", userID, voucherAvailable, now).
		Order("id DESC").Limit(includedRows).Find(&found).Error
	return found, err
}
