package ordering

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/convert"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/money"
)

// declaration is what someone declares who withdraws from a contract and names its order by number.
type declaration struct {
	OrderNumber, FullName, Email string
	EmailID                      string // the email's pseudonym
	Locale                       string
	Texts                        []withdrawnText // none: all of the order
}

// declareWithdrawal receives a withdrawal. When the number and the email fit an order, staff are
// shown it, and it is not shipped before they have looked. The caller learns none of this: all
// cases run the same statements and publish one event.
func declareWithdrawal(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, d declaration, now time.Time,
) (withdrawal, error) {
	if err := lockGuest(tx, d.EmailID); err != nil { // an erasure of the email waits, or has been
		return withdrawal{}, err
	}
	orderID, err := lockFittingOrder(tx, d)
	if err != nil {
		return withdrawal{}, err
	}
	w := terms.newWithdrawal(d, now)
	w.State = withdrawalReceived
	if orderID != "" {
		w.SuggestedOrderID = &orderID
	}
	if err := insertWithdrawal(tx, &w); err != nil {
		return withdrawal{}, err
	}
	// No order has a new id.
	if _, err := saveWithdrawalStateOf(tx, cmp.Or(orderID, id.New())); err != nil {
		return withdrawal{}, err
	}
	return w, eventbus.Publish(ctx, tx, events.WithdrawalDeclared{
		Withdrawal: w.eventWithdrawal(nil, nil), State: w.State, Texts: w.eventTexts(),
	})
}

// newWithdrawal is a withdrawal that is received now.
func (t *saleTerms) newWithdrawal(d declaration, now time.Time) withdrawal {
	texts := d.Texts
	if texts == nil {
		texts = []withdrawnText{}
	}
	return withdrawal{
		ID: id.New(), SubjectID: d.EmailID, OrderNumber: d.OrderNumber, FullName: d.FullName, Email: d.Email,
		Locale: d.Locale, Texts: texts, RefundDueAt: t.endOfDay(now, refundDays), ReceivedAt: now, CreatedAt: now,
		UpdatedAt: now,
	}
}

// withdrawFrom withdraws from what is requested of the caller's order, or from all that may be. The
// order is cancelled by it, or the goods come back in a return. It returns fault.Missing, a
// validation fault for lines that are not the order's or are excluded and for more units than were
// ordered, and InvalidTransition when it is too late, the order has no right of withdrawal or is
// cancelled, or so many units are not left.
func withdrawFrom(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, caller orderCaller, orderID string, requested []lineQuantity,
	now time.Time,
) (withdrawal, error) {
	c, err := lockOrderOf(tx, caller, orderID, now, withItems)
	if err != nil {
		return withdrawal{}, err
	}
	if err := c.requireNotExcluded(requested); err != nil {
		return withdrawal{}, err
	}
	if !terms.mayWithdraw(&c.order, c.now) {
		return withdrawal{}, invalidTransition()
	}
	units, err := allocate(c.Items, requested, (*orderItem).withdrawable)
	if err != nil {
		return withdrawal{}, err
	}
	w := terms.newWithdrawal(declaration{
		OrderNumber: c.Number, FullName: c.BuyerName, Email: c.BuyerEmail, EmailID: c.UserID, Locale: c.Locale,
	}, c.now)
	w.State, w.OrderID, w.Refund = withdrawalMatched, &c.ID, new(c.expectedRefund(units))
	if err := insertWithdrawal(tx, &w); err != nil {
		return withdrawal{}, err
	}
	c.record(events.WithdrawalDeclared{
		Withdrawal: w.eventWithdrawal(&c.order, units), State: w.State, Texts: w.eventTexts(),
	})
	if err := c.takeWithdrawn(ctx, &w, units); err != nil {
		return withdrawal{}, err
	}
	return loadWithdrawal(tx, w.ID)
}

// expectedRefund is what is expected to go back for units: what they cost, and the shipping when
// nothing else of the order is left.
func (c *orderCommand) expectedRefund(units []allocation) (expected money.Cents) {
	for _, a := range units {
		expected += a.Item.value(a.Item.Cancelled+a.Item.InReturn, a.Units)
	}
	unclaimed := 0
	for i := range c.Items {
		unclaimed += c.Items[i].unclaimed()
	}
	if unclaimed == unitsIn(units) {
		expected += c.shippingLeft()
	}
	return expected
}

// withdrawalItems are the units that a withdrawal is about.
func withdrawalItems(withdrawalID string, units []allocation, waiting bool) []withdrawalItem {
	return convert.All(units, func(a allocation) withdrawalItem {
		i := withdrawalItem{WithdrawalID: withdrawalID, OrderItemID: a.Item.ID, Quantity: a.Units}
		if waiting {
			i.Waiting = a.Units
		}
		return i
	})
}
