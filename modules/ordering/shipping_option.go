package ordering

import (
	"cmp"
	"slices"
	"strings"
)

// shippingOptions are the methods that are offered for the cart to its destination, the cheapest
// first. Without a country it goes to the shop's.
func (t *saleTerms) shippingOptions(
	methods []shippingMethod, in *pricingInput, sums *totals, language string,
) []shippingOption {
	options := []shippingOption{}
	p, x := t.parcel(in, sums), t.taxationOf(in)
	for i := range methods {
		m := &methods[i]
		price, offered := m.priceFor(p)
		if offered && (!m.isPickup() || t.offersPickup()) {
			options = append(options, viewShippingOption(m, x.shippingPrice(price), m.textIn(language, t.profile.Locale)))
		}
	}
	slices.SortFunc(options, func(a, b shippingOption) int {
		return cmp.Or(cmp.Compare(a.Price, b.Price), strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return options
}

// withRates adds to the options of the methods their rates for the country.
func withRates(options []shippingOption, methods []shippingMethod, country string) {
	for i := range options {
		at := slices.IndexFunc(methods, func(m shippingMethod) bool { return m.ID == options[i].ID })
		for _, r := range methods[at].Rates {
			if r.ofCountry(country) {
				options[i].Rates = append(options[i].Rates, r)
			}
		}
	}
}
