package ordering

import (
	"time"

	"orderd/modules/ordering/events"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
)

// instructions are what the buyer has to do to pay what is due of the order, to the account that
// the shop has now. They are nil when nothing is due, or when the client leads the buyer through it
// (card).
func (t *saleTerms) instructions(o *order) *string {
	i := events.Instructions{Method: o.PaymentMethod, Locale: o.Locale, Number: o.Number, Due: o.due()}
	if o.PaymentDueAt != nil {
		i.Until = clock.FormatDay(o.PaymentDueAt.In(t.zone), o.Locale)
	}
	return i.Text(t.bank, t.seller, t.profile)
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
