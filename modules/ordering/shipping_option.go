package ordering

import (
	"cmp"
	"slices"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// shippingOptions are the methods that are offered for the cart to its destination, the one first
// by which the buyer pays least for all. Without a country it goes to the shop's.
func (t *saleTerms) shippingOptions(
	methods []shippingMethod, in *pricingInput, sums *totals, language string,
) []shippingOption {
	type offer struct {
		option       shippingOption
		paid, before money.Cents // for all with it; for sending without a promotion
	}
	var offers []offer
	x := t.taxationOf(in)
	s := sending{taxation: &x, parcel: t.parcel(in, sums.InCart)}
	for i := range methods {
		m := &methods[i]
		s.method = m
		best := sums.bestReduction(t.automatic, in, &s)
		if best.offered && (!m.isPickup() || t.offersPickup()) {
			option := viewShippingOption(m, best.shipping, m.textIn(language, t.profile.Locale))
			offers = append(offers, offer{option, best.paid, best.shipping + best.freed})
		}
	}
	slices.SortFunc(offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(a.paid, b.paid), cmp.Compare(a.before, b.before),
			strings.Compare(a.option.Name, b.option.Name), strings.Compare(a.option.ID, b.option.ID))
	})
	return convert.All(offers, func(o offer) shippingOption { return o.option })
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
