package ordering

import (
	"context"

	"gorm.io/gorm"

	loyalty "orderd/modules/loyalty/events"
	"orderd/platform/eventbus"
)

// onVoucherVoidRequested voids a voucher whose points loyalty takes back, unless it has been spent
// or has expired: of a checkout at the same time and this, the first wins. The request has all that
// is needed to store a voucher whose issue is not known here yet.
func (d *Deps) onVoucherVoidRequested(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[loyalty.VoucherVoidRequested],
) error {
	e := m.Event
	if err := insertVoucher(tx, voucher{
		ID: e.VoucherID, UserID: e.UserID, Code: e.Code, Points: e.Points, ExpiresAt: e.ExpiresAt,
	}); err != nil {
		return err
	}
	voided, err := saveVoidedVoucher(tx, e.VoucherID, d.Clock.Now())
	if err != nil {
		return err
	}
	return eventbus.Publish(ctx, tx, voucherSettledEvents(voided)...)
}
