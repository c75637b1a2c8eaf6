package ordering

import (
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
)

func (d *Deps) subscribe(bus *eventbus.Bus) {
	products := eventbus.Consumer{Name: "ordering.products", ReadModel: true}
	eventbus.On(bus, products, d.onProductSaved)
	eventbus.On(bus, products, onVariantsWeighed)
	eventbus.On(bus, products, onProductPictured)
	eventbus.OnReset(bus, products, eventbus.ResetSQL(`UPDATE ordering_variants SET seq = 0`))

	// A consumer of its own, because a count is no upsert.
	eventbus.On(bus, eventbus.Consumer{Name: "ordering.stock_counts", Awaited: true}, d.onStockCounted)

	// One consumer for all events of an account, so that they come in their order.
	buyers := eventbus.Consumer{Name: "ordering.buyers", ReadModel: true}
	eventbus.On(bus, buyers, onAccountCreated)
	eventbus.On(bus, buyers, onProfileChanged)
	eventbus.On(bus, buyers, onEmailChanged)
	eventbus.On(bus, buyers, onAccountTypeChanged)
	eventbus.On(bus, buyers, onVATIDChanged)
	eventbus.On(bus, buyers, onAddressSaved)
	eventbus.On(bus, buyers, onAddressDeleted)
	eventbus.On(bus, buyers, onAccountErased)
	eventbus.OnReset(bus, buyers, eventbus.ResetSQL(
		`UPDATE ordering_buyers SET profile_seq = 0, account_type_seq = 0, vat_seq = 0 WHERE NOT erased`,
		`UPDATE ordering_addresses
			SET seq = 0`))

	recipients := eventbus.Consumer{Name: "ordering.recipients", ReadModel: true}
	eventbus.On(bus, recipients, onRecipientSaved)
	eventbus.On(bus, recipients, onRecipientDeleted)
	eventbus.OnReset(bus, recipients, eventbus.ResetSQL(`UPDATE ordering_recipients SET seq = 0`))

	// It can be replayed, but not reset: only ordering knows what has become of a voucher.
	settings := eventbus.Consumer{Name: "ordering.settings", ReadModel: true}
	eventbus.On(bus, settings, onSettingsSaved, eventbus.Where(shop.InGroups(copiedGroups...)))
	eventbus.OnReset(bus, settings, eventbus.ResetSQL(`UPDATE ordering_settings SET seq = 0`))

	vouchers := eventbus.Consumer{Name: "ordering.vouchers", ReadModel: true}
	eventbus.On(bus, vouchers, onVoucherIssued)

	// A consumer of its own, because voiding is no upsert. It is awaited, so that a buyer cannot
	// spend the points of goods that they have just returned.
	voids := eventbus.Consumer{Name: "ordering.voids", Awaited: true}
	eventbus.On(bus, voids, d.onVoucherVoidRequested)

	cards := eventbus.Consumer{Name: "ordering.payments"}
	eventbus.On(bus, cards, d.onPaymentReceived)
	eventbus.On(bus, cards, d.onPaymentMismatched)
	eventbus.On(bus, cards, d.onPaymentFailed)
	eventbus.On(bus, cards, d.onPaymentProcessing)
	eventbus.On(bus, cards, d.onPaymentEnded)
	eventbus.On(bus, cards, d.onRefundedAtProvider)
	eventbus.On(bus, cards, d.onDisputeChanged)
	eventbus.On(bus, cards, d.onRefundConfirmed)
	eventbus.On(bus, cards, d.onRefundFailed)

	// Awaited, and a consumer of its own: whoever books a transfer sees the order with it.
	transfers := eventbus.Consumer{Name: "ordering.transfers", Awaited: true}
	eventbus.On(bus, transfers, d.onTransferReceived)

	// Awaited: whoever has just registered sees the orders from before.
	claims := eventbus.Consumer{Name: "ordering.claims", Awaited: true}
	eventbus.On(bus, claims, d.onEmailVerified)
	eventbus.On(bus, claims, d.onEmailProved)

	eventbus.On(bus, eventbus.Consumer{Name: "ordering.lookups"}, onMailSent, eventbus.Where(hasCode))

	// A consumer of its own, because it changes what ordering owns: orders, carts and vouchers.
	erasure := eventbus.Consumer{Name: "ordering.erasure"}
	eventbus.On(bus, erasure, eraseUser)

	subscribeInvoices(bus)
}

func subscribeInvoices(bus *eventbus.Bus) {
	documents := eventbus.Consumer{Name: "ordering.invoices", ReadModel: true}
	eventbus.On(bus, documents, onDocumentIssued, eventbus.Where(changesInvoice))
	eventbus.OnReset(bus, documents, eventbus.ResetSQL(`UPDATE ordering_orders SET invoice_id = NULL, invoice_seq = 0
		WHERE invoice_seq > 0`))
}
