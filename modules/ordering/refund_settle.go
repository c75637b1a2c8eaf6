package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// settle notes what became of a refund that the card provider had to see to. One that has failed stays so; one that has succeeded may still
// fail, when the bank sends the money back days later.
func settle(ctx context.Context, tx *gorm.DB, orderID, refundID string, status refundStatus, now time.Time) error {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return err
	}
	var r refund
	if err := tx.Where("id = ? AND order_id = ?", refundID, orderID).Limit(1).Find(&r).Error; err != nil {
		return err
	}
	rule := map[[2]refundStatus]func(money.Cents, time.Time) error{
		{refundPending, refundSucceeded}: c.settleRefund,
		{refundPending, refundFailed}:    c.failRefund,
		{refundSucceeded, refundFailed}:  c.bounceRefund,
	}[[2]refundStatus{r.Status, status}]
	if rule == nil {
		return nil
	}
	if err := rule(r.Amount, c.now); err != nil {
		return err
	}
	was := r.Status
	r.Status = status
	c.say(c.settlement(&r))
	done := tx.Model(&r).Where("status = ?", was).Updates(map[string]any{"status": status, "goods_cents": r.Goods, "updated_at": c.now})
	if done.Error != nil || done.RowsAffected == 0 {
		return done.Error
	}
	_, err = c.done(ctx)
	return err
}

// settlement tells what became of the refund. The buyer's timeline has the ones that succeeded.
func (c *command) settlement(r *refund) events.RefundSettled {
	about := c.announcement()
	if r.Status == refundSucceeded {
		about = c.entered()
	}
	before := c.goods()
	if r.ReturnID == nil && c.Status != orderCancelled {
		c.countGoods(r)
	}
	return events.RefundSettled{
		GoodsBefore: int64(before), GoodsAfter: int64(c.goods()), Earned: c.earned(),
		Order: about, RefundID: r.ID, Amount: int64(r.Amount), Status: r.Status, PaymentStatus: c.PaymentStatus, Reason: r.Reason, SettledAt: c.now, Implied: r.Implied,
	}
}

// countGoods notes how much of a refund without a return is for goods, the shipping coming last, once it has succeeded; and takes that back when it fails after all.
func (c *command) countGoods(r *refund) {
	switch r.Status {
	case refundSucceeded:
		r.Goods = min(r.Amount, c.goods())
		c.RefundedGoods += r.Goods
	case refundFailed:
		c.RefundedGoods -= r.Goods
		r.Goods = 0
	}
}
