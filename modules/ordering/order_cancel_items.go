package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// cancelItems takes units off an order that were not shipped: their stock is free again, what was
// paid for them goes back, and less is asked for. When they are all that is left of the order, it
// is cancelled. It returns fault.Missing, a validation fault for lines and quantities that are not
// the order's, and InvalidTransition when fewer units are left to ship or the order has ended.
func cancelItems(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, orderID string, requested []lineQuantity, reason string,
	now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems, withShipments)
	if err != nil {
		return nil, err
	}
	units, err := allocate(c.Items, requested, (*orderItem).unshipped)
	if err != nil {
		return nil, err
	}
	if err := c.requireItemsCancellable(); err != nil {
		return nil, err
	}
	if c.progress().units == unitsIn(units) {
		return &c.order, c.cancelAndRelease(ctx, cancelledByAdmin, &reason)
	}
	return &c.order, c.cancelUnits(ctx, terms, units, reason)
}

// requireItemsCancellable returns InvalidTransition unless units of the order are left to ship.
func (o *order) requireItemsCancellable() error {
	unshipped := func(i orderItem) bool { return i.unshipped() > 0 }
	if o.ended() || !slices.ContainsFunc(o.Items, unshipped) {
		return invalidTransition()
	}
	return nil
}

// cancelUnits cancels some of the units that are left to ship.
func (c *orderCommand) cancelUnits(
	ctx context.Context, terms *saleTerms, units []allocation, reason string,
) error {
	due, wasPaid := c.due(), c.isPaid()
	value, unreserved, err := c.countCancelled(units)
	if err != nil {
		return err
	}
	vouchers, err := c.releaseIfUndone()
	if err != nil {
		return err
	}
	if err := c.releaseStock(units, unreserved, actorOf(ctx)); err != nil {
		return err
	}
	c.CancelledUnits += unitsIn(units)
	c.CancelledGoods += min(value, c.goods())
	c.Cancelled += min(value, c.worth())
	c.advance(lastDelivery(c.Shipments, time.Time{}), c.now)
	if c.isPaid() && !wasPaid { // cash on delivery, of which nothing more will arrive
		c.recordPaid(false)
	}
	c.recordItemsCancelled(units, value, c.refundFor(value, due), vouchers, reason)
	if refunded := c.refundFor(value, due); refunded > 0 {
		if err := c.sendBack(refunded, refund{Reason: c.refundReason(refundForItems)}); err != nil {
			return err
		}
	}
	c.settleDue()
	c.record(voucherSettledEvents(vouchers)...)
	return c.saveWithDue(ctx, terms)
}

// recordItemsCancelled records which units were cancelled and what is left.
func (c *orderCommand) recordItemsCancelled(
	units []allocation, value, refunded money.Cents, vouchers []voucher, reason string,
) {
	if c.BuyerErased {
		reason = ""
	}
	c.record(events.ItemsCancelled{
		Order: c.withTimeline(), Items: eventItems(units), Lines: c.restLines(), Amount: int64(value),
		RefundAmount: int64(refunded),
		Due:          int64(c.due()), Complete: c.progress().allShipped(), VoucherIDs: voucherIDs(vouchers),
		CancelledAt: c.now, Reason: reason,
	})
}

// releaseIfUndone makes the vouchers that the order spent available again once every unit of it is
// cancelled or returned, and returns them.
func (c *orderCommand) releaseIfUndone() ([]voucher, error) {
	if !c.progress().undone() {
		return nil, nil
	}
	return c.releaseVouchers()
}

// restLines are the lines that have units which are not cancelled, as events carry them.
func (o *order) restLines() (lines []events.Line) {
	for _, i := range o.Items {
		if i.Cancelled < i.Quantity {
			lines = append(lines, i.restLine())
		}
	}
	return lines
}
