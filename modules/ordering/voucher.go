package ordering

import "time"

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
