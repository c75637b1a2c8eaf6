package invoices

import (
	"math/bits"
	"slices"

	"orderd/platform/convert"
	"orderd/platform/locale"
	"orderd/platform/money"
)

// returnedGoods are what a correction is for: so many units of the lines, by order item, and so
// much of the shipping. Two refunds of one return, as through the card provider and by hand, make
// two corrections with its units.
type returnedGoods struct {
	ReturnID string
	Units    map[string]int
	Shipping money.Cents
}

// rowKey names a row of VAT.
type rowKey struct {
	rate     money.Rate
	category taxCategory
}

func (r *taxRow) key() rowKey { return rowKey{r.Rate, r.Category} }

func (i *item) key() rowKey { return rowKey{i.TaxRate, i.Category} }

// ledger is an invoice with what is left of it: of each row, with VAT and the VAT alone, of each
// line and of the shipping in each row. Amounts are with VAT unless they say otherwise.
type ledger struct {
	invoice  document
	rows     map[rowKey]int // index in invoice.Taxes
	left     []money.Cents
	taxTaken []money.Cents
	lines    []lineLeft
	shipping []money.Cents // by row
}

// lineLeft is what is left of a line.
type lineLeft struct {
	row   int
	units int
	gross money.Cents
}

// newLedger reads an invoice and what was taken off it.
func newLedger(invoice document, corrections []document) *ledger {
	l := &ledger{
		invoice: invoice, rows: map[rowKey]int{}, taxTaken: make([]money.Cents, len(invoice.Taxes)),
		shipping: make([]money.Cents, len(invoice.Taxes)),
	}
	for n := range invoice.Taxes {
		l.rows[invoice.Taxes[n].key()] = n
		l.left = append(l.left, invoice.Taxes[n].Gross)
	}
	at := map[string]int{}
	for n := range invoice.Items {
		i := &invoice.Items[n]
		at[*i.OrderItemID] = n
		l.lines = append(l.lines, lineLeft{row: l.rows[i.key()], units: i.Quantity, gross: i.Gross})
	}
	for n := range invoice.Shipping {
		l.shipping[l.rows[invoice.Shipping[n].key()]] += invoice.Shipping[n].Gross
	}
	counted := map[[2]string]bool{} // the units of a return and a line
	for _, c := range corrections {
		for n := range c.Taxes {
			row := l.rows[c.Taxes[n].key()]
			l.left[row] -= c.Taxes[n].Gross
			l.taxTaken[row] += c.Taxes[n].Tax
		}
		for n := range c.Items {
			if itemID := c.Items[n].OrderItemID; itemID != nil {
				line, units := &l.lines[at[*itemID]], [2]string{orEmpty(c.ReturnID), *itemID}
				line.gross -= c.Items[n].Gross
				if c.ReturnID == nil || !counted[units] {
					line.units = max(0, line.units-c.Items[n].Quantity)
				}
				counted[units] = true
			} else if c.Items[n].Shipping {
				l.shipping[l.rows[c.Items[n].key()]] -= c.Items[n].Gross
			}
		}
		for n := range c.Shipping {
			l.shipping[l.rows[c.Shipping[n].key()]] -= c.Shipping[n].Gross
		}
	}
	return l
}

// taken is a part of a correction: of a line, of the shipping, or of a whole row.
type taken struct {
	row   int
	line  int // index in lines; -1: none
	units int
	ship  bool
	gross money.Cents
}

// correct fills a correction by an amount, which is at most what is left of the invoice: over the
// goods that came back, each by at most what it has left, the rest over the rows by what is left of
// each.
func (l *ledger) correct(d *document, by money.Cents, goods *returnedGoods) {
	var parts []taken
	if goods != nil {
		parts = l.takeGoods(by, goods)
		d.ReturnID = &goods.ReturnID
	}
	for _, p := range parts {
		by -= p.gross
	}
	if by > 0 {
		weights := convert.All(l.left, func(c money.Cents) int64 { return int64(c) })
		for row, gross := range money.Split(by, weights) {
			l.left[row] -= gross
			parts = append(parts, taken{row: row, line: -1, gross: gross})
		}
	}
	l.write(d, parts)
}

// takeGoods takes off what came back, up to an amount.
func (l *ledger) takeGoods(by money.Cents, goods *returnedGoods) (parts []taken) {
	var worth []money.Cents // of each part
	for n := range l.lines {
		line := &l.lines[n]
		units := goods.Units[*l.invoice.Items[n].OrderItemID]
		if units == 0 || line.gross <= 0 {
			continue
		}
		value := line.gross // of the last units all that is left
		if units < line.units {
			value = scaled(line.gross, int64(units), int64(line.units))
		}
		parts, worth = append(parts, taken{row: line.row, line: n, units: units}), append(worth, value)
	}
	for row, left := range splitUpTo(goods.Shipping, l.shipping) {
		if left > 0 {
			parts, worth = append(parts, taken{row: row, line: -1, ship: true}), append(worth, left)
		}
	}
	for n, wanted := range splitUpTo(by, worth) {
		l.take(&parts[n], wanted)
		by -= parts[n].gross
	}
	for n := range parts { // what is more than the units cost
		if parts[n].line >= 0 {
			got := parts[n].gross
			l.take(&parts[n], by)
			by -= parts[n].gross - got
		}
	}
	return parts
}

// take adds to a part up to what its line or its shipping, and its row, have left.
func (l *ledger) take(p *taken, wanted money.Cents) {
	has := &l.shipping[p.row]
	if p.line >= 0 {
		has = &l.lines[p.line].gross
	}
	got := max(0, min(wanted, *has, l.left[p.row]))
	p.gross += got
	*has -= got
	l.left[p.row] -= got
}

// write writes the parts into a correction, with their VAT: of a row by what was taken off it in
// all, less what was before, so that a row that is taken off wholly has its VAT taken off wholly. A
// document has at least one line (EN 16931, BR-16): where there is only shipping, it is the line.
func (l *ledger) write(d *document, parts []taken) {
	hasLines := slices.ContainsFunc(parts, func(p taken) bool { return p.gross > 0 && !p.ship })
	for row := range l.invoice.Taxes {
		var of []taken
		var gross money.Cents
		for _, p := range parts {
			if p.row == row && p.gross > 0 {
				of, gross = append(of, p), gross+p.gross
			}
		}
		if gross == 0 {
			continue
		}
		t := l.invoice.Taxes[row]
		tax := scaled(t.Tax, int64(t.Gross-l.left[row]), int64(t.Gross)) - l.taxTaken[row]
		l.taxTaken[row] += tax
		t.amounts = taxed(gross, tax)
		d.Taxes = append(d.Taxes, t)
		taxes := money.Split(tax, convert.All(of, func(p taken) int64 { return int64(p.gross) }))
		var shipped *taxRow
		for n, p := range of {
			if !p.ship || !hasLines {
				d.Items = append(d.Items, l.itemOf(p, t, taxes[n], d.Locale))
				continue
			}
			row := t
			row.amounts = taxed(p.gross, taxes[n])
			shipped = &row
		}
		if shipped != nil {
			d.Shipping = append(d.Shipping, *shipped)
		}
	}
	d.amounts = sumOf(d.Taxes)
}

// priceReduction is what a correction by an amount names, which is of no goods.
var priceReduction = map[locale.Code]string{locale.English: "Price reduction", locale.German: "Preisnachlass"}

// itemOf is a part of a correction as its line.
func (l *ledger) itemOf(p taken, row taxRow, tax money.Cents, in locale.Code) item {
	if p.line >= 0 {
		i := l.invoice.Items[p.line]
		i.Quantity, i.amounts = p.units, taxed(p.gross, tax)
		return i
	}
	name := priceReduction[in]
	if name == "" {
		name = priceReduction[locale.English]
	}
	if p.ship {
		name = wordsIn(in).shipping
	}
	return item{
		Name: name, Options: map[string]string{}, Quantity: 1, TaxRate: row.Rate, Category: row.Category,
		Shipping: p.ship, amounts: taxed(p.gross, tax),
	}
}

// splitUpTo splits an amount by weights, of which none gets more than its weight.
func splitUpTo(amount money.Cents, weights []money.Cents) []money.Cents {
	var sum money.Cents
	for _, w := range weights {
		sum += w
	}
	if amount = min(amount, sum); amount <= 0 {
		return make([]money.Cents, len(weights))
	}
	return money.Split(amount, convert.All(weights, func(w money.Cents) int64 { return int64(w) }))
}

// taxed is an amount with the VAT in it.
func taxed(gross, tax money.Cents) amounts { return amounts{Net: gross - tax, Tax: tax, Gross: gross} }

// sumOf is what the rows charge in all.
func sumOf(rows []taxRow) (sum amounts) {
	for _, r := range rows {
		sum.Net += r.Net
		sum.Tax += r.Tax
		sum.Gross += r.Gross
	}
	return sum
}

// scaled is an amount × times ÷ divisor, rounded to the cent, half a cent up. None is below 0.
func scaled(amount money.Cents, times, divisor int64) money.Cents {
	hi, lo := bits.Mul64(uint64(amount), uint64(times))
	quotient, remainder := bits.Div64(hi, lo, uint64(divisor))
	if 2*remainder >= uint64(divisor) {
		quotient++
	}
	return money.Cents(quotient)
}
