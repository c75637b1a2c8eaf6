package invoices

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// documentWords are the words of documents in one language. Those of the PDF's layout alone stand
// in templates/document.html and pdf_page.go.
type documentWords struct {
	titles map[events.Kind]string
	notes  map[taxReason]string

	dueOn      string // with a day
	paid       string
	onDelivery string // to be paid to the carrier
	onReceipt  string // of the document
	less       string // with one of the above, and what the correction takes off it
	settled    string // by that correction, of what is not paid
	takenOff   string // of a correction, with its invoice's number and day
	cancels    string // of a cancellation, with the same
	replaces   string // of an invoice, with the cancelled one's number and day
	sample     string // across each page in dev mode

	methods  map[ordering.PaymentMethod]string
	shipping string
	exempt   string // beside a rate of 0 that has a note

	language  language.Tag
	day       string // a layout of package time
	decimal   string
	percent   string
	before    string // of an amount
	after     string
	thousands string
}

var (
	englishWords = documentWords{
		titles: map[events.Kind]string{
			events.KindInvoice: "Invoice", events.KindCorrection: "Invoice correction",
			events.KindCancellation: "Cancellation",
		},
		notes: map[taxReason]string{
			reasonIntraCommunity: "VAT exempt intra-Community supply", reasonExport: "VAT exempt export",
			reasonSmallBusiness: "No VAT is charged: small business",
		},
		dueOn: "Payable by %s", paid: "Paid", onDelivery: "Payable on delivery", onReceipt: "Payable on receipt",
		less:     "%s, less %s by the invoice correction that is issued with it",
		settled:  "Settled by the invoice correction that is issued with it",
		takenOff: "Taken off invoice %s of %s", cancels: "Cancels invoice %s of %s",
		replaces: "Replaces invoice %s of %s", sample: "SAMPLE",
		methods: map[ordering.PaymentMethod]string{
			ordering.PaymentMethodBankTransfer: "Bank transfer", ordering.PaymentMethodCashOnDelivery: "Cash on delivery",
			ordering.PaymentMethodInvoice: "Invoice", ordering.PaymentMethodCard: "Card",
		},
		shipping: "Shipping", exempt: "exempt", language: language.English,
		day: "2 January 2006", decimal: ".", thousands: ",", percent: "%", before: "€",
	}
	germanWords = documentWords{
		titles: map[events.Kind]string{
			events.KindInvoice: "Rechnung", events.KindCorrection: "Rechnungskorrektur",
			events.KindCancellation: "Stornorechnung",
		},
		notes: map[taxReason]string{
			reasonIntraCommunity: "Steuerfreie innergemeinschaftliche Lieferung", reasonExport: "Steuerfreie Ausfuhrlieferung",
			reasonSmallBusiness: "Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG",
		},
		dueOn: "Zahlbar bis %s", paid: "Bezahlt", onDelivery: "Zahlbar bei Lieferung", onReceipt: "Zahlbar bei Erhalt",
		less:     "%s, abzüglich %s durch die zugleich ausgestellte Rechnungskorrektur",
		settled:  "Ausgeglichen durch die zugleich ausgestellte Rechnungskorrektur",
		takenOff: "Mindert die Rechnung %s vom %s", cancels: "Storniert die Rechnung %s vom %s",
		replaces: "Ersetzt die Rechnung %s vom %s", sample: "MUSTER",
		methods: map[ordering.PaymentMethod]string{
			ordering.PaymentMethodBankTransfer: "Überweisung", ordering.PaymentMethodCashOnDelivery: "Nachnahme",
			ordering.PaymentMethodInvoice: "Rechnung", ordering.PaymentMethodCard: "Karte",
		},
		shipping: "Versand", exempt: "steuerfrei", language: language.German,
		day: "02.01.2006", decimal: ",", thousands: ".", percent: " %", after: " €",
	}
)

// wordsIn are the words in a language: in English for one that documents do not have.
func wordsIn(code locale.Code) documentWords {
	if code == locale.German {
		return germanWords
	}
	return englishWords
}

// dayText is a day as people write it.
func (w documentWords) dayText(d day) string {
	at, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return string(d)
	}
	return at.Format(w.day)
}

// terms are how and until when a document is paid (BT-20). A correction or a cancellation asks for
// nothing: it is taken off its invoice.
func (w documentWords) terms(d *document) string {
	switch {
	case d.takesOff():
		return w.about(d)
	case d.due() <= 0:
		return w.paid
	case d.owed() <= 0:
		return w.settled
	case d.Payment.TakenOff > 0:
		return fmt.Sprintf(w.less, w.payable(d), w.amount(d.Payment.TakenOff.String()))
	}
	return w.payable(d)
}

// payable is until when, or at what, an invoice is to be paid.
func (w documentWords) payable(d *document) string {
	switch {
	case d.DueOn != nil:
		return fmt.Sprintf(w.dueOn, w.dayText(*d.DueOn))
	case d.Payment.Method == ordering.PaymentMethodCashOnDelivery:
		return w.onDelivery
	}
	return w.onReceipt
}

// country is the name of a country; the code itself for an unknown one.
func (w documentWords) country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return display.Regions(w.language).Name(region)
}

// about is a sentence on the invoice that the document refers to, or "".
func (w documentWords) about(d *document) string {
	if d.RefersTo == nil {
		return ""
	}
	sentence := map[events.Kind]string{
		events.KindInvoice: w.replaces, events.KindCorrection: w.takenOff, events.KindCancellation: w.cancels,
	}[d.Kind]
	return fmt.Sprintf(sentence, d.RefersTo.Number, w.dayText(d.RefersTo.IssuedOn))
}

// rate is a rate as people write it.
func (w documentWords) rate(r money.Rate) string {
	percent, _ := r.MarshalJSON()
	return w.decimalText(string(percent)) + w.percent
}

// decimalText is a decimal number, with a point, as people write it.
func (w documentWords) decimalText(number string) string {
	whole, fraction, isBroken := strings.Cut(number, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + w.thousands + whole[at:]
	}
	if !isBroken {
		return whole
	}
	return whole + w.decimal + fraction
}

// takesOff reports whether the document's amounts are taken off an invoice.
func (d *document) takesOff() bool { return d.Kind != events.KindInvoice }

// due is what remains to be paid of a document by itself: what its PDF and its XML say (BT-115).
// The correction that is issued with an invoice has an amount of its own, and the terms name it.
func (d *document) due() money.Cents { return d.Gross - d.Payment.Paid }

// owed is what the buyer still owes of an invoice and the correction that is issued with it.
func (d *document) owed() money.Cents { return d.due() - d.Payment.TakenOff }

// unitPrice is the net price of a unit in EUR, rounded half up to so many decimals, at least 2 of
// which are written.
func (i item) unitPrice(decimals int) string {
	scale := int64(1)
	for range decimals - 2 {
		scale *= 10
	}
	quantity := int64(max(i.Quantity, 1))
	price := (int64(i.Net)*scale*2 + quantity) / (2 * quantity)
	text := fmt.Sprintf("%d.%0*d", price/(100*scale), decimals, price%(100*scale))
	return text[:len(text)-decimals+2] + strings.TrimRight(text[len(text)-decimals+2:], "0")
}
