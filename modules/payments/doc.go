// Package payments is how orders are paid: what the buyer has to do, and the money that is received
// and refunded by card.
//
// It owns the tables payments_orders, payments_intents, payments_refunds, payments_tasks and
// payments_provider_events. Its routes are in http.go, its consumers in subscribe.go, its worker in
// task_work.go.
//
// The payment method of an order and the status of its payment are copies of ordering's.
// bank_transfer, cash_on_delivery and invoice need nothing more. A card payment is an intent at the
// provider: wanted → open (the buyer pays with its client secret) → succeeded; failed while a card
// was refused, and another one may be tried; or cancelled. A refund is pending until the provider
// has confirmed it.
//
// The provider is never called in a transaction. Each call is a task, a row that a worker claims
// and tries, again with growing pauses; the tasks of one order are done in the order of its events.
// The id of a task is its idempotency key at the provider, so that a call whose answer was lost has
// no second effect. The provider reports changes by signed webhooks, each of which is applied once
// by its event id. An amount other than the requested one pays nothing; admins are notified of it,
// and of money for an order that was paid in another way. GET /v1/admin/payments/tasks lists what
// failed, and why; an admin may have a task tried again.
//
// It publishes payments.payment_received, payment_failed, payment_mismatched, task_retried,
// refund_confirmed and refund_failed. It handles ordering.order_placed, order_paid,
// order_payment_failed, order_cancelled, refund_requested and refund_settled, and
// identity.account_erased, which removes the user from all rows; amounts and the provider's ids
// stay, because money may still have to be refunded. An order that is published at the moment of
// the erasure may leave the bare user id here, as orders do in ordering.
package payments
