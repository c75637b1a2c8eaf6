package ordering

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// refusalOf is why a buyer may not pay the amount of an order to the country with the method, with
// the values of the text, or "". 0.00 is paid with any method that the shop takes.
func (t *saleTerms) refusalOf(
	method paymentMethod, wholesale bool, country string, amount money.Cents,
) (refusal fault.Text, values []any) {
	taken := t.taken(method)
	switch {
	case method == payByInvoice && !wholesale:
		return "is for wholesale accounts only", nil
	case taken == nil:
		return "is not taken by this shop", nil
	case amount == 0:
		return "", nil
	case country != "" && !taken.Serves(country):
		return "is not taken for this country", nil
	case taken.Minimum != nil && amount < *taken.Minimum:
		return "takes amounts from %s on", []any{*taken.Minimum}
	case taken.Maximum != nil && amount > *taken.Maximum:
		return "takes amounts up to %s", []any{*taken.Maximum}
	}
	return "", nil
}

// taken is the method as the shop takes it, or nil when it does not.
func (t *saleTerms) taken(method paymentMethod) *shop.MethodSetting {
	for i := range t.paymentMethods {
		if t.paymentMethods[i].Method == string(method) {
			return &t.paymentMethods[i]
		}
	}
	return nil
}

// changePayment changes how the buyer pays an order that is unpaid and open. What was begun with a
// card is ended by payments, which publishes money that came all the same. It returns
// fault.Missing, a validation fault for a method that is not allowed, and InvalidTransition.
func changePayment(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, caller orderCaller, orderID string, method paymentMethod,
	now time.Time,
) (*order, error) {
	c, err := lockOrderOf(tx, caller, orderID, now)
	if err != nil {
		return nil, err
	}
	if method != c.PaymentMethod { // one that is switched off stays good for orders that have it
		wholesale, err := buysWholesale(tx, c.UserID)
		if err != nil {
			return nil, err
		}
		if refusal, values := terms.refusalOf(method, wholesale, c.ShipTo.Country, c.due()); refusal != "" {
			return nil, fault.Invalid(fault.Field{Pointer: "/method", Code: fault.NotAllowed, Detail: refusal, Args: values})
		}
	}
	if err := c.changePayment(method, terms.deadline(method), time.Duration(terms.PaymentDeadline), c.now); err != nil {
		return nil, err
	}
	if c.PaymentMethod == c.before.PaymentMethod {
		return &c.order, nil
	}
	c.Instructions = terms.instructions(&c.order)
	c.record(events.PaymentMethodChanged{
		Order: c.eventOrder(), From: c.before.PaymentMethod, Status: c.Status, PaymentStatus: c.PaymentStatus,
		Due: int64(c.due()), DueAt: c.PaymentDueAt, Instructions: c.Instructions, ChangedAt: c.now,
	})
	return &c.order, c.save(ctx)
}

// paymentChangeable reports whether the buyer may still choose how to pay: the order is open and
// asks for money, and none is on its way, which no provider would give back now.
func (o *order) paymentChangeable() bool {
	return slices.Contains([]orderStatus{orderPendingPayment, orderPlaced}, o.Status) && o.open() && o.due() > 0 &&
		o.ProcessingSince == nil
}

// changePayment notes another method. An order that waits for its payment waits no longer than one
// that was placed with a transfer, however often the method is changed.
func (o *order) changePayment(method paymentMethod, deadline, longest time.Duration, now time.Time) error {
	if !o.paymentChangeable() {
		return invalidTransition()
	}
	if method == o.PaymentMethod {
		return nil
	}
	due := now.Add(deadline)
	if o.PaymentDueAt != nil {
		due = clock.Earlier(due, clock.Later(*o.PaymentDueAt, o.PlacedAt.Add(longest)))
	}
	o.PaymentMethod, o.PaymentStatus, o.OverdueAt, o.UpdatedAt = method, paymentUnpaid, nil, now
	o.Status, o.PaymentDueAt = orderPlaced, nil
	if method.Prepaid() {
		o.Status, o.PaymentDueAt = orderPendingPayment, &due
	}
	return nil
}
