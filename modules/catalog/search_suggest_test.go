package catalog

import (
	"strings"
	"testing"

	"orderd/test/kit"
)

func TestSuggestions(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.brand(t, body{"name": "Coffee Brothers"})
		s.brand(t, body{"name": "Tea & Co"})
		s.category(t, "Ground coffee", "")
		coffee := s.category(t, "Coffee", "")
		for _, name := range []string{"Coffee one", "Coffee two", "Coffee three", "Coffee four", "Coffee five", "Coffee six"} {
			s.product(t, simple(name, 9.5, body{"categoryIds": []string{coffee}}))
		}
		s.product(t, simple("Spoon", 1, body{"status": "draft"}))
		s.product(t, body{"name": "Bare kettle", "status": "active", "variants": []body{}})
		suggest := func(q string) kit.Answer { return s.API.Do(t, "GET", "/v1/search/suggest?q="+q, nil).Require(t, 200) }
		for _, q := range []string{"coffee", "COFF", "cofee", "%20coffee%20"} {
			suggest(q).RequireFields(t, kit.Fields{
				"products.#": 5, "products.0.priceFrom": 9.5, "categories.#": 2, "categories.0.slug": "coffee",
				"categories.1.slug": "ground-coffee", "brands.#": 1, "brands.0.name": "Coffee Brothers",
			})
		}
		suggest("ground+cof").RequireFields(t, kit.Fields{"categories.#": 1, "categories.0.slug": "ground-coffee", "brands.#": 0})
		suggest("bare").RequireFields(t, kit.Fields{"products.0.priceFrom": nil, "products.0.slug": "bare-kettle", "categories.#": 0})
		suggest("spoon").RequireFields(t, kit.Fields{"products.#": 0, "categories.#": 0, "brands.#": 0})
		suggest("%26").RequireFields(t, kit.Fields{"brands.0.slug": "tea-co"})

		for _, letter := range []string{"A", "B", "C", "D"} {
			s.brand(t, body{"name": "Mug " + letter})
			s.category(t, "Mugs "+letter, "")
		}
		suggest("mug").RequireFields(t, kit.Fields{"products.#": 0, "categories.#": 3, "brands.#": 3})

		a := suggest("coffee")
		s.API.With("If-None-Match", a.Header.Get("ETag")).Do(t, "GET", "/v1/search/suggest?q=coffee", nil).Require(t, 304)
		for q, want := range map[string]string{
			"": "?q required", "?q=": "?q required", "?q=%20": "?q required", "?q=" + strings.Repeat("x", 201): "?q too_long",
			"?q=a&q=b": "?q not_allowed", "?q=%FF": "?q bad_format",
		} {
			requireRefused(t, s.API, "GET", "/v1/search/suggest"+q, refusal{nil, []string{want}})
		}
		for _, want := range []int{1, 1} {
			if got := s.Statements(t, s.API, "GET", "/v1/search/suggest?q=coffee", nil); got != want {
				t.Errorf("%d statements, want %d", got, want)
			}
		}
	})
}

// Long names leave entries out from the end: brands first, products last.
func TestSuggestionsAreShort(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		long := strings.Repeat("ü<&", 38)
		for _, letter := range []string{"a", "b", "c"} {
			s.product(t, body{"name": "Cup " + letter + long + long[:40], "slug": "cup-" + letter, "status": "active"})
			s.brand(t, body{"name": "Cup" + letter + long, "slug": "cup-" + letter})
			s.category(t, "Cups "+letter, "")
		}
		a := s.API.Do(t, "GET", "/v1/search/suggest?q=cup", nil).Require(t, 200)
		a.RequireFields(t, kit.Fields{"products.#": 3, "categories.#": 3, "brands.#": 0})
		if len(a.Body) > 1000 {
			t.Errorf("%d bytes", len(a.Body))
		}
	})
}
