package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	loyalty "orderd/modules/loyalty/events"
	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
)

// voucherStatus is what has become of a voucher.
type voucherStatus = events.VoucherStatus

const (
	voucherAvailable = events.VoucherStatusAvailable
	voucherSpent     = events.VoucherStatusSpent
	voucherExpired   = events.VoucherStatusExpired
	voucherVoided    = events.VoucherStatusVoided
)

// voucher is a loyalty voucher. Loyalty issues it; from then on ordering decides whether it can be
// spent, and whether it has expired.
type voucher struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Code      string // in upper case
	Points    int64
	Status    voucherStatus
	OrderID   *string // the order that it was spent on
	ExpiresAt time.Time
	Voided    bool // for a binary from before the status voided, which may still run beside this one
	Extended  bool // a cancellation has extended its life
}

func (voucher) TableName() string { return "ordering_vouchers" }

func voucherIDs(vouchers []voucher) []string {
	return convert.All(vouchers, func(v voucher) string { return v.ID })
}

// usable reports whether the voucher may be spent.
func (v *voucher) usable(now time.Time) bool {
	return v.Status == voucherAvailable && now.Before(v.ExpiresAt)
}

// onVoucherIssued stores a voucher. One that is known already stays as it is.
func onVoucherIssued(_ context.Context, tx *gorm.DB, m eventbus.Message[loyalty.VoucherIssued]) error {
	e := m.Event
	return insertVoucher(tx, voucher{
		ID: e.VoucherID, UserID: e.UserID, Code: e.Code, Points: e.Points, ExpiresAt: e.ExpiresAt,
	})
}
