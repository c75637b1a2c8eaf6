package ordering

import (
	"fmt"
	"time"

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

// instructions are what the buyer has to do to pay what is due of the order, to the account that
// the shop has now. They are nil when nothing is due, or when the client leads the buyer through it
// (card).
func (t *saleTerms) instructions(o *order) *string {
	pattern := paymentTexts[o.Locale][o.PaymentMethod]
	if o.due() == 0 || pattern == "" {
		return nil
	}
	payee := t.bank.Payee(t.seller, t.profile)
	if account := t.bank.Account(); account != "" {
		payee += ", " + account + ","
	}
	text := fmt.Sprintf(pattern, o.due().Format(o.Locale), payee, o.Number)
	if o.PaymentMethod == payByBankTransfer && o.PaymentDueAt != nil {
		text += fmt.Sprintf(deadlineTexts[o.Locale], clock.FormatDay(o.PaymentDueAt.In(t.zone), o.Locale))
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
		IBAN: t.bank.IBAN, BIC: t.bank.BIC, Holder: t.bank.Payee(t.seller, t.profile), Reference: o.Number, Amount: o.due(),
		DueAt: httpapi.TimePtr(t.dueAt(o)),
	}
}

// dueAt is until when what is due of the order is to be paid: how long a pending payment is waited
// for, or the last day of an invoice, from the first of the order's shipments on. It is nil when
// nothing is due, and when there is no such moment.
func (t *saleTerms) dueAt(o *order) *time.Time {
	switch {
	case o.due() == 0:
		return nil
	case o.PaymentMethod == payByInvoice && len(o.Shipments) > 0:
		return new(t.invoiceDueAt(o, o.Shipments[0].ShippedAt))
	}
	return o.PaymentDueAt
}

// invoiceDueAt is until when an invoice is to be paid, after the first shipment at the moment
// given: the end of a day where the shop is, to the millisecond.
func (t *saleTerms) invoiceDueAt(o *order, shipped time.Time) time.Time {
	year, month, day := shipped.In(t.zone).Date()
	return time.Date(year, month, day+int(o.InvoiceDays)+1, 0, 0, 0, 0, t.zone).Add(-time.Millisecond).UTC()
}
