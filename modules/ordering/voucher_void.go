package ordering

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	loyalty "orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
)

// voidVoucher ends a voucher whose points loyalty takes back, unless it has been spent or has expired: of a checkout and this, at once, the first wins. A
// request that comes before the voucher's issue is known here brings all that is needed to take it over.
func (s *service) voidVoucher(ctx context.Context, tx *gorm.DB, m eventbus.Message[loyalty.VoucherVoidRequested]) error {
	e := m.Event
	if err := takeOver(tx, voucher{ID: e.VoucherID, UserID: e.UserID, Code: e.Code, Points: e.Points, ExpiresAt: e.ExpiresAt}); err != nil {
		return err
	}
	var voided []voucher
	err := tx.Model(&voided).Clauses(clause.Returning{}).
		Where("id = ? AND status = ? AND expires_at > ?", e.VoucherID, voucherAvailable, s.Clock.Now()).
		Updates(map[string]any{"status": voucherExpired, "voided": true}).Error
	if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, settled(voided)...)
}
