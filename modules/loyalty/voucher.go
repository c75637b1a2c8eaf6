package loyalty

import (
	"crypto/rand"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/id"
)

// voucher is points that can be spent in a cart. After its issue, Status and ExpiresAt are copies
// of ordering's.
type voucher struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Code      string
	Points    int64
	Status    ordering.VoucherStatus
	ExpiresAt time.Time
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	Seq       int64     // of the event that Status comes from; 0 after the issue
	Voided    bool      // of a binary before the status voided was stored: the status is expired then
	VoidAsked bool      // ordering was requested to void it and has not answered yet
}

func (voucher) TableName() string { return "loyalty_vouchers" }

// AfterFind reads what a binary from before has written, which may still run beside this one.
func (v *voucher) AfterFind(*gorm.DB) error {
	if v.Voided {
		v.Status = ordering.VoucherStatusVoided
	}
	return nil
}

func newVoucher(userID string, points int64, now, expiresAt time.Time) voucher {
	return voucher{
		ID: id.New(), UserID: userID, Code: newVoucherCode(), Points: points, Status: ordering.VoucherStatusAvailable,
		ExpiresAt: expiresAt, CreatedAt: now,
	}
}

// newVoucherCode draws a code of 80 bits, so that it cannot be guessed.
func newVoucherCode() string {
	drawn := rand.Text()
	return "PTS-" + drawn[:4] + "-" + drawn[4:8] + "-" + drawn[8:12] + "-" + drawn[12:16]
}
