package catalog

import (
	"testing"

	"orderd/test/kit"
)

// A collection by hand has its own order until a caller asks for another, and is filtered,
// searched, counted and paged as any list is.
func TestListOfACollectionByHand(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		moka := s.brand(t, moka)
		one := s.product(t, simple("Red cup", 3, body{"brandId": moka})).Text("id")
		two := s.product(t, simple("Blue pot", 1)).Text("id")
		three := s.product(t, simple("Green cup", 2)).Text("id")
		draft := s.product(t, simple("Draft cup", 9, body{"status": "draft"})).Text("id")
		s.product(t, simple("Other cup", 5, body{"brandId": moka}))
		gifts := s.collection(t, body{"name": "Gifts", "productIds": []string{three, draft, one, two}}).Text("id")
		rows := map[string][]string{
			"collection=gifts":                     {"Green cup", "Red cup", "Blue pot"},
			"collection=" + gifts:                  {"Green cup", "Red cup", "Blue pot"},
			"collection=gifts&limit=2&page=2":      {"Blue pot"},
			"collection=gifts&limit=1&page=2":      {"Red cup"},
			"collection=gifts&page=9":              nil,
			"collection=gifts&sort=price":          {"Blue pot", "Green cup", "Red cup"},
			"collection=gifts&sort=price&limit=1":  {"Blue pot"},
			"collection=gifts&sort=newest":         {"Green cup", "Blue pot", "Red cup"},
			"collection=gifts&brand=moka":          {"Red cup"},
			"collection=gifts&minPrice=2":          {"Green cup", "Red cup"},
			"collection=gifts&q=cup&sort=price":    {"Green cup", "Red cup"},
			"collection=gifts&q=red":               {"Red cup"},
			"collection=gifts&ids=" + two:          {"Blue pot"},
			"collection=none":                      nil,
			"collection=none&q=cup":                nil,
			"collection=gifts&brand=none":          nil,
			"collection=gifts&q=nothing-like-this": nil,
		}
		for range 2 { // computed, then cached
			s.requireNames(t, rows)
			for query, want := range map[string]string{
				"collection=gifts": "3 moka:1 0.00-9.99:3", "collection=gifts&brand=moka": "1 moka:1 0.00-9.99:1",
				"collection=gifts&q=cup": "2 moka:1 0.00-9.99:2", "collection=none": "0",
			} {
				if got := s.facets(t, query); got != want {
					t.Errorf("%s: %s, want %s", query, got, want)
				}
			}
		}
		s.API.Do(t, "GET", "/v1/products?collection=gifts&include=facets,collection&fields=card", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"included.collection.id": gifts, "included.facets.total": 3, "included.category": nil})
		s.API.Do(t, "GET", "/v1/products?collection=none&include=collection", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"included.collection": nil, "meta.total": 0})
		s.API.Do(t, "GET", "/v1/products?collection=gifts&include=facets", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"included.collection": nil})

		// A new order shows at once, and so does what leaves.
		s.admin.Do(t, "PATCH", collectionPath(gifts), body{"productIds": []string{one, two}}).Require(t, 200)
		s.requireNames(t, map[string][]string{"collection=gifts": {"Red cup", "Blue pot"}})
	})
}

// A collection by rule has what the same query of the list finds, whatever else is asked for.
func TestListOfACollectionByRule(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		mokaID, kitchen := s.brand(t, moka), s.category(t, "Kitchen", "")
		cups := s.category(t, "Cups", kitchen)
		s.product(t, simple("Small cup", 5, body{"brandId": mokaID, "categoryIds": []string{cups}}))
		s.product(t, simple("Large cup", 20, body{"brandId": mokaID, "categoryIds": []string{cups}}))
		s.product(t, simple("Plain cup", 8, body{"categoryIds": []string{kitchen}}))
		s.product(t, simple("Spoon", 2, body{"brandId": mokaID}))
		s.product(t, body{"name": "Colors", "status": "active", "options": []body{{"name": "Color", "values": []string{"White", "Black"}}},
			"variants": []body{{"sku": "W", "price": 3, "compareAtPrice": 4, "compareAtKind": "rrp", "options": body{"Color": "White"}},
				{"sku": "K", "price": 3, "options": body{"Color": "Black"}}}})
		add := func(slug string, rule body) kit.Answer { return s.ruled(t, slug, rule) }
		made := add("moka", body{"brand": []string{"moka", mokaID}, "sort": "-price"})
		made.RequireFields(t, kit.Fields{"rule.brand.0": mokaID, "rule.brand.#": 1, "rule.sort": "-price", "products.#": 0})
		add("kitchen", body{"category": []string{"kitchen"}, "maxPrice": 10, "sort": "price"})
		add("words", body{"q": "cup", "sort": "name"})
		add("white", body{"options": []body{{"name": "color", "values": []string{"WHITE", "Green"}}}, "inStock": false})
		add("sale", body{"onSale": true})
		s.product(t, simple("Mueller", 90))
		s.product(t, simple("Müller", 90))
		add("spelled", body{"q": "Müller", "sort": "name"})
		add("all", body{})
		add("both", body{"category": []string{cups}, "brand": []string{mokaID}})
		rows := map[string][]string{
			"collection=moka":                       {"Large cup", "Small cup", "Spoon"},
			"collection=moka&sort=price":            {"Spoon", "Small cup", "Large cup"},
			"collection=moka&minPrice=5":            {"Large cup", "Small cup"},
			"collection=moka&brand=none":            nil,
			"collection=moka&category=kitchen":      {"Large cup", "Small cup"},
			"collection=moka&q=cup&sort=price":      {"Small cup", "Large cup"},
			"collection=moka&limit=1&page=2":        {"Small cup"},
			"collection=kitchen":                    {"Small cup", "Plain cup"},
			"collection=words":                      {"Large cup", "Plain cup", "Small cup"},
			"collection=words&q=small":              {"Small cup"},
			"collection=words&q=spoon":              nil,
			"collection=white":                      {"Colors"},
			"collection=white&option.Color=Black":   {"Colors"},
			"collection=white&option.Color=Green":   nil,
			"collection=sale":                       {"Colors"},
			"collection=spelled":                    {"Mueller", "Müller"},
			"collection=all&sort=price&limit=2":     {"Spoon", "Colors"},
			"collection=both&category=kitchen":      {"Large cup", "Small cup"},
			"collection=both&sort=price&maxPrice=9": {"Small cup"},
		}
		for range 2 {
			s.requireNames(t, rows)
			for query, want := range map[string]string{
				// The rule stays where a facet is counted without the query's own filter.
				"collection=moka":               "3 moka:3 cups:2 kitchen:2 0.00-9.99:2 10.00-24.99:1",
				"collection=moka&maxPrice=9":    "2 moka:2 cups:1 kitchen:1 0.00-9.99:2 10.00-24.99:1",
				"collection=kitchen&brand=moka": "1 moka:1 cups:1 kitchen:1 0.00-9.99:1",
				"collection=words&q=large":      "1 moka:1 cups:1 kitchen:1 10.00-24.99:1",
				"collection=none":               "0",
			} {
				if got := s.facets(t, query); got != want {
					t.Errorf("%s: %s, want %s", query, got, want)
				}
			}
		}
	})
}

// What a rule looks for holds beside what a visitor looks for, also where one of them has no words,
// and where both have many.
func TestSearchInACollectionByRule(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("C++ cup", 5, body{}))
		s.product(t, simple("Plain cup", 6, body{}))
		s.product(t, simple("Set 5/8 of a large blue enamel camping cup with lid", 7, body{}))
		s.product(t, simple("コーヒーカップ", 8, body{"description": "cup"}))
		s.ruled(t, "signs", body{"q": "C++"})
		s.ruled(t, "cups", body{"q": "cup"})
		s.ruled(t, "long", body{"q": "set of a large blue enamel camping cup with lid"})
		s.ruled(t, "unspaced", body{"q": "コーヒー"})
		rows := map[string][]string{
			"collection=signs":                   {"C++ cup"},
			"collection=signs&q=cup":             {"C++ cup"},
			"collection=signs&q=plain":           nil,
			"collection=cups&q=5/8":              {"Set 5/8 of a large blue enamel camping cup with lid"},
			"collection=cups&q=c%2B%2B":          {"C++ cup"},
			"collection=cups&q=plain":            {"Plain cup"},
			"collection=long&q=plain":            nil,
			"collection=long&q=cup":              {"Set 5/8 of a large blue enamel camping cup with lid"},
			"collection=unspaced&q=cup":          {"コーヒーカップ"},
			"collection=unspaced&q=plain":        nil,
			"collection=cups&q=カップ":              {"コーヒーカップ"},
			"collection=cups&q=plain&maxPrice=5": nil,
		}
		for range 2 {
			s.requireNames(t, rows)
			if got, want := s.facets(t, "collection=signs&q=cup"), "1 0.00-9.99:1"; got != want {
				t.Errorf("facets %s, want %s", got, want)
			}
		}
	})
}

// ruled adds a collection by rule.
func (s *setup) ruled(t *testing.T, slug string, rule body) kit.Answer {
	t.Helper()
	return s.collection(t, body{"name": slug, "slug": slug, "rule": rule})
}

// A rule follows what it names, and gives way to picked products and back.
func TestRulesChange(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		mokaID := s.brand(t, moka)
		s.product(t, simple("Cup", 5, body{"brandId": mokaID}))
		s.product(t, simple("Spoon", 2, body{"brandId": mokaID}))
		made := s.ruled(t, "moka", body{"brand": []string{"moka"}, "sort": "-price"})
		// Another slug of what a rule names changes nothing; what is deleted matches nothing.
		s.admin.Do(t, "PATCH", brandPath(mokaID), body{"slug": "moka-2"}).Require(t, 200)
		s.requireNames(t, map[string][]string{"collection=moka": {"Cup", "Spoon"}})
		empty := s.category(t, "Empty", "")
		s.ruled(t, "gone", body{"category": []string{empty}})
		s.admin.Do(t, "DELETE", categoryPath(empty), nil).Require(t, 204)
		s.requireNames(t, map[string][]string{"collection=gone": nil})

		// By rule and by hand, one after the other.
		one := s.ids(t, "Picked")[0]
		s.admin.Do(t, "PATCH", collectionPath(made.Text("id")), body{"rule": nil, "productIds": []string{one}}).Require(t, 200).
			RequireFields(t, kit.Fields{"rule": nil, "products.#": 1})
		s.requireNames(t, map[string][]string{"collection=moka": {"Picked"}})
		s.admin.Do(t, "PATCH", collectionPath(made.Text("id")), body{"rule": body{"q": "spoon"}}).Require(t, 200).
			RequireFields(t, kit.Fields{"rule.q": "spoon", "products.#": 0, "productCount": 0})
		s.requireNames(t, map[string][]string{"collection=moka": {"Spoon"}})
	})
}
