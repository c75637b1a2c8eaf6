package ordering

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	loyalty "orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
)

// The states of a voucher.
const (
	voucherAvailable = "available"
	voucherSpent     = "spent"
	voucherExpired   = "expired"
)

// voucher is loyalty's until it is issued, and ordering's to judge from then on.
type voucher struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Code      string // in upper case
	Points    int64
	Status    string
	OrderID   *string // that spent it
	ExpiresAt time.Time
}

func (voucher) TableName() string { return "ordering_vouchers" }

func voucherIDs(vouchers []voucher) []string {
	return listOf(vouchers, func(v voucher) string { return v.ID })
}

// rememberVoucher takes a voucher over. Issued twice, it stays as it is.
func rememberVoucher(_ context.Context, tx *gorm.DB, m eventbus.Message[loyalty.VoucherIssued]) error {
	e := m.Event
	if gone, err := buried(tx, e.UserID); gone || err != nil {
		return err
	}
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoNothing: true}).Create(&voucher{
		ID: e.VoucherID, UserID: e.UserID, Code: strings.ToUpper(e.Code), Points: e.Points, Status: voucherAvailable, ExpiresAt: e.ExpiresAt,
	}).Error
}
