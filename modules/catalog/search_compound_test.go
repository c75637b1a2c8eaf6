package catalog

import (
	"slices"
	"testing"

	"orderd/test/kit"
)

// A compound finds what has its parts, and the parts find the compound, after what has the words
// themselves.
func TestCompounds(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for _, name := range []string{"Mühle für Kaffee", "Kaffeetasse", "Kaffee", "Pfeffermühle", "Arbeit am Tisch", "Hund Hütten",
			"Kirschkuchen", "Kuchen mit Kirsche", "Carrier for pet and car", "Carpet", "Bürste für Kaffeemühlen", "Kindergarten", "Kind im Garten"} {
			s.product(t, simple(name, 1))
		}
		s.product(t, simple("Dose", 1, body{"description": "Für Kaffee aus der Mühle."}))
		s.product(t, simple("Nur Text", 1, body{"description": "Passt zur Kaffeemühle."}))
		popular := s.product(t, simple("Mühle", 1, body{"tags": []string{"Kaffee"}}))
		s.Publish(t, order(popular, 9, s.Clock.Now()))
		s.requireFound(t, map[string][]string{
			"Kaffeemühle":  {"Bürste für Kaffeemühlen", "Nur Text", "Mühle für Kaffee", "Mühle"},
			"Kaffeemühlen": {"Bürste für Kaffeemühlen", "Mühle für Kaffee", "Mühle"}, "Arbeitstisch": {"Arbeit am Tisch"},
			"Kaffeemuehle": {"Nur Text", "Mühle für Kaffee", "Mühle"},
			"Hundehütte":   {"Hund Hütten"}, "Kirschkuchen": {"Kirschkuchen", "Kuchen mit Kirsche"},
			"Kirsch Kuchen":  {"Kuchen mit Kirsche", "Kirschkuchen"},
			"Kirsche Kuchen": {"Kuchen mit Kirsche", "Kirschkuchen"}, "Tasse Kaffee": {"Kaffeetasse"}, "carpet": {"Carpet"},
			"Mühle für Kaffee": {"Mühle für Kaffee", "Mühle", "Bürste für Kaffeemühlen", "Dose", "Nur Text"}, "Kaffeetische": nil,
			"Bürste Kaffeemühle": {"Bürste für Kaffeemühlen"}, "Kinder Garten": {"Kindergarten"}, "Kindergarten": {"Kindergarten", "Kind im Garten"},
		})
		s.API.Do(t, "GET", "/v1/products/facets?q=Kaffeem%C3%BChle", nil).Require(t, 200).RequireFields(t, kit.Fields{"total": 4})
		s.API.Do(t, "GET", "/v1/search/suggest?q=Arbeitstisch", nil).Require(t, 200).RequireFields(t, kit.Fields{"products.#": 1})
		if got := s.Statements(t, s.API, "GET", "/v1/products?q=arbeitstisch&limit=7", nil); got != 4 {
			t.Errorf("%d statements with a compound, want 4", got)
		}
	})
}

func TestPartsOfCompounds(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"kaffe", "", "ab12cdef", "c++abcdef", "茶杯茶杯茶杯", "donaudampfschifffahrtskapitaensmuetze"} {
		if got := partsOf(word); got != nil {
			t.Errorf("%s: %v", word, got)
		}
	}
	made := partsOf("arbeitstisch")
	if !slices.ContainsFunc(made, func(p compoundParts) bool {
		return slices.Contains(p.first, "arbeit") && slices.Contains(p.second, "tisch") && slices.Contains(p.second, "tische")
	}) {
		t.Errorf("%v", made)
	}
	if got := joined("tisch", "arbeit"); !slices.Contains(got, "arbeitstisch") || !slices.Contains(got, "arbeitstische") || len(got) > 200 {
		t.Errorf("%d: %v", len(got), got)
	}
	if got := otherForms([]string{"donaudampfschifffahrtsgesell", "kapitaen", "muetze", "abzeichen", "sammler", "verein"}); len(got) > 1000 {
		t.Errorf("%d words are looked up", len(got))
	}
}
