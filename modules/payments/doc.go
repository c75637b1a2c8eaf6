// Package payments is how orders are paid: what the buyer has to do, and the money that is received
// and refunded by card.
//
// It owns the tables payments_orders, payments_intents, payments_refunds, payments_tasks,
// payments_readings, payments_provider_events, payments_statements, payments_entries and
// payments_settings. Its routes are in http.go, statement_http.go and entry_http.go, its consumers
// in subscribe.go, its worker in task_work.go and reading_work.go.
//
// The payment method of an order and the status of its payment are copies of ordering's.
// bank_transfer, cash_on_delivery and invoice need nothing more. A card payment is an intent at the
// provider: wanted → open (the buyer pays with its secret) → succeeded; failed while a card was
// refused, and another one may be tried; or cancelled. What buyers may pay with is up to the
// account at the provider (payments.stripe_methods), and for the shop all of it is the method card.
// Some of it takes days, such as a direct debit: such an intent is processing until its money has
// come or not. It can't be ended so long; when its money does not come and the order asks for
// another payment by now, it is ended then. A refund is pending until the provider has confirmed
// it.
//
// The provider is never called in a transaction. Each call that has an effect is a task, a row that
// a worker claims and tries, again with growing pauses; the tasks of one order are done in the
// order of its events. The id of a task is its idempotency key at the provider, so that a call
// whose answer was lost has no second effect. GET /v1/admin/payments/tasks lists what failed, and
// why; an admin may have a task tried again. A refund that the provider refuses because the payment
// is disputed waits, and is a new task when the dispute is decided.
//
// What is true is what the provider answers when it is read, and nothing else: its signed webhooks
// come late, twice, in any order or never, so each is only a reason to read (webhook_apply.go). An
// intent is also read when it is ended (the order was cancelled, is overdue, or was paid in another
// way), when the buyer comes back to pay, and by itself: after payments.read_after, then ever more
// rarely, also when it was paid, because it may be refunded or disputed in the provider's dashboard
// (reading.go). reading_settle.go applies every answer, whatever its reason. An amount other than
// the requested one pays nothing; it is published with all that the provider has, so that ordering
// has it on its books, as is money for an order that was paid in another way. Refunds that were
// made at the provider and disputes that were lost are published as one sum. An intent that has
// ended is replaced by another when the buyer comes back.
//
// Transfers come with the statements of the shop's bank account that staff upload: camt.053 or CSV
// (statement_file.go). Of a statement the credits in EUR that are booked are entries, each once by
// the bank's reference, however often it is uploaded. An entry that names an order which asks for
// exactly it is booked by the upload, under the lock of the order's copy and at most one for each
// order; every other is open until staff book it for an order, or ignore it. What is booked is
// published with the sum of the order, and ordering has it on its books. Payer and text of an entry
// go 90 days after its end, and with the buyer of an order that the entry names.
//
// A provider implements the interface in provider.go; provider_stripe*.go are Stripe. Intents and
// readings carry its name, as do the path of its webhooks and the ids of its events. Another one
// needs such files, its keys in Config, and its lines in newProviders, providerOf and routes.
//
// It publishes payments.payment_received, payment_processing, payment_failed, payment_ended,
// payment_mismatched, task_retried, refund_confirmed, refund_failed, refunded_at_provider,
// dispute_changed, statement_uploaded, transfer_received and entry_ignored. It handles
// ordering.order_placed, order_paid, order_payment_failed, payment_overdue, order_cancelled,
// refund_requested, refund_settled and orders_numbered, shop.settings_saved, of which it copies the
// account for transfers, and identity.account_erased, which removes the user from all rows; amounts
// and the provider's ids stay, because money may still have to be refunded. An order that is
// published at the moment of the erasure may leave the bare user id here, as orders do in ordering.
package payments
