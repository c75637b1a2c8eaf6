// Package ordering is carts, checkout, orders, stock, shipments and returns.
//
// What is sold and at which price, who buys, where they live and what vouchers they hold are read models, fed by events of
// catalog, identity, recipients and loyalty; stock, carts, promotions, shipping methods and what vouchers are still worth are
// ordering's own. So a checkout is one local transaction: it judges the cart, reserves the stock, spends the codes, takes the
// cart away, writes the order and announces it; or does none of it.
//
// An order has three axes, status, paymentStatus and fulfillmentStatus. The methods of order are their only writers, each is the
// rule of one command, and the UPDATE that saves it repeats what it found (saveTransition), so that of two commands at once one
// comes second; the CHECKs of the tables say which states fit together. Rows are locked in one order: cart, buyer, order, its lines,
// promotion, vouchers by id, stock by variant.
//
// Each command of an order is a file: order_mark_paid, order_process, order_cancel, order_payment_timeout, order_payments
// (reports of the card provider), shipment_ship, shipment_deliver, shipment_track, refund_request, refund_settle, return_request,
// return_decide and return_receive. order_command.go has what they share: lock the order, apply the rule, record the events,
// save, publish. Each entry of the timeline is derived from its event (timeline.go).
//
// How much may be neither paid nor shipped at once is limited by buyer, destination and network (open_orders.go): the statement that
// writes an order counts what is open beside it.
//
// Stock is on hand and reserved; every change is one guarded UPDATE with a row of the ledger. Checkout announces no stock: a job
// tells once a second what has changed (stock_announce.go).
//
// It announces what its events package lists. Every entry of an order's timeline is in one of those events, by its id.
package ordering
