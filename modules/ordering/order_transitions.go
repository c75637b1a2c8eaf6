package ordering

import (
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// failPayment notes that a card was refused; another try may still succeed.
func (o *order) failPayment(now time.Time) error {
	if o.Status != orderPendingPayment || o.PaymentStatus != paymentUnpaid {
		return invalidTransition()
	}
	o.PaymentStatus, o.UpdatedAt = paymentFailed, now
	return nil
}

// process notes that the warehouse has begun to work on the order. It returns InvalidTransition
// when all that came is refunded or being refunded.
func (o *order) process(now time.Time) error {
	if o.Status != orderPlaced || o.moneyIsBack() {
		return invalidTransition()
	}
	o.Status, o.UpdatedAt = orderProcessing, now
	return nil
}

// ship notes that a shipment has left; complete says that no units remain. It returns
// InvalidTransition when all that came is refunded or being refunded.
func (o *order) ship(complete bool, now time.Time) error {
	if o.Status != orderProcessing || o.moneyIsBack() || !slices.Contains([]fulfillmentStatus{fulfillmentUnfulfilled, fulfillmentPartiallyShipped}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.FulfillmentStatus, o.UpdatedAt = fulfillmentPartiallyShipped, now
	if complete {
		o.FulfillmentStatus = fulfillmentShipped
	}
	return nil
}

// deliver notes that a shipment has arrived; complete says that every line has, the last one at the
// moment given. Then the order is completed, and cash on delivery is paid.
func (o *order) deliver(complete bool, last, now time.Time) error {
	if o.Status != orderProcessing || !slices.Contains([]fulfillmentStatus{fulfillmentPartiallyShipped, fulfillmentShipped}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.UpdatedAt = now
	if !complete {
		return nil
	}
	o.Status, o.FulfillmentStatus, o.DeliveredAt, o.CompletedAt = orderCompleted, fulfillmentDelivered, &last, &now
	if o.PaymentMethod == payOnDelivery && o.PaidAt == nil {
		o.receive(o.due(), byHand, now)
	}
	return nil
}

// cancellable reports whether the order is neither shipped, in part or as a whole, nor ended.
func (o *order) cancellable() bool {
	return o.FulfillmentStatus == fulfillmentUnfulfilled && slices.Contains([]orderStatus{orderPendingPayment, orderPlaced, orderProcessing}, o.Status)
}

// cancel ends the order before its first shipment: what it is still worth is cancelled. On a
// payment timeout it ends only an order that still waits for its payment.
func (o *order) cancel(reason cancellationReason, now time.Time) error {
	if !o.cancellable() || reason == cancelledByPaymentTimeout && o.Status != orderPendingPayment {
		return invalidTransition()
	}
	actor := cancellationActors[reason]
	o.Status, o.CancellationReason, o.CancellationActor, o.CancelledAt = orderCancelled, &reason, &actor, &now
	o.PaymentDueAt, o.UpdatedAt = nil, now
	o.Cancelled += o.worth()
	o.CancelledGoods += o.goods()
	return nil
}

// changeShipTo notes where the order goes now. It returns InvalidTransition once a shipment has
// left or the order has ended, and when its buyer was erased: what is personal may not come back.
func (o *order) changeShipTo(to shipTo, now time.Time) error {
	if !o.cancellable() || o.BuyerErased {
		return invalidTransition()
	}
	o.ShipTo, o.UpdatedAt = to, now
	o.Version++
	return nil
}

// cancellationActors are who cancels for each reason.
var cancellationActors = map[cancellationReason]cancellationActor{
	cancelledByCustomer:       events.CancellationActorCustomer,
	cancelledByAdmin:          events.CancellationActorAdmin,
	cancelledByPaymentTimeout: events.CancellationActorSystem,
}

// receiveReturn notes that goods were returned that cost value after discounts; complete says that
// all goods of the order were.
func (o *order) receiveReturn(value money.Cents, complete bool, now time.Time) error {
	if !slices.Contains([]fulfillmentStatus{fulfillmentDelivered, fulfillmentPartiallyReturned}, o.FulfillmentStatus) {
		return invalidTransition()
	}
	o.FulfillmentStatus, o.UpdatedAt = fulfillmentPartiallyReturned, now
	if complete {
		o.FulfillmentStatus = fulfillmentReturned
	}
	o.Returned += value
	if !o.isPaid() {
		o.Conceded += min(value, o.worth())
	}
	return nil
}

func invalidTransition() error {
	return fault.New(fault.InvalidTransition, "The order's state does not allow this.")
}
