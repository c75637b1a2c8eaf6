package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// receiveReturn puts the goods of an approved return back into the stock and sends back what they had cost after discounts, or as much
// of it as was paid and is not on its way back already. It returns fault.Missing and InvalidTransition.
func receiveReturn(ctx context.Context, tx *gorm.DB, returnID string, now time.Time) (goodsReturn, error) {
	r, err := beginReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	var worth money.Cents
	for _, p := range r.parts {
		worth += p.value(p.Returned, p.Units)
	}
	before := r.order.goods()
	if err := r.receiveReturn(worth, wholeWith(r.items, r.parts, func(i *orderItem) int { return i.Returned }), r.now); err != nil {
		return goodsReturn{}, err
	}
	if err := r.turn(returnApproved, returnReceived, map[string]any{"refund_cents": min(worth, r.refundable())}); err != nil {
		return goodsReturn{}, err
	}
	if err := returnedUnits.add(tx, r.parts, 1); err != nil {
		return goodsReturn{}, err
	}
	if err := moveStock(tx, move{Reason: moveReturn, OrderID: &r.ID, At: r.now}, stockOf(r.parts)); err != nil {
		return goodsReturn{}, err
	}
	r.say(events.ReturnReceived{
		Order: r.entered(), ReturnID: r.goods.ID, Items: told(r.parts), GoodsBefore: int64(before), GoodsAfter: int64(r.order.goods()),
		Earned: r.earned(), RefundAmount: int64(r.goods.Refund), ReceivedAt: r.now,
	})
	if r.goods.Refund > 0 {
		if err := r.sendBack(r.goods.Refund, refund{ReturnID: &r.goods.ID, Reason: r.because(refundReturn), Implied: true}); err != nil {
			return goodsReturn{}, err
		}
	}
	_, err = r.done(ctx)
	return r.goods, err
}
