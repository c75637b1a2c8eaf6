package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// receiveReturn puts the goods of an approved return back into stock and refunds what they cost
// after discounts, or as much of it as was paid and is not refunded already. It returns
// fault.Missing and InvalidTransition.
func receiveReturn(ctx context.Context, tx *gorm.DB, returnID string, now time.Time) (goodsReturn, error) {
	r, err := lockReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	before := r.goods()
	value, err := r.undoUnits(returnedUnits, r.units)
	if err != nil {
		return goodsReturn{}, err
	}
	r.returnGoods(value)
	r.advance(r.now, r.now)
	if err := r.saveReturnStatus(returnApproved, returnReceived, map[string]any{"refund_cents": min(value, r.refundable())}); err != nil {
		return goodsReturn{}, err
	}
	if err := moveStock(tx, stockMove{Reason: moveReturn, OrderID: &r.ID, Actor: actorOf(ctx), At: r.now}, stockUnits(r.units)); err != nil {
		return goodsReturn{}, err
	}
	r.record(events.ReturnReceived{
		Order: r.withTimeline(), ReturnID: r.ret.ID, Items: eventItems(r.units), GoodsBefore: int64(before), GoodsAfter: int64(r.goods()),
		Earned: r.earned(), RefundAmount: int64(r.ret.Refund), ReceivedAt: r.now,
	})
	if r.ret.Refund > 0 {
		if err := r.sendBack(r.ret.Refund, refund{ReturnID: &r.ret.ID, Reason: r.refundReason(refundForReturn)}); err != nil {
			return goodsReturn{}, err
		}
	}
	r.settleDue()
	return r.answer(), r.save(ctx)
}

// returnGoods notes that goods of this value came back. Of an order that is not paid, less is asked
// for then.
func (o *order) returnGoods(value money.Cents) {
	o.Returned += value
	if !o.isPaid() {
		o.Conceded += min(value, o.worth())
	}
}
