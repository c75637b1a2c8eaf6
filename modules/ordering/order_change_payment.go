package ordering

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// refusalOf is why a buyer may not pay the amount with the method, or "". The bounds of the card
// provider do not concern 0.00, for which it is not asked.
func (t *saleTerms) refusalOf(method paymentMethod, wholesale bool, amount money.Cents) string {
	switch {
	case method == payByInvoice && !wholesale:
		return "is for wholesale accounts only"
	case !t.takes(method):
		return "is not taken by this shop"
	case !method.ViaProvider():
		return ""
	case amount > 0 && amount < t.CardLeast:
		return fmt.Sprintf("takes amounts from %s on", t.CardLeast)
	case t.CardMost > 0 && amount > t.CardMost:
		return fmt.Sprintf("takes amounts up to %s", t.CardMost)
	}
	return ""
}

// takes reports whether the shop takes payments with the method.
func (t *saleTerms) takes(method paymentMethod) bool {
	return slices.Contains(t.paymentMethods, method)
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
	wholesale, err := buysWholesale(tx, c.UserID)
	if err != nil {
		return nil, err
	}
	if refusal := terms.refusalOf(method, wholesale, c.due()); refusal != "" {
		return nil, fault.Invalid(fault.Field{Pointer: "/method", Code: fault.NotAllowed, Detail: refusal})
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
// asks for money.
func (o *order) paymentChangeable() bool {
	return slices.Contains([]orderStatus{orderPendingPayment, orderPlaced}, o.Status) && o.open() && o.due() > 0
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
