package invoices

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"orderd/modules/invoices/events"
	"orderd/platform/convert"
	"orderd/platform/id"
	"orderd/platform/locale"
	"orderd/platform/money"
	_ "orderd/test/kit/draws"
)

// invoiceOf is the invoice of an order as ordering charges it.
func invoiceOf(shipping int64, lines ...line) document {
	s := &setup{Runner: nil}
	e := placedAt(s, shipping, lines...)
	p, _ := placedOf(e)
	return document{
		ID: "0199d5a2-4b7c-7d3e-9f10-2a3b4c5d6e90", Kind: events.KindInvoice, Locale: locale.German, Items: p.Items,
		Shipping: p.Shipping, Taxes: p.Taxes, amounts: sumOf(p.Taxes),
	}
}

// correctedBy is a correction of the invoice.
func correctedBy(invoice document, before []document, by money.Cents, goods *returnedGoods) document {
	d := takenFrom(invoice, events.KindCorrection)
	newLedger(invoice, before).correct(&d, by, goods)
	return d
}

// The examples of the contract: one of three comes back, and all the rest is refunded later.
func TestCorrectionsOfExample1(t *testing.T) {
	t.Parallel()
	invoice := invoiceOf(490, line{3, 5516, 1900}, line{1, 1371, 700})
	if got, want := invoice.amounts, (amounts{6338, 1039, 7377}); got != want {
		t.Fatalf("the invoice is %v, want %v", got, want)
	}
	first := correctedBy(invoice, nil, 1838, &returnedGoods{Units: map[string]int{*invoice.Items[0].OrderItemID: 1}})
	if got, want := first.amounts, (amounts{1545, 293, 1838}); got != want || len(first.Items) != 1 || first.Items[0].Quantity != 1 {
		t.Errorf("one came back: %v %v, want %v", got, first.Items, want)
	}
	rest := correctedBy(invoice, []document{first}, 7377-1838, nil)
	want := [][3]money.Cents{{3420, 650, 4070}, {1373, 96, 1469}}
	for n, t19 := range rest.Taxes {
		if got := [3]money.Cents{t19.Net, t19.Tax, t19.Gross}; got != want[n] {
			t.Errorf("the rest at %v: %v, want %v", t19.Rate, got, want[n])
		}
	}
	for _, i := range rest.Items {
		if i.OrderItemID != nil || i.SKU != nil || i.Quantity != 1 || i.Name != "Preisnachlass" {
			t.Errorf("%+v", i)
		}
	}
}

// A return takes off its lines and its shipping, by at most what each has left; a cent more or less
// than the units cost makes no line of its own.
func TestCorrectionsOfReturns(t *testing.T) {
	t.Parallel()
	invoice := invoiceOf(490, line{3, 5516, 1900}, line{1, 1371, 700})
	moka, beans := *invoice.Items[0].OrderItemID, *invoice.Items[1].OrderItemID
	for _, row := range []struct {
		by    money.Cents
		goods returnedGoods
		want  string
	}{
		{1838, returnedGoods{Units: map[string]int{moka: 1}}, "1 × Article 0 18.38"},
		{1839, returnedGoods{Units: map[string]int{moka: 1}}, "1 × Article 0 18.39"},
		{1840, returnedGoods{Units: map[string]int{moka: 1}}, "1 × Article 0 18.40"},
		{1000, returnedGoods{Units: map[string]int{moka: 1}}, "1 × Article 0 10.00"},
		{1371, returnedGoods{Units: map[string]int{beans: 1}}, "1 × Article 1 13.71"},
		{7377, returnedGoods{Units: map[string]int{moka: 3, beans: 1}, Shipping: 490},
			"3 × Article 0 55.16, shipping 3.92, 1 × Article 1 13.71, shipping 0.98"},
		{2000, returnedGoods{Units: map[string]int{beans: 1}}, "1 × Preisnachlass 6.19, 1 × Article 1 13.71, 1 × Preisnachlass 0.10"},
	} {
		d := correctedBy(invoice, nil, row.by, &row.goods)
		got := ""
		for _, tax := range d.Taxes {
			for _, i := range d.Items {
				if i.TaxRate == tax.Rate {
					got += fmt.Sprintf(", %d × %s %s", i.Quantity, i.Name, i.Gross)
				}
			}
			for _, ship := range d.Shipping {
				if ship.Rate == tax.Rate {
					got += ", shipping " + ship.Gross.String()
				}
			}
		}
		if got[2:] != row.want || d.Gross != row.by {
			t.Errorf("%s: %s, want %s", row.by, got[2:], row.want)
		}
	}
}

// A correction of the shipping alone, as when what came back had cost nothing, has it as its line,
// and what comes back later is not charged with it again.
func TestCorrectionsOfTheShippingAlone(t *testing.T) {
	t.Parallel()
	invoice := invoiceOf(490, line{1, 0, 1900}, line{2, 2000, 1900}, line{1, 1000, 700})
	gift, moka := *invoice.Items[0].OrderItemID, *invoice.Items[1].OrderItemID
	first := correctedBy(invoice, nil, 490, &returnedGoods{ReturnID: id.New(), Units: map[string]int{gift: 1}, Shipping: 490})
	if len(first.Items) != 2 || len(first.Shipping) != 0 || first.Gross != 490 || sumOf(first.Taxes) != first.amounts {
		t.Fatalf("%+v", first)
	}
	for n, gross := range []money.Cents{327, 163} {
		if i := first.Items[n]; i.OrderItemID != nil || i.Quantity != 1 || i.Name != "Versand" || i.Gross != gross ||
			i.amounts != first.Taxes[n].amounts {
			t.Errorf("line %d: %+v", n+1, i)
		}
	}
	later := correctedBy(invoice, []document{first}, 1000, &returnedGoods{ReturnID: id.New(), Units: map[string]int{moka: 1}, Shipping: 490})
	if len(later.Items) != 1 || later.Items[0].Gross != 1000 || len(later.Shipping) != 0 {
		t.Errorf("%+v", later)
	}
}

// Two refunds of one return make two corrections of its units, which are off the line once: what
// comes back later is worth what its units cost.
func TestCorrectionsOfOneReturn(t *testing.T) {
	t.Parallel()
	invoice := invoiceOf(0, line{3, 6000, 1900}, line{2, 2000, 700})
	moka, beans := *invoice.Items[0].OrderItemID, *invoice.Items[1].OrderItemID
	one := &returnedGoods{ReturnID: id.New(), Units: map[string]int{moka: 1}}
	provider := correctedBy(invoice, nil, 1500, one)
	hand := correctedBy(invoice, []document{provider}, 500, one)
	both := &returnedGoods{ReturnID: id.New(), Units: map[string]int{moka: 1, beans: 1}}
	later := correctedBy(invoice, []document{provider, hand}, 3000, both)
	for n, want := range map[int][]money.Cents{0: {1500}, 1: {500}, 2: {2000, 1000}} {
		d := []document{provider, hand, later}[n]
		got := convert.All(d.Items, func(i item) money.Cents { return i.Gross })
		if !slices.Equal(got, want) {
			t.Errorf("correction %d: %v, want %v", n+1, got, want)
		}
	}
}

// Whatever comes back in whatever order: no line and no row is taken off twice, every correction
// sums, and a row that is taken off wholly sums to exactly 0.00, its VAT too.
func TestCorrectionsSum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) line {
			return line{
				rapid.IntRange(1, 5).Draw(t, "units"), rapid.Int64Range(0, 20_000).Draw(t, "gross"),
				rapid.SampledFrom([]money.Rate{1900, 700, 550, 0}).Draw(t, "rate"),
			}
		}), 1, 6).Draw(t, "lines")
		shipping := rapid.Int64Range(0, 2_000).Draw(t, "shipping")
		invoice := invoiceOf(shipping, lines...)
		var taken []document
		for left := invoice.Gross; left > 0; {
			by := money.Cents(rapid.Int64Range(1, int64(left)).Draw(t, "by"))
			if len(taken) == 9 {
				by = left
			}
			var goods *returnedGoods
			if rapid.Bool().Draw(t, "goods") {
				goods = &returnedGoods{Units: map[string]int{}, Shipping: money.Cents(rapid.Int64Range(0, shipping).Draw(t, "back"))}
				goods.ReturnID = fmt.Sprint(rapid.IntRange(0, len(taken)).Draw(t, "return"))
				for _, i := range invoice.Items {
					if units := rapid.IntRange(0, i.Quantity).Draw(t, "units"); units > 0 {
						goods.Units[*i.OrderItemID] = units
					}
				}
			}
			d := correctedBy(invoice, taken, by, goods)
			requireSums(t, d, by)
			taken, left = append(taken, d), left-by
			requireNotBelowZero(t, newLedger(invoice, taken))
		}
		l := newLedger(invoice, taken)
		for n, row := range invoice.Taxes {
			if l.left[n] != 0 || l.taxTaken[n] != row.Tax {
				t.Fatalf("row %d: %s are left, and %s of %s VAT were taken off", n, l.left[n], l.taxTaken[n], row.Tax)
			}
		}
	})
}

func requireSums(t *rapid.T, d document, by money.Cents) {
	t.Helper()
	var lines amounts
	for _, i := range d.Items {
		lines.add(i.amounts)
		if i.Gross <= 0 || i.Net < 0 || i.Tax < 0 || i.Net+i.Tax != i.Gross || i.Quantity < 1 {
			t.Fatalf("a line: %+v", i)
		}
	}
	for _, ship := range d.Shipping {
		lines.add(ship.amounts)
	}
	if len(d.Items) == 0 {
		t.Fatalf("by %s: no line, EN 16931 asks for one (BR-16)", by)
	}
	if d.Gross != by || lines != d.amounts || sumOf(d.Taxes) != d.amounts {
		t.Fatalf("by %s: lines %v, rows %v, in all %v", by, lines, sumOf(d.Taxes), d.amounts)
	}
}

func requireNotBelowZero(t *rapid.T, l *ledger) {
	t.Helper()
	for n := range l.lines {
		if l.lines[n].gross < 0 {
			t.Fatalf("line %d has %s left", n, l.lines[n].gross)
		}
	}
	for n := range l.left {
		if l.left[n] < 0 || l.shipping[n] < 0 {
			t.Fatalf("row %d has %s left, its shipping %s", n, l.left[n], l.shipping[n])
		}
	}
}
