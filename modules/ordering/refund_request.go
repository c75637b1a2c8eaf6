package ordering

import (
	"orderd/modules/ordering/events"
	"orderd/platform/id"
	"orderd/platform/money"
)

// sendBack requests refunds of the amount, of which r says the parts and the reason: first of what
// came through the card provider, the rest by hand. Those are pending until the provider reports
// (settleRefund), or staff do (confirmRefund, failRefund). It returns InvalidTransition when more
// is asked for than is refundable, of the order, the shipping or a line.
func (c *orderCommand) sendBack(amount money.Cents, r refund) error {
	if amount <= 0 || amount > c.refundable() || r.Goods+r.Shipping > amount {
		return invalidTransition()
	}
	r.Amount = amount
	if r.Items == nil {
		r.Items = []refundItem{}
	}
	through, hand := r.split(min(amount, c.refundableBy(byProvider)))
	through.Channel, hand.Channel = byProvider, byHand
	for _, part := range []refund{through, hand} {
		if part.Amount == 0 {
			continue
		}
		if err := c.insertRefund(&part); err != nil {
			return err
		}
	}
	return nil
}

// insertRefund requests one refund by one channel.
func (c *orderCommand) insertRefund(r *refund) error {
	if err := c.requestRefund(r, c.now); err != nil {
		return err
	}
	r.ID, r.OrderID, r.Origin, r.Status, r.CreatedAt, r.UpdatedAt = id.New(), c.ID, madeInShop, refundPending, c.now, c.now
	c.record(events.RefundRequested{
		Order: c.eventOrder(), RefundID: r.ID, ReturnID: r.ReturnID, Amount: int64(r.Amount), Channel: r.Channel,
		RequestedAt: &c.now, Reason: r.Reason,
	})
	return insertRefund(c.tx, r)
}

// refundCause is why the system itself refunds money.
type refundCause int

const (
	refundForCancellation refundCause = iota
	refundForLatePayment
	refundForReturn
	refundAtProvider
	refundForItems
)

var refundReasons = map[string]map[refundCause]string{
	"en": {
		refundForCancellation: "The order was cancelled.",
		refundForLatePayment:  "The payment arrived after the order had been cancelled.",
		refundForReturn:       "The goods came back.",
		refundAtProvider:      "Refunded at the card provider.",
		refundForItems:        "A part of the order was cancelled.",
	},
	"de": {
		refundForCancellation: "Die Bestellung wurde storniert.",
		refundForLatePayment:  "Die Zahlung kam erst nach der Stornierung an.",
		refundForReturn:       "Die Ware ist zurückgekommen.",
		refundAtProvider:      "Beim Zahlungsanbieter erstattet.",
		refundForItems:        "Ein Teil der Bestellung wurde storniert.",
	},
}

// refundReason is the reason of a refund in the buyer's language.
func (o *order) refundReason(cause refundCause) string { return refundReasons[o.Locale][cause] }
