package ordering

import (
	"cmp"
	"fmt"

	"orderd/platform/clock"
)

// paymentTexts are the payment instructions by language and payment method, with the amount [1],
// the payee [2], the reference [3] and the due date [4].
var paymentTexts = map[string]map[paymentMethod]string{
	"en": {
		payByBankTransfer: "Please transfer %[1]s to %[2]s with the reference %[3]s. We keep the goods for you until %[4]s.",
		payOnDelivery:     "Please have %[1]s ready when the order is delivered.",
		payByInvoice:      "An invoice comes with the order. Please transfer %[1]s to %[2]s with the reference %[3]s.",
	},
	"de": {
		payByBankTransfer: "Bitte überweisen Sie %[1]s an %[2]s mit dem Verwendungszweck %[3]s. Wir halten die Ware bis " +
			"zum %[4]s für Sie bereit.",
		payOnDelivery: "Bitte halten Sie bei der Lieferung %[1]s bereit.",
		payByInvoice: "Der Bestellung liegt eine Rechnung bei. Bitte überweisen Sie %[1]s an %[2]s mit dem " +
			"Verwendungszweck %[3]s.",
	},
}

// payee is who has the account.
func (t *saleTerms) payee() string {
	return cmp.Or(orEmpty(t.bank.Holder), orEmpty(t.seller.Name), t.profile.Name)
}

// instructions are what the buyer of a new order has to do to pay it. They are nil when there is
// nothing to do, or when the client leads the buyer through it (card).
func (t *saleTerms) instructions(o *order) *string {
	pattern := paymentTexts[o.Locale][o.PaymentMethod]
	if o.PaidAt != nil || pattern == "" {
		return nil
	}
	payee, due := t.payee(), ""
	if account := t.bank.Account(); account != "" {
		payee += ", " + account + ","
	}
	if o.PaymentDueAt != nil {
		due = clock.FormatDay(*o.PaymentDueAt, o.Locale)
	}
	return new(fmt.Sprintf(pattern, o.Total.Format(o.Locale), payee, o.Number, due))
}
