package ordering

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/platform/money"
)

// refundRequest is what an admin wants to send back: units of lines, of the shipping, and an amount
// of goodwill. Without any of them it is all that is left.
type refundRequest struct {
	Items            []lineQuantity
	Shipping, Amount money.Cents
	Reason           string
}

func (q *refundRequest) isAll() bool { return len(q.Items) == 0 && q.Shipping == 0 && q.Amount == 0 }

// refundOrder refunds what the request asks for, the way it was paid. It returns fault.Missing, a
// validation fault for lines that are not the order's, and InvalidTransition when so much is not
// left of a line, the shipping or the order, and while a dispute of the payment is open.
func refundOrder(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, orderID string, q refundRequest, now time.Time,
) (*order, error) {
	c, err := lockOrder(tx, orderID, now, withItems)
	if err != nil {
		return nil, err
	}
	r, exceeds, err := planRefund(&c.order, q)
	if err != nil {
		return nil, err
	}
	if len(exceeds) > 0 || c.disputed() {
		return nil, invalidTransition()
	}
	if c.BuyerErased {
		r.Reason = ""
	}
	if err := undoRefunded(tx, c.Items, r.Items); err != nil {
		return nil, err
	}
	if err := c.sendBack(r.Amount, r); err != nil {
		return nil, err
	}
	return &c.order, c.saveWithDue(ctx, terms)
}

// planRefund is the refund that the request asks for, and the fields that ask for more than is left
// of the order. It returns a validation fault for lines that are not the order's and for more units
// than were ordered.
func planRefund(o *order, q refundRequest) (r refund, exceeds []fault.Field, err error) {
	if q.isAll() {
		return o.refundOfAll(q.Reason), nil, nil
	}
	units, err := requestedUnits(o.Items, q.Items)
	if err != nil {
		return refund{}, nil, err
	}
	r = refund{Reason: q.Reason, Shipping: q.Shipping}
	for at, asked := range q.Items {
		i := &o.Items[slices.IndexFunc(o.Items, func(i orderItem) bool { return i.ID == asked.OrderItemID })]
		n := units[i.ID]
		delete(units, i.ID) // a line that comes twice counts once, with the sum
		if n > o.unitsToRefund(i) {
			exceeds = append(exceeds, moreThanLeft(fmt.Sprintf("/items/%d/quantity", at), fmt.Sprint(o.unitsToRefund(i))))
		} else if n > 0 {
			r.addItem(i, n)
		}
	}
	if q.Shipping > o.shippingToRefund() {
		exceeds = append(exceeds, moreThanLeft("/shipping", o.shippingToRefund().String()))
	}
	r.Amount = r.Goods + q.Shipping + q.Amount
	if len(exceeds) == 0 && r.Amount > o.refundable() {
		pointer, asked := q.last(r.Goods)
		exceeds = append(exceeds, moreThanLeft(pointer, max(0, o.refundable()-r.Amount+asked).String()))
	}
	return r, exceeds, nil
}

// last is the field to name when the whole is more than the order has left, and what it asks for.
func (q *refundRequest) last(goods money.Cents) (pointer string, asked money.Cents) {
	switch {
	case q.Amount > 0:
		return "/amount", q.Amount
	case q.Shipping > 0:
		return "/shipping", q.Shipping
	}
	return "/items", goods
}

func moreThanLeft(pointer, left string) fault.Field {
	return fault.Field{
		Pointer: pointer, Code: fault.OutOfRange, Detail: "must not be more than the %s that are left to refund",
		Args: []any{left},
	}
}

// refundOfAll is a refund of all that is left: of the goods first, then of the shipping.
func (o *order) refundOfAll(reason string) refund {
	r := refund{Reason: reason, Shipping: o.shippingToRefund()}
	for n := range o.Items {
		if units := o.unitsToRefund(&o.Items[n]); units > 0 {
			r.addItem(&o.Items[n], units)
		}
	}
	r.Amount = max(o.refundable(), r.Goods+r.Shipping)
	first, _ := r.split(o.refundable())
	return first
}

// addItem adds units of a line that are not undone yet.
func (r *refund) addItem(i *orderItem, units int) {
	_, cost := i.undo(units)
	r.Items = append(r.Items, refundItem{i.ID, units, cost})
	r.Goods += cost
}

// unitsToRefund is how many units of a line can be refunded: those of a paid order that were
// neither cancelled nor returned nor refunded.
func (o *order) unitsToRefund(i *orderItem) int {
	if !o.isPaid() {
		return 0
	}
	return i.paidFor()
}

// shippingToRefund is how much of the shipping can be refunded.
func (o *order) shippingToRefund() money.Cents {
	if !o.isPaid() || o.Status == orderCancelled {
		return 0
	}
	return o.shippingCost() - o.RefundingShipping
}
