package ordering

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// expireBatch is how many vouchers one transaction ends.
const expireBatch = 100

// expireVouchers ends the vouchers that nobody has spent in time.
func (s *service) expireVouchers(ctx context.Context) error {
	for {
		now := s.Clock.Now()
		var late []string
		err := s.DB.WithContext(ctx).Model(&voucher{}).Where("status = ? AND expires_at <= ?", voucherAvailable, now).Order("expires_at, id").
			Limit(expireBatch).Pluck("id", &late).Error
		if err != nil || len(late) == 0 {
			return err
		}
		err = database.InTx(ctx, s.DB, func(tx *gorm.DB) error {
			if err := lockVouchers(tx, late); err != nil {
				return err
			}
			var ended []voucher
			err := tx.Model(&ended).Clauses(clause.Returning{}).Where("id IN ? AND status = ? AND expires_at <= ?", late, voucherAvailable, now).
				Update("status", voucherExpired).Error
			if err != nil {
				return err
			}
			return eventbus.Publish(ctx, tx, settled(ended)...)
		})
		if err != nil || len(late) < expireBatch {
			return err
		}
	}
}

// settled is the announcement of what has become of the vouchers.
func settled(vouchers []voucher) []eventbus.Event {
	return listOf(vouchers, func(v voucher) eventbus.Event {
		status := v.Status
		if v.Voided {
			status = voucherVoided
		}
		return events.VoucherSettled{VoucherID: v.ID, UserID: v.UserID, OrderID: v.OrderID, Status: status, ExpiresAt: v.ExpiresAt}
	})
}

// lockVouchers locks the vouchers in the order of their ids.
func lockVouchers(tx *gorm.DB, ids []string) error {
	return database.ForUpdate(tx).Where("id IN ?", ids).Order("id").Find(&[]voucher{}).Error
}
