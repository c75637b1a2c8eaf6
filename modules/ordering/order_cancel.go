package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"orderd/modules/ordering/events"
	"orderd/platform/database"
)

// givenBack is how long a voucher that comes back is good for, at least. Its life is extended once.
const givenBack = 7 * 24 * time.Hour

// cancelOrder ends an order before its first shipment: stock, codes and money come back. note is what who does it says of it, or
// nil. It returns fault.Missing and InvalidTransition.
func cancelOrder(ctx context.Context, tx *gorm.DB, orderID, buyerID string, reason cancellationReason, note *string, now time.Time) (order, error) {
	c, err := begin(tx, orderID, buyerID, now)
	if err != nil {
		return order{}, err
	}
	if err := c.cancel(reason, c.now); err != nil {
		return order{}, err
	}
	items, err := itemsOf(tx, c.ID)
	if err != nil {
		return order{}, err
	}
	reserved, err := choose(items, nil, func(i *orderItem) int { return i.Quantity })
	if err != nil {
		return order{}, err
	}
	if err := c.unusePromotion(); err != nil {
		return order{}, err
	}
	vouchers, err := c.giveVouchersBack()
	if err != nil {
		return order{}, err
	}
	if err := moveStock(tx, move{Reason: moveRelease, OrderID: &c.ID, At: c.now}, stockOf(reserved)); err != nil {
		return order{}, err
	}
	if c.BuyerErased {
		note = nil
	}
	all := c.refundable()
	c.say(events.OrderCancelled{
		Order: c.entered(), Reason: reason, Actor: *c.CancellationActor, Lines: listOf(items, orderItem.line), VoucherIDs: voucherIDs(vouchers),
		RefundAmount: int64(all), CancelledAt: c.now, Note: note,
	})
	if all > 0 {
		if err := c.sendBack(all, refund{Reason: c.because(refundCancelled), Implied: true}); err != nil {
			return order{}, err
		}
	}
	c.say(settled(vouchers)...)
	return c.done(ctx)
}

// unusePromotion takes back that the order used its promotion, if that still exists.
func (c *command) unusePromotion() error {
	if c.PromotionID == nil {
		return nil
	}
	less := gorm.Expr("used - 1")
	if err := c.tx.Model(&promotion{}).Where("id = ? AND used > 0", *c.PromotionID).Update("used", less).Error; err != nil {
		return err
	}
	return c.tx.Model(&promotionUse{}).Where("promotion_id = ? AND user_id = ? AND used > 0", *c.PromotionID, c.UserID).Update("used", less).Error
}

// giveVouchersBack makes the vouchers that the order spent available again.
func (c *command) giveVouchersBack() ([]voucher, error) {
	if err := database.ForUpdate(c.tx).Where("order_id = ?", c.ID).Order("id").Find(&[]voucher{}).Error; err != nil {
		return nil, err
	}
	var back []voucher
	least := c.now.Add(givenBack)
	err := c.tx.Model(&back).Clauses(clause.Returning{}).Where("order_id = ?", c.ID).Updates(map[string]any{
		"status": voucherAvailable, "order_id": nil, "expires_at": gorm.Expr("CASE WHEN expires_at < ? AND NOT extended THEN ? ELSE expires_at END", least, least),
		"extended": gorm.Expr("extended OR expires_at < ?", least),
	}).Error
	return back, err
}
