// Package payments is how orders are paid: what the buyer has to do, and the money that comes and goes by card.
//
// How an order is paid and how that stands is a read model of ordering's events. bank_transfer, cash_on_delivery and
// invoice need nobody. A card payment is an intent of the provider: wanted → open (its client secret lets the buyer pay) →
// succeeded, with failed in between for a refused card, which may be tried again; or cancelled. A refund is pending until
// the provider has confirmed it.
//
// Nothing calls the provider in a transaction. What is to be done there is a task, a row that a worker claims, tries, and
// tries again with growing pauses; the tasks of one order are done in the order of its events. A task's id is its idempotency
// key at the provider, so that a lost answer does nothing twice. What the provider says by itself comes as a signed webhook,
// once by the provider's event id. Another amount than was asked for pays nothing; admins are told of it, and of money for an order that was
// paid another way. GET /v1/admin/payments/tasks shows what failed, and why.
//
// It announces payments.payment_received, payment_failed, payment_mismatched, refund_confirmed and refund_failed. It hears
// ordering.order_placed, order_paid, order_payment_failed, order_cancelled, refund_requested and refund_settled, and
// identity.account_erased, after which no row tells whose it was: amounts and the provider's ids stay, because money may still have to
// go back. An order that is announced in the very moment of the erasure may leave the bare user id here, as orders do in ordering.
package payments
