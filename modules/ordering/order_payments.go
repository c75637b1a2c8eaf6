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

// receivePayment takes the card provider's word that an order's money is here. Money for a cancelled order goes back; for
// an order that an admin has marked as paid meanwhile, it is that payment.
func (s *service) receivePayment(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentReceived]) error {
	now := s.Clock.Now()
	_, err := markPaid(ctx, tx, m.Event.OrderID, now)
	if !fault.Is(err, fault.InvalidTransition) {
		return err
	}
	c, err := begin(tx, m.Event.OrderID, anybody, now)
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
		return nil // it was marked as paid before, and is on its way back already
	}
	if err := c.sendBack(amount, refund{EventID: &m.ID, Reason: c.because(refundLate)}); err != nil {
		return err
	}
	_, err = c.done(ctx)
	return err
}

// failPayment notes that a card was refused. For an order that waits for its payment no more it means nothing.
func (s *service) failPayment(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentFailed]) error {
	c, err := begin(tx, m.Event.OrderID, anybody, s.Clock.Now())
	if err != nil || c.failPayment(c.now) != nil {
		return err
	}
	c.say(events.OrderPaymentFailed{Order: c.announcement(), FailedAt: c.now})
	_, err = c.done(ctx)
	return err
}

func (s *service) confirmRefund(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundConfirmed]) error {
	return settle(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundSucceeded, s.Clock.Now())
}

func (s *service) failRefund(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundFailed]) error {
	return settle(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundFailed, s.Clock.Now())
}
