package ordering

import (
	"errors"

	"orderd/platform/fault"
)

// orderState is where an order stands, and what the caller may do with it.
type orderState struct {
	Status            orderStatus       `json:"status" example:"cancelled"`
	PaymentStatus     paymentStatus     `json:"paymentStatus" example:"unpaid"`
	FulfillmentStatus fulfillmentStatus `json:"fulfillmentStatus" example:"unfulfilled"`
	AllowedActions    []orderAction     `json:"allowedActions" nullable:"false" doc:"What the caller may do now."`
}

// SchemaName is the name in the document.
func (orderState) SchemaName() string { return "OrderState" }

// currentOrder is what problems with invalid_transition carry.
type currentOrder struct {
	Current orderState `json:"current" doc:"The order as it is now."`
}

// exampleOrderState is an example of what has become of an order.
var exampleOrderState = orderState{
	Status: orderCancelled, PaymentStatus: paymentUnpaid, FulfillmentStatus: fulfillmentUnfulfilled,
	AllowedActions: []orderAction{},
}

// transitionMembers are an example of the members of invalid_transition.
var transitionMembers = map[fault.Code]any{fault.InvalidTransition: currentOrder{exampleOrderState}}

// withCurrent adds to an InvalidTransition what has become of the order: whatever came first is
// committed by now. Any other error stays as it is.
func withCurrent(err error, load func() (order, error), actions func(o *order) []orderAction) error {
	refused, ok := errors.AsType[*fault.Fault](err)
	if !ok || refused.Code != fault.InvalidTransition {
		return err
	}
	o, err := load()
	if err != nil {
		return err
	}
	return refused.WithMembers(currentOrder{orderState{
		Status: o.Status, PaymentStatus: o.PaymentStatus, FulfillmentStatus: o.FulfillmentStatus, AllowedActions: actions(&o),
	}})
}
