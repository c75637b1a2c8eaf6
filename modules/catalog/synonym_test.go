package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

const synonymPath = "/v1/admin/search/synonyms"

// group is a group of synonyms in a request.
func group(words ...string) body { return body{"words": words} }

// rule is a word that finds others, in a request.
func rule(word string, finds ...string) body {
	return body{"word": word, "finds": append([]string{}, finds...)}
}

func groupsAndRules(groups, rules []body) body { return body{"groups": groups, "rules": rules} }

func TestSynonyms(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Big sofa", 1))
		s.product(t, simple("Couch", 1))
		s.product(t, simple("Café chairs", 1))
		s.product(t, simple("Shoes", 1, body{"brandId": s.brand(t, body{"name": "Couch Brothers"})}))
		s.category(t, "Red couches", "")
		s.requireNames(t, map[string][]string{"q=sofa": {"Big sofa"}, "q=sneaker": nil})
		written := s.admin.Do(t, "PUT", synonymPath, groupsAndRules(
			[]body{group("Sofa", "COUCH", "Divan"), group("cafe", "coffee")}, []body{rule("sneaker", "shoe"), rule("turnschuh", "shoe", "boot")}))
		written.Require(t, 200).RequireFields(t, kit.Fields{"version": 2, "groups.#": 2, "groups.0.words.1": "COUCH", "rules.1.finds.1": "boot"})
		s.requireNames(t, map[string][]string{
			"q=sofa": {"Big sofa", "Couch", "Shoes"}, "q=couch": {"Couch", "Big sofa", "Shoes"}, "q=DIVAN": {"Couch", "Big sofa", "Shoes"},
			"q=sneaker": {"Shoes"}, "q=turnschuh": {"Shoes"}, "q=shoe": {"Shoes"}, "q=sneaker+couch": {"Shoes"}, "q=coffee+chair": {"Café chairs"},
			"q=big+divan": {"Big sofa"}, "q=sneaker+chair": nil, "q=boot": nil,
		})
		s.API.Do(t, "GET", "/v1/products/facets?q=divan", nil).Require(t, 200).RequireFields(t, kit.Fields{"total": 3, "brands.#": 1})
		s.API.Do(t, "GET", "/v1/search/suggest?q=divan", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"products.#": 3, "categories.#": 1, "categories.0.name": "Red couches", "brands.#": 1,
		})
		if got := s.Statements(t, s.API, "GET", "/v1/products?q=sofa&limit=7", nil); got != 4 {
			t.Errorf("%d statements with synonyms, want 4", got)
		}
		s.admin.Do(t, "PUT", synonymPath, groupsAndRules([]body{}, []body{rule("sofa", "shoe")})).Require(t, 200)
		s.requireNames(t, map[string][]string{"q=sofa": {"Big sofa", "Shoes"}, "q=shoe": {"Shoes"}, "q=sneaker": nil})
	})
}

// The facets of a word with as many synonyms as there may be, each of which has products, are
// counted beside more options and values than people choose.
func TestFacetsOfManySynonyms(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var words, filters []string
		for i := range maxSynonymWords {
			words = append(words, fmt.Sprint("synonym", string(rune('a'+i))))
			s.product(t, simple(words[i], 1))
			filters = append(filters, fmt.Sprintf("option.o%d=a,b,c,d", i))
		}
		s.admin.Do(t, "PUT", synonymPath, groupsAndRules([]body{group(words...)}, []body{})).Require(t, 200)
		got := s.API.Do(t, "GET", "/v1/products?q=synonymb&limit=100", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"data.#": maxSynonymWords, "data.0.name": "synonymb"})
		s.API.Do(t, "GET", "/v1/products/facets?q=synonymb&"+strings.Join(filters[:8], "&"), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"total": 0})
	})
}

// Synonyms have versions, and every change of them is an event.
func TestSynonymVersions(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		s.requireAdminOnlyAt(t, "GET", synonymPath, nil)
		valid := groupsAndRules([]body{group("a1", "b1")}, []body{})
		s.requireAdminOnlyAt(t, "PUT", synonymPath, valid)
		s.admin.Do(t, "GET", synonymPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 1, "groups.#": 0, "rules.#": 0, "updatedAt": nil,
		})
		s.admin.With("If-Match", `"2"`).Do(t, "PUT", synonymPath, valid).Require(t, 412, "precondition_failed")
		saved := s.admin.With("If-Match", `"1"`).Do(t, "PUT", synonymPath, valid).Require(t, 200)
		if saved.Header.Get("ETag") != `"2"` || saved.Text("updatedAt") == "" {
			t.Errorf("%s, %s", saved.Header.Get("ETag"), saved.Body)
		}
		s.admin.Do(t, "PUT", synonymPath, valid).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})
		s.admin.With("If-Match", `"1"`).Do(t, "PUT", synonymPath, valid).Require(t, 412, "precondition_failed")
		log.RequireExactly(t, events.SynonymsSaved{Version: 2, Groups: 1})
	})
}

// Every fault is reported, each at its place.
func TestRefusedSynonyms(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		many := slices.Repeat([]string{"word"}, maxSynonymWords+1)
		tooMany := make([]body, maxSynonymGroups+1)
		for i := range tooMany {
			tooMany[i] = group(fmt.Sprint("one", i), fmt.Sprint("two", i))
		}
		none := []body{}
		requireRefused(t, s.admin, "PUT", synonymPath,
			refusal{body{}, []string{"/groups required", "/rules required"}},
			refusal{groupsAndRules([]body{group("sofa", "Sofá"), group("couch", "SOFA"), group("alone"),
				group("the", "T-Shirt", "&", "ok"), group("", "x1")}, none),
				[]string{"/groups/0/words/1 not_allowed", "/groups/1/words/1 not_allowed", "/groups/2/words too_short",
					"/groups/3/words/0 not_allowed", "/groups/3/words/1 not_allowed", "/groups/3/words/2 not_allowed", "/groups/4/words/0 too_short"}},
			refusal{groupsAndRules(none, []body{rule("a1", "A1"), rule("á1", "b1", "B1"), rule("two words", "c1"), rule("d1"), rule("", "e1")}),
				[]string{"/rules/0/finds/0 not_allowed", "/rules/1/word not_allowed", "/rules/1/finds/1 not_allowed",
					"/rules/2/word not_allowed", "/rules/3/finds too_short", "/rules/4/word required"}},
			refusal{groupsAndRules([]body{group(many...)}, none), []string{"/groups/0/words too_long"}},
			refusal{groupsAndRules(tooMany, none), []string{"/groups too_long"}},
			refusal{groupsAndRules([]body{group("x1", strings.Repeat("y", 41))}, none), []string{"/groups/0/words/1 too_long"}},
		)
		s.admin.Do(t, "PUT", synonymPath, groupsAndRules(tooMany[1:], none)).Require(t, 200)
		mixed := groupsAndRules([]body{group("C++", "cpp"), group("größe", "size")}, []body{rule("cpp", "size")})
		s.admin.Do(t, "PUT", synonymPath, mixed).Require(t, 200)
	})
}

func (s *setup) requireAdminOnlyAt(t *testing.T, method, path string, valid any) {
	t.Helper()
	customer, _ := s.As(t, auth.RoleCustomer)
	s.API.Do(t, method, path, valid).Require(t, 401, "unauthenticated")
	customer.Do(t, method, path, valid).Require(t, 403, "forbidden")
}
