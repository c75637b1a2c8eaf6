package ordering

import (
	"context"
	"time"

	"gorm.io/gorm"

	"orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// refundOrder sends an amount back to the buyer, the way it came; a nil amount means all that is left. It returns fault.Missing, and
// InvalidTransition when so much was not paid or has gone back already.
func refundOrder(ctx context.Context, tx *gorm.DB, orderID string, amount *money.Cents, reason string, now time.Time) (order, error) {
	c, err := begin(tx, orderID, anybody, now)
	if err != nil {
		return order{}, err
	}
	all := c.refundable()
	if amount == nil {
		amount = &all
	}
	if c.BuyerErased {
		reason = ""
	}
	if err := c.sendBack(*amount, refund{Reason: reason}); err != nil {
		return order{}, err
	}
	return c.done(ctx)
}

// sendBack sets the amount aside and sends it back: at once, or by card, when the provider has confirmed it (settle). of says
// why: its reason, return and event, and whether that is told already.
func (c *command) sendBack(amount money.Cents, of refund) error {
	if err := c.requestRefund(amount, c.now); err != nil {
		return err
	}
	of.ID, of.OrderID, of.Amount, of.Status, of.CreatedAt, of.UpdatedAt = id.New(), c.ID, amount, refundPending, c.now, c.now
	c.say(events.RefundRequested{Order: c.announcement(), RefundID: of.ID, Amount: int64(amount), Reason: of.Reason})
	if c.PaymentMethod != payByCard {
		if err := c.settleRefund(amount, c.now); err != nil {
			return err
		}
		of.Status = refundSucceeded
		c.say(c.settlement(&of))
	}
	return c.tx.Create(&of).Error
}

// Why the service itself sends money back.
const (
	refundCancelled = "cancelled"
	refundLate      = "late"
	refundReturn    = "return"
)

var refundReasons = map[string]map[string]string{
	"en": {
		refundCancelled: "The order was cancelled.",
		refundLate:      "The payment arrived after the order had been cancelled.",
		refundReturn:    "The goods came back.",
	},
	"de": {
		refundCancelled: "Die Bestellung wurde storniert.",
		refundLate:      "Die Zahlung kam erst nach der Stornierung an.",
		refundReturn:    "Die Ware ist zurückgekommen.",
	},
}

// because is the reason of a refund in the buyer's language.
func (c *command) because(why string) string { return refundReasons[c.Locale][why] }
