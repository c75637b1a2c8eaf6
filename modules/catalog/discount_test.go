package catalog

import (
	"testing"
	"time"

	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/test/kit"
)

// reduced is an active product with variants of prices and compare-at prices; 0 is none.
func reduced(name string, prices ...[2]float64) body {
	variants := make([]body, len(prices))
	for i, p := range prices {
		variants[i] = body{"sku": name + string(rune('0'+i)), "price": p[0]}
		if p[1] > 0 {
			variants[i]["compareAtPrice"] = p[1]
		}
	}
	return body{"name": name, "status": "active", "variants": variants}
}

func TestReducedPrices(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, reduced("Kettle", [2]float64{59.9, 0}, [2]float64{119, 139}))
		s.product(t, reduced("Cup", [2]float64{8, 0}, [2]float64{7.5, 10}, [2]float64{7.5, 30}))
		s.product(t, reduced("Above", [2]float64{10, 9.99}, [2]float64{10, 10}))
		cent := s.product(t, reduced("Cent", [2]float64{999999.99, 1000000}))
		zero := s.product(t, reduced("Apron", [2]float64{0, 5}))
		s.product(t, body{"name": "Bare", "status": "active", "variants": []body{}})

		s.requireShown(t, "kettle", kit.Fields{"priceFrom": 59.9, "compareAtFrom": nil, "onSale": true,
			"variants.1.compareAtPrice": 139})
		s.requireShown(t, "cup", kit.Fields{"priceFrom": 7.5, "compareAtFrom": 10, "onSale": true})
		// What is not above the price is no reduction; admins read what they have typed.
		s.requireShown(t, "above", kit.Fields{"compareAtFrom": nil, "onSale": false, "variants.0.compareAtPrice": nil,
			"variants.1.compareAtPrice": nil})
		above := s.admin.Do(t, "GET", "/v1/admin/products?q=above", nil).Require(t, 200)
		above.RequireFields(t, kit.Fields{"data.0.variants.0.compareAtPrice": 9.99, "data.0.onSale": false})
		s.requireShown(t, "bare", kit.Fields{"priceFrom": nil, "compareAtFrom": nil, "onSale": false})

		byDiscount := []string{"Apron", "Cup", "Kettle", "Cent", "Above", "Bare"}
		s.requireNames(t, map[string][]string{
			"sort=-discount": byDiscount, "sort=-discount&limit=2&page=2": {"Kettle", "Cent"},
			"onSale=true&sort=-discount": byDiscount[:4], "onSale=false&sort=name": {"Above", "Bare"},
			"q=cup&sort=-discount": {"Cup"}, "q=cup&onSale=false": nil, "onSale=true&maxPrice=10&sort=name": {"Apron", "Cup"},
		})
		requireRefused(t, s.API, "GET", "/v1/products?onSale=yes", refusal{nil, []string{"?onSale wrong_type"}})

		// A change counts at once.
		s.admin.Do(t, "PATCH", productPath(zero.Text("id")), body{"variants": []body{{"sku": "Apron0", "price": 0}}}).Require(t, 200)
		s.admin.Do(t, "DELETE", productPath(cent.Text("id")), nil).Require(t, 204)
		s.requireNames(t, map[string][]string{"onSale=true&sort=-discount": {"Cup", "Kettle"}})
	})
}

// The rate of a variant is that of the shop's country, today, in the shop's time zone. Pages that
// were kept show a new one at once.
func TestTaxRateOfVariants(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		noon := s.Clock.Now().Truncate(24 * time.Hour).Add(36 * time.Hour)
		s.Clock.Advance(noon.Sub(s.Clock.Now()))
		s.admin, s.adminID = s.As(t, auth.RoleAdmin)
		for _, class := range []string{"standard", "reduced", "zero"} {
			s.product(t, simple(class, 1, body{"taxClass": class}))
		}
		version := int64(1)
		save := func(group shop.Group, values any) {
			version++
			s.Publish(t, shop.SettingsSaved{Group: group, Version: version, After: kit.JSON(t, values)})
			if err := s.Copies.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		requireRates := func(what string, standard, reduced float64) {
			t.Helper()
			for range 2 { // computed, then kept
				list := s.API.Do(t, "GET", "/v1/products?sort=name", nil).Require(t, 200)
				for i, want := range []float64{reduced, standard, 0} {
					if got := list.Number("data." + string(rune('0'+i)) + ".variants.0.taxRate"); got != want {
						t.Errorf("%s: %v, want %v", what, got, want)
					}
				}
			}
			s.requireShown(t, "standard", kit.Fields{"variants.0.taxRate": standard})
			s.admin.Do(t, "GET", "/v1/admin/products?q=reduced", nil).RequireFields(t, kit.Fields{"data.0.variants.0.taxRate": reduced})
		}
		save(shop.GroupProfile, shop.Profile{Country: "DE", TimeZone: "UTC"})
		requireRates("the table", 19, 19)
		tomorrow := noon.AddDate(0, 0, 1).Format(time.DateOnly)
		save(shop.GroupTax, shop.Tax{Rates: []shop.TaxRate{
			{Country: "DE", Standard: 1900, Reduced: 700}, {Country: "DE", From: &tomorrow, Standard: 2050, Reduced: 800},
		}})
		requireRates("the last row that has begun", 19, 7)
		// 14 hours ahead
		save(shop.GroupProfile, shop.Profile{Country: "DE", TimeZone: "Pacific/Kiritimati"})
		requireRates("a row that begins with the day of the zone", 20.5, 8)
		save(shop.GroupProfile, shop.Profile{Country: "AT", TimeZone: "UTC"})
		requireRates("another country of the table", 20, 20)
		save(shop.GroupProfile, shop.Profile{Country: "CH", TimeZone: "UTC"})
		requireRates("outside the table", 0, 0)
	})
}
