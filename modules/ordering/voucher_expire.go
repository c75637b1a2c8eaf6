package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/database"
	"orderd/platform/eventbus"
)

// expireBatch is how many vouchers expire in one transaction.
const expireBatch = 100

// expireVouchers lets the vouchers expire that were not spent in time.
func (d *Deps) expireVouchers(ctx context.Context) error {
	for {
		now := d.Clock.Now()
		due, err := loadExpiredVouchers(d.DB.WithContext(ctx), now, expireBatch)
		if err != nil || len(due) == 0 {
			return err
		}
		err = database.InTx(ctx, d.DB, func(tx *gorm.DB) error { return expireVoucherBatch(ctx, tx, due, now) })
		if err != nil || len(due) < expireBatch {
			return err
		}
	}
}

// expireVoucherBatch lets those of the vouchers expire that are still available.
func expireVoucherBatch(ctx context.Context, tx *gorm.DB, ids []string, now time.Time) error {
	if err := lockVouchers(tx, ids); err != nil {
		return err
	}
	expired, err := saveExpiredVouchers(tx, ids, now)
	if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, voucherSettledEvents(expired)...)
}

// voucherSettledEvents report what has become of the vouchers.
func voucherSettledEvents(vouchers []voucher) []eventbus.Event {
	return convert.All(vouchers, func(v voucher) eventbus.Event {
		return events.VoucherSettled{
			VoucherID: v.ID, UserID: v.UserID, OrderID: v.OrderID, Status: v.Status, ExpiresAt: v.ExpiresAt,
		}
	})
}
