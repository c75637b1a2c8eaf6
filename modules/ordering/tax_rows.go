package ordering

import (
	"cmp"
	"slices"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// taxRow is what an order comes to at one VAT rate: the lines of the rate after discounts, and the
// share of the shipping that follows them. ShippingNet and ShippingTax are that share.
type taxRow struct {
	Rate        money.Rate  `json:"rate"`
	Category    taxCategory `json:"category"`
	Net         money.Cents `json:"net"`
	Tax         money.Cents `json:"tax"`
	ShippingNet money.Cents `json:"shippingNet"`
	ShippingTax money.Cents `json:"shippingTax"`
}

// taxedGoods are the lines of one VAT rate while the taxes of an order are worked out.
type taxedGoods struct {
	rate     money.Rate
	category taxCategory
	lines    []int // of the order
	amounts  []int64
	goods    money.Cents // what the lines cost after discounts
	shipping money.Cents
}

// addTaxes works out the taxes of the lines and of the shipping: the rows, and the net and tax of
// each line. Each row is rounded once, and its tax is split over its lines in their order, then its
// share of the shipping.
func (t *totals) addTaxes(x *taxation) {
	t.Taxes = []taxRow{}
	for _, g := range x.share(t) {
		paid := g.goods + g.shipping
		tax := g.rate.TaxIn(paid)
		if x.mode == shop.PricesNet {
			tax = g.rate.TaxOn(paid)
		}
		parts := money.Split(tax, append(g.amounts, int64(g.shipping)))
		for n, i := range g.lines {
			t.Lines[i].Net, t.Lines[i].Tax = x.net(money.Cents(g.amounts[n]), parts[n]), parts[n]
		}
		ofShipping := parts[len(g.lines)]
		t.Taxes = append(t.Taxes, taxRow{
			Rate: g.rate, Category: g.category, Net: x.net(paid, tax), Tax: tax,
			ShippingNet: x.net(g.shipping, ofShipping), ShippingTax: ofShipping,
		})
		t.Tax += tax
	}
}

// net is an amount of the order without its tax.
func (x *taxation) net(amount, tax money.Cents) money.Cents {
	if x.mode == shop.PricesNet {
		return amount
	}
	return amount - tax
}

// share groups the lines that cost something by their VAT rate, the highest first. The shipping
// follows the goods: it is split over the rates by what the lines cost, by largest remainder; of
// equal remainders the highest rate comes first. Where the goods cost nothing it has the treatment
// of the order, else the standard rate.
func (x *taxation) share(t *totals) []taxedGoods {
	var found []taxedGoods
	for i, l := range t.Lines {
		paid := l.Total - l.Discount
		if paid == 0 {
			continue
		}
		at, known := slices.BinarySearchFunc(found, l.TaxRate, func(g taxedGoods, r money.Rate) int {
			return cmp.Compare(r, g.rate)
		})
		if !known {
			found = slices.Insert(found, at, taxedGoods{rate: l.TaxRate, category: l.Category})
		}
		g := &found[at]
		g.lines, g.amounts, g.goods = append(g.lines, i), append(g.amounts, int64(paid)), g.goods+paid
	}
	switch {
	case t.Shipping == 0:
		return found
	case len(found) == 0:
		rate, category := x.of(catalog.TaxStandard)
		return []taxedGoods{{rate: rate, category: category, shipping: t.Shipping}}
	}
	weights := make([]int64, len(found))
	for i := range found {
		weights[i] = int64(found[i].goods)
	}
	for i, share := range money.Split(t.Shipping, weights) {
		found[i].shipping = share
	}
	return found
}

// event is the row as events carry it.
func (r taxRow) event() events.Tax {
	return events.Tax{
		Rate: r.Rate, Category: r.Category, Reason: r.Category.Reason(), Net: int64(r.Net), Tax: int64(r.Tax),
		Gross: int64(r.Net + r.Tax),
	}
}

// shippingTaxes are the shares of the shipping, as events carry them.
func shippingTaxes(rows []taxRow) []events.ShippingTax {
	shares := []events.ShippingTax{}
	for _, r := range rows {
		if r.ShippingNet+r.ShippingTax > 0 {
			shares = append(shares, events.ShippingTax{
				Rate: r.Rate, Category: r.Category, Net: int64(r.ShippingNet), Tax: int64(r.ShippingTax),
			})
		}
	}
	return shares
}
