package catalog

import (
	"fmt"
	"reflect"
	"testing"

	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/httpapi"
	"orderd/test/kit"
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
		for query, want := range map[string]kit.Fields{
			"":           {"priceMin": 9.99, "priceMax": 2000, "ratings.0.minRating": 4, "ratings.3.minRating": 1, "ratings.#": 4},
			"q=cup":      {"priceMin": 9.99, "priceMax": 10},
			"brand=moka": {"priceMin": 9.99, "priceMax": 10},
			// Without the filter by price.
			"minPrice=10&maxPrice=50": {"priceMin": 9.99, "priceMax": 2000, "total": 1},
			"q=unpriced":              {"priceMin": nil, "priceMax": nil, "total": 1},
			"q=xyzzy": {"priceMin": nil, "priceMax": nil, "total": 0, "options": []any{}, "inStock": 0, "onSale": 0,
				"ratings.#": 4, "ratings.0.count": 0},
		} {
			s.API.Do(t, "GET", "/v1/products/facets?"+query, nil).Require(t, 200).RequireFields(t, want)
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

// Facets have at most 20 options and 100 values of each, those of most products first.
func TestFacetsOfManyOptions(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for i := range 21 {
			s.product(t, chosen(fmt.Sprintf("P%02d", i), fmt.Sprintf("Option%02d=a", i)))
		}
		s.product(t, chosen("Last", "Option20=b"))
		var sizes []string
		for i := range 100 {
			sizes = append(sizes, fmt.Sprintf("Size=S%03d", i))
		}
		s.product(t, chosen("Sizes", sizes...))
		s.product(t, chosen("More", "Size=S099", "Size=S100"))
		s.API.Do(t, "GET", "/v1/products/facets", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"options.#": 20, "options.0.name": "Size", "options.1.name": "Option20", "options.2.name": "Option00",
			"options.19.name": "Option17", "options.0.values.#": 100, "options.0.values.0.value": "S099", "options.0.values.0.count": 2,
			"options.0.values.1.value": "S000", "options.0.values.99.value": "S098",
		})
	})
}

// A list takes every parameter of its facets, and hands all of them on: huma finds no parameters in
// an embedded struct that is not exported, so that both name them.
func TestListsTakeWhatFacetsTake(t *testing.T) {
	t.Parallel()
	facets := reflect.TypeFor[findInput]()
	for want := range facets.Fields() {
		got, found := reflect.TypeFor[listInput]().FieldByName(want.Name)
		if !found || got.Type != want.Type || got.Tag != want.Tag {
			t.Errorf("%s of a list: %v, want %v", want.Name, got, want)
		}
	}
	in := listInput{
		Page: httpapi.Page{Page: 2}, ByIDs: httpapi.ByIDs{IDs: []string{"a"}}, Q: "b", Brand: []string{"c"}, Category: []string{"d"},
		Tag: []string{"g"}, Option: "e", MinPrice: "1", MaxPrice: "2", InStock: "true", OnSale: "false", MinRating: 3, Sort: sortPrice,
		Collection: "f", Attribute: "h",
	}
	handed := reflect.ValueOf(*in.find())
	for i := range handed.NumField() {
		if handed.Field(i).IsZero() {
			t.Errorf("%s is not handed on", facets.Field(i).Name)
		}
	}
}
