package payments

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
)

// settleRefund saves the status of a refund at the provider and publishes it. A failed refund stays
// so; one that has succeeded may still fail, when the bank returns the money days later. A refund
// that is not the shop's is ignored: one that was made in the provider's dashboard has no id of
// ours.
func settleRefund(ctx context.Context, tx *gorm.DB, u refundUpdate) error {
	if !id.Valid(u.RefundID) {
		return nil
	}
	r, found, err := refundOf(tx, u.RefundID)
	if err != nil || !found {
		return err
	}
	if _, _, err := lockIntent(tx, r.OrderID); err != nil { // the row of the event's key
		return err
	}
	if changed, err := updateRefund(tx, u); err != nil || !changed {
		return err
	}
	switch u.Status {
	case refundSucceeded:
		return eventbus.Publish(ctx, tx, events.RefundConfirmed{RefundID: r.RefundID, OrderID: r.OrderID, Amount: int64(r.Amount)})
	case refundFailed:
		return eventbus.Publish(ctx, tx, events.RefundFailed{
			RefundID: r.RefundID, OrderID: r.OrderID, Amount: int64(r.Amount), Reason: u.Reason,
		})
	default:
		return nil
	}
}
