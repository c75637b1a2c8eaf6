package ordering

import (
	"context"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	payments "orderd/modules/payments/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/money"
)

// disputeStatus is how a dispute of the payment stands.
type disputeStatus = payments.DisputeStatus

// onRefundedAtProvider makes refunds of the order of what went back at the card provider without
// one. The event says the sum, so that a repeated one changes nothing.
func (d *Deps) onRefundedAtProvider(
	ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.RefundedAtProvider],
) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now())
	if err != nil {
		return err
	}
	c.BackAtProvider = money.Cents(m.Event.Total)
	if err := c.settleAtProvider(); err != nil {
		return err
	}
	return c.saveWithDue(ctx, d.settings.Current())
}

// settleAtProvider brings the order's refunds that were made at the provider to BackAtProvider.
// More is noted as one refund that has succeeded, as far as the provider's money is not set aside
// for another: one that the provider will refuse then, which settles the rest. When less is gone,
// because the bank sent it back, the newest of them have failed. One that stands for several
// refunds of the provider's may have failed in part: the rest of it is noted anew.
func (c *orderCommand) settleAtProvider() error {
	noted, err := loadRefundsAtProvider(c.tx, c.ID)
	if err != nil {
		return err
	}
	missing := c.BackAtProvider
	for _, r := range noted {
		missing -= r.Amount
	}
	bounced := missing < 0
	for i := range noted { // newest first
		if missing >= 0 {
			break
		}
		if _, err := c.settle(&noted[i], refundFailed); err != nil {
			return err
		}
		missing += noted[i].Amount
	}
	amount := min(missing, c.refundableBy(byProvider))
	if amount <= 0 {
		return nil
	}
	if err := c.noteAtProvider(amount, bounced); err != nil || bounced {
		return err
	}
	return c.sendBackRest()
}

// sendBackRest requests what the provider still has of a cancelled order. The refund of all of the
// money was refused there when a part of it had gone back before. Where the bank has just sent
// something back, that is left to staff.
func (c *orderCommand) sendBackRest() error {
	rest := c.refundableBy(byProvider)
	if c.Status != orderCancelled || rest <= 0 {
		return nil
	}
	return c.sendBack(rest, refund{Reason: c.refundReason(refundForCancellation)})
}

// noteAtProvider notes a refund that was made at the provider. It counts as goods first, as nothing
// says what it was for. rest says that it is what is left of one that has failed: the buyer has
// heard of it.
func (c *orderCommand) noteAtProvider(amount money.Cents, rest bool) error {
	r := refund{
		ID: id.New(), OrderID: c.ID, Channel: byProvider, Origin: madeByProvider, Amount: amount, Items: []refundItem{},
		Goods:  min(amount, c.goods()),
		Reason: c.refundReason(refundAtProvider), Status: refundSucceeded, SettledAt: &c.now, CreatedAt: c.now,
		UpdatedAt: c.now, isRest: rest,
	}
	if err := c.requestRefund(&r, c.now); err != nil {
		return err
	}
	if err := c.order.settleRefund(&r, c.now); err != nil {
		return err
	}
	c.countSettled(&r, refundPending)
	return insertRefund(c.tx, &r)
}

// onDisputeChanged notes how a dispute of the order's payment stands.
func (d *Deps) onDisputeChanged(ctx context.Context, tx *gorm.DB, m eventbus.Message[payments.DisputeChanged]) error {
	c, err := lockOrder(tx, m.Event.OrderID, d.Clock.Now())
	if err != nil {
		return err
	}
	c.DisputeStatus, c.DisputeDueAt = &m.Event.Status, m.Event.DueAt
	c.record(events.PaymentDisputed{
		Order: c.withTimeline(), Status: events.DisputeStatus(m.Event.Status), Amount: m.Event.Amount, DueAt: m.Event.DueAt,
		ChangedAt: c.now,
	})
	return c.save(ctx)
}

// disputed reports whether a dispute of the payment is open: no refund can be made meanwhile.
func (o *order) disputed() bool {
	return o.DisputeStatus != nil && *o.DisputeStatus == payments.DisputeStatusOpen
}
