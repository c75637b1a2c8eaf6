package ordering

import (
	"cmp"
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// onPaymentReceived notes the money that the card provider has. Events of older versions have no
// Total.
func (d *Deps) onPaymentReceived(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentReceived]) error {
	total := cmp.Or(m.Event.Total, m.Event.Amount)
	return receiveFromProvider(ctx, tx, d.settings.Current(), m.Event.OrderID, m.ID, money.Cents(total),
		m.Event.ReceivedAt, d.Clock.Now())
}

// onPaymentMismatched notes it too: whatever the order asks for, the money is the buyer's.
func (d *Deps) onPaymentMismatched(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentMismatched],
) error {
	return receiveFromProvider(ctx, tx, d.settings.Current(), m.Event.OrderID, m.ID, money.Cents(m.Event.Total),
		m.Event.ReceivedAt,
		d.Clock.Now())
}

// receiveFromProvider notes that the card provider has a total of money for the order, so that a
// repeated event changes nothing. Money for a cancelled order goes back, whatever its amount.
func receiveFromProvider(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, orderID, eventID string, total money.Cents, since, now time.Time,
) error {
	c, err := lockOrder(tx, orderID, now)
	if err != nil || total <= c.ReceivedProvider {
		return err
	}
	c.receiveFromProvider(total-c.ReceivedProvider, since, c.now)
	if c.Status != orderCancelled {
		c.recordPaid(false)
		return c.saveWithDue(ctx, terms)
	}
	if amount := c.refundableBy(byProvider); amount > 0 {
		if err := c.sendBack(amount, refund{EventID: &eventID, Reason: c.refundReason(refundForLatePayment)}); err != nil {
			return err
		}
	}
	return c.save(ctx)
}

// onPaymentFailed notes that a card was refused. It ignores an order that does not wait for its
// payment any more.
func (d *Deps) onPaymentFailed(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentFailed]) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now())
	if err != nil || c.failPayment(c.now) != nil {
		return err
	}
	c.record(events.OrderPaymentFailed{Order: c.eventOrder(), FailedAt: c.now})
	return c.save(ctx)
}

func (d *Deps) onRefundConfirmed(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundConfirmed]) error {
	return d.settleRefund(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundSucceeded, m.Event.AtProvider)
}

func (d *Deps) onRefundFailed(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundFailed]) error {
	return d.settleRefund(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundFailed, nil)
}
