package events

import (
	"fmt"

	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// Instructions are what a buyer has to do to pay an order.
type Instructions struct {
	Method PaymentMethod
	Locale string
	Number string
	Due    money.Cents
	Until  string // the day until when the shop waits for a transfer, for people; "": it does not say
}

// instructionTexts are the instructions by language and payment method, with the amount [1], the
// payee [2] and the reference [3].
var instructionTexts = map[string]map[PaymentMethod]string{
	"en": {
		PaymentMethodBankTransfer:   "Please transfer %[1]s to %[2]s with the reference %[3]s.",
		PaymentMethodCashOnDelivery: "Please have %[1]s ready when the order is delivered.",
		PaymentMethodInvoice: "An invoice comes with the order. Please transfer %[1]s to %[2]s " +
			"with the reference %[3]s.",
	},
	"de": {
		PaymentMethodBankTransfer:   "Bitte überweisen Sie %[1]s an %[2]s mit dem Verwendungszweck %[3]s.",
		PaymentMethodCashOnDelivery: "Bitte halten Sie bei der Lieferung %[1]s bereit.",
		PaymentMethodInvoice: "Der Bestellung liegt eine Rechnung bei. Bitte überweisen Sie %[1]s an %[2]s mit dem " +
			"Verwendungszweck %[3]s.",
	},
}

// deadlineTexts follow the instructions of an order that waits for its payment, with the day.
var deadlineTexts = map[string]string{
	"en": " We keep the goods for you until %s.",
	"de": " Wir halten die Ware bis zum %s für Sie bereit.",
}

// Text is what the buyer reads, with the account of the shop. It is nil when nothing is due, and
// when the client leads the buyer through it (card).
func (i Instructions) Text(bank shop.Bank, seller shop.Seller, profile shop.Profile) *string {
	pattern := instructionTexts[i.Locale][i.Method]
	if i.Due == 0 || pattern == "" {
		return nil
	}
	payee := bank.Payee(seller, profile)
	if account := bank.Account(); account != "" {
		payee += ", " + account + ","
	}
	text := fmt.Sprintf(pattern, i.Due.Format(i.Locale), payee, i.Number)
	if i.Method == PaymentMethodBankTransfer && i.Until != "" {
		text += fmt.Sprintf(deadlineTexts[i.Locale], i.Until)
	}
	return &text
}
