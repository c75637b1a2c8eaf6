package ordering

import (
	"cmp"
	"slices"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// rateTotals is what is paid at one VAT rate, and the part of it that is VAT.
type rateTotals struct {
	Rate  money.Rate  `json:"rate" example:"19"`
	Gross money.Cents `json:"gross" doc:"VAT included." example:"58.87"`
	Tax   money.Cents `json:"tax" example:"9.4"`
}

// SchemaName is the name in the document.
func (rateTotals) SchemaName() string { return "OrderTax" }

// taxesByRate splits what the lines and the shipping cost after discounts by VAT rate, the highest
// first. Each line contains its tax. The shipping follows the goods: it is split over the rates of
// the lines by what these cost, by largest remainder; of equal remainders the highest rate comes
// first. Where the goods cost nothing the shipping has the rate that is given for it.
func taxesByRate(lines []lineTotals, shipping money.Cents, shippingRate money.Rate) []rateTotals {
	taxes := []rateTotals{}
	for _, l := range lines {
		paid := l.Total - l.Discount
		if paid == 0 {
			continue
		}
		at, found := slices.BinarySearchFunc(taxes, l.TaxRate, func(t rateTotals, r money.Rate) int {
			return cmp.Compare(r, t.Rate)
		})
		if !found {
			taxes = slices.Insert(taxes, at, rateTotals{Rate: l.TaxRate})
		}
		taxes[at].Gross += paid
		taxes[at].Tax += l.TaxRate.TaxIn(paid)
	}
	switch {
	case shipping == 0:
		return taxes
	case len(taxes) == 0:
		return append(taxes, rateTotals{Rate: shippingRate, Gross: shipping, Tax: shippingRate.TaxIn(shipping)})
	}
	weights := convert.All(taxes, func(t rateTotals) int64 { return int64(t.Gross) })
	for i, share := range money.Split(shipping, weights) {
		taxes[i].Gross += share
		taxes[i].Tax += taxes[i].Rate.TaxIn(share)
	}
	return taxes
}

// taxes are the order's, by rate, as they were calculated at the checkout.
func (o *order) taxes() []rateTotals {
	lines := convert.All(o.Items, func(i orderItem) lineTotals {
		return lineTotals{Total: i.LineTotal, Discount: i.Discount, TaxRate: i.TaxRate}
	})
	return taxesByRate(lines, o.Shipping, o.shippingRate())
}

// shippingRate is the VAT rate of the shipping where the goods cost nothing. Then all of the tax is
// that of the shipping: the rate is the one that gives this tax, first among those of the lines,
// then the roundest. Where the goods cost something the shipping follows them: 0.
func (o *order) shippingRate() money.Rate {
	if o.Subtotal > o.Discount {
		return 0
	}
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
