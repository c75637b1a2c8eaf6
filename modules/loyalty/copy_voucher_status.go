package loyalty

import (
	"context"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/eventbus"
)

// onVoucherSettled copies the status of a voucher.
func onVoucherSettled(_ context.Context, tx *gorm.DB, m eventbus.Message[ordering.VoucherSettled]) error {
	return copyVoucherStatus(tx, m)
}

// copyVoucherStatus copies what ordering has done with a voucher, unless the copy is newer. A
// voucher that an erasure has deleted is not created again.
func copyVoucherStatus(tx *gorm.DB, m eventbus.Message[ordering.VoucherSettled]) error {
	status := m.Event.Status
	return tx.Model(&voucher{}).Where("id = ? AND seq < ?", m.Event.VoucherID, m.Seq).Updates(map[string]any{
		"status": status, "voided": status == ordering.VoucherStatusVoided, "expires_at": m.Event.ExpiresAt, "seq": m.Seq,
	}).Error
}
