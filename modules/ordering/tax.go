package ordering

import (
	"cmp"
	"time"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/ordering/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// taxCategory is how an amount is treated for VAT.
type taxCategory = events.TaxCategory

const (
	taxStandard       = events.TaxCategoryStandard
	taxZero           = events.TaxCategoryZero
	taxExempt         = events.TaxCategoryExempt
	taxExport         = events.TaxCategoryExport
	taxIntraCommunity = events.TaxCategoryIntraCommunity
)

// taxation says how VAT is charged on a cart or an order (papers.md, section 2): by where the goods
// go and who buys them, and whether the amounts are with it.
type taxation struct {
	mode     shop.PriceMode
	category taxCategory // that holds for the whole order, without VAT; "": each line has its own
	rates    vatRates    // of the destination
	home     vatRates    // of the shop's country: in what is kept with VAT
}

// taxationOf is the taxation of what is sold by the terms. While the destination is not known, it
// is in the shop's country.
func (t *saleTerms) taxationOf(in *pricingInput) taxation {
	country := cmp.Or(in.Country, t.profile.Country)
	x := taxation{
		mode: t.priceMode(in.Wholesale), home: t.vatRates(t.profile.Country, in.Now), rates: t.vatRates(country, in.Now),
	}
	state, inEU := shop.MemberState(country)
	home, isHomeInEU := shop.MemberState(t.profile.Country)
	switch {
	case t.tax.SmallBusiness:
		x.category = taxExempt
	case !inEU && !t.hasRates(country, in.Now):
		x.category = taxExport
	case inEU && isHomeInEU && state != home && in.Wholesale && in.VATState != "" && in.VATState != home:
		x.category = taxIntraCommunity
	}
	return x
}

// priceMode is the mode in which a buyer sees and pays prices.
func (t *saleTerms) priceMode(wholesale bool) shop.PriceMode {
	if wholesale && t.tax.WholesalePrices == shop.PricesNet {
		return shop.PricesNet
	}
	return shop.PricesGross
}

// of is the rate and the category of goods of a tax class. A rate of 0 is that of the class zero:
// category S has one above 0 (EN 16931, BR-S-05).
func (x *taxation) of(class catalog.TaxClass) (money.Rate, taxCategory) {
	if x.category != "" {
		return 0, x.category
	}
	rate := x.rates.of(class)
	if rate == 0 {
		return 0, taxZero
	}
	return rate, taxStandard
}

// priceOf is the price of a unit in the order, of one that is kept with VAT or not. One that is
// kept with VAT is converted where the order's amounts are without, at the rate of the shop's
// country. A small business keeps prices that have no VAT.
func (x *taxation) priceOf(kept keptPrice, class catalog.TaxClass) money.Cents {
	isConverted := x.mode == shop.PricesNet || x.category == taxExport || x.category == taxIntraCommunity
	if kept.isNet || !isConverted || x.category == taxExempt {
		return kept.amount
	}
	return x.home.of(class).WithoutTax(kept.amount)
}

// priceInCart is the price of a unit in the cart's own mode, as to the shop's country: promotions
// and the price of the shipping are judged by it, wherever the order goes.
func (x *taxation) priceInCart(kept keptPrice, class catalog.TaxClass) money.Cents {
	if x.mode == shop.PricesGross {
		return kept.amount
	}
	return x.priceOf(kept, class)
}

// shippingPrice is what the shipping costs in the order.
func (x *taxation) shippingPrice(kept money.Cents) money.Cents {
	return x.priceOf(keptPrice{amount: kept}, catalog.TaxStandard)
}

// vatRates are the VAT rates of a country at a moment.
type vatRates struct{ standard, reduced money.Rate }

func (r vatRates) of(class catalog.TaxClass) money.Rate {
	switch class {
	case catalog.TaxZero:
		return 0
	case catalog.TaxReduced:
		return r.reduced
	}
	return r.standard
}

// vatRates are the rates of the country of destination at a moment: those of the country's last row
// which has begun. A country without one has, inside the EU, the shop's rates or with destination
// rates those of the table; outside it has 0. Monaco has its own row, else what France has.
func (t *saleTerms) vatRates(country string, now time.Time) vatRates {
	day := now.In(t.zone).Format(time.DateOnly)
	if row, known := t.tax.RateOn(country, day); known {
		return vatRates{row.Standard, row.Reduced}
	}
	state, inEU := shop.MemberState(country)
	if state != country {
		return t.vatRates(state, now)
	}
	standard, _ := shop.TableRate(country)
	switch {
	case !inEU:
		return vatRates{}
	case t.tax.DestinationRates || country == t.profile.Country:
		return vatRates{standard, standard}
	}
	return t.vatRates(t.profile.Country, now)
}

// hasRates reports whether the shop has set rates for the country that count at a moment.
func (t *saleTerms) hasRates(country string, now time.Time) bool {
	_, known := t.tax.RateOn(country, now.In(t.zone).Format(time.DateOnly))
	return known
}
