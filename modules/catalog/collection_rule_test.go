package catalog

import (
	"testing"

	"orderd/test/kit"
)

// A rule asks for tags and attributes as the list does, and for attributes that buyers do not see
// too. What was deleted since matches nothing.
func TestRulesOfTagsAndAttributes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		ids := s.attributes(t)
		s.product(t, coffee(body{"name": "Dark", "slug": "dark", "tags": []string{"Gift"}}))
		s.product(t, simple("Light", 2, body{"attributes": values("roast=light", "organic=false"), "tags": []string{"gift", "new"}}))
		s.product(t, simple("Plain", 3))
		gifts := s.ruled(t, "gifts", body{"tag": []string{"GIFT"}, "sort": "name"}).
			RequireFields(t, kit.Fields{"rule.tag.0": "GIFT", "rule.attributes.#": 0}).Text("id")
		made := s.ruled(t, "roasts", body{"attributes": values("roast=dark|light"), "sort": "name"})
		made.RequireFields(t, kit.Fields{"rule.tag.#": 0, "rule.attributes.0.code": "roast", "rule.attributes.0.values.#": 2})
		s.ruled(t, "heavy", body{"attributes": values("weight=250..300|900..", "organic=true")})
		s.ruled(t, "of-acme", body{"attributes": values("supplier=acme")})
		s.ruled(t, "both", body{"tag": []string{"new", "old"}, "attributes": values("roast=dark")})
		for range 2 {
			s.requireNames(t, map[string][]string{
				"collection=gifts": {"Dark", "Light"}, "collection=gifts&tag=new": {"Light"}, "collection=roasts": {"Dark", "Light"},
				"collection=roasts&attr.roast=dark": {"Dark"}, "collection=heavy": {"Dark"}, "collection=of-acme": {"Dark"},
				"collection=both": nil,
			})
			if got, want := s.facets(t, "collection=heavy"), "1 0.00-9.99:1"; got != want {
				t.Errorf("facets %s, want %s", got, want)
			}
		}
		s.admin.Do(t, "PATCH", productPath(s.productID(t, "Dark")), body{"attributes": values("roast=dark")}).Require(t, 200)
		s.admin.Do(t, "DELETE", attributePath(ids["supplier"]), nil).Require(t, 204)
		s.requireNames(t, map[string][]string{"collection=of-acme": nil})

		requireRefused(t, s.admin, "POST", "/v1/admin/collections",
			refusal{body{"name": "X", "rule": body{"attributes": values("none=x", "roast=black|dark", "weight=1.250,5", "organic=yes")}},
				[]string{"/rule/attributes/0/code not_allowed", "/rule/attributes/1/values not_allowed",
					"/rule/attributes/2/values bad_format", "/rule/attributes/3/values not_allowed"}},
			refusal{body{"name": "X", "rule": body{"tag": []string{""}, "attributes": []body{{"code": "roast", "values": []string{}}}}},
				[]string{"/rule/tag/0 too_short", "/rule/attributes/0/values too_short"}})

		// A rule from before there were tags and attributes in rules.
		err := s.DB.Exec(`UPDATE catalog_collections SET rule = '{"q":"plain","brand":[],"category":[],"options":[]}' WHERE slug = 'gifts'`).Error
		if err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "GET", collectionPath(gifts), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"rule.q": "plain", "rule.tag.#": 0, "rule.attributes.#": 0})
		s.admin.Do(t, "PATCH", collectionPath(made.Text("id")), body{"rule": body{}}).Require(t, 200).
			RequireFields(t, kit.Fields{"rule.tag.#": 0})
	})
}
