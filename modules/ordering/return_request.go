package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/id"
)

// requestReturn makes a return of what the buyer wants to send back of the units that have arrived.
// It returns fault.Missing, a validation fault for lines and quantities that are not the order's,
// and for more units than may be returned, and InvalidTransition when the time is over or nothing
// has arrived.
func requestReturn(
	ctx context.Context, tx *gorm.DB, caller orderCaller, orderID string, requested []lineQuantity, reason string,
	now time.Time,
) (goodsReturn, error) {
	c, err := lockOrderOf(tx, caller, orderID, now, withItems)
	if err != nil {
		return goodsReturn{}, err
	}
	if c.returnsOver(c.now) {
		if _, err := requestedUnits(c.Items, requested); err != nil {
			return goodsReturn{}, err
		}
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

// requireReturnable returns a validation fault for lines that are not the order's and of which
// fewer units may be returned, and InvalidTransition when nothing has arrived yet.
func (o *order) requireReturnable(requested []lineQuantity) error {
	if !slices.ContainsFunc(o.Items, func(i orderItem) bool { return i.Delivered > 0 }) {
		if _, err := requestedUnits(o.Items, requested); err != nil {
			return err
		}
		return invalidTransition()
	}
	_, err := unitsAtMost(o.Items, requested, (*orderItem).returnable,
		"must not be more than the %d that may be returned now")
	return err
}

// makeReturn makes a return of units that have arrived and are in no other.
func (c *orderCommand) makeReturn(
	requested []lineQuantity, status returnStatus, reason string,
) (*returnCommand, error) {
	if err := c.requireReturnable(requested); err != nil {
		return nil, err
	}
	units, err := allocate(c.Items, requested, (*orderItem).returnable)
	if err != nil {
		return nil, err
	}
	if c.BuyerErased { // while this request was on its way
		reason = ""
	}
	return c.insertReturn(units, goodsReturn{Status: status, Reason: reason})
}

// insertReturn makes the return of the units.
func (c *orderCommand) insertReturn(units []allocation, r goodsReturn) (*returnCommand, error) {
	if err := returnStates.Check("", r.Status); err != nil {
		return nil, err
	}
	r.ID, r.OrderID, r.CreatedAt, r.UpdatedAt = id.New(), c.ID, c.now, c.now
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
		Order: c.withTimeline(), ReturnID: r.ID, Items: eventItems(units), RequestedAt: c.now, Reason: r.Reason,
		Implied: r.Status == returnApproved,
	})
	return &returnCommand{orderCommand: c, ret: r, units: units}, nil
}
