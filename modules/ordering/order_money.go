package ordering

import (
	"slices"
	"time"

	"orderd/platform/money"
)

// What an order asks for is its total less what was cancelled or returned. What came is Paid: the
// provider's part of it is ReceivedProvider, that of bank statements Transferred. What goes back is
// Refunding, and never more than came, neither through the provider nor by hand.

// due is what is still to pay. A closed order asks for nothing, and neither does a paid one.
func (o *order) due() money.Cents {
	if o.isPaid() || o.Status == orderCancelled {
		return 0
	}
	return max(0, o.Total-o.Cancelled-o.Returned-o.held())
}

// claimAmount is what the shop claims of the order's total, all of it considered: 0 once it is
// cancelled, what came and did not go back once it is paid, else the total without what was
// cancelled or returned (papers.md, section 5). Invoices are corrected down to it.
func (o *order) claimAmount() money.Cents {
	switch {
	case o.Status == orderCancelled:
		return 0
	case o.isPaid():
		return o.Paid - o.Refunded
	}
	return max(0, o.Total-o.Cancelled-o.Returned)
}

// refundFor is what goes back for goods of this value, when so much was due before they were
// cancelled or returned: the rest is not asked for any more.
func (o *order) refundFor(value, due money.Cents) money.Cents {
	return min(max(0, value-due), o.refundable())
}

// held is what came and neither went back nor goes back now.
func (o *order) held() money.Cents { return o.Paid - o.Refunding }

// worth is what the shop keeps of the total when all is paid: it has neither cancelled nor conceded
// it.
func (o *order) worth() money.Cents { return o.Total - o.Cancelled - o.Conceded }

// moneyIsBack reports whether money came for an order that still costs something, and all of it is
// refunded or being refunded.
func (o *order) moneyIsBack() bool {
	return o.Paid > 0 && o.held() == 0 && o.Total > o.Cancelled+o.Returned
}

// isPaid reports whether the order has got what it asked for.
func (o *order) isPaid() bool { return o.PaidAt != nil }

// receive notes that money came. The order is paid when nothing is due any more, or when it is
// cancelled: then the money goes back.
func (o *order) receive(amount money.Cents, by refundChannel, now time.Time) {
	o.Paid += amount
	if by == byProvider {
		o.ReceivedProvider += amount
	}
	if !o.isPaid() && o.due() == 0 {
		o.PaidAt, o.PaymentDueAt, o.OverdueAt, o.ProcessingSince = &now, nil, nil, nil
		if o.Status == orderPendingPayment {
			o.Status = orderPlaced
		}
	}
	o.setPaymentStatus()
	o.UpdatedAt = now
}

// setPaymentStatus derives the status of a paid order from what went back. One that is not paid
// keeps its own.
func (o *order) setPaymentStatus() {
	switch {
	case !o.isPaid():
	case o.Refunded == 0:
		o.PaymentStatus = paymentPaid
	case o.Refunded == o.Paid:
		o.PaymentStatus = paymentRefunded
	default:
		o.PaymentStatus = paymentPartiallyRefunded
	}
}

// markPaid notes that the rest of the money has come by hand, as staff say. It returns
// InvalidTransition for an order that is paid or cancelled.
func (o *order) markPaid(now time.Time) error {
	if o.Status == orderCancelled || !slices.Contains([]paymentStatus{paymentUnpaid, paymentFailed}, o.PaymentStatus) {
		return invalidTransition()
	}
	o.MarkedPaidStatus, o.MarkedPaidPaymentStatus = new(o.Status), new(o.PaymentStatus)
	o.receive(o.due(), byHand, now)
	return nil
}

// markUnpaid takes markPaid back: what staff noted has not come. An order that waited for its money
// waits again until the moment given, unless a shipment has left; one that bank statements have
// brought all of its money stays paid. It returns InvalidTransition when staff did not mark the
// order as paid, once money has been refunded, is being refunded, or was reported by the provider,
// and while the order has an invoice, which says what was paid.
func (o *order) markUnpaid(due, now time.Time) error {
	if o.MarkedPaidStatus == nil || o.PaymentStatus != paymentPaid || o.Refunding > 0 || o.Status == orderCancelled ||
		o.InvoiceID != nil {
		return invalidTransition()
	}
	paidAt := o.PaidAt
	o.Paid, o.PaidAt, o.UpdatedAt = o.ReceivedProvider+o.Transferred, nil, now
	if o.due() == 0 {
		o.PaidAt = paidAt
	} else {
		o.PaymentStatus = *o.MarkedPaidPaymentStatus
		if *o.MarkedPaidStatus == orderPendingPayment && o.FulfillmentStatus == fulfillmentUnfulfilled {
			o.Status, o.PaymentDueAt = orderPendingPayment, &due
		}
	}
	o.MarkedPaidStatus, o.MarkedPaidPaymentStatus = nil, nil
	return nil
}

// receiveTransfers notes that bank statements have brought a total of money for the order. It
// returns false when that is known.
func (o *order) receiveTransfers(total money.Cents, now time.Time) bool {
	amount := total - o.Transferred
	if amount <= 0 {
		return false
	}
	o.Transferred = total
	o.receive(amount, byHand, now)
	return true
}

// receiveFromProvider notes money that payments has found at the card provider, which has had it
// since a moment. What staff have noted since then as come by hand is that money, as far as it has
// not gone back by hand; what is more than that came besides.
func (o *order) receiveFromProvider(amount money.Cents, since, now time.Time) {
	var same money.Cents
	if o.MarkedPaidStatus != nil && o.PaidAt != nil && !since.After(*o.PaidAt) {
		byHand, backByHand := o.Paid-o.ReceivedProvider-o.Transferred, o.Refunding-o.RefundingProvider
		same = min(amount, max(0, byHand-backByHand))
	}
	if same > 0 {
		o.ReceivedProvider += same
		o.MarkedPaidStatus, o.MarkedPaidPaymentStatus = nil, nil
	}
	o.receive(amount-same, byProvider, now)
}

// refundable is what can still be refunded.
func (o *order) refundable() money.Cents { return o.held() }

// refundableBy is the part of refundable that goes back by the channel.
func (o *order) refundableBy(channel refundChannel) money.Cents {
	provider := min(o.ReceivedProvider-o.RefundingProvider, o.refundable())
	if channel == byProvider {
		return provider
	}
	return o.refundable() - provider
}

// requestRefund sets the amount of a refund aside, and notes how much of it the order concedes:
// what exceeds the money that it holds beyond its worth. It returns InvalidTransition when more is
// asked for than is refundable.
func (o *order) requestRefund(r *refund, now time.Time) error {
	if r.Amount <= 0 || r.Amount > o.refundableBy(r.Channel) || r.Shipping > o.shippingCost()-o.RefundingShipping {
		return invalidTransition()
	}
	if o.isPaid() {
		surplus := max(0, o.held()-o.worth())
		r.Conceded = min(max(0, r.Amount-surplus), o.worth())
	}
	o.countRefund(r, 1)
	o.UpdatedAt = now
	return nil
}

// countRefund counts a refund as one that has not failed, or with -1 takes that back.
func (o *order) countRefund(r *refund, sign money.Cents) {
	o.Refunding += sign * r.Amount
	o.RefundingShipping += sign * r.Shipping
	o.Conceded += sign * r.Conceded
	if r.Channel == byProvider {
		o.RefundingProvider += sign * r.Amount
	}
}

// settleRefund notes that a refund that was requested has succeeded.
func (o *order) settleRefund(r *refund, now time.Time) error {
	if o.Refunded+r.Amount > o.Refunding {
		return invalidTransition()
	}
	o.Refunded += r.Amount
	o.setPaymentStatus()
	o.UpdatedAt = now
	return nil
}

// failRefund notes that a refund that was requested has failed: its amount is refundable again.
func (o *order) failRefund(r *refund, now time.Time) error {
	if o.Refunded+r.Amount > o.Refunding {
		return invalidTransition()
	}
	o.countRefund(r, -1)
	o.UpdatedAt = now
	return nil
}

// bounceRefund notes that a refund that had succeeded was sent back: its amount is refundable
// again.
func (o *order) bounceRefund(r *refund, now time.Time) error {
	if r.Amount > o.Refunded {
		return invalidTransition()
	}
	o.Refunded -= r.Amount
	o.countRefund(r, -1)
	o.setPaymentStatus()
	o.UpdatedAt = now
	return nil
}
