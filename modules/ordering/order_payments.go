package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// onPaymentReceived marks an order as paid by card. Money for a cancelled order is refunded. If an
// admin has marked the order as paid meanwhile, it is that payment.
func (d *Deps) onPaymentReceived(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentReceived]) error {
	now := d.Clock.Now()
	_, err := markPaid(ctx, tx, m.Event.OrderID, now)
	if !fault.Is(err, fault.InvalidTransition) {
		return err
	}
	c, err := lockOrder(tx, m.Event.OrderID, now)
	if err != nil || c.Status != orderCancelled {
		return err
	}
	amount := money.Cents(m.Event.Amount)
	if c.PaidAt == nil {
		if err := c.payLate(amount, c.now); err != nil {
			return err
		}
	}
	if amount = min(amount, c.refundable()); amount == 0 {
		return nil // it was marked as paid before, and is being refunded already
	}
	if err := c.sendRefund(amount, refund{EventID: &m.ID, Reason: c.refundReason(refundForLatePayment)}); err != nil {
		return err
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
