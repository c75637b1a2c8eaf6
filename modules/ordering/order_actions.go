package ordering

import (
	"slices"
	"time"

	"orderd/platform/convert"
)

// orderStage is the state of an order in one word, for people.
type orderStage string

const (
	stageAwaitingPayment  orderStage = "awaiting_payment"
	stagePlaced           orderStage = "placed"
	stageProcessing       orderStage = "processing"
	stagePartiallyShipped orderStage = "partially_shipped"
	stageShipped          orderStage = "shipped"
	stageOutForDelivery   orderStage = "out_for_delivery"
	stageDelivered        orderStage = "delivered"
	stageReturned         orderStage = "returned"
	stageCancelled        orderStage = "cancelled"
)

// orderStages are all of them, in the order in which an order may have them.
var orderStages = []orderStage{
	stageAwaitingPayment, stagePlaced, stageProcessing, stagePartiallyShipped, stageShipped, stageOutForDelivery,
	stageDelivered, stageReturned,
	stageCancelled,
}

// Values are all of them.
func (orderStage) Values() []string { return convert.Strings(orderStages...) }

// stage derives the stage from the three axes and the tracking of the shipments.
func (o *order) stage() orderStage {
	switch o.Status {
	case orderCancelled:
		return stageCancelled
	case orderPendingPayment:
		return stageAwaitingPayment
	}
	switch o.FulfillmentStatus {
	case fulfillmentReturned:
		return stageReturned
	case fulfillmentDelivered, fulfillmentPartiallyReturned:
		return stageDelivered
	case fulfillmentShipped:
		if slices.ContainsFunc(o.Shipments, shipment.outForDelivery) {
			return stageOutForDelivery
		}
		return stageShipped
	case fulfillmentPartiallyShipped:
		return stagePartiallyShipped
	}
	if o.Status == orderPlaced {
		return stagePlaced
	}
	return stageProcessing
}

// orderAction is the name of a command that a caller may use.
type orderAction string

const (
	actionCancel   orderAction = "cancel"
	actionReturn   orderAction = "return"
	actionWithdraw orderAction = "withdraw"
	actionReorder  orderAction = "reorder"
	actionMarkPaid orderAction = "mark-paid"
	actionProcess  orderAction = "process"
	actionShip     orderAction = "ship"
	actionDeliver  orderAction = "deliver"
	actionRefund   orderAction = "refund"

	actionMarkUnpaid    orderAction = "mark-unpaid"
	actionChangePayment orderAction = "change-payment"
	actionUndelivered   orderAction = "undelivered"
	actionCancelItems   orderAction = "cancel-items"
)

// Values are all of them.
func (orderAction) Values() []string {
	return convert.Strings(
		actionCancel, actionReturn, actionWithdraw, actionReorder, actionMarkPaid, actionMarkUnpaid, actionProcess,
		actionShip, actionDeliver, actionUndelivered, actionCancelItems, actionRefund, actionChangePayment,
	)
}

// customerActions are the commands that the buyer may use now.
func (t *saleTerms) customerActions(o *order, now time.Time) []orderAction {
	actions := []orderAction{}
	if o.cancellable() {
		actions = append(actions, actionCancel)
	}
	if o.returnable(now) {
		actions = append(actions, actionReturn)
	}
	if t.mayWithdraw(o, now) {
		actions = append(actions, actionWithdraw)
	}
	if o.paymentChangeable() {
		actions = append(actions, actionChangePayment)
	}
	if o.Guest {
		return actions // a cart of the buyer's takes an account
	}
	return append(actions, actionReorder)
}

// adminActions are the commands that an admin may use now.
func (o *order) adminActions() []orderAction {
	actions := []orderAction{}
	allow := func(action orderAction, transition func(o order) error) {
		if transition(*o) == nil { // on a copy: the order stays as it is
			actions = append(actions, action)
		}
	}
	now := o.UpdatedAt
	allow(actionMarkPaid, func(o order) error { return o.markPaid(now) })
	allow(actionMarkUnpaid, func(o order) error { return o.markUnpaid(now, now) })
	allow(actionProcess, func(o order) error { return o.process(now) })
	if !o.withdrawalPending() {
		allow(actionShip, func(o order) error { return o.requireShippable() })
	}
	if slices.ContainsFunc(o.Shipments, shipment.onItsWay) {
		allow(actionDeliver, func(o order) error { return o.requireOnItsWay() })
		allow(actionUndelivered, func(o order) error { return o.requireOnItsWay() })
	}
	allow(actionCancelItems, func(o order) error { return o.requireItemsCancellable() })
	allow(actionCancel, func(o order) error { return o.cancel(cancelledByAdmin, now) })
	if o.refundable() > 0 && !o.disputed() {
		actions = append(actions, actionRefund)
	}
	return actions
}

// returnable reports whether goods of the order may be returned: some have arrived and are in no
// return, and the return window is open. While others are still to arrive it has no end.
func (o *order) returnable(now time.Time) bool {
	return !o.returnsOver(now) && o.hasReturnable()
}

// returnsOver reports whether the return window has ended.
func (o *order) returnsOver(now time.Time) bool {
	end := o.returnUntil()
	return end != nil && now.After(*end)
}

// hasReturnable reports whether units have arrived that are in no return.
func (o *order) hasReturnable() bool {
	return slices.ContainsFunc(o.Items, func(i orderItem) bool { return i.returnable() > 0 })
}

// returnUntil is until when the buyer may return goods; nil before the last delivery.
func (o *order) returnUntil() *time.Time {
	if o.DeliveredAt == nil {
		return nil
	}
	return new(o.DeliveredAt.Add(time.Duration(o.ReturnDays) * 24 * time.Hour))
}
