package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// refundOrder sends an amount back to the buyer, the way it came; a nil amount means all that is left. It returns fault.Missing, and
// InvalidTransition when so much was not paid or has gone back already.
func refundOrder(ctx context.Context, tx *gorm.DB, orderID string, amount *money.Cents, reason string, now time.Time) (order, error) {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return order{}, err
	}
	all := c.refundable()
	if amount == nil {
		amount = &all
	}
	if c.BuyerErased {
		reason = ""
	}
	if err := c.sendBack(*amount, refund{Reason: reason}); err != nil {
		return order{}, err
	}
	return c.done(ctx)
}

// sendBack sets the amount aside and sends it back: at once, or by card, when the provider has confirmed it (settle). of says
// why: its reason, return and event, and whether that is told already.
func (c *command) sendBack(amount money.Cents, of refund) error {
	if err := c.requestRefund(amount, c.now); err != nil {
		return err
	}
	of.ID, of.OrderID, of.Amount, of.Status, of.CreatedAt, of.UpdatedAt = id.New(), c.ID, amount, refundPending, c.now, c.now
	c.say(events.RefundRequested{Order: c.announcement(), RefundID: of.ID, Amount: int64(amount), Reason: of.Reason})
	if c.PaymentMethod != card {
		if err := c.settleRefund(amount, c.now); err != nil {
			return err
		}
		of.Status = refundSucceeded
		c.say(c.settlement(&of))
	}
	return c.tx.Create(&of).Error
}

// settlement tells what became of the refund. The buyer's timeline has the ones that succeeded.
func (c *command) settlement(r *refund) events.RefundSettled {
	about := c.announcement()
	if r.Status == refundSucceeded {
		about = c.entered()
	}
	before := c.goods()
	if r.ReturnID == nil && c.Status != cancelled {
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

// Why the service itself sends money back.
const (
	refundCancelled = "cancelled"
	refundLate      = "late"
	refundReturn    = "return"
)

var refundReasons = map[string]map[string]string{
	"en": {
		refundCancelled: "The order was cancelled.",
		refundLate:      "The payment arrived after the order had been cancelled.",
		refundReturn:    "The goods came back.",
	},
	"de": {
		refundCancelled: "Die Bestellung wurde storniert.",
		refundLate:      "Die Zahlung kam erst nach der Stornierung an.",
		refundReturn:    "Die Ware ist zurückgekommen.",
	},
}

// because is the reason of a refund in the buyer's language.
func (c *command) because(why string) string { return refundReasons[c.Locale][why] }

// settle notes what became of a refund that the card provider had to see to. One that has failed stays so; one that has succeeded may still
// fail, when the bank sends the money back days later.
func settle(ctx context.Context, tx *gorm.DB, orderID, refundID, status string, now time.Time) error {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return err
	}
	var r refund
	if err := tx.Where("id = ? AND order_id = ?", refundID, orderID).Limit(1).Find(&r).Error; err != nil {
		return err
	}
	rule := map[[2]string]func(money.Cents, time.Time) error{
		{refundPending, refundSucceeded}: c.settleRefund,
		{refundPending, refundFailed}:    c.failRefund,
		{refundSucceeded, refundFailed}:  c.bounceRefund,
	}[[2]string{r.Status, status}]
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
