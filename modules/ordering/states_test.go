package ordering

import (
	"testing"

	"orderd/test/kit"
)

// The diagrams of modules/README.md are those of the code. They share a file, so one after another.
func TestDiagrams(t *testing.T) {
	kit.RequireDiagram(t, "ordering_orders.status", orderStates.Diagram())
	kit.RequireDiagram(t, "ordering_orders.payment_status", paymentStates.Diagram())
	kit.RequireDiagram(t, "ordering_orders.fulfillment_status", fulfillmentStates.Diagram())
	kit.RequireDiagram(t, "ordering_refunds.status", refundStates.Diagram())
	kit.RequireDiagram(t, "ordering_returns.status", returnStates.Diagram())
	kit.RequireDiagram(t, "ordering_withdrawals.state", withdrawalStates.Diagram())
}

// A change that is not declared is an error, on each axis.
func TestCheckStates(t *testing.T) {
	t.Parallel()
	from := order{Status: orderPlaced, PaymentStatus: paymentPaid, FulfillmentStatus: fulfillmentShipped}
	for name, change := range map[string]func(o *order){
		"status":             func(o *order) { o.Status = orderCompleted },
		"payment status":     func(o *order) { o.PaymentStatus = "" },
		"fulfillment status": func(o *order) { o.FulfillmentStatus = fulfillmentReturned },
	} {
		to := from
		change(&to)
		if err := checkStates(&from, &to); err == nil {
			t.Errorf("%s: an undeclared change passes", name)
		}
	}
	if err := checkStates(&from, &from); err != nil {
		t.Error(err)
	}
}

// The functions that save a status refuse an undeclared change before they ask the database; there
// is none here.
func TestUndeclaredStates(t *testing.T) {
	t.Parallel()
	placed := order{Status: orderPlaced, PaymentStatus: paymentUnpaid, FulfillmentStatus: fulfillmentUnfulfilled}
	completed := placed
	completed.Status = orderCompleted
	_, refundErr := saveRefund(nil, &refund{Status: refundPending}, refundFailed)
	for name, err := range map[string]error{
		"a new order is completed":         writeOrder(t.Context(), nil, nil, &completed, nil, nil),
		"a placed order is completed":      saveOrder(nil, &placed, &completed),
		"a new refund has failed":          insertRefund(nil, &refund{Status: refundFailed}),
		"a failed refund is pending":       refundErr,
		"a new withdrawal is settled":      insertWithdrawal(nil, &withdrawal{State: withdrawalSettled}),
		"a received withdrawal is settled": saveWithdrawalState(nil, &withdrawal{State: withdrawalReceived}, withdrawalSettled, nil),
		"a requested return is received":   (&returnCommand{}).saveReturnStatus(returnRequested, returnReceived, nil),
	} {
		if err == nil {
			t.Errorf("%s, and no error says so", name)
		}
	}
}
