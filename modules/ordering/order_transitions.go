package ordering

import (
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
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

// requireShippable returns InvalidTransition unless a shipment may leave: the order is at work,
// units remain, and not all that came is refunded or being refunded.
func (o *order) requireShippable() error {
	remain := o.FulfillmentStatus == fulfillmentUnfulfilled || o.FulfillmentStatus == fulfillmentPartiallyShipped
	if o.Status != orderProcessing || !remain || o.moneyIsBack() {
		return invalidTransition()
	}
	return nil
}

// requireOnItsWay returns InvalidTransition unless shipments of the order can end: arrive or not.
func (o *order) requireOnItsWay() error {
	sent := o.FulfillmentStatus == fulfillmentPartiallyShipped || o.FulfillmentStatus == fulfillmentShipped
	if o.Status != orderProcessing || !sent {
		return invalidTransition()
	}
	return nil
}

// cancellable reports whether the order is neither shipped, in part or as a whole, nor ended.
func (o *order) cancellable() bool {
	return o.FulfillmentStatus == fulfillmentUnfulfilled &&
		slices.Contains([]orderStatus{orderPendingPayment, orderPlaced, orderProcessing}, o.Status)
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

func invalidTransition() error {
	return fault.New(fault.InvalidTransition, "The order's state does not allow this.")
}
