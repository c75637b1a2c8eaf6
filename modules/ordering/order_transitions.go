package ordering

import (
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// markPaid notes that the money is here: the total, less what has come back before. It returns InvalidTransition for an order that
// is paid or cancelled.
func (o *order) markPaid(now time.Time) error {
	if o.Status == orderCancelled || !slices.Contains([]paymentStatus{paymentUnpaid, paymentFailed}, o.PaymentStatus) {
		return invalidTransition()
	}
	o.PaymentStatus, o.Paid, o.PaidAt, o.PaymentDueAt = paymentPaid, o.Total-o.Returned, &now, nil
	if o.Status == orderPendingPayment {
		o.Status = orderPlaced
	}
	o.UpdatedAt = now
	return nil
}

// payLate notes that money came after the order had been cancelled.
func (o *order) payLate(amount money.Cents, now time.Time) error {
	if o.Status != orderCancelled || !slices.Contains([]paymentStatus{paymentUnpaid, paymentFailed}, o.PaymentStatus) {
		return invalidTransition()
	}
	o.PaymentStatus, o.Paid, o.PaidAt, o.UpdatedAt = paymentPaid, amount, &now, now
	return nil
}

// failPayment notes that a card was refused; another try may still succeed.
func (o *order) failPayment(now time.Time) error {
	if o.Status != orderPendingPayment || o.PaymentStatus != paymentUnpaid {
		return invalidTransition()
	}
	o.PaymentStatus, o.UpdatedAt = paymentFailed, now
	return nil
}

// process begins the work in the warehouse.
func (o *order) process(now time.Time) error {
	if o.Status != orderPlaced {
		return invalidTransition()
	}
	o.Status, o.UpdatedAt = orderProcessing, now
	return nil
}

// ship notes that a shipment left; whole tells that nothing remains.
func (o *order) ship(whole bool, now time.Time) error {
	if o.Status != orderProcessing || !slices.Contains([]fulfillmentStatus{fulfillmentUnfulfilled, fulfillmentPartiallyShipped}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.FulfillmentStatus, o.UpdatedAt = fulfillmentPartiallyShipped, now
	if whole {
		o.FulfillmentStatus = fulfillmentShipped
	}
	return nil
}

// deliver notes that a shipment arrived; whole tells that every line has, the last one at the moment given. Then the order is completed,
// and cash on delivery is here.
func (o *order) deliver(whole bool, last, now time.Time) error {
	if o.Status != orderProcessing || !slices.Contains([]fulfillmentStatus{fulfillmentPartiallyShipped, fulfillmentShipped}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.UpdatedAt = now
	if !whole {
		return nil
	}
	o.Status, o.FulfillmentStatus, o.DeliveredAt, o.CompletedAt = orderCompleted, fulfillmentDelivered, &last, &now
	if o.PaymentMethod == payOnDelivery && o.PaymentStatus == paymentUnpaid {
		o.PaymentStatus, o.Paid, o.PaidAt = paymentPaid, o.Total, &now
	}
	return nil
}

// cancellable tells whether nothing has left and nothing has ended.
func (o *order) cancellable() bool {
	return o.FulfillmentStatus == fulfillmentUnfulfilled && slices.Contains([]orderStatus{orderPendingPayment, orderPlaced, orderProcessing}, o.Status)
}

// cancel ends the order before its first shipment. On a payment timeout it ends only an order that
// still waits for its payment.
func (o *order) cancel(reason cancellationReason, now time.Time) error {
	if !o.cancellable() || reason == cancelledByPaymentTimeout && o.Status != orderPendingPayment {
		return invalidTransition()
	}
	actor := cancellationActors[reason]
	o.Status, o.CancellationReason, o.CancellationActor, o.CancelledAt = orderCancelled, &reason, &actor, &now
	o.PaymentDueAt, o.UpdatedAt = nil, now
	return nil
}

// cancellationActors are who cancels for each reason.
var cancellationActors = map[cancellationReason]cancellationActor{
	cancelledByCustomer:       events.CancellationActorCustomer,
	cancelledByAdmin:          events.CancellationActorAdmin,
	cancelledByPaymentTimeout: events.CancellationActorSystem,
}

// receiveReturn notes that lines came back that had cost goods after discounts; whole tells that everything has.
func (o *order) receiveReturn(goods money.Cents, whole bool, now time.Time) error {
	if !slices.Contains([]fulfillmentStatus{fulfillmentDelivered, fulfillmentPartiallyReturned}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.FulfillmentStatus, o.UpdatedAt = fulfillmentPartiallyReturned, now
	if whole {
		o.FulfillmentStatus = fulfillmentReturned
	}
	o.Returned += goods
	return nil
}

// refundable is what may still go back to the buyer.
func (o *order) refundable() money.Cents { return o.Paid - o.Refunding }

// requestRefund sets an amount aside that is on its way back. It returns InvalidTransition when so much was not paid, or is gone already.
func (o *order) requestRefund(amount money.Cents, now time.Time) error {
	if amount <= 0 || amount > o.refundable() {
		return invalidTransition()
	}
	o.Refunding += amount
	o.UpdatedAt = now
	return nil
}

// settleRefund notes that an amount that was set aside is back with the buyer.
func (o *order) settleRefund(amount money.Cents, now time.Time) error {
	if o.Refunded+amount > o.Refunding {
		return invalidTransition()
	}
	o.Refunded += amount
	o.PaymentStatus, o.UpdatedAt = paymentPartiallyRefunded, now
	if o.Refunded == o.Paid {
		o.PaymentStatus = paymentRefunded
	}
	return nil
}

// failRefund frees an amount that was set aside and could not be sent.
func (o *order) failRefund(amount money.Cents, now time.Time) error {
	if o.Refunded+amount > o.Refunding {
		return invalidTransition()
	}
	o.Refunding -= amount
	o.UpdatedAt = now
	return nil
}

// bounceRefund frees an amount that was sent and has come back.
func (o *order) bounceRefund(amount money.Cents, now time.Time) error {
	if amount > o.Refunded {
		return invalidTransition()
	}
	o.Refunding -= amount
	o.Refunded -= amount
	o.PaymentStatus, o.UpdatedAt = paymentPartiallyRefunded, now
	if o.Refunded == 0 {
		o.PaymentStatus = paymentPaid
	}
	return nil
}

func invalidTransition() error {
	return fault.New(fault.InvalidTransition, "The order's state does not allow this.")
}
