package catalog

import (
	"fmt"
	"testing"

	"orderd/platform/eventbus/eventbustest"
)

// facets returns the counts of a query as text: "2 moka:1 cups:2 0.00-9.99:2" are two products in
// all, then brands and categories by slug, then price ranges.
func (s *setup) facets(t *testing.T, query string) string {
	t.Helper()
	var v facetsView
	s.API.Do(t, "GET", "/v1/products/facets?"+query, nil).Require(t, 200).Decode(t, &v)
	text := fmt.Sprint(v.Total)
	for _, b := range v.Brands {
		text += fmt.Sprint(" ", b.Slug, ":", b.Count)
	}
	for _, c := range v.Categories {
		text += fmt.Sprint(" ", c.Slug, ":", c.Count)
	}
	for _, p := range v.Prices {
		high := "…"
		if p.MaxPrice != nil {
			high = p.MaxPrice.String()
		}
		text += fmt.Sprintf(" %s-%s:%d", p.MinPrice, high, p.Count)
	}
	return text
}

func TestFacets(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		brandID, kitchen := s.brand(t, moka), s.category(t, "Kitchen", "")
		cups := s.category(t, "Cups", kitchen)
		s.product(t, simple("One cup", 9.99, body{"brandId": brandID, "categoryIds": []string{cups, kitchen}}))
		s.product(t, simple("Two cups", 10, body{"brandId": brandID, "categoryIds": []string{kitchen}}))
		s.product(t, simple("Three spoons", 2000))
		s.product(t, body{"name": "Unpriced cup", "status": "active", "variants": []body{}})
		for range 2 { // computed, then cached
			for query, want := range map[string]string{
				"":                                       "4 moka:2 kitchen:2 cups:1 0.00-9.99:1 10.00-24.99:1 1000.00-…:1",
				"brand=moka&category=cups":               "1 moka:1 kitchen:2 cups:1 0.00-9.99:1",
				"q=cup":                                  "3 moka:2 kitchen:2 cups:1 0.00-9.99:1 10.00-24.99:1",
				"q=xyzzy":                                "0",
				"brand=none":                             "0 moka:2",
				"minPrice=10":                            "2 moka:1 kitchen:1 0.00-9.99:1 10.00-24.99:1 1000.00-…:1",
				"page=7&limit=1&sort=price&inStock=true": "0",
			} {
				if got := s.facets(t, query); got != want {
					t.Errorf("%s: %s, want %s", query, got, want)
				}
			}
		}
		// A change counts at once.
		s.product(t, simple("Fourth cup", 1))
		if got := s.facets(t, "q=cup&maxPrice=5"); got != "1 0.00-9.99:2 10.00-24.99:1" {
			t.Errorf("after a change: %s", got)
		}
		if names := log.Names(); len(names) != 8 { // of a brand, two categories and five products
			t.Errorf("events: %q", names)
		}
	})
}
