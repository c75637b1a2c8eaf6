package ordering

import (
	"orderd/modules/ordering/events"
	"orderd/platform/money"
)

// settleDue makes an unpaid order paid of which nothing is due any more, because units were
// cancelled or returned, as an order of 0.00 is.
func (c *orderCommand) settleDue() {
	if !c.isPaid() && c.due() == 0 && c.Status != orderCancelled {
		c.receive(0, byHand, c.now)
		c.recordPaid(true)
	}
}

// recordPaid records that the order is paid, if the command made it so. Implied: the buyer is not
// notified of it.
func (c *orderCommand) recordPaid(implied bool) {
	if c.isPaid() && !c.before.isPaid() {
		c.record(events.OrderPaid{
			Order: c.withTimeline(), PaidAt: *c.PaidAt, Amount: int64(c.Paid - c.before.Paid), Implied: implied,
		})
	}
}

// undoUnits counts units of lines in the counter, and in what the lines and the sales have undone:
// the units are cancelled or returned. It returns what they cost and nothing was refunded for yet,
// and InvalidTransition when a line does not allow it.
func (c *orderCommand) undoUnits(counter unitCounter, taken []allocation) (money.Cents, error) {
	units := lineAmounts{unitCounter: counter}
	undone, values := lineAmounts{unitCounter: undoneUnits}, lineAmounts{unitCounter: undoneValue}
	var value money.Cents
	for _, a := range taken {
		n, cost := a.Item.undo(a.Units)
		value += cost
		units.amounts = append(units.amounts, int64(a.Units))
		a.Item.Undone += n
		a.Item.UndoneValue += cost
		undone.amounts, values.amounts = append(undone.amounts, int64(n)), append(values.amounts, int64(cost))
		c.UndoneTax = min(c.Tax, c.UndoneTax+a.Item.taxOf(a.Item.Cancelled+a.Item.Returned, a.Units))
		c.sales.Lines = append(c.sales.Lines, newSalesLine(a, c.now))
	}
	if err := addToLines(c.tx, lineIDs(taken), units, undone, values); err != nil {
		return 0, err
	}
	for _, a := range taken {
		*counter.of(a.Item) += a.Units
	}
	return value, nil
}
