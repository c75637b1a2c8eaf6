// Package ordering has the carts, the checkout, the orders, and what follows: shipments, refunds,
// returns, withdrawals and the stock.
//
// What is sold at which price, who buys with which VAT id, where they live and which vouchers they
// hold are read models (copy_*.go, voucher.go), fed by events of catalog, identity, vat, recipients
// and loyalty.
// Stock, carts, promotions, shipping methods, and what becomes of a voucher after its issue are
// ordering's own. So a checkout is one local transaction: it validates the cart, reserves the
// stock, redeems the codes, deletes the cart, writes the order and publishes its events, or does
// nothing of it.
//
// An order has three axes: status, paymentStatus and fulfillmentStatus. The methods in
// order_transitions.go and, for money, order_money.go are their only writers. Each has the rule of
// one command, and the UPDATE that saves the order repeats what the method found (saveOrder), so
// that of two commands at once one comes second. The CHECKs of the tables say which statuses go
// together. Rows are locked in this order: cart, buyer, order, its lines, promotion, vouchers by
// id, stock by variant.
//
// Each command is a file: order_mark_paid, order_process, order_cancel, order_payment_timeout,
// order_payments (what the card provider reports), order_ship_to, order_bill_to, shipment_ship,
// shipment_deliver, shipment_track, refund_order, refund_confirm, refund_settle, return_request,
// return_decide, return_receive and order_mark_unpaid.
// They all lock the order, apply the rule, record events and save (order_command.go). Each entry of
// the timeline is made of its event and its actor (timeline.go).
//
// What an order costs is worked out by pricing.go, its VAT by tax.go and tax_rows.go: from local
// data alone, by the same function for the cart, the quote and the order. It is stored with the
// order and never changes. An order has its amounts with VAT, or without (PriceMode); whatever is
// cancelled, returned or refunded of it counts with VAT.
//
// A consumer withdraws from the contract of an order (withdrawal_declare.go): the buyer, or anyone
// with an order's number, whose order staff find (withdrawal_match.go). It cancels the order, or
// the goods come back in a return once the order is delivered (withdrawal_effect.go), and it is
// settled when its money has gone (withdrawal_settle.go). Until staff have looked at a declaration
// that fits an order, that is not shipped.
//
// Money goes back the way it came (refund_request.go): what came through the card provider through
// it, the rest by hand. A refund by hand is pending until staff confirm that they sent it. What
// concerns both is two refunds.
//
// The report of sales adds up orders by the days on which they were placed, and what commands have
// changed by the days on which they did (sales_change.go), from indexes alone: a past day never
// changes. Jobs keep the sums of past months (sales_sums.go, sales_change_sums.go).
//
// What the card provider has is what payments publishes as sums: what came (order_payments.go), and
// what went back there by hand (refund_at_provider.go). So repeats change nothing. Money of another
// amount than the order asks for is on its books, and what comes for a cancelled order goes back.
// An overdue order that is paid by card waits until payments has looked for its money, 15 minutes
// at most (order_payment_timeout.go). While the provider processes what the buyer has paid, as a
// direct debit, the order is unpaid and keeps its goods, for processingDeadline from then; when the
// money does not come, it is open again (startProcessing and endProcessing in
// order_transitions.go).
//
// A guest buys without an account (checkout_guest.go) and is known by the email's pseudonym. A
// token opens one order to who holds it (platform/grant): that of the checkout and of mails, or
// that of a look-up, for a mailed code (lookup.go). The account that verifies the email gets the
// orders (order_claim.go).
//
// An invoice goes to billTo, which the checkout takes or finds (checkout_bill_to.go), and which
// staff may change until the first shipment. Every event of an order says what the shop claims of
// its total (claimAmount in order_money.go): invoices are corrected by it. While an order has an
// invoice (copy_invoice.go), staff can't take back that it is paid.
//
// How much may be unpaid and unshipped at once is limited by buyer, destination and network
// (open_orders.go). The statement that writes an order counts the open ones.
//
// Stock is on hand and reserved. Every change is one guarded UPDATE with a row in the ledger. The
// checkout publishes no stock events: a job publishes twice a second what has changed
// (stock_publish.go). A count may come from an imported file of products (stock_import.go).
package ordering
