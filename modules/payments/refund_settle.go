package payments

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/eventbus"
)

// settleRefund saves the status of a refund at the provider and publishes it. A failed refund stays
// so; one that has succeeded may still fail, when the bank returns the money days later. It reports
// whether anything has changed.
func settleRefund(ctx context.Context, tx *gorm.DB, u refundUpdate) (bool, error) {
	r, found, err := refundOf(tx, u.RefundID)
	if err != nil || !found {
		return false, err
	}
	if _, _, err := lockIntent(tx, r.OrderID); err != nil { // the row of the event's key
		return false, err
	}
	if changed, err := updateRefund(tx, u); err != nil || !changed || u.Status == refundPending {
		return false, err
	}
	if u.Status == refundFailed {
		return true, eventbus.Publish(ctx, tx, events.RefundFailed{
			RefundID: r.RefundID, OrderID: r.OrderID, Amount: int64(r.Amount), Reason: u.Reason,
		})
	}
	confirmed := events.RefundConfirmed{RefundID: r.RefundID, OrderID: r.OrderID, Amount: int64(r.Amount)}
	if u.byHand {
		t, err := totalsOf(tx, r.OrderID)
		if err != nil {
			return false, err
		}
		confirmed.AtProvider = new(int64(t.ByHand))
	}
	return true, eventbus.Publish(ctx, tx, confirmed)
}
