package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// voucherGrace is how long a voucher that a cancellation makes available again is valid at least.
// Its life is extended once.
const voucherGrace = 7 * 24 * time.Hour

// cancelOrder cancels an order for an admin or the system. note is the admin's own words, or nil.
// It returns fault.Missing, and InvalidTransition when a shipment has left or the order has ended.
func cancelOrder(
	ctx context.Context, tx *gorm.DB, orderID string, reason cancellationReason, note *string, now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems)
	if err != nil {
		return nil, err
	}
	return &c.order, c.cancelAndRelease(ctx, reason, note)
}

// cancelOrderOf is cancelOrder for the buyer. Another's order is fault.Missing.
func cancelOrderOf(
	ctx context.Context, tx *gorm.DB, caller orderCaller, orderID string, note *string, now time.Time,
) (*order, error) {
	c, err := lockOrderOf(tx, caller, orderID, now, withItems)
	if err != nil {
		return nil, err
	}
	return &c.order, c.cancelAndRelease(ctx, cancelledByCustomer, note)
}

// cancelAndRelease cancels the order, releases its stock and its codes and refunds what was paid.
func (c *orderCommand) cancelAndRelease(ctx context.Context, reason cancellationReason, note *string) error {
	unshipped, err := allocate(c.Items, nil, (*orderItem).unshipped)
	if err != nil {
		return err
	}
	lines := c.restLines()
	if err := c.cancel(reason, c.now); err != nil {
		return err
	}
	_, unreserved, err := c.countCancelled(unshipped)
	if err != nil {
		return err
	}
	c.UndoneTax = c.Tax // that of the shipping too
	if err := c.releasePromotion(); err != nil {
		return err
	}
	vouchers, err := c.releaseVouchers()
	if err != nil {
		return err
	}
	var actor *string
	if reason != cancelledByCustomer {
		actor = actorOf(ctx)
	}
	if err := c.releaseStock(unshipped, unreserved, actor); err != nil {
		return err
	}
	if c.BuyerErased {
		note = nil
	}
	paid := c.refundable()
	c.record(events.OrderCancelled{
		Order: c.withTimeline(), Reason: reason, Actor: *c.CancellationActor, Lines: lines,
		VoucherIDs: voucherIDs(vouchers), RefundAmount: int64(paid), CancelledAt: c.now, Note: note,
	})
	if paid > 0 {
		if err := c.sendBack(paid, refund{Reason: c.refundReason(refundForCancellation)}); err != nil {
			return err
		}
	}
	c.record(voucherSettledEvents(vouchers)...)
	return c.save(ctx)
}

// countCancelled counts units as cancelled. It returns what they cost and nothing was refunded for
// yet, and those of them that no stock is reserved for.
func (c *orderCommand) countCancelled(units []allocation) (value money.Cents, unreserved []allocation, err error) {
	if err := c.releaseWithdrawn(units); err != nil {
		return 0, nil, err
	}
	unreserved = unreservedOf(units, (*orderItem).unreservedCancelled)
	if err := unreservedUnits.subtract(c.tx, unreserved); err != nil {
		return 0, nil, err
	}
	value, err = c.undoUnits(cancelledUnits, units)
	return value, unreserved, err
}

// releaseStock releases what is reserved for cancelled units. actor is nil for the buyer.
func (c *orderCommand) releaseStock(units, unreserved []allocation, actor *string) error {
	release := stockMove{Reason: moveRelease, OrderID: &c.ID, Actor: actor, At: c.now, Unreserved: stockUnits(unreserved)}
	return moveStock(c.tx, release, stockUnits(units))
}
