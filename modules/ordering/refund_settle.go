package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// settleRefund notes what the card provider says of a refund. One that has failed stays failed; one
// that has succeeded may still fail, when the bank sends the money back days later. atProvider is
// set when the money had gone back there before: what else has, without this refund.
func (d *Deps) settleRefund(
	ctx context.Context, tx *gorm.DB, orderID, refundID string, status refundStatus, atProvider *int64,
) error {
	c, err := lockOrder(tx, orderID, d.Clock.Now())
	if err != nil {
		return err
	}
	r, err := loadRefund(tx, orderID, refundID)
	if err != nil {
		return err
	}
	settled, err := c.settle(&r, status)
	if err != nil || !settled {
		return err
	}
	if atProvider != nil {
		c.BackAtProvider = money.Cents(*atProvider)
	}
	if err := c.settleAtProvider(); err != nil {
		return err
	}
	return c.saveWithDue(ctx, d.settings.Current())
}

// settle takes a refund to a status, with its order, and records it. false means that the refund
// does not change like that.
func (c *orderCommand) settle(r *refund, status refundStatus) (bool, error) {
	transition := map[[2]refundStatus]func(*refund, time.Time) error{
		{refundPending, refundSucceeded}: c.settleRefund,
		{refundPending, refundFailed}:    c.failRefund,
		{refundSucceeded, refundFailed}:  c.bounceRefund,
	}[[2]refundStatus{r.Status, status}]
	if transition == nil {
		return false, nil
	}
	if err := transition(r, c.now); err != nil {
		return false, err
	}
	before := r.Status
	r.Status, r.SettledAt, r.UpdatedAt = status, &c.now, c.now
	if saved, err := saveRefund(c.tx, r, before); err != nil || !saved {
		return false, err
	}
	if status == refundFailed {
		if err := redoRefunded(c.tx, r.Items); err != nil {
			return false, err
		}
	}
	c.countSettled(r, before)
	return true, nil
}

// countSettled counts a refund that has succeeded, or that has failed after it had, in what the
// goods cost and in the sales, and records the event. The buyer's timeline shows refunds that have
// succeeded.
func (c *orderCommand) countSettled(r *refund, before refundStatus) {
	o, goods := c.eventOrder(), c.goods()
	switch {
	case r.Status == refundSucceeded:
		o = c.withTimeline()
		c.RefundedGoods += r.Goods
		c.sales.Refunded += r.Conceded
	case before == refundSucceeded:
		c.RefundedGoods -= r.Goods
		c.sales.Refunded -= r.Conceded
	}
	c.record(events.RefundSettled{
		Order: o, RefundID: r.ID, ReturnID: r.ReturnID, Amount: int64(r.Amount), Channel: r.Channel, Origin: r.Origin,
		Status: r.Status, SettledAt: c.now, Implied: r.isRest, GoodsBefore: int64(goods), GoodsAfter: int64(c.goods()),
		Earned:        c.earned(),
		PaymentStatus: c.PaymentStatus, Reference: r.Reference, Failure: r.Failure, Reason: r.Reason,
	})
}
