package shop

import (
	"maps"
	"slices"
	"strings"

	identity "orderd/modules/identity/events"
	ordering "orderd/modules/ordering/events"
	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/copies"
	"orderd/platform/money"
)

// publicTable is the view of the rows that publicData is made of: the groups, the copies of
// shipping methods, and the pages.
const publicTable = "shop_public"

// publicData is what the public data of the shop is made of, at one moment.
type publicData struct {
	profile  events.Profile
	seller   events.Seller
	bank     events.Bank
	checkout events.Checkout
	loyalty  events.Loyalty
	tax      events.Tax

	storefront storefront

	destinations []destination
	pages        []publishedPage // in all languages, which come by their codes
}

// destination is a country to which the shop sends goods, or every country ("").
type destination struct {
	country  string
	freeFrom *money.Cents // of the goods, by the method that is free the soonest; nil: never
}

// copyPublicData is the copy in memory.
func copyPublicData(s *copies.Store) *copies.Copy[publicData] {
	groups := []events.Group{
		events.GroupProfile, events.GroupSeller, events.GroupBank, events.GroupCheckout, events.GroupLoyalty,
		events.GroupTax, events.GroupStorefront,
	}
	var needed []string
	for _, g := range groups {
		needed = append(needed, string(g))
	}
	return copies.Of(s, publicTable, needed, func(rows copies.Rows) (d publicData, err error) {
		var chosen events.Storefront
		targets := map[events.Group]any{
			events.GroupProfile: &d.profile, events.GroupSeller: &d.seller, events.GroupBank: &d.bank,
			events.GroupCheckout: &d.checkout, events.GroupLoyalty: &d.loyalty, events.GroupTax: &d.tax,
			events.GroupStorefront: &chosen,
		}
		for _, g := range groups {
			if err := rows.Decode(string(g), targets[g]); err != nil {
				return d, err
			}
		}
		if d.storefront, err = newStorefront(chosen); err != nil {
			return d, err
		}
		return d, d.read(rows)
	})
}

// read reads the pages and the shipping methods of the rows: pages have "page " in front of their
// names, and methods are named by their ids.
func (d *publicData) read(rows copies.Rows) error {
	var methods []ordering.ShippingMethodSaved
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		switch {
		case slices.Contains(events.GroupProfile.Values(), name):
		case strings.HasPrefix(name, "page "):
			var p publishedPage
			if err := rows.Decode(name, &p); err != nil {
				return err
			}
			if p.Title != "" { // it is published
				d.pages = append(d.pages, p)
			}
		default:
			var m ordering.ShippingMethodSaved
			if err := rows.Decode(name, &m); err != nil {
				return err
			}
			methods = append(methods, m)
		}
	}
	d.destinations = destinationsOf(methods)
	return nil
}

// pagesIn are the pages in the order of their kinds: each in the language, else in the shop's own,
// else in any.
func (d *publicData) pagesIn(language string) (chosen []publishedPage) {
	for _, kind := range events.PageKind("").Values() {
		ofKind := slices.DeleteFunc(slices.Clone(d.pages), func(p publishedPage) bool { return string(p.Kind) != kind })
		locale := func(p publishedPage) string { return p.Locale }
		if i := inLocale(ofKind, locale, language, d.profile.Locale); i >= 0 {
			chosen = append(chosen, ofKind[i])
		}
	}
	return chosen
}

// destinationsOf are where the methods deliver to, by country; a last one is every country. A
// method that serves every country counts for those that others name, too.
func destinationsOf(methods []ordering.ShippingMethodSaved) []destination {
	freeFrom := map[string]*money.Cents{}
	for _, m := range methods {
		if m.Kind != ordering.ShippingDelivery || !m.Active || m.Deleted {
			continue
		}
		countries := m.Countries
		if len(countries) == 0 {
			countries = []string{""}
		}
		for _, c := range countries {
			freeFrom[c] = sooner(freeFrom[c], m.FreeFrom)
		}
	}
	var all []destination
	everywhere := (*int64)(freeFrom[""])
	for c, free := range freeFrom {
		all = append(all, destination{c, sooner(free, everywhere)})
	}
	slices.SortFunc(all, func(a, b destination) int {
		if a.country == "" || b.country == "" { // every country is the last
			return strings.Compare(b.country, a.country)
		}
		return strings.Compare(a.country, b.country)
	})
	return all
}

// sooner is the lower of two amounts from which a delivery is free; nil is never.
func sooner(a *money.Cents, b *int64) *money.Cents {
	if b == nil || a != nil && int64(*a) <= *b {
		return a
	}
	return new(money.Cents(*b))
}

// methodsFor are the ways in which the caller may pay.
func (d *publicData) methodsFor(p auth.Principal, provider *events.CardProvider) []events.MethodSetting {
	wholesale := p.AccountType == string(identity.WholesaleAccount)
	return slices.DeleteFunc(d.checkout.Taken(d.bank, provider), func(m events.MethodSetting) bool {
		return m.Method == string(ordering.PaymentMethodInvoice) && !wholesale
	})
}
