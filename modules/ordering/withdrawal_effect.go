package ordering

import (
	"context"
	"fmt"
	"slices"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// withdrawalChange is what a command on an order changes in its withdrawals.
type withdrawalChange struct {
	// ended are those of which the last waiting unit was cancelled: what the command refunds goes
	// back for them.
	ended []*withdrawal
	// changed: the state of one of them, which the order notes.
	changed bool
}

// takeWithdrawn takes the units off the order that a matched withdrawal is about. An order of which
// nothing was shipped is cancelled by the withdrawal of all of it, as the buyer would. Else the
// goods come back in a return once the order is delivered; until then they wait.
func (c *orderCommand) takeWithdrawn(ctx context.Context, w *withdrawal, units []allocation) error {
	cancels := c.cancellable() && unitsIn(units)+c.withdrawing() == c.progress().units
	w.Items = withdrawalItems(w.ID, units, !cancels && c.DeliveredAt == nil)
	if err := replaceWithdrawalItems(c.tx, w); err != nil {
		return err
	}
	c.withdrawals.changed = true
	expected := *w.Refund
	if cancels { // at once: money that comes later is none of it
		expected = min(expected, c.refundable())
	}
	c.record(events.WithdrawalMatched{
		Withdrawal: w.eventWithdrawal(&c.order, units), RefundAmount: int64(expected), RefundDueAt: w.RefundDueAt,
	})
	switch {
	case cancels:
		w.Refund = new(c.refundable())
		c.withdrawals.ended = append(c.withdrawals.ended, w)
		return c.cancelAndRelease(ctx, cancelledByCustomer, nil)
	case c.DeliveredAt != nil:
		if err := c.returnWithdrawn(w, units); err != nil {
			return err
		}
	default:
		if err := withdrawingUnits.add(c.tx, units); err != nil {
			return err
		}
	}
	return c.save(ctx)
}

// withdrawing is how many units of the order wait for its delivery, to come back then.
func (o *order) withdrawing() (units int) {
	for i := range o.Items {
		units += o.Items[i].Withdrawing
	}
	return units
}

// returnWithdrawn makes the return of a withdrawal, which is approved: the right does not depend on
// the shop, nor on an address that it has told.
func (c *orderCommand) returnWithdrawn(w *withdrawal, units []allocation) error {
	sendTo, err := loadReturnsAddress(c.tx)
	if err != nil {
		return err
	}
	r, err := c.insertReturn(units, goodsReturn{Status: returnApproved, Statutory: true, WithdrawalID: &w.ID})
	if err != nil {
		return err
	}
	r.recordApproved(sendTo)
	w.ReturnID = &r.ret.ID
	return saveWithdrawalReturn(c.tx, w, c.now)
}

// followWithdrawals does what follows for the order's withdrawals from a command: their goods come
// back once the order is delivered, and they are settled once their money has gone.
func (c *orderCommand) followWithdrawals() error {
	if c.DeliveredAt != nil && c.withdrawing() > 0 {
		if err := c.returnWaiting(); err != nil {
			return err
		}
	}
	back := c.Refunding - c.before.Refunding
	// The one that cancels the order takes the rest.
	for _, w := range slices.Backward(c.withdrawals.ended) {
		w.Refund = new(min(*w.Refund, back))
		back -= *w.Refund
		if err := saveWithdrawalRefund(c.tx, w, &c.now, c.now); err != nil {
			return err
		}
	}
	return c.settleWithdrawals()
}

// returnWaiting makes the returns of the units that waited for the delivery.
func (c *orderCommand) returnWaiting() error {
	matched, err := loadMatchedWithdrawals(c.tx, c.ID)
	if err != nil {
		return err
	}
	for n := range matched {
		w := &matched[n]
		var units []allocation
		for _, i := range w.Items {
			if i.Waiting == 0 {
				continue
			}
			units = append(units, allocation{c.item(i.OrderItemID), i.Waiting})
			i.Waiting = 0
			if err := saveWaiting(c.tx, i); err != nil {
				return err
			}
		}
		if len(units) == 0 {
			continue
		}
		if err := withdrawingUnits.subtract(c.tx, units); err != nil {
			return err
		}
		if err := c.returnWithdrawn(w, units); err != nil {
			return err
		}
	}
	return nil
}

// item is the line with the id.
func (o *order) item(itemID string) *orderItem {
	return &o.Items[slices.IndexFunc(o.Items, func(i orderItem) bool { return i.ID == itemID })]
}

// releaseWithdrawn takes units that are about to be cancelled off the withdrawals that wait with
// them, the oldest first: of a line they are cancelled before others.
func (c *orderCommand) releaseWithdrawn(units []allocation) error {
	var released []allocation
	for _, a := range units {
		if n := min(a.Units, a.Item.Withdrawing); n > 0 {
			released = append(released, allocation{a.Item, n})
		}
	}
	if len(released) == 0 {
		return nil
	}
	matched, err := loadMatchedWithdrawals(c.tx, c.ID)
	if err != nil {
		return err
	}
	left := map[string]int{}
	for _, a := range released {
		left[a.Item.ID] = a.Units
	}
	for n := range matched {
		if err := c.releaseWaiting(&matched[n], left); err != nil {
			return err
		}
	}
	return withdrawingUnits.subtract(c.tx, released)
}

// releaseWaiting takes units off a withdrawal, of those that are left to take of each line.
func (c *orderCommand) releaseWaiting(w *withdrawal, left map[string]int) error {
	var value money.Cents
	waiting, taken := 0, 0
	for _, i := range w.Items {
		n := min(i.Waiting, left[i.OrderItemID])
		left[i.OrderItemID] -= n
		i.Waiting -= n
		waiting, taken = waiting+i.Waiting, taken+n
		if n == 0 {
			continue
		}
		value += c.item(i.OrderItemID).value(0, n)
		if err := saveWaiting(c.tx, i); err != nil {
			return err
		}
	}
	switch {
	case taken == 0:
		return nil
	case waiting == 0:
		c.withdrawals.ended = append(c.withdrawals.ended, w)
		return nil
	}
	w.Refund = new(max(0, *w.Refund-value)) // the cancellation refunds it
	return saveWithdrawalRefund(c.tx, w, nil, c.now)
}

// requireNotExcluded returns a validation fault for lines that are not the order's, or have no
// right of withdrawal, and for more units than were ordered.
func (o *order) requireNotExcluded(requested []lineQuantity) error {
	if _, err := requestedUnits(o.Items, requested); err != nil {
		return err
	}
	var invalid []fault.Field
	for n, r := range requested {
		if o.item(r.OrderItemID).WithdrawalExcluded != nil {
			invalid = append(invalid, fault.Field{
				Pointer: fmt.Sprintf("/items/%d/orderItemId", n), Code: fault.NotAllowed,
				Detail: "is excluded from the right of withdrawal",
			})
		}
	}
	if len(invalid) > 0 {
		return fault.Invalid(invalid...)
	}
	return nil
}
