package catalog

import (
	"testing"

	identity "orderd/modules/identity/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/test/kit"
)

// requireReduced fails the test unless lists find as reduced what their cards show as reduced, and
// no more: of three products the cup, or nothing.
func requireReduced(t *testing.T, api *kit.API, isCup bool) {
	t.Helper()
	reduced, first := 0, "Apron"
	if isCup {
		reduced, first = 1, "Espresso cup"
	}
	for query, total := range map[string]int{"onSale=true": reduced, "onSale=false": 3 - reduced, "": 3} {
		found := api.Do(t, "GET", "/v1/products?fields=card&sort=-discount&include=facets&"+query, nil).Require(t, 200)
		found.RequireFields(t, kit.Fields{"meta.total": total, "included.facets.total": total})
		counted := api.Do(t, "GET", "/v1/products/facets?"+query, nil).Require(t, 200)
		counted.RequireFields(t, kit.Fields{"total": total})
		if isCup || query == "" {
			found.RequireFields(t, kit.Fields{"included.facets.onSale": reduced})
			counted.RequireFields(t, kit.Fields{"onSale": reduced})
		}
	}
	api.Do(t, "GET", "/v1/products?sort=-discount", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.name": first})
}

// Where wholesale prices are net, wholesale accounts see all prices without VAT: tiers as they were
// entered, others converted. Everybody else sees what they saw, and so do filters and sorts.
func TestNetPrices(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, cup())
		s.product(t, simple("Spoon", 11, body{"taxClass": "standard"}))
		s.product(t, simple("Apron", 10, body{"taxClass": "standard"}))
		business, businessID := s.As(t, auth.RoleCustomer)
		customer, customerID := s.As(t, auth.RoleCustomer)
		s.Publish(t, identity.AccountCreated{UserID: businessID, AccountType: identity.WholesaleAccount, Email: "a@example.com", FullName: "A"},
			identity.AccountCreated{UserID: customerID, AccountType: identity.RetailAccount, Email: "b@example.com", FullName: "B"},
			shop.SettingsSaved{Group: shop.GroupProfile, Version: 1, After: kit.JSON(t, shop.Profile{Country: "DE", TimeZone: "UTC"})})
		gross := kit.Fields{
			"priceMode": "gross", "priceFrom": 11.5, "onSale": true, "variants.0.price": 12.9, "variants.0.compareAtPrice": 15,
		}
		version := int64(0)
		save := func(tax shop.Tax) {
			version++
			tax.Rates = []shop.TaxRate{{Country: "DE", Standard: 1900, Reduced: 700}}
			s.Publish(t, shop.SettingsSaved{Group: shop.GroupTax, Version: version, After: kit.JSON(t, tax)})
			if err := s.Copies.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		requireShown := func(caller string, api *kit.API, want kit.Fields) {
			t.Helper()
			got := api.Do(t, "GET", "/v1/products/espresso-cup", nil).Require(t, 200)
			got.RequireFields(t, want)
			cards := api.Do(t, "GET", "/v1/products?fields=card&sort=price&minPrice=11.2", nil).Require(t, 200)
			cards.RequireFields(t, kit.Fields{"meta.total": 1, "data.0.priceFrom": want["priceFrom"], "data.0.onSale": want["onSale"]})
			suggested := api.Do(t, "GET", "/v1/search/suggest?q=espresso", nil).Require(t, 200)
			suggested.RequireFields(t, kit.Fields{"priceMode": want["priceMode"], "products.0.priceFrom": want["priceFrom"]})
			// What the filter by price takes is with VAT for everybody.
			api.Do(t, "GET", "/v1/products/facets?q=espresso", nil).Require(t, 200).
				RequireFields(t, kit.Fields{"priceMin": 11.5, "priceMax": 11.5})
			requireReduced(t, api, want["onSale"] == true)
			if t.Failed() {
				t.Fatal(caller)
			}
		}
		save(shop.Tax{WholesalePrices: shop.PricesGross})
		requireShown("a business in a gross shop", business, gross)

		save(shop.Tax{WholesalePrices: shop.PricesNet})
		requireShown("a business", business, kit.Fields{
			"priceMode": "net", "priceFrom": 10.75, "compareAtFrom": nil, "onSale": false, "variants.0.price": 12.06,
			"variants.0.compareAtPrice": nil, "variants.0.taxRate": 7, "variants.0.wholesalePrices.0.price": 8.9,
		})
		for name, api := range map[string]*kit.API{"a customer": customer, "a visitor": s.API, "an admin": s.admin} {
			requireShown(name, api, gross)
		}
		s.admin.Do(t, "GET", "/v1/admin/products?q=cup", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.priceMode": "gross", "data.0.variants.0.price": 12.9, "data.0.variants.0.wholesalePrices.0.price": 8.9,
		})

		save(shop.Tax{WholesalePrices: shop.PricesNet, SmallBusiness: true})
		requireShown("a business of a small one", business, kit.Fields{
			"priceMode": "net", "priceFrom": 11.5, "onSale": false, "variants.0.price": 12.9,
		})
	})
}
