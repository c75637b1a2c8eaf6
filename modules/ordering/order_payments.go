package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/money"
)

// onPaymentReceived notes the money that the card provider has, so that a repeated event changes
// nothing. Money for a cancelled order goes back. If an admin has marked the order as paid
// meanwhile, it is that payment.
func (d *Deps) onPaymentReceived(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentReceived]) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now())
	if err != nil {
		return err
	}
	amount := money.Cents(m.Event.Amount) - c.ReceivedProvider
	if amount <= 0 {
		return nil
	}
	if c.MarkedPaidStatus != nil {
		c.paidByProvider(amount)
	} else {
		c.receive(amount, byProvider, c.now)
	}
	if c.Status != orderCancelled {
		c.recordPaid(false)
		return c.save(ctx)
	}
	if amount = min(amount, c.refundableBy(byProvider)); amount > 0 { // else it goes back already
		if err := c.sendBack(amount, refund{EventID: &m.ID, Reason: c.refundReason(refundForLatePayment)}); err != nil {
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
	return settleRefund(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundSucceeded, d.Clock.Now())
}

func (d *Deps) onRefundFailed(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundFailed]) error {
	return settleRefund(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundFailed, d.Clock.Now())
}
