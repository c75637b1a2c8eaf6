package ordering

import (
	"cmp"

	"orderd/platform/states"
)

// The changes of an order's three axes: the work, the money, the goods. writeOrder and saveOrder
// check them; which command may make a change is up to the methods in order_transitions.go.
var (
	orderStates = states.New("ordering_orders.status",
		states.Change[orderStatus]{To: orderPendingPayment, Cause: "checkout, to be paid by transfer or card"},
		states.Change[orderStatus]{To: orderPlaced, Cause: "checkout, any other"},
		states.Change[orderStatus]{From: orderPendingPayment, To: orderPlaced, Cause: "paid, or paid on delivery"},
		states.Change[orderStatus]{From: orderPlaced, To: orderPendingPayment, Cause: "to be paid by transfer or card"},
		states.Change[orderStatus]{From: orderPendingPayment, To: orderCancelled, Cause: "cancel, or not paid in time"},
		states.Change[orderStatus]{From: orderPlaced, To: orderPendingPayment, Cause: "mark-unpaid"},
		states.Change[orderStatus]{
			From: orderProcessing, To: orderPendingPayment, Cause: "mark-unpaid, before the first shipment",
		},
		states.Change[orderStatus]{From: orderPlaced, To: orderProcessing, Cause: "process"},
		states.Change[orderStatus]{From: orderPlaced, To: orderCancelled, Cause: "cancel"},
		states.Change[orderStatus]{
			From: orderProcessing, To: orderCompleted, Cause: "the last unit is delivered, or the rest is cancelled",
		},
		states.Change[orderStatus]{From: orderProcessing, To: orderCancelled, Cause: "cancel, while nothing is shipped"},
	)
	paymentStates = states.New("ordering_orders.payment_status",
		states.Change[paymentStatus]{To: paymentUnpaid},
		states.Change[paymentStatus]{To: paymentPaid, Cause: "nothing to pay"},
		states.Change[paymentStatus]{From: paymentUnpaid, To: paymentFailed, Cause: "a card was refused"},
		states.Change[paymentStatus]{From: paymentUnpaid, To: paymentPaid, Cause: "paid, or cash with the last parcel"},
		states.Change[paymentStatus]{From: paymentFailed, To: paymentPaid, Cause: "paid after all"},
		states.Change[paymentStatus]{
			From: paymentUnpaid, To: paymentPartiallyRefunded, Cause: "paid, and a part went back before",
		},
		states.Change[paymentStatus]{
			From: paymentFailed, To: paymentPartiallyRefunded, Cause: "paid after all, and a part went back before",
		},
		states.Change[paymentStatus]{
			From: paymentUnpaid, To: paymentRefunded, Cause: "nothing is due any more, and all that came went back before",
		},
		states.Change[paymentStatus]{From: paymentPaid, To: paymentUnpaid, Cause: "mark-unpaid"},
		states.Change[paymentStatus]{From: paymentPaid, To: paymentFailed, Cause: "mark-unpaid, after a card was refused"},
		states.Change[paymentStatus]{
			From: paymentFailed, To: paymentUnpaid, Cause: "paid in another way, or money is on its way",
		},
		states.Change[paymentStatus]{From: paymentPaid, To: paymentPartiallyRefunded, Cause: "a part is refunded"},
		states.Change[paymentStatus]{From: paymentPaid, To: paymentRefunded, Cause: "all is refunded"},
		states.Change[paymentStatus]{
			From: paymentPartiallyRefunded, To: paymentPartiallyRefunded, Cause: "another part is refunded",
		},
		states.Change[paymentStatus]{From: paymentPartiallyRefunded, To: paymentRefunded, Cause: "the rest is refunded"},
		states.Change[paymentStatus]{From: paymentPartiallyRefunded, To: paymentPaid, Cause: "the refund bounced"},
		states.Change[paymentStatus]{
			From: paymentRefunded, To: paymentPartiallyRefunded, Cause: "one of several refunds bounced, or more money came",
		},
		states.Change[paymentStatus]{From: paymentRefunded, To: paymentPaid, Cause: "the refund bounced"},
	)
	fulfillmentStates = states.New("ordering_orders.fulfillment_status",
		states.Change[fulfillmentStatus]{To: fulfillmentUnfulfilled},
		states.Change[fulfillmentStatus]{
			From: fulfillmentUnfulfilled, To: fulfillmentPartiallyShipped, Cause: "ship, a part",
		},
		states.Change[fulfillmentStatus]{From: fulfillmentUnfulfilled, To: fulfillmentShipped, Cause: "ship, all"},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyShipped, To: fulfillmentPartiallyShipped, Cause: "ship, another part",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyShipped, To: fulfillmentShipped, Cause: "ship or cancel, the rest",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyShipped, To: fulfillmentUnfulfilled, Cause: "what was sent is undelivered",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyShipped, To: fulfillmentDelivered, Cause: "the rest is cancelled",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyShipped, To: fulfillmentPartiallyReturned, Cause: "the rest is cancelled",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyShipped, To: fulfillmentReturned, Cause: "the rest is cancelled",
		},
		states.Change[fulfillmentStatus]{From: fulfillmentShipped, To: fulfillmentUnfulfilled, Cause: "all is undelivered"},
		states.Change[fulfillmentStatus]{
			From: fulfillmentShipped, To: fulfillmentPartiallyShipped, Cause: "a part is undelivered",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentShipped, To: fulfillmentDelivered, Cause: "the last unit is delivered",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentShipped, To: fulfillmentPartiallyReturned, Cause: "the last unit is delivered",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentDelivered, To: fulfillmentPartiallyReturned, Cause: "a return is received",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentDelivered, To: fulfillmentReturned, Cause: "a return of all is received",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyReturned, To: fulfillmentPartiallyReturned, Cause: "another return is received",
		},
		states.Change[fulfillmentStatus]{
			From: fulfillmentPartiallyReturned, To: fulfillmentReturned, Cause: "the rest is received",
		},
	)
)

// checkStates returns an error when one of the axes may not change like this: a programming error.
// before is the zero order for a new one.
func checkStates(before, after *order) error {
	return cmp.Or(
		orderStates.Check(before.Status, after.Status),
		paymentStates.Check(before.PaymentStatus, after.PaymentStatus),
		fulfillmentStates.Check(before.FulfillmentStatus, after.FulfillmentStatus),
	)
}
