package invoices

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"orderd/modules/invoices/events"
	ordering "orderd/modules/ordering/events"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// pdfPage is what templates/document.html shows, all of it printable.
type pdfPage struct {
	Lang    locale.Code
	Title   string // of the file too
	Sample  string // across each page; blank but in dev mode
	Seller  string
	Sender  string // in one line, for a window of an envelope
	Buyer   []string
	Facts   []pdfFact
	Lead    string
	Lines   []pdfLine
	Sums    []pdfFact
	Rates   []pdfRate
	Notes   []string
	HasCode bool // a QR code for a transfer
	Payment []string
	ShipTo  []string   // when it is not the buyer's address
	Foot    [][]string // columns of lines, as wide as pdfFootColumn
}

type (
	pdfFact struct {
		Name, Text string
		Total      bool
	}
	pdfLine struct {
		Position, Quantity   int
		Name, Detail         string
		UnitPrice, Rate, Net string
	}
	pdfRate struct{ Rate, Net, Tax, Gross string }
)

// Say is a text in the language of the page.
func (p *pdfPage) Say(english, german string) string {
	if p.Lang == locale.German {
		return german
	}
	return english
}

// pdfPageOf makes the page of a document.
func pdfPageOf(d *document) *pdfPage {
	w := wordsIn(d.Locale)
	p := &pdfPage{
		Lang: locale.English, Title: printable(w.titles[d.Kind] + " " + d.Number),
		Seller: printable(d.Seller.Name), Lead: printable(w.about(d)),
		Buyer: d.Buyer.lines(d.Seller.Country, w), HasCode: d.transferCode() != "",
	}
	if d.Locale == locale.German {
		p.Lang = locale.German
	}
	if d.Sample {
		p.Sample = w.sample
	}
	p.Sender = strings.Join(d.Seller.address(w, ""), " · ")
	if to := d.ShipTo.lines(d.Seller.Country, w); !slices.Equal(to, p.Buyer) {
		p.ShipTo = to
	}
	p.addFacts(d, w)
	p.addLines(d, w)
	p.addSums(d, w)
	p.addNotes(d, w)
	p.addPayment(d, w)
	p.addFoot(&d.Seller, w)
	return p
}

// addFacts adds what stands beside the buyer's address.
func (p *pdfPage) addFacts(d *document, w documentWords) {
	supplied := d.IssuedOn
	if d.SuppliedOn != nil {
		supplied = *d.SuppliedOn
	}
	p.Facts = append(p.Facts,
		pdfFact{Name: p.Say("Number", "Nummer"), Text: printable(d.Number)},
		pdfFact{Name: p.Say("Date of issue", "Ausstellungsdatum"), Text: w.dayText(d.IssuedOn)},
		pdfFact{Name: p.Say("Date of supply", "Lieferdatum"), Text: w.dayText(supplied)},
		pdfFact{Name: p.Say("Order", "Bestellung"), Text: printable(d.OrderNumber)},
		pdfFact{Name: p.Say("Payment", "Zahlungsart"), Text: w.methods[d.Payment.Method]})
	if d.RefersTo != nil {
		p.Facts = append(p.Facts,
			pdfFact{Name: p.Say("Refers to", "Bezug"), Text: printable(d.RefersTo.Number)})
	}
	if d.Buyer.VATID != nil {
		p.Facts = append(p.Facts,
			pdfFact{Name: p.Say("Your VAT ID", "Ihre USt-IdNr."), Text: printable(*d.Buyer.VATID)})
	}
}

func (p *pdfPage) addLines(d *document, w documentWords) {
	for n, i := range d.Items {
		var detail []string
		if i.SKU != nil {
			detail = append(detail, *i.SKU)
		}
		for _, name := range slices.Sorted(maps.Keys(i.Options)) {
			detail = append(detail, name+": "+i.Options[name])
		}
		p.Lines = append(p.Lines, pdfLine{
			Position: n + 1, Quantity: i.Quantity, Name: printable(i.Name), Detail: printable(strings.Join(detail, " · ")),
			UnitPrice: w.amount(i.unitPrice(pdfPriceDecimals)), Rate: w.rate(i.TaxRate), Net: w.amount(i.Net.String()),
		})
	}
}

// pdfPriceDecimals are the most decimals of a unit price.
const pdfPriceDecimals = 4

// addSums adds the sums, and the VAT at each rate.
func (p *pdfPage) addSums(d *document, w documentWords) {
	sum := func(name string, amount money.Cents) pdfFact {
		return pdfFact{Name: name, Text: w.amount(amount.String())}
	}
	if len(d.Shipping) > 0 {
		var goods money.Cents
		for _, i := range d.Items {
			goods += i.Net
		}
		p.Sums = append(p.Sums, sum(p.Say("Subtotal, net", "Zwischensumme netto"), goods))
	}
	for _, row := range d.Shipping {
		p.Sums = append(p.Sums, sum(fmt.Sprintf("%s (%s)", w.shipping, w.rate(row.Rate)), row.Net))
	}
	p.Sums = append(p.Sums,
		sum(p.Say("Total, net", "Summe netto"), d.Net), sum(p.Say("VAT", "Umsatzsteuer"), d.Tax))
	total := sum(map[events.Kind]string{
		events.KindInvoice:      p.Say("Total", "Gesamtbetrag"),
		events.KindCorrection:   p.Say("Total of the correction", "Korrekturbetrag"),
		events.KindCancellation: p.Say("Total cancelled", "Stornobetrag"),
	}[d.Kind], d.Gross)
	total.Total = true
	p.Sums = append(p.Sums, total)
	if d.Payment.Paid > 0 && d.Payment.Paid < d.Gross {
		p.Sums = append(p.Sums, sum(p.Say("Paid so far", "Bereits bezahlt"), d.Payment.Paid))
	}
	if d.due() > 0 && (d.due() < d.Gross || d.Payment.TakenOff > 0) {
		p.Sums = append(p.Sums, sum(p.Say("To be paid", "Noch zu zahlen"), d.due()))
	}
	for _, row := range d.Taxes {
		rate := w.rate(row.Rate)
		if row.Reason != nil {
			rate += " (" + w.exempt + ")"
		}
		p.Rates = append(p.Rates, pdfRate{
			Rate: rate, Net: w.amount(row.Net.String()), Tax: w.amount(row.Tax.String()), Gross: w.amount(row.Gross.String()),
		})
	}
}

// addNotes adds why no VAT is charged. An intra-Community supply names both VAT ids (VAT Directive
// art. 226).
func (p *pdfPage) addNotes(d *document, w documentWords) {
	for _, row := range d.Taxes {
		if row.Reason == nil {
			continue
		}
		note := w.notes[*row.Reason]
		if !slices.Contains(p.Notes, note) {
			p.Notes = append(p.Notes, note)
		}
		if *row.Reason == reasonIntraCommunity {
			p.Notes = append(p.Notes, printable(fmt.Sprintf(
				p.Say("VAT ID of the seller: %s, of the buyer: %s", "USt-IdNr. des Verkäufers: %s, des Käufers: %s"),
				deref(d.Seller.VATID), deref(d.Buyer.VATID))))
		}
	}
}

// addPayment adds until when and how the document is paid. A correction asks for nothing.
func (p *pdfPage) addPayment(d *document, w documentWords) {
	if d.takesOff() {
		return
	}
	p.Payment = append(p.Payment, w.terms(d))
	byTransfer := []ordering.PaymentMethod{ordering.PaymentMethodInvoice, ordering.PaymentMethodBankTransfer}
	if d.owed() <= 0 || d.Seller.IBAN == nil || !slices.Contains(byTransfer, d.Payment.Method) {
		return
	}
	if holder := printable(deref(d.Seller.Holder)); holder != "" {
		p.Payment = append(p.Payment, p.Say("Account holder: ", "Kontoinhaber: ")+holder)
	}
	account := d.Seller.account()
	if d.Seller.BIC != nil {
		account += ", BIC " + *d.Seller.BIC
	}
	p.Payment = append(p.Payment,
		account, p.Say("Reference: ", "Verwendungszweck: ")+printable(d.OrderNumber))
}

// addFoot adds the seller's data, in three columns.
func (p *pdfPage) addFoot(s *seller, w documentWords) {
	named := func(name string, text *string) string {
		if text == nil {
			return ""
		}
		return name + *text
	}
	p.Foot = [][]string{
		s.address(w, s.Country),
		{
			s.Email, named(p.Say("Phone ", "Telefon "), s.Phone),
			named(p.Say("VAT ID ", "USt-IdNr. "), s.VATID), named(p.Say("Tax number ", "Steuernummer "), s.TaxNumber),
		},
		{deref(s.Register), named(p.Say("Managed by ", "Geschäftsführung: "), s.Managers), s.account(), named("BIC ",
			s.BIC), deref(s.Bank)},
	}
	for n, column := range p.Foot {
		var lines []string
		for _, text := range printableLines(column...) {
			lines = append(lines, wrap(text, pdfFootColumn/pdfFootSize)...)
		}
		p.Foot[n] = lines
	}
}

// address is the seller's address in lines, with the country unless it is "".
func (s *seller) address(w documentWords, country string) []string {
	if country != "" {
		country = w.country(country)
	}
	return printableLines(s.Name, s.Line1, deref(s.Line2), s.PostalCode+" "+s.City, country)
}

// account is the IBAN in groups of four; "" without one.
func (s *seller) account() string {
	if s.IBAN == nil {
		return ""
	}
	var groups []string
	for rest := *s.IBAN; rest != ""; rest = rest[min(4, len(rest)):] {
		groups = append(groups, rest[:min(4, len(rest))])
	}
	return "IBAN " + strings.Join(groups, " ")
}

// lines are the party as on an envelope from a country, which its own is named beside.
func (p *party) lines(from string, w documentWords) []string {
	lines := []string{deref(p.Company), p.FullName}
	if p.Line1 == nil {
		lines = append(lines, p.Address)
	} else {
		lines = append(lines, *p.Line1, deref(p.Line2), deref(p.PostalCode)+" "+deref(p.City), deref(p.State))
	}
	if p.Country != from {
		lines = append(lines, w.country(p.Country))
	}
	return printableLines(lines...)
}

// printableLines are the texts as the PDF has them, without blank ones.
func printableLines(texts ...string) []string {
	lines := make([]string, 0, len(texts))
	for _, text := range texts {
		if line := printable(text); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// amount is an amount in EUR as people write it.
func (w documentWords) amount(number string) string {
	return w.before + w.decimalText(number) + w.after
}
