package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// returnCommand is a command at work on a return and its order.
type returnCommand struct {
	*orderCommand
	ret   goodsReturn
	units []allocation // that are in the return

	receipt *receipt // what has arrived of them, once it is received
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
		i := returnItem{ReturnID: r.ret.ID, OrderItemID: a.Item.ID, Quantity: a.Units, OrderItem: *a.Item}
		if r.receipt != nil {
			received, restocked := r.receipt.of(a.Item)
			i.Received, i.Restocked = &received, &restocked
		}
		return i
	})
	return r.ret
}

// nowhereToSend is why no return is approved: the shop has no address for the goods.
func nowhereToSend() error {
	return fault.New(fault.InvalidTransition,
		"There is no address to send the goods to: shop.returns_address is not configured.")
}

// approveReturn lets the buyer send the goods to the address. It returns fault.Missing and
// InvalidTransition, also when there is no address.
func approveReturn(ctx context.Context, tx *gorm.DB, returnID, sendTo string, now time.Time) (goodsReturn, error) {
	r, err := lockReturn(tx, returnID, now)
	if err != nil {
		return goodsReturn{}, err
	}
	if sendTo == "" {
		return goodsReturn{}, nowhereToSend()
	}
	if err := r.saveReturnStatus(returnRequested, returnApproved, map[string]any{}); err != nil {
		return goodsReturn{}, err
	}
	r.recordApproved(sendTo)
	return r.answer(), r.save(ctx)
}

func (r *returnCommand) recordApproved(sendTo string) {
	r.record(events.ReturnDecided{
		Order: r.eventOrder(), ReturnID: r.ret.ID, Status: returnApproved, Items: eventItems(r.units), SendTo: sendTo,
	})
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
	r.record(events.ReturnDecided{
		Order: r.eventOrder(), ReturnID: r.ret.ID, Status: returnRejected, Items: eventItems(r.units), Reason: &reason,
	})
	return r.answer(), r.save(ctx)
}
