package catalog

import (
	"fmt"
	"strings"
	"testing"
)

// A search finds products by what they have of searchable attributes, in every language; after a
// change of an attribute once the job has indexed them anew.
func TestFoundByAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		roasted := s.attribute(t, roast(body{"searchable": true})).Text("id")
		organic := s.attribute(t, attributeOf("organic", "boolean", body{"names": inBoth("Organic|Biologisch"), "searchable": true})).Text("id")
		s.attribute(t, attributeOf("origin", "text", body{"searchable": true}))
		s.attribute(t, attributeOf("note", "text"))
		for i := range reindexedAtOnce + 2 {
			s.product(t, simple(fmt.Sprint("Filler ", i), 1, body{"attributes": values("roast=light")}))
		}
		a := productPath(s.product(t, simple("A", 1, body{"attributes": values("roast=dark", "organic=true", "note=Secretive"),
			"variants": []body{{"sku": "A", "price": 1, "attributes": values("origin=Yirgacheffe")}}})).Text("id"))
		s.product(t, simple("B", 1, body{"attributes": values("organic=false"), "status": "active"}))
		s.product(t, simple("C", 1, body{"attributes": values("roast=dark"), "status": "draft"}))
		s.requireNames(t, map[string][]string{
			"q=dunkel": {"A"}, "q=dark": {"A"}, "q=yirgacheffe": {"A"}, "q=biologisch": {"A"}, "q=organic": {"A"}, "q=secretive": nil,
		})
		index := Deps{DB: s.DB, Clock: s.Clock, Log: s.Log}.attributeIndexer()
		apply := func() {
			t.Helper()
			if err := index.apply(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.requireConsistentIndex(t)
		}
		s.admin.Do(t, "PATCH", attributePath(roasted),
			body{"choices": choicesOf("light=Blond", "medium=Medium", "dark=Espresso|Kräftig")}).Require(t, 200)
		apply()
		s.requireNames(t, map[string][]string{"q=dunkel": nil, "q=kraftig": {"A"}, "q=hell": nil})
		if got := len(s.names(t, "q=blond&limit=100")); got != reindexedAtOnce+2 {
			t.Errorf("%d products are found by another name, want %d", got, reindexedAtOnce+2)
		}
		s.admin.Do(t, "PATCH", attributePath(organic), body{"searchable": false}).Require(t, 200)
		apply()
		s.requireNames(t, map[string][]string{"q=organic": nil, "q=kraftig": {"A"}})
		s.admin.Do(t, "PATCH", attributePath(organic), body{"searchable": true}).Require(t, 200)
		apply()
		s.requireNames(t, map[string][]string{"q=organic": {"A"}})
		// A change that no search looks at is nothing to index.
		s.admin.Do(t, "PATCH", attributePath(organic), body{"position": 7}).Require(t, 200)
		if due, err := findAttributeToIndex(s.DB); due != nil || err != nil {
			t.Errorf("%+v is to be indexed, %v", due, err)
		}
		s.admin.Do(t, "PATCH", a, body{"attributes": nil}).Require(t, 200)
		s.requireNames(t, map[string][]string{"q=organic": nil, "q=yirgacheffe": {"A"}})
		s.requireConsistentIndex(t)
	})
}

// Long texts of attributes do not displace what a product is ordered by.
func TestLongAttributesLeaveSKUs(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var texts []string
		for i := range 12 {
			s.attribute(t, attributeOf(fmt.Sprint("a", i), "text", body{"searchable": true}))
			var words []string
			for j := range 45 {
				words = append(words, fmt.Sprintf("w%dx%d", i, j))
			}
			texts = append(texts, fmt.Sprintf("a%d=%s", i, strings.Join(words, " ")))
		}
		s.product(t, simple("Wordy", 1, body{"attributes": values(texts...), "options": []body{{"name": "Size", "values": []string{"Giant"}}},
			"variants": []body{{"sku": "ZQX-77", "price": 1, "options": body{"Size": "Giant"}}}}))
		s.requireNames(t, map[string][]string{"q=ZQX-77": {"Wordy"}, "q=giant": {"Wordy"}, "q=w0x1": {"Wordy"}})
		s.requireConsistentIndex(t)
	})
}
