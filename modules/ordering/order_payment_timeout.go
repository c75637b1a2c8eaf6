package ordering

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
)

// overdueBatch is how many overdue orders one query reads.
const overdueBatch = 100

// deadline is how long an order waits for its payment. A card is paid at once or not at all.
func (t *saleTerms) deadline(method paymentMethod) time.Duration {
	if method.ViaProvider() {
		return time.Duration(t.CardDeadline)
	}
	return time.Duration(t.PaymentDeadline)
}

// openUntil is until when an order is open again, of which money on its way did not come.
func (t *saleTerms) openUntil(now time.Time) time.Time { return now.Add(time.Duration(t.CardDeadline)) }

// providerGrace is how long an overdue order waits for what payments finds at the card provider.
// When the provider cannot be reached for so long, the order is cancelled, so that it does not hold
// stock for ever: money that is found later goes back.
const providerGrace = 15 * time.Minute

// cancelOverdue ends the orders whose payment has not come in time. An order that is paid meanwhile
// stays. One that cannot be cancelled does not hold up the others.
func (d *Deps) cancelOverdue(ctx context.Context) error {
	for {
		overdue, err := loadOverdueOrders(d.DB.WithContext(ctx), d.Clock.Now(), overdueBatch)
		if err != nil {
			return err
		}
		var failures error
		for _, orderID := range overdue {
			err := database.InTx(ctx, d.DB, func(tx *gorm.DB) error {
				return endOverdue(ctx, tx, d.settings.Current(), orderID, d.Clock.Now())
			})
			paidOrCancelled := fault.Is(err, fault.InvalidTransition)
			if err != nil && !paidOrCancelled {
				failures = errors.Join(failures, err)
			}
		}
		if len(overdue) < overdueBatch || failures != nil {
			return failures
		}
	}
}

// endOverdue cancels an overdue order. One that is paid by card may have been paid without a word
// of the provider: it is announced first, and waits until payments has found its money, or that
// there is none (onPaymentEnded), for providerGrace at most. One that is not overdue any more, as
// another replica was faster or its buyer pays in another way, stays as it is. It returns
// InvalidTransition for one that does not wait for a payment.
func endOverdue(ctx context.Context, tx *gorm.DB, terms *saleTerms, orderID string, now time.Time) error {
	c, err := lockOrder(tx, orderID, now, withItems)
	if err != nil || c.PaymentDueAt != nil && c.PaymentDueAt.After(c.now) {
		return err
	}
	if terms.CardProvider == nil || !c.awaitProvider(c.now) {
		return c.cancelAndRelease(ctx, cancelledByPaymentTimeout, nil)
	}
	c.record(events.PaymentOverdue{Order: c.eventOrder(), OverdueAt: c.now, DueAt: c.PaymentDueAt})
	return c.save(ctx)
}

// awaitProvider notes that an overdue order waits for what payments finds. It returns false for one
// that is not paid by card, or has waited.
func (o *order) awaitProvider(now time.Time) bool {
	if o.Status != orderPendingPayment || !o.PaymentMethod.ViaProvider() || o.OverdueAt != nil {
		return false
	}
	o.OverdueAt, o.PaymentDueAt = &now, new(now.Add(providerGrace))
	return true
}

// onPaymentEnded cancels an overdue order of which payments has found no money. When a payment ends
// before the deadline, the buyer may begin another: money that was on its way does not come, and
// the order is open again for as long as for a card.
func (d *Deps) onPaymentEnded(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentEnded]) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now(), withItems)
	switch {
	case err != nil || c.Status != orderPendingPayment || !c.PaymentMethod.ViaProvider():
		return err
	case c.OverdueAt != nil:
		return c.cancelAndRelease(ctx, cancelledByPaymentTimeout, nil)
	case !c.reopen(d.settings.Current()):
		return nil
	}
	return c.save(ctx)
}
