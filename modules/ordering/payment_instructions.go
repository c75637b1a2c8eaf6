package ordering

import (
	"cmp"
	"fmt"

	"orderd/platform/clock"
	"orderd/platform/httpapi"
)

// paymentTexts are the payment instructions by language and payment method, with the amount [1],
// the payee [2] and the reference [3].
var paymentTexts = map[string]map[paymentMethod]string{
	"en": {
		payByBankTransfer: "Please transfer %[1]s to %[2]s with the reference %[3]s.",
		payOnDelivery:     "Please have %[1]s ready when the order is delivered.",
		payByInvoice:      "An invoice comes with the order. Please transfer %[1]s to %[2]s with the reference %[3]s.",
	},
	"de": {
		payByBankTransfer: "Bitte überweisen Sie %[1]s an %[2]s mit dem Verwendungszweck %[3]s.",
		payOnDelivery:     "Bitte halten Sie bei der Lieferung %[1]s bereit.",
		payByInvoice: "Der Bestellung liegt eine Rechnung bei. Bitte überweisen Sie %[1]s an %[2]s mit dem " +
			"Verwendungszweck %[3]s.",
	},
}

// deadlineTexts follow the instructions of an order that waits for its payment, with the day.
var deadlineTexts = map[string]string{
	"en": " We keep the goods for you until %s.",
	"de": " Wir halten die Ware bis zum %s für Sie bereit.",
}

// payee is who has the account.
func (t *saleTerms) payee() string {
	return cmp.Or(orEmpty(t.bank.Holder), orEmpty(t.seller.Name), t.profile.Name)
}

// instructions are what the buyer has to do to pay what is due of the order, to the account that
// the shop has now. They are nil when nothing is due, or when the client leads the buyer through it
// (card).
func (t *saleTerms) instructions(o *order) *string {
	pattern := paymentTexts[o.Locale][o.PaymentMethod]
	if o.due() == 0 || pattern == "" {
		return nil
	}
	payee := t.payee()
	if account := t.bank.Account(); account != "" {
		payee += ", " + account + ","
	}
	text := fmt.Sprintf(pattern, o.due().Format(o.Locale), payee, o.Number)
	if o.PaymentMethod == payByBankTransfer && o.PaymentDueAt != nil {
		text += fmt.Sprintf(deadlineTexts[o.Locale], clock.FormatDay(*o.PaymentDueAt, o.Locale))
	}
	return &text
}

// transfer is what the instructions say, for a program; nil when there are none, and when they are
// about no transfer.
func (t *saleTerms) transfer(o *order) *transferView {
	if o.PaymentMethod != payByBankTransfer && o.PaymentMethod != payByInvoice || o.due() == 0 {
		return nil
	}
	return &transferView{
		IBAN: t.bank.IBAN, BIC: t.bank.BIC, Holder: t.payee(), Reference: o.Number, Amount: o.due(),
		DueAt: httpapi.TimePtr(o.PaymentDueAt),
	}
}
