package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// settleRefund notes what became of a refund to a card. One that has failed stays failed; one that
// has succeeded may still fail, when the bank sends the money back days later.
func settleRefund(ctx context.Context, tx *gorm.DB, orderID, refundID string, status refundStatus, now time.Time) error {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return err
	}
	r, err := loadRefund(tx, orderID, refundID)
	if err != nil {
		return err
	}
	transition := map[[2]refundStatus]func(money.Cents, time.Time) error{
		{refundPending, refundSucceeded}: c.settleRefund,
		{refundPending, refundFailed}:    c.failRefund,
		{refundSucceeded, refundFailed}:  c.bounceRefund,
	}[[2]refundStatus{r.Status, status}]
	if transition == nil {
		return nil
	}
	if err := transition(r.Amount, c.now); err != nil {
		return err
	}
	before := r.Status
	r.Status = status
	c.record(c.refundSettled(&r))
	r.UpdatedAt = c.now
	if saved, err := saveRefund(tx, &r, before); err != nil || !saved {
		return err
	}
	return c.save(ctx)
}

// refundSettled is the event about what became of the refund. The buyer's timeline shows refunds
// that have succeeded.
func (c *orderCommand) refundSettled(r *refund) events.RefundSettled {
	o := c.eventOrder()
	if r.Status == refundSucceeded {
		o = c.withTimeline()
	}
	before := c.goods()
	if r.ReturnID == nil && c.Status != orderCancelled {
		c.countRefundedGoods(r)
	}
	return events.RefundSettled{
		Order: o, RefundID: r.ID, Amount: int64(r.Amount), Status: r.Status, SettledAt: c.now, Implied: r.Implied,
		GoodsBefore: int64(before), GoodsAfter: int64(c.goods()), Earned: c.earned(),
		PaymentStatus: c.PaymentStatus, Reason: r.Reason,
	}
}

// countRefundedGoods counts how much of a refund without a return is for goods: all of it, up to
// what the goods still cost; the rest is for the shipping. When the refund fails, that is taken
// back.
func (c *orderCommand) countRefundedGoods(r *refund) {
	switch r.Status {
	case refundSucceeded:
		r.Goods = min(r.Amount, c.goods())
		c.RefundedGoods += r.Goods
	case refundFailed:
		c.RefundedGoods -= r.Goods
		r.Goods = 0
	}
}
