package ordering

import (
	"cmp"
	"slices"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// formerTaxes are the taxes of an order from before they were stored with it: worked out of its
// lines, as the checkout did. Each line contains its tax, and is rounded. The shipping is split
// over the rates of the lines by what these cost. Where the goods cost nothing the shipping has a
// rate of its own.
func (o *order) formerTaxes() []taxView {
	taxes := []taxView{}
	for i := range o.Items {
		taxes = addFormerTax(taxes, o.Items[i].TaxRate, o.Items[i].cost())
	}
	switch {
	case o.Shipping > 0 && len(taxes) == 0:
		taxes = addFormerTax(taxes, o.formerShippingRate(), o.Shipping)
	case o.Shipping > 0:
		weights := convert.All(taxes, func(t taxView) int64 { return int64(t.Gross) })
		for i, share := range money.Split(o.Shipping, weights) {
			taxes[i].Gross += share
			taxes[i].Tax += taxes[i].Rate.TaxIn(share)
		}
	}
	for i := range taxes {
		if taxes[i].Net, taxes[i].Category = taxes[i].Gross-taxes[i].Tax, taxStandard; taxes[i].Rate == 0 {
			taxes[i].Category = taxZero
		}
	}
	return taxes
}

// addFormerTax adds what is paid at a rate to the taxes, which stay sorted, the highest rate first.
func addFormerTax(taxes []taxView, rate money.Rate, paid money.Cents) []taxView {
	if paid == 0 {
		return taxes
	}
	at, found := slices.BinarySearchFunc(taxes, rate, func(t taxView, r money.Rate) int { return cmp.Compare(r, t.Rate) })
	if !found {
		taxes = slices.Insert(taxes, at, taxView{Rate: rate})
	}
	taxes[at].Gross += paid
	taxes[at].Tax += rate.TaxIn(paid)
	return taxes
}

// formerShippingRate is the VAT rate of the shipping where the goods cost nothing. All of the tax
// is that of the shipping then: the rate is the one that gives this tax, first among those of the
// lines, then the roundest.
func (o *order) formerShippingRate() money.Rate {
	for _, i := range o.Items {
		if i.TaxRate.TaxIn(o.Shipping) == o.Tax {
			return i.TaxRate
		}
	}
	for _, step := range []money.Rate{100, 50, 10, 1} {
		for rate := money.Rate(0); rate <= 10_000; rate += step {
			if rate.TaxIn(o.Shipping) == o.Tax {
				return rate
			}
		}
	}
	return 0
}
