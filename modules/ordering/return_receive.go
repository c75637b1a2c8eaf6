package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// receiveReturn takes the goods of an approved return back: into the stock, or written off. It
// refunds what they cost after discounts less what is deducted, or as much of it as was paid and is
// not refunded already. Vouchers come back when every unit of the order is undone. It returns
// fault.Missing, a validation fault for units that are not in the return and for a deduction of
// more than the goods cost, and InvalidTransition.
func receiveReturn(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, returnID string, p receipt, now time.Time,
) (goodsReturn, error) {
	r, err := lockReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	if err := p.allocate(r.Items, r.units); err != nil {
		return goodsReturn{}, err
	}
	r.receipt = &p
	before, due := r.goods(), r.due()
	value, err := r.countReceived(&p)
	if err != nil {
		return goodsReturn{}, err
	}
	r.returnGoods(value - p.Deduct)
	r.advance(r.now, r.now)
	shipping := r.shippingBack()
	r.returnShipping(shipping)
	if err := r.saveReceipt(&p, r.refundFor(value-p.Deduct+shipping, due)); err != nil {
		return goodsReturn{}, err
	}
	shipping = min(shipping, r.ret.Refund)
	vouchers, err := r.releaseIfUndone()
	if err != nil {
		return goodsReturn{}, err
	}
	if err := r.moveReceived(ctx, &p); err != nil {
		return goodsReturn{}, err
	}
	r.recordReceived(&p, before, shipping, vouchers)
	if r.ret.Refund > 0 {
		back := refund{ReturnID: &r.ret.ID, Shipping: shipping, Reason: r.refundReason(refundForReturn)}
		if err := r.sendBack(r.ret.Refund, back); err != nil {
			return goodsReturn{}, err
		}
	}
	if err := r.noteReceipt(); err != nil {
		return goodsReturn{}, err
	}
	r.settleDue()
	r.record(voucherSettledEvents(vouchers)...)
	return r.answer(), r.saveWithDue(ctx, terms)
}

// countReceived counts what has arrived as returned; what is missing may be in another return. It
// returns what the units cost and nothing was refunded for yet.
func (r *returnCommand) countReceived(p *receipt) (money.Cents, error) {
	value, err := r.undoUnits(returnedUnits, p.received)
	if err != nil {
		return 0, err
	}
	if p.Deduct > value {
		return 0, fault.Invalid(fault.Field{
			Pointer: "/deduct/amount", Code: fault.OutOfRange,
			Detail: "must not be more than the %s that go back for the goods", Args: []any{value},
		})
	}
	return value, inReturnUnits.subtract(r.tx, p.missing(r.units))
}

// saveReceipt writes what has arrived and what goes back for it. The return must be approved.
func (r *returnCommand) saveReceipt(p *receipt, refunded money.Cents) error {
	if r.BuyerErased {
		p.DeductReason = nil
	}
	r.ret.Deducted, r.ret.DeductReason = p.Deduct, p.DeductReason
	err := r.saveReturnStatus(returnApproved, returnReceived, map[string]any{
		"refund_cents": refunded, "deducted_cents": p.Deduct, "deduct_reason": p.DeductReason,
	})
	if err != nil {
		return err
	}
	return saveReceivedItems(r.tx, r.ret.ID, r.units, p)
}

// moveReceived puts what has arrived into the stock, and writes off what does not stay there.
func (r *returnCommand) moveReceived(ctx context.Context, p *receipt) error {
	m := stockMove{Reason: moveReturn, OrderID: &r.ID, Actor: actorOf(ctx), At: r.now}
	if err := moveStock(r.tx, m, stockUnits(p.received)); err != nil {
		return err
	}
	m.Reason = moveWriteOff
	return moveStock(r.tx, m, stockUnits(p.writtenOff))
}

func (r *returnCommand) recordReceived(p *receipt, before, shipping money.Cents, vouchers []voucher) {
	r.record(events.ReturnReceived{
		Order: r.withTimeline(), ReturnID: r.ret.ID, Items: eventItems(p.received), GoodsBefore: int64(before),
		GoodsAfter: int64(r.goods()), Earned: r.earned(), RefundAmount: int64(r.ret.Refund), ReceivedAt: r.now,
		ShippingRefund: int64(shipping), Statutory: r.ret.Statutory,
		WrittenOff: eventItems(p.writtenOff), Deducted: int64(p.Deduct), DeductReason: p.DeductReason,
		VoucherIDs: voucherIDs(vouchers),
	})
}

// returnGoods notes that goods of this value came back. Of an order that is not paid, less is asked
// for then.
func (o *order) returnGoods(value money.Cents) {
	o.Returned += value
	if !o.isPaid() {
		o.Conceded += min(value, o.worth())
	}
}
