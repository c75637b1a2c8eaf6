package ordering

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	loyalty "orderd/modules/loyalty/events"
	"orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// voucherStatus is what has become of a voucher.
type voucherStatus = events.VoucherStatus

const (
	voucherAvailable = events.VoucherStatusAvailable
	voucherSpent     = events.VoucherStatusSpent
	voucherExpired   = events.VoucherStatusExpired
	voucherVoided    = events.VoucherStatusVoided // in events; in the table it is expired and Voided
)

// voucher is loyalty's until it is issued, and ordering's to judge from then on.
type voucher struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Code      string // in upper case
	Points    int64
	Status    voucherStatus
	OrderID   *string // that spent it
	ExpiresAt time.Time
	Voided    bool // with the status expired: its points were taken back
	Extended  bool // its life, by a cancellation
}

func (voucher) TableName() string { return "ordering_vouchers" }

func voucherIDs(vouchers []voucher) []string {
	return listOf(vouchers, func(v voucher) string { return v.ID })
}

// onVoucherIssued takes a voucher over. Issued twice, it stays as it is.
func onVoucherIssued(_ context.Context, tx *gorm.DB, m eventbus.Message[loyalty.VoucherIssued]) error {
	e := m.Event
	return takeOver(tx, voucher{ID: e.VoucherID, UserID: e.UserID, Code: e.Code, Points: e.Points, ExpiresAt: e.ExpiresAt})
}

// takeOver makes v available, unless it is known or its user's account was erased.
func takeOver(tx *gorm.DB, v voucher) error {
	if gone, err := isTombstoned(tx, v.UserID); gone || err != nil {
		return err
	}
	v.Code, v.Status = strings.ToUpper(v.Code), voucherAvailable
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoNothing: true}).Create(&v).Error
}
