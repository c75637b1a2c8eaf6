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

// providerMoney is what the card provider has received for an order in all, by an event. Type is by
// what it came, as the provider calls it, or "".
type providerMoney struct {
	OrderID, EventID, Type string
	Total                  money.Cents
	Since                  time.Time
}

// onPaymentReceived notes the money that the card provider has. Events of older versions have no
// Total.
func (d *Deps) onPaymentReceived(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentReceived]) error {
	return receiveFromProvider(ctx, tx, d.settings.Current(), providerMoney{
		OrderID: m.Event.OrderID, EventID: m.ID, Type: m.Event.Type,
		Total: money.Cents(cmp.Or(m.Event.Total, m.Event.Amount)), Since: m.Event.ReceivedAt,
	}, d.Clock.Now())
}

// onPaymentMismatched notes it too: whatever the order asks for, the money is the buyer's.
func (d *Deps) onPaymentMismatched(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentMismatched],
) error {
	return receiveFromProvider(ctx, tx, d.settings.Current(), providerMoney{
		OrderID: m.Event.OrderID, EventID: m.ID, Type: m.Event.Type, Total: money.Cents(m.Event.Total),
		Since: m.Event.ReceivedAt,
	}, d.Clock.Now())
}

// receiveFromProvider notes that the card provider has a total of money for the order, so that a
// repeated event changes nothing. Money for a cancelled order goes back, whatever its amount.
func receiveFromProvider(
	ctx context.Context, tx *gorm.DB, terms *saleTerms, m providerMoney, now time.Time,
) error {
	c, err := lockOrder(tx, m.OrderID, now)
	if err != nil || m.Total <= c.ReceivedProvider {
		return err
	}
	c.receiveFromProvider(m.Total-c.ReceivedProvider, m.Since, c.now)
	c.notePaymentType(m.Type)
	return c.saveReceived(ctx, terms, byProvider, m.EventID)
}

// onTransferReceived notes the money that a bank statement has brought for an order.
func (d *Deps) onTransferReceived(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.TransferReceived],
) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now())
	if err != nil || !c.receiveTransfers(money.Cents(m.Event.Total), c.now) {
		return err
	}
	return c.saveReceived(ctx, d.settings.Current(), byHand, m.ID)
}

// saveReceived saves an order for which an event has brought money through the channel. Of a
// cancelled order all of it that is left goes back.
func (c *orderCommand) saveReceived(
	ctx context.Context, terms *saleTerms, channel refundChannel, eventID string,
) error {
	if c.Status != orderCancelled {
		c.reopen(terms)
		c.recordPaid(false)
		return c.saveWithDue(ctx, terms)
	}
	if amount := c.refundableBy(channel); amount > 0 {
		if err := c.sendBack(amount, refund{EventID: &eventID, Reason: c.refundReason(refundForLatePayment)}); err != nil {
			return err
		}
	}
	return c.save(ctx)
}

// onPaymentFailed notes that a card was refused, or that money on its way did not come. It ignores
// an order that does not wait for its payment any more.
func (d *Deps) onPaymentFailed(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentFailed]) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now())
	if err != nil || c.failPayment(d.settings.Current().openUntil(c.now), c.now) != nil {
		return err
	}
	c.notePaymentType(m.Event.Type)
	c.record(events.OrderPaymentFailed{Order: c.eventOrder(), FailedAt: c.now, DueAt: c.PaymentDueAt})
	return c.save(ctx)
}

// onPaymentProcessing keeps the goods for a buyer who has paid with what takes days, as a direct
// debit does. It ignores an order that does not wait for its payment any more.
func (d *Deps) onPaymentProcessing(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.PaymentProcessing],
) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now())
	if err != nil {
		return err
	}
	until := c.now.Add(time.Duration(d.settings.Current().ProcessingDeadline))
	if !c.startProcessing(until, c.now) {
		return nil
	}
	c.notePaymentType(m.Event.Type)
	c.record(events.PaymentProcessingChanged{
		Order: c.eventOrder(), Processing: true, DueAt: c.PaymentDueAt, ChangedAt: c.now,
	})
	return c.save(ctx)
}

// reopen notes that no money is on its way any more, of an order that is not paid: it is open again
// for as long as for a card. It returns false when none was.
func (c *orderCommand) reopen(terms *saleTerms) bool {
	if !c.endProcessing(terms.openUntil(c.now), c.now) {
		return false
	}
	c.record(events.PaymentProcessingChanged{Order: c.eventOrder(), DueAt: c.PaymentDueAt, ChangedAt: c.now})
	return true
}

// notePaymentType notes by what the buyer pays, as the provider calls it, unless that is not known.
func (o *order) notePaymentType(providerType string) {
	if providerType != "" {
		o.PaymentType = &providerType
	}
}

func (d *Deps) onRefundConfirmed(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundConfirmed]) error {
	return d.settleRefund(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundSucceeded, m.Event.AtProvider)
}

func (d *Deps) onRefundFailed(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundFailed]) error {
	return d.settleRefund(ctx, tx, m.Event.OrderID, m.Event.RefundID, refundFailed, nil)
}
