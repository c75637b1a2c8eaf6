package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/id"
)

// requestReturn notes what the buyer wants to send back of an order that was delivered. It returns fault.Missing, a validation fault for a
// line or a quantity that is not the order's, and InvalidTransition when the time is over or not so much is left.
func requestReturn(ctx context.Context, tx *gorm.DB, orderID, buyerID string, parts []part, reason string, now time.Time) (goodsReturn, error) {
	c, err := begin(tx, orderID, buyerID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	items, err := itemsOf(tx, orderID)
	if err != nil {
		return goodsReturn{}, err
	}
	wanted, err := choose(items, parts, func(i *orderItem) int { return i.Delivered - i.InReturn })
	if err != nil {
		return goodsReturn{}, err
	}
	if whole := (wholeOrder{order: c.order, Items: items}); !whole.returnable(c.now) {
		return goodsReturn{}, invalidTransition()
	}
	if err := inReturnUnits.add(tx, wanted, 1); err != nil {
		return goodsReturn{}, err
	}
	if c.BuyerErased { // by another request of theirs, a moment ago
		reason = ""
	}
	r := goodsReturn{ID: id.New(), OrderID: c.ID, Status: returnRequested, Reason: reason, CreatedAt: c.now, UpdatedAt: c.now}
	rows := make([]returnItem, len(wanted))
	for i, p := range wanted {
		r.Refund += p.value(p.InReturn, p.Units) // what is expected; receiveReturn says what it becomes
		rows[i] = returnItem{ReturnID: r.ID, OrderItemID: p.ID, Quantity: p.Units}
	}
	if err := tx.Create(&r).Error; err != nil {
		return goodsReturn{}, err
	}
	if err := tx.Create(&rows).Error; err != nil {
		return goodsReturn{}, err
	}
	c.say(events.ReturnRequested{Order: c.entered(), ReturnID: r.ID, Items: told(wanted), RequestedAt: c.now, Reason: reason})
	_, err = c.done(ctx)
	return r, err
}
