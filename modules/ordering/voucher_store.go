package ordering

import (
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/platform/database"
)

// insertVoucher stores v as available, unless it is known or its user's account was erased.
func insertVoucher(tx *gorm.DB, v voucher) error {
	if erased, err := isTombstoned(tx, v.UserID); erased || err != nil {
		return err
	}
	v.Code, v.Status = strings.ToUpper(v.Code), voucherAvailable
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoNothing: true}).Create(&v).Error
}

// lockVouchers locks the vouchers in the order of their ids.
func lockVouchers(tx *gorm.DB, ids []string) error {
	return database.ForUpdate(tx).Where("id IN ?", ids).Order("id").Find(&[]voucher{}).Error
}

// loadExpiredVouchers reads the ids of up to limit vouchers that were not spent in time, the oldest
// first.
func loadExpiredVouchers(db *gorm.DB, now time.Time, limit int) (ids []string, err error) {
	err = db.Model(&voucher{}).Where("status = ? AND expires_at <= ?", voucherAvailable, now).Order("expires_at, id").
		Limit(limit).Pluck("id", &ids).Error
	return ids, err
}

// saveExpiredVouchers makes those of the vouchers expire that are still available, and returns
// them.
func saveExpiredVouchers(tx *gorm.DB, ids []string, now time.Time) (expired []voucher, err error) {
	err = tx.Model(&expired).Clauses(clause.Returning{}).
		Where("id IN ? AND status = ? AND expires_at <= ?", ids, voucherAvailable, now).
		Update("status", voucherExpired).Error
	return expired, err
}

// saveVoidedVoucher voids the voucher if it can be spent; else it returns none.
func saveVoidedVoucher(tx *gorm.DB, voucherID string, now time.Time) (voided []voucher, err error) {
	err = tx.Model(&voided).Clauses(clause.Returning{}).
		Where("id = ? AND status = ? AND expires_at > ?", voucherID, voucherAvailable, now).
		Updates(map[string]any{"status": voucherVoided, "voided": true}).Error
	return voided, err
}

// spendVouchers spends those of the vouchers on the order that can be spent, and returns them.
func spendVouchers(tx *gorm.DB, ids []string, orderID string, now time.Time) (spent []voucher, err error) {
	err = tx.Model(&spent).Clauses(clause.Returning{}).
		Where("id IN ? AND status = ? AND expires_at > ?", ids, voucherAvailable, now).
		Updates(map[string]any{"status": voucherSpent, "order_id": orderID}).Error
	return spent, err
}

// releaseVouchers makes the vouchers that the order spent available again.
func (c *orderCommand) releaseVouchers() ([]voucher, error) {
	if err := database.ForUpdate(c.tx).Where("order_id = ?", c.ID).Order("id").Find(&[]voucher{}).Error; err != nil {
		return nil, err
	}
	var released []voucher
	earliest := c.now.Add(voucherGrace)
	err := c.tx.Model(&released).Clauses(clause.Returning{}).Where("order_id = ?", c.ID).Updates(map[string]any{
		"status": voucherAvailable, "order_id": nil,
		"expires_at": gorm.Expr("CASE WHEN expires_at < ? AND NOT extended THEN ? ELSE expires_at END", earliest, earliest),
		"extended":   gorm.Expr("extended OR expires_at < ?", earliest),
	}).Error
	return released, err
}
