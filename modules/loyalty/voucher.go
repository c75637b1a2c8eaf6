package loyalty

import (
	"context"
	"crypto/rand"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// The statuses of a voucher. Since its issue they are ordering's to decide.
const (
	voucherAvailable = ordering.VoucherStatusAvailable
	voucherExpired   = ordering.VoucherStatusExpired
	voucherVoided    = ordering.VoucherStatusVoided // in events; in the table it is expired and Voided
)

// voucher is points that can be spent in a cart. Since its issue its state is a copy of ordering's.
type voucher struct {
	ID        string `gorm:"primaryKey"`
	UserID    string
	Code      string
	Points    int64
	Status    ordering.VoucherStatus
	ExpiresAt time.Time
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	Seq       int64     // of the event that Status stems from; 0: as issued
	Voided    bool      // with the status expired
	VoidAsked bool      // ordering has been asked to void it and has not said yet what has become of it
}

func (voucher) TableName() string { return "loyalty_vouchers" }

// newCode draws a code of 80 bits: nobody guesses one.
func newCode() string {
	drawn := rand.Text()
	return "PTS-" + drawn[:4] + "-" + drawn[4:8] + "-" + drawn[8:12] + "-" + drawn[12:16]
}

// settleVoucher takes over what ordering has done with a voucher. One that an erasure has deleted stays away.
func settleVoucher(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.VoucherSettled]) error {
	status := m.Event.Status
	if status == voucherVoided {
		status = voucherExpired
	}
	return tx.Model(&voucher{}).Where("id = ? AND seq < ?", m.Event.VoucherID, m.Seq).Updates(map[string]any{
		"status": status, "voided": m.Event.Status == voucherVoided, "expires_at": m.Event.ExpiresAt, "seq": m.Seq,
	}).Error
}
