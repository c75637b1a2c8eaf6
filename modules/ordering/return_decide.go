package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/httpapi"
)

// returnCommand is a command at work on a return and its order.
type returnCommand struct {
	*orderCommand
	ret   goodsReturn
	units []allocation // that are in the return
}

// lockReturn locks the return's order for a command, or returns fault.Missing. The return itself is
// guarded by saveReturnStatus.
func lockReturn(tx *gorm.DB, returnID string, now time.Time) (*returnCommand, error) {
	found, err := loadReturnItems(tx, returnID)
	if err != nil {
		return nil, err
	}
	c, err := lockOrder(tx, found.OrderID, now, withItems)
	if err != nil {
		return nil, err
	}
	quantities := convert.All(found.Items, func(i returnItem) lineQuantity {
		return lineQuantity{i.OrderItemID, httpapi.Int(i.Quantity)}
	})
	units, err := allocate(c.Items, quantities, (*orderItem).ordered)
	return &returnCommand{orderCommand: c, ret: found, units: units}, err
}

// answer is the return as the command leaves it, with its order and the lines of its items.
func (r *returnCommand) answer() goodsReturn {
	r.ret.Order = r.order
	r.ret.Items = convert.All(r.units, func(a allocation) returnItem {
		return returnItem{ReturnID: r.ret.ID, OrderItemID: a.Item.ID, Quantity: a.Units, OrderItem: *a.Item}
	})
	return r.ret
}

// approveReturn lets the buyer send the goods back. It returns fault.Missing and InvalidTransition.
func approveReturn(ctx context.Context, tx *gorm.DB, returnID string, now time.Time) (goodsReturn, error) {
	r, err := lockReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	if err := r.saveReturnStatus(returnRequested, returnApproved, map[string]any{}); err != nil {
		return goodsReturn{}, err
	}
	r.record(events.ReturnDecided{Order: r.eventOrder(), ReturnID: r.ret.ID, Status: returnApproved, Items: eventItems(r.units)})
	return r.answer(), r.save(ctx)
}

// rejectReturn refuses a return and says why. The units may be in another return then. It returns
// fault.Missing and InvalidTransition.
func rejectReturn(ctx context.Context, tx *gorm.DB, returnID, reason string, now time.Time) (goodsReturn, error) {
	r, err := lockReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	if r.BuyerErased {
		reason = ""
	}
	if err := r.saveReturnStatus(returnRequested, returnRejected, map[string]any{"rejection_reason": reason}); err != nil {
		return goodsReturn{}, err
	}
	if err := inReturnUnits.subtract(tx, r.units); err != nil {
		return goodsReturn{}, err
	}
	r.record(events.ReturnDecided{Order: r.eventOrder(), ReturnID: r.ret.ID, Status: returnRejected, Items: eventItems(r.units), Reason: &reason})
	return r.answer(), r.save(ctx)
}
