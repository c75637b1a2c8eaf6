package mailer

import (
	"fmt"
	"slices"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/modules/mailer/events"
	ordering "orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/clock"
	"orderd/platform/money"
)

// What is made up for a preview or a test mail.
const (
	sampleName = "Ada Lovelace"
	// sampleUndo and sampleOrder are the ids that an email with the undo of a change, and one about an
	// order, name.
	sampleUndo  = "00000000-0000-7000-8000-000000000000"
	sampleOrder = sampleUndo
	// sampleCode stands for every code, of which it has the digits; those of registrations are fewer.
	sampleCode             = "12345678"
	sampleRegistrationCode = "123456"
)

// nameless are the kinds of mails without a name: a stranger may have entered the address, and
// would write to its owner with the name.
var nameless = []events.MailKind{
	events.KindRegistrationCode, events.KindRegisterAgain, events.KindEmailCode, events.KindEmailChanged,
	events.KindWholesaleReceived, events.KindOrderLookup, events.KindWithdrawalReceived, events.KindWithdrawalContested,
}

// sampleDraft is an email of the kind to a person with the name, about something made up.
func sampleDraft(kind events.MailKind, locale, name string, now time.Time) draft {
	d := draft{Kind: kind, Locale: locale, Data: sampleData(locale, now)}
	if !slices.Contains(nameless, kind) {
		d.Data.Name = name
	}
	w := sampleWords[locale]
	switch kind {
	case events.KindRegistrationCode:
		d.Data.Sample = sampleRegistrationCode
	case events.KindStaffNotices:
		d.Data.Items = []item{{Name: fmt.Sprintf(w.notice, d.Data.Number), Options: d.Data.Total.Format(locale)}}
	case events.KindOrderDelivered: // it has an amount that was paid at the door
		d.Data.Amount = 0
	case events.KindCorrectionIssued:
		d.Data.Document, d.Data.RefersTo = "RK-2026-000007", d.Data.Document
	case events.KindReturnRequested:
		d.Data.Reason = w.wish
	case events.KindReturnRejected, events.KindWithdrawalContested:
		d.Data.Reason = w.refusal
	case events.KindReturnReceived: // it has the reason of a deduction
		d.Data.Reason = ""
	case events.KindWholesaleRejected:
		d.Data.Reason = w.noWholesale
	}
	return d
}

// sampleData has what all kinds fill in: a template takes what it needs.
func sampleData(locale string, now time.Time) templateData {
	w := sampleWords[locale]
	const subtotal, shipping, vat = 5_398, 490, 940
	const total money.Cents = subtotal + shipping
	due, expected := now.AddDate(0, 0, 3), now.AddDate(0, 0, 2)
	d := templateData{
		Sample: sampleCode, Undo: sampleUndo, BusinessName: w.business, TrackingID: "WHS-40718266519342",
		Reason: w.reason, Question: w.question, NewAccount: true, How: identity.PasswordSetWithCode, RequestedAt: &now,

		Number: "ORD-4071826651", AccountOrder: sampleOrder, OrderTotal: new(total),
		PaymentMethod: ordering.PaymentMethodBankTransfer, Consumer: new(true),
		Items:    []item{{Name: w.article, Options: w.options, Quantity: 2, Total: subtotal}},
		Subtotal: subtotal, Shipping: shipping, Tax: vat, Total: total, ShippingMethod: "Standard", DueAt: &due,
		Taxes:  []tax{{Rate: 1900, Net: total - vat, Tax: vat}},
		ShipTo: sampleName + ", Torstraße 12, 10119 Berlin, DE",

		Amount: total, Whole: true, ReturnDays: shop.DefaultReturnDays, SendTo: w.sendTo,
		Cause: ordering.CancellationReasonAdmin,

		Document: "RE-2026-000042", Net: total - vat,
		Carrier: "DHL", TrackingNumber: "00340434161094042557",
		TrackingURL: "https://www.dhl.de/?piececode=00340434161094042557", ExpectedAt: &expected,
		Declarer: sampleName, DeclaredEmail: "ada@example.com", Received: clock.FormatDay(now, locale) + ", 14:03:07",
	}
	d.Instructions = fmt.Sprintf(w.instructions, total.Format(locale), d.Number, clock.FormatDay(due, locale))
	return d
}

// words are the made-up words of a language: of an article, of a business, of what people write.
// instructions has places for the amount, the number and the day, notice for the number.
type words struct {
	article, options, business, sendTo, instructions, notice string
	reason, wish, refusal, noWholesale, question             string
}

var sampleWords = map[string]words{
	"en": {
		article: "Moka pot", options: "Size: 6 cups", business: "Lindner Roasters Ltd",
		sendTo:       "The shop's address for returns",
		instructions: "Please transfer %s with the reference %s by %s.", notice: "New order %s",
		reason: "It is sold out.", wish: "It is too small.", refusal: "It has been used.",
		noWholesale: "We do not deliver to your country yet.", question: "Which products do you sell, and where?",
	},
	"de": {
		article: "Espressokocher", options: "Größe: 6 Tassen", business: "Rösterei Lindner GmbH",
		sendTo:       "Die Adresse des Shops für Rücksendungen",
		instructions: "Bitte überweisen Sie %s mit dem Verwendungszweck %s bis zum %s.", notice: "Neue Bestellung %s",
		reason: "Der Artikel ist ausverkauft.", wish: "Er ist zu klein.", refusal: "Der Artikel wurde benutzt.",
		noWholesale: "Wir liefern noch nicht in Ihr Land.", question: "Welche Produkte verkaufen Sie, und wo?",
	},
}
