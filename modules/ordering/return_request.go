package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/id"
)

// requestReturn makes a return of what the buyer wants to send back of the units that have arrived.
// It returns fault.Missing, a validation fault for lines and quantities that are not the order's,
// and InvalidTransition when the time is over or fewer units are left.
func requestReturn(ctx context.Context, tx *gorm.DB, caller orderCaller, orderID string, requested []lineQuantity, reason string, now time.Time) (goodsReturn, error) {
	c, err := lockOrderOf(tx, caller, orderID, now, withItems)
	if err != nil {
		return goodsReturn{}, err
	}
	units, err := allocate(c.Items, requested, (*orderItem).returnable)
	if err != nil {
		return goodsReturn{}, err
	}
	if !c.returnable(c.now) {
		return goodsReturn{}, invalidTransition()
	}
	if c.BuyerErased { // while this request was on its way
		reason = ""
	}
	r := goodsReturn{ID: id.New(), OrderID: c.ID, Status: returnRequested, Reason: reason, CreatedAt: c.now, UpdatedAt: c.now}
	for _, a := range units {
		r.Refund += a.Item.value(a.Item.InReturn, a.Units) // what is expected until receiveReturn
		r.Items = append(r.Items, returnItem{OrderItemID: a.Item.ID, Quantity: a.Units})
	}
	if err := inReturnUnits.add(tx, units); err != nil {
		return goodsReturn{}, err
	}
	if err := tx.Create(&r).Error; err != nil {
		return goodsReturn{}, err
	}
	c.record(events.ReturnRequested{Order: c.withTimeline(), ReturnID: r.ID, Items: eventItems(units), RequestedAt: c.now, Reason: reason})
	made := returnCommand{orderCommand: c, ret: r, units: units}
	return made.answer(), c.save(ctx)
}
