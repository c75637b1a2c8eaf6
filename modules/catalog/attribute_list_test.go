package catalog

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit"
)

func TestFilterByAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.speak(t)
		s.attributes(t)
		priced := func(name string, own []body, variants ...[]body) string {
			b := simple(name, 1, body{"attributes": own})
			for i, v := range variants {
				b["variants"] = append(b["variants"].([]body), body{"sku": fmt.Sprint(name, i), "price": 1, "attributes": v})
			}
			return productPath(s.product(t, b).Text("id"))
		}
		a := priced("A", values("roast=dark|medium", "organic=true", "harvest=2026-02-28", "supplier=ACME"),
			values("weight=250"), values("weight=1000"))
		priced("B", values("roast=light", "organic=false", "weight=0.5", "origin=Äthiopien, Sidamo"))
		priced("C", values("weight=-20", "harvest=2025-12-31"))
		draft := s.product(t, simple("D", 1, body{"status": "draft", "attributes": values("roast=dark", "weight=250")})).Text("id")
		s.requireNames(t, map[string][]string{
			"attr.roast=dark": {"A"}, "sort=name&attr.roast=light,medium": {"A", "B"}, "sort=name&attr[roast]=light&attr.roast=dark": {"A", "B"},
			"attr.roast=black": nil, "attr.none=1": nil, "attr.ROAST=dark": nil, "sort=name&attr.roast=": {"A", "B", "C"},
			"attr.organic=true": {"A"}, "sort=name&attr.organic=true,false": {"A", "B"},
			"attr.weight=250": {"A"}, "attr.weight=250.0..": {"A"}, "attr.weight=300..999": nil, "sort=name&attr.weight=..250": {"A", "B", "C"},
			"sort=name&attr.weight=..0,1000": {"A", "C"}, "attr.weight=0..1": {"B"}, "attr.weight=-20..-19.999": {"C"}, "attr.weight=500..250": nil,
			"attr.harvest=2026-02-28": {"A"}, "sort=name&attr.harvest=2025-12-31..2026-02-28": {"A", "C"}, "attr.harvest=2026-01-01..": {"A"},
			"attr.harvest=..2026-01-01":                           {"C"},
			"attr.origin=" + url.QueryEscape("äthiopien, SIDAMO"): {"B"}, "attr.origin=sidamo": nil,
			"attr.roast=dark&attr.organic=false": nil, "attr.roast=dark&attr.weight=250&minPrice=1": {"A"}, "q=a0&attr.roast=dark": {"A"},
			"q=a0&attr.roast=light": nil, "sort=price&limit=1&attr.roast=dark,light": {"A"},
			"attr.supplier=acme": nil, // only admins see it
		})
		requireRefused(t, s.API, "GET", "/v1/products?attr.weight=heavy,250&attr.organic=yes&attr.harvest=..&attr.roast=x&attr=x",
			refusal{nil, []string{"?attr unexpected_field"}})
		for _, path := range []string{"/v1/products?", "/v1/products/facets?"} {
			requireRefused(t, s.API, "GET", path+"attr.weight=heavy,250&attr.organic=yes&attr.harvest=..&attr.roast=x",
				refusal{nil, []string{"?attr.weight bad_format", "?attr.organic not_allowed", "?attr.harvest bad_format"}})
			requireRefused(t, s.API, "GET", path+"attr.weight=1..2..3", refusal{nil, []string{"?attr.weight bad_format"}})
			requireRefused(t, s.API, "GET", path+"attr.weight=1e9..", refusal{nil, []string{"?attr.weight bad_format"}})
			requireRefused(t, s.API, "GET", path+"attr.roast="+strings.Repeat("x,", 101), refusal{nil, []string{"?attr.roast too_long"}})
		}
		// Changes count at once.
		s.admin.Do(t, "PATCH", productPath(draft), body{"status": "active"}).Require(t, 200)
		s.admin.Do(t, "PATCH", a, body{"variants": []body{{"sku": "A0", "price": 1, "attributes": values("weight=300")}}}).Require(t, 200)
		s.requireNames(t, map[string][]string{"sort=name&attr.roast=dark": {"A", "D"}, "attr.weight=1000": nil, "attr.weight=300": {"A"}})
		s.admin.Do(t, "DELETE", productPath(draft), nil).Require(t, 204)
		s.requireNames(t, map[string][]string{"attr.roast=dark": {"A"}, "attr.weight=250": nil})
	})
}

func TestAttributeFacets(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.speak(t)
		s.attributes(t)
		s.product(t, coffee())
		s.product(t, simple("Tea", 1, body{"attributes": values("organic=true", "weight=-1.5")}))
		s.product(t, simple("Draft", 1, body{"status": "draft", "attributes": values("roast=light", "weight=5000")}))
		s.API.With("Accept-Language", "de").Do(t, "GET", "/v1/products/facets", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"attributes.#": 3, "attributes.0.code": "weight", "attributes.0.name": "Gewicht", "attributes.0.kind": "number",
			"attributes.0.unit": "g", "attributes.0.min": "-1.5", "attributes.0.max": "1000", "attributes.0.values.#": 0,
			"attributes.1.code": "roast", "attributes.1.min": nil, "attributes.1.values.#": 2, "attributes.1.values.0.value": "medium",
			"attributes.1.values.0.label": "Mittel", "attributes.1.values.0.count": 1, "attributes.1.values.1.value": "dark",
			"attributes.2.code": "organic", "attributes.2.values.#": 1, "attributes.2.values.0.value": "true", "attributes.2.values.0.count": 2,
		})
		s.API.Do(t, "GET", "/v1/products?include=facets&limit=1", nil).RequireFields(t, kit.Fields{"included.facets.attributes.0.name": "Weight"})
		// Each is counted without its own filter.
		s.API.Do(t, "GET", "/v1/products/facets?attr.roast=light&attr.weight=..0", nil).
			RequireFields(t, kit.Fields{"total": 0, "attributes.#": 0})
		s.API.Do(t, "GET", "/v1/products/facets?attr.weight=..0", nil).RequireFields(t, kit.Fields{
			"total": 1, "attributes.0.min": "-1.5", "attributes.0.max": "1000", "attributes.1.code": "organic", "attributes.#": 2,
		})
	})
}

// Every count of a facet is the total of the list that has the facet's value in place of its own
// filter.
func TestAttributeFacetsAreTotalsOfLists(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.attributes(t)
		random := rand.New(rand.NewPCG(3, 4))
		pick := func(of ...string) string { return of[random.IntN(len(of))] }
		for i := range 40 {
			s.product(t, simple(fmt.Sprint("Thing ", i), float64(1+random.IntN(9)), body{
				"attributes": values("roast="+pick("light", "medium", "dark", "light|dark"), "organic="+pick("true", "false")),
				"status":     pick("active", "active", "draft"),
				"variants": []body{
					{"sku": fmt.Sprint("S", i), "price": 1, "attributes": values("weight=" + pick("1", "2.5", "10"))},
					{"sku": fmt.Sprint("T", i), "price": 2, "attributes": values("weight="+pick("1", "20"), "organic=false")},
				},
			}))
		}
		for _, query := range []string{
			"", "attr.roast=dark", "attr.roast=dark,light&attr.organic=true", "attr.weight=2..10", "attr.weight=20&attr.roast=medium&maxPrice=1",
			"q=thing&attr.organic=true", "attr.none=1", "q=thing&attr.weight=..1",
		} {
			requireAttributeFacets(t, s, query)
		}
	})
}

func requireAttributeFacets(t *testing.T, s *setup, query string) {
	t.Helper()
	var v facetsView
	s.API.Do(t, "GET", "/v1/products/facets?"+query, nil).Require(t, 200).Decode(t, &v)
	for _, a := range v.Attributes {
		without := slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool { return strings.HasPrefix(pair, "attr."+a.Code+"=") })
		total := func(value string) int64 {
			list := append(slices.Clone(without), "attr."+a.Code+"="+value)
			return int64(s.API.Do(t, "GET", "/v1/products?"+strings.Trim(strings.Join(list, "&"), "&"), nil).Require(t, 200).Number("meta.total"))
		}
		for _, value := range a.Values {
			if want := total(value.Value); value.Count != want {
				t.Errorf("%s: %s=%s is %d, want %d", query, a.Code, value.Value, value.Count, want)
			}
		}
		if a.Min != nil && (total(*a.Min) == 0 || total(*a.Max) == 0) {
			t.Errorf("%s: %s from %s to %s", query, a.Code, *a.Min, *a.Max)
		}
	}
}

// Attributes add no statement to a list, its facets or a product.
func TestQueriesOfAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.speak(t)
		s.attributes(t)
		p := s.product(t, coffee())
		s.product(t, simple("Tea", 1))
		s.API.Do(t, "GET", "/v1/brands", nil).Require(t, 200) // reads the taxonomy
		for _, row := range []struct {
			path      string
			cold, hot int
		}{
			{"/v1/products/" + p.Text("id"), 3, 1},
			{"/v1/products?limit=1", 4, 1},
			{"/v1/products?attr.roast=dark&attr.weight=1..2000", 4, 1},
			{"/v1/products/facets", 3, 1},
			{"/v1/products/facets?attr.roast=dark&attr.weight=1..2000", 3, 1},
		} {
			for _, want := range []int{row.cold, row.hot} {
				if got := s.Statements(t, s.API, "GET", row.path, nil); got != want {
					t.Errorf("%s: %d statements, want %d", row.path, got, want)
				}
			}
		}
	})
}
