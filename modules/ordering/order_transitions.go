package ordering

import (
	"slices"
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/fault"
)

// failPayment notes that a card was refused, or that money on its way did not come: then the order
// waits until the moment given. Another try may still succeed.
func (o *order) failPayment(until, now time.Time) error {
	if o.Status != orderPendingPayment || o.PaymentStatus != paymentUnpaid {
		return invalidTransition()
	}
	o.endProcessing(until, now)
	o.PaymentStatus, o.UpdatedAt = paymentFailed, now
	return nil
}

// startProcessing notes that the buyer has paid and the money is on its way: the order waits for it
// until the moment given. It returns false for an order that waits for no money of a provider, or
// for this money already.
func (o *order) startProcessing(until, now time.Time) bool {
	if o.Status != orderPendingPayment || !o.PaymentMethod.ViaProvider() || o.ProcessingSince != nil {
		return false
	}
	o.ProcessingSince, o.PaymentDueAt, o.OverdueAt = &now, &until, nil
	o.PaymentStatus, o.UpdatedAt = paymentUnpaid, now
	return true
}

// endProcessing notes that money on its way did not come: the order is open again until the moment
// given, unless it was overdue before. It returns false when no money was on its way.
func (o *order) endProcessing(until, now time.Time) bool {
	if o.ProcessingSince == nil {
		return false
	}
	o.ProcessingSince, o.UpdatedAt = nil, now
	if o.OverdueAt == nil {
		o.PaymentDueAt = &until
	}
	return true
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
	o.PaymentDueAt, o.ProcessingSince, o.UpdatedAt = nil, nil, now
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

// changeBillTo notes to whom and where the invoice goes now; the VAT id stays. It returns
// InvalidTransition once a shipment has left, even one that came back, as the invoice was made
// then. Otherwise it refuses what changeShipTo refuses.
func (o *order) changeBillTo(to shipTo, now time.Time) error {
	if !o.cancellable() || len(o.Shipments) > 0 || o.BuyerErased {
		return invalidTransition()
	}
	vatID := o.BillTo.VATID
	o.BillTo, o.UpdatedAt = billingOf(to), now
	o.BillTo.VATID = vatID
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
