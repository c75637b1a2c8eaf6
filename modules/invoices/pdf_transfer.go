package invoices

import (
	"cmp"
	"strings"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/money"
)

// The longest texts of a transfer, in characters.
const (
	transferHolder    = 70
	transferReference = 140
)

// transferCode is the text of the QR code by which a banking app fills in a transfer of what is
// due, or "" for a document that none is asked for: EPC069-12, version 002, UTF-8, SCT. The
// reference is the number of the order, by which the shop finds the payment. An invoice of which a
// correction takes a part has none: it would fill in more than the buyer owes.
func (d *document) transferCode() string {
	if d.takesOff() || d.Payment.Method != ordering.PaymentMethodInvoice || d.due() <= 0 || d.Payment.TakenOff > 0 ||
		d.Seller.IBAN == nil {
		return ""
	}
	return strings.Join([]string{
		"BCD", "002", "1", "SCT",
		deref(d.Seller.BIC),
		firstRunes(cmp.Or(printable(deref(d.Seller.Holder)), printable(d.Seller.Name)), transferHolder),
		*d.Seller.IBAN,
		money.Currency + d.due().String(),
		"", // no purpose
		"", // no structured reference
		firstRunes(printable(d.OrderNumber), transferReference),
	}, "\n")
}

// firstRunes is a text, of at most so many runes.
func firstRunes(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
