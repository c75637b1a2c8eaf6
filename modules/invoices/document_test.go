package invoices

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// exampleRow is what a document charges at one rate: its lines, and the gross of its shipping.
type exampleRow struct {
	rate     money.Rate
	category taxCategory
	reason   *taxReason
	lines    []exampleLine
	shipping money.Cents
}

type exampleLine struct {
	name     string
	quantity int
	gross    money.Cents
}

// newExample is a document of the example shop with some rows: the tax of a row is worked out once
// and split over its lines, then its shipping (papers.md 2).
func newExample(kind events.Kind, code locale.Code, method ordering.PaymentMethod, rows ...exampleRow) *document {
	d := &document{
		ID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405170", Kind: kind, Locale: code, OrderID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405171",
		OrderNumber: "2026-004711", IssuedAt: time.Date(2026, 11, 28, 10, 15, 0, 0, time.UTC), IssuedOn: "2026-11-28",
		SuppliedAt: new(time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)), SuppliedOn: new(day("2026-11-27")),
		Seller: seller{
			Name: "Moka & Co GmbH", Line1: "Torstraße 12", PostalCode: "10119", City: "Berlin", Country: "DE",
			Email: "hello@shop.example", Phone: new("+49 30 901820"), VATID: new("DE129273398"), TaxNumber: new("37/123/45678"),
			Register: new("HRB 4711, Amtsgericht Charlottenburg"), Managers: new("Ada Lovelace"),
			IBAN: new("DE02120300000000202051"), BIC: new("BYLADEM1001"), Holder: new("Moka & Co GmbH"), Bank: new("DKB"),
		},
		Buyer: party{
			FullName: "Grace Hopper", Address: "Unter den Linden 1, 10117 Berlin", Line1: new("Unter den Linden 1"),
			PostalCode: new("10117"), City: new("Berlin"), Country: "DE",
		},
		Payment: payment{Method: method},
	}
	switch kind {
	case events.KindInvoice:
		d.Number = "RE-2026-000042"
	case events.KindCorrection:
		d.Number = "RK-2026-000007"
	case events.KindCancellation:
		d.Number = "ST-2026-000003"
	}
	if d.takesOff() {
		d.RefersTo = &reference{ID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405172", Number: "RE-2026-000041", IssuedOn: "2026-11-26"}
	}
	d.ShipTo = d.Buyer
	for _, row := range rows {
		d.add(row)
	}
	switch {
	case d.takesOff():
	case method == ordering.PaymentMethodInvoice:
		d.DueAt, d.DueOn = new(time.Date(2026, 12, 12, 22, 59, 59, 0, time.UTC)), new(day("2026-12-12"))
	case method != ordering.PaymentMethodCashOnDelivery:
		d.Payment.Paid = d.Gross
	}
	return d
}

func (d *document) add(row exampleRow) {
	var weights []int64
	var gross money.Cents
	for _, l := range row.lines {
		gross, weights = gross+l.gross, append(weights, int64(l.gross))
	}
	gross, weights = gross+row.shipping, append(weights, int64(row.shipping))
	tax := row.rate.TaxIn(gross)
	shares := money.Split(tax, weights)
	for i, l := range row.lines {
		n := len(d.Items) + 1
		d.Items = append(d.Items, item{
			OrderItemID: new(fmt.Sprintf("0199d5a1-93c4-7a50-8b1c-6d2e3f40%04d", n)), SKU: new(fmt.Sprintf("MOKA-%03d", n)),
			Name: l.name, Options: map[string]string{"Size": "250 g", "Grind": "whole bean"}, Quantity: l.quantity,
			TaxRate: row.rate, Category: row.category,
			amounts: amounts{Net: l.gross - shares[i], Tax: shares[i], Gross: l.gross},
		})
	}
	total := taxRow{
		Rate: row.rate, Category: row.category, Reason: row.reason,
		amounts: amounts{Net: gross - tax, Tax: tax, Gross: gross},
	}
	if row.shipping > 0 {
		shipping := total
		share := shares[len(row.lines)]
		shipping.amounts = amounts{Net: row.shipping - share, Tax: share, Gross: row.shipping}
		d.Shipping = append(d.Shipping, shipping)
	}
	if gross > 0 {
		d.Taxes = append(d.Taxes, total)
	}
	d.Net, d.Tax, d.Gross = d.Net+total.Net, d.Tax+total.Tax, d.Gross+total.Gross
}

// The rows of papers.md's worked examples.
var (
	example1 = []exampleRow{
		{rate: 1900, category: categoryStandard, shipping: 392, lines: []exampleLine{{"Moka pot, 6 cups", 3, 5516}}},
		{rate: 700, category: categoryStandard, shipping: 98, lines: []exampleLine{{"Espresso beans", 1, 1371}}},
	}
	exampleK = []exampleRow{{
		category: categoryIntraCommunity, reason: new(reasonIntraCommunity), shipping: 412,
		lines: []exampleLine{{"Moka pot, 6 cups", 24, 17952}},
	}}
	exampleG = []exampleRow{{
		category: categoryExport, reason: new(reasonExport), shipping: 412, lines: []exampleLine{{"Moka pot, 6 cups", 3, 5040}},
	}}
	exampleE = []exampleRow{{
		category: categoryExempt, reason: new(reasonSmallBusiness), shipping: 490, lines: []exampleLine{{"Moka pot, 6 cups", 3, 5997}},
	}}
	example2490 = []exampleRow{{rate: 1900, category: categoryStandard, lines: []exampleLine{{"Moka pot, 3 cups", 1, 2490}}}}
	// Free lines have no row of VAT, unless others of their rate cost something.
	exampleFree = []exampleRow{
		{rate: 1900, category: categoryStandard, shipping: 490, lines: []exampleLine{{"Moka pot, 3 cups", 1, 2490}, {"Scoop", 1, 0}}},
		{rate: 700, category: categoryStandard, lines: []exampleLine{{"Espresso beans, a sample", 2, 0}}},
		{category: categoryZero, lines: []exampleLine{{"Moka-Kalender", 1, 0}}},
	}
	exampleZero = []exampleRow{
		{rate: 550, category: categoryStandard, shipping: 245, lines: []exampleLine{{"Espresso beans", 7, 9999}}},
		{category: categoryZero, lines: []exampleLine{{"Moka-Kalender & Buch", 2, 1000}}},
	}
)

// toFrance makes the buyer a company in France with a VAT id.
func (d *document) toFrance() *document {
	d.Buyer = party{
		FullName: "Émilie du Châtelet", Company: new("Café des Lumières SARL"), Address: "12 rue de Rivoli, 75001 Paris",
		Line1: new("12 rue de Rivoli"), PostalCode: new("75001"), City: new("Paris"), Country: "FR", VATID: new("FR40303265045"),
	}
	d.ShipTo = d.Buyer
	d.ShipTo.VATID = nil
	return d
}

// toSwitzerland makes the destination one that is known as a text alone.
func (d *document) toSwitzerland() *document {
	d.ShipTo = party{FullName: "Leonhard Euler", Address: "Rheinsprung 9, 4051 Basel", Country: "CH"}
	return d
}

// namedExamples are the documents whose XML stands in testdata.
func namedExamples() map[string]*document {
	const invoice, correction = events.KindInvoice, events.KindCorrection
	byInvoice, byCard := ordering.PaymentMethodInvoice, ordering.PaymentMethodCard
	corrected := newExample(correction, locale.German, byInvoice, exampleRow{
		rate: 1900, category: categoryStandard, lines: []exampleLine{{"Moka pot, 6 cups", 1, 1838}},
	})
	reduced := newExample(correction, locale.English, byCard, exampleRow{
		rate: 1900, category: categoryStandard, lines: []exampleLine{{"Price reduction", 1, 500}},
	})
	reduced.Items[0].OrderItemID, reduced.Items[0].SKU, reduced.Items[0].Options = nil, nil, nil
	text := newExample(invoice, locale.English, byCard, example2490...)
	text.Buyer = party{FullName: "Ada Lovelace", Address: "12 St James's Square, London SW1Y 4JH", Country: "GB"}
	text.ShipTo = text.Buyer
	small := newExample(invoice, locale.German, byCard, exampleE...)
	small.Seller.VATID, small.Seller.IBAN, small.Seller.BIC, small.Seller.Register = nil, nil, nil, nil
	partly := newExample(invoice, locale.German, byInvoice, example1...)
	partly.Payment.Paid = 2000
	return map[string]*document{
		"unpaid":          newExample(invoice, locale.German, byInvoice, example1...),
		"partly_paid":     partly,
		"paid":            newExample(invoice, locale.English, byCard, example1...),
		"on_delivery":     newExample(invoice, locale.English, ordering.PaymentMethodCashOnDelivery, exampleZero...),
		"corrected":       corrected,
		"reduced":         reduced,
		"cancelled":       newExample(events.KindCancellation, locale.German, byInvoice, example1...),
		"intra_community": newExample(invoice, locale.German, byInvoice, exampleK...).toFrance(),
		"export":          newExample(invoice, locale.English, ordering.PaymentMethodBankTransfer, exampleG...).toSwitzerland(),
		"small_business":  small,
		"one_line":        newExample(invoice, locale.German, byCard, example2490...),
		"address_as_text": text,
	}
}

// everyExample has a document of every kind, reason, method and language too.
func everyExample() map[string]*document {
	all := namedExamples()
	// A correction is issued with it.
	reduced := newExample(events.KindInvoice, locale.German, ordering.PaymentMethodInvoice, example1...)
	reduced.Payment.Paid, reduced.Payment.TakenOff = 1000, 1377
	all["with_correction"] = reduced
	for kind, rows := range map[string][]exampleRow{"S": example1, "K": exampleK, "G": exampleG, "E": exampleE, "Z": exampleZero,
		"free": exampleFree} {
		for _, k := range (events.Kind("")).Values() {
			for _, method := range (ordering.PaymentMethod("")).Values() {
				for _, code := range (locale.Code("")).Values() {
					d := newExample(events.Kind(k), locale.Code(code), ordering.PaymentMethod(method), rows...)
					switch kind {
					case "K":
						d.toFrance()
					case "G":
						d.toSwitzerland()
					}
					all[strings.Join([]string{k, kind, method, code}, "-")] = d
				}
			}
		}
	}
	return all
}

// strangeExamples have texts that a layout does not expect.
func strangeExamples() map[string]*document {
	all := map[string]*document{}
	for name, text := range map[string]string{
		"html":    `<img src="http://127.0.0.1:1/x.png"> & </td></table><script>alert("1")</script>`,
		"long":    strings.Repeat("Kaffeemühle", 18) + "xx",
		"words":   strings.Repeat("Kaffee ", 28) + "Ende",
		"greek":   "Καφές και τσάι",
		"foreign": "コーヒー قهوة кофе ☕ STRAẞE e\u0301clair",
		"css":     `'); } body { display: none } @import url('x.css`,
	} {
		d := newExample(events.KindInvoice, locale.German, ordering.PaymentMethodInvoice, example1...)
		d.Items[0].Name, d.Items[1].Options = text, map[string]string{text: text}
		d.Buyer.FullName, d.Buyer.Company, d.Buyer.Line1, d.Buyer.City = text, &text, &text, &text
		d.ShipTo.FullName = text
		d.Seller.Managers, d.Seller.Holder = &text, &text
		d.Sample = true
		all["strange-"+name] = d
	}
	for _, lines := range []int{20, 60, 200} {
		d := newExample(events.KindInvoice, locale.German, ordering.PaymentMethodInvoice, manyLines(lines)...)
		d.Sample = lines == 60
		all[fmt.Sprintf("lines-%d", lines)] = d
	}
	return all
}

func manyLines(n int) []exampleRow {
	row := exampleRow{rate: 1900, category: categoryStandard, shipping: 490}
	for i := range n {
		name := fmt.Sprintf("Espresso beans no. %d, washed, from a farm in the mountains", i+1)
		row.lines = append(row.lines, exampleLine{name, i%7 + 1, money.Cents(1000 + 37*i)})
	}
	return []exampleRow{row}
}

// The document of today is read by the service of tomorrow: nothing is lost in its JSON.
func TestADocumentIsStored(t *testing.T) {
	t.Parallel()
	for name, d := range namedExamples() {
		stored, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var read document
		if err := json.Unmarshal(stored, &read); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !reflect.DeepEqual(*d, read) {
			t.Errorf("%s was read as\n%+v, want\n%+v", name, read, *d)
		}
	}
}

// The worked examples of the contract.
func TestExampleSums(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][3]money.Cents{
		"unpaid": {6338, 1039, 7377}, "corrected": {1545, 293, 1838}, "one_line": {2092, 398, 2490},
		"intra_community": {18364, 0, 18364}, "small_business": {6487, 0, 6487},
	} {
		d := namedExamples()[name]
		if got := [3]money.Cents{d.Net, d.Tax, d.Gross}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	d := namedExamples()["unpaid"]
	for i, want := range []string{"15.4533", "12.81"} {
		if got := d.Items[i].unitPrice(pdfPriceDecimals); got != want {
			t.Errorf("the unit price of line %d is %s, want %s", i+1, got, want)
		}
	}
	for price, i := range map[string]item{
		"0.333333": {Quantity: 3, amounts: amounts{Net: 100}}, "0.00": {Quantity: 2}, "0.005": {Quantity: 2, amounts: amounts{Net: 1}},
		"999999999999.99": {Quantity: 1, amounts: amounts{Net: money.Max}}, "1.10": {Quantity: 10, amounts: amounts{Net: 1100}},
	} {
		if got := i.unitPrice(xmlPriceDecimals); got != price {
			t.Errorf("%v cents for %d are %s each, want %s", i.Net, i.Quantity, got, price)
		}
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	examples := namedExamples()
	unsaid := newExample(events.KindInvoice, locale.German, ordering.PaymentMethodBankTransfer, example1...)
	unsaid.Payment.Paid = 0
	examples["unsaid"] = unsaid
	replacing := newExample(events.KindInvoice, locale.English, ordering.PaymentMethodCard, example1...)
	replacing.RefersTo = &reference{Number: "RE-2026-000001", IssuedOn: "2026-02-03"}
	examples["replacing"] = replacing
	for name, want := range map[string][2]string{
		"unpaid":      {"Zahlbar bis 12.12.2026"},
		"paid":        {"Paid"},
		"on_delivery": {"Payable on delivery"},
		"unsaid":      {"Zahlbar bei Erhalt"},
		"corrected":   {"Mindert die Rechnung RE-2026-000041 vom 26.11.2026", "Mindert die Rechnung RE-2026-000041 vom 26.11.2026"},
		"cancelled":   {"Storniert die Rechnung RE-2026-000041 vom 26.11.2026", "Storniert die Rechnung RE-2026-000041 vom 26.11.2026"},
		"reduced":     {"Taken off invoice RE-2026-000041 of 26 November 2026", "Taken off invoice RE-2026-000041 of 26 November 2026"},
		"replacing":   {"Paid", "Replaces invoice RE-2026-000001 of 3 February 2026"},
	} {
		d := examples[name]
		w := wordsIn(d.Locale)
		if got := [2]string{w.terms(d), w.about(d)}; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	keys := func(m any) int { return reflect.ValueOf(m).Len() }
	for _, w := range []documentWords{englishWords, germanWords} {
		if keys(w.titles) != len((events.Kind("")).Values()) || keys(w.notes) != len((taxReason("")).Values()) ||
			keys(w.methods) != len((ordering.PaymentMethod("")).Values()) {
			t.Errorf("words are missing: %+v", w)
		}
		if slices.Contains([]string{w.titles[events.KindCorrection], w.titles[events.KindCancellation]}, "Gutschrift") {
			t.Error("a Gutschrift is a self-billed invoice")
		}
	}
}
