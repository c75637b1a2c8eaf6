package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// refundOrder refunds an amount to the buyer the way it was paid; a nil amount is all that is left.
// It returns fault.Missing, and InvalidTransition when so much was not paid or is refunded already.
func refundOrder(ctx context.Context, tx *gorm.DB, orderID string, amount *money.Cents, reason string, now time.Time) (*order, error) {
	c, err := lockOrder(tx, orderID, now)
	if err != nil {
		return nil, err
	}
	left := c.refundable()
	if amount == nil {
		amount = &left
	}
	if c.BuyerErased {
		reason = ""
	}
	if err := c.sendRefund(*amount, refund{Reason: reason}); err != nil {
		return nil, err
	}
	return &c.order, c.save(ctx)
}

// sendRefund requests a refund of the amount. One to a card is settled when the card provider
// reports (settleRefund), any other at once. r has the reason, the return and the event of the
// refund, and whether another event implies it.
func (c *orderCommand) sendRefund(amount money.Cents, r refund) error {
	if err := c.requestRefund(amount, c.now); err != nil {
		return err
	}
	r.ID, r.OrderID, r.Amount, r.Status, r.CreatedAt, r.UpdatedAt = id.New(), c.ID, amount, refundPending, c.now, c.now
	c.record(events.RefundRequested{Order: c.eventOrder(), RefundID: r.ID, Amount: int64(amount), Reason: r.Reason})
	if c.PaymentMethod != payByCard {
		if err := c.settleRefund(amount, c.now); err != nil {
			return err
		}
		r.Status = refundSucceeded
		c.record(c.refundSettled(&r))
	}
	return insertRefund(c.tx, &r)
}

// refundCause is why the system itself refunds money.
type refundCause int

const (
	refundForCancellation refundCause = iota
	refundForLatePayment
	refundForReturn
)

var refundReasons = map[string]map[refundCause]string{
	"en": {
		refundForCancellation: "The order was cancelled.",
		refundForLatePayment:  "The payment arrived after the order had been cancelled.",
		refundForReturn:       "The goods came back.",
	},
	"de": {
		refundForCancellation: "Die Bestellung wurde storniert.",
		refundForLatePayment:  "Die Zahlung kam erst nach der Stornierung an.",
		refundForReturn:       "Die Ware ist zurückgekommen.",
	},
}

// refundReason is the reason of a refund in the buyer's language.
func (o *order) refundReason(cause refundCause) string { return refundReasons[o.Locale][cause] }
