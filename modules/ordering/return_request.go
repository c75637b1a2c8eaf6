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
func requestReturn(
	ctx context.Context, tx *gorm.DB, caller orderCaller, orderID string, requested []lineQuantity, reason string,
	now time.Time,
) (goodsReturn, error) {
	c, err := lockOrderOf(tx, caller, orderID, now, withItems)
	if err != nil {
		return goodsReturn{}, err
	}
	if _, err := requestedUnits(c.Items, requested); err != nil {
		return goodsReturn{}, err
	}
	if !c.returnable(c.now) {
		return goodsReturn{}, invalidTransition()
	}
	r, err := c.makeReturn(requested, returnRequested, reason)
	if err != nil {
		return goodsReturn{}, err
	}
	return r.answer(), c.save(ctx)
}

// openReturn makes a return for a buyer, which is approved at once: staff may do so after the time
// for returns too. sendTo is where the goods go. It returns the faults of requestReturn and
// approveReturn.
func openReturn(
	ctx context.Context, tx *gorm.DB, orderID string, requested []lineQuantity, reason, sendTo string, now time.Time,
) (goodsReturn, error) {
	c, err := lockOrder(tx, orderID, now, withItems)
	if err != nil {
		return goodsReturn{}, err
	}
	if sendTo == "" {
		return goodsReturn{}, nowhereToSend()
	}
	r, err := c.makeReturn(requested, returnApproved, reason)
	if err != nil {
		return goodsReturn{}, err
	}
	r.recordApproved(sendTo)
	return r.answer(), c.save(ctx)
}

// makeReturn makes a return of units that have arrived and are in no other.
func (c *orderCommand) makeReturn(
	requested []lineQuantity, status returnStatus, reason string,
) (*returnCommand, error) {
	units, err := allocate(c.Items, requested, (*orderItem).returnable)
	if err != nil {
		return nil, err
	}
	if err := returnStates.Check("", status); err != nil {
		return nil, err
	}
	if c.BuyerErased { // while this request was on its way
		reason = ""
	}
	r := goodsReturn{ID: id.New(), OrderID: c.ID, Status: status, Reason: reason, CreatedAt: c.now, UpdatedAt: c.now}
	for _, a := range units {
		r.Refund += a.Item.value(a.Item.InReturn, a.Units) // what is expected until receiveReturn
		r.Items = append(r.Items, returnItem{OrderItemID: a.Item.ID, Quantity: a.Units})
	}
	if err := inReturnUnits.add(c.tx, units); err != nil {
		return nil, err
	}
	if err := c.tx.Create(&r).Error; err != nil {
		return nil, err
	}
	c.record(events.ReturnRequested{
		Order: c.withTimeline(), ReturnID: r.ID, Items: eventItems(units), RequestedAt: c.now, Reason: reason,
		Implied: status == returnApproved,
	})
	return &returnCommand{orderCommand: c, ret: r, units: units}, nil
}
