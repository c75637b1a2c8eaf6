package catalog

import (
	"slices"
	"strings"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestProductsTakeNoOthersSlugOrSKU(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, cup())
		other := s.product(t, body{"name": "Other", "variants": []body{{"sku": "OTHER", "price": 1}}})
		other.RequireFields(t, kit.Fields{"status": "draft", "taxClass": "standard", "brand": nil, "description": nil})
		path := productPath(other.Text("id"))
		s.admin.Do(t, "PATCH", path, body{"slug": "espresso-cup"}).Require(t, 409, "slug_taken")
		s.admin.Do(t, "PATCH", path, body{"variants": []body{{"sku": "CUP-W", "price": 1}}}).Require(t, 409, "sku_taken")
		s.admin.Do(t, "POST", "/v1/admin/products", cup(body{"name": "Third"})).Require(t, 409, "sku_taken")
		twice := []body{{"sku": "TWICE", "price": 1}, {"sku": "TWICE", "price": 2}}
		s.admin.Do(t, "POST", "/v1/admin/products", body{"name": "Twice", "variants": twice}).Require(t, 409, "sku_taken")
		s.admin.Do(t, "PATCH", path, body{"variants": twice}).Require(t, 409, "sku_taken")
		two := s.product(t, body{"name": "Two", "variants": []body{{"sku": "T1", "price": 1}, {"sku": "T2", "price": 2.01}}})
		two.RequireFields(t, kit.Fields{"variants.#": 2})
	})
}

// A name whose slug no product may have gets a slug made from the id.
func TestNamesThatMakeNoSlug(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for _, name := range []string{"Facets", "0199D5A1-93c4-7a50-8b1c-6d2e3f405162", "☕"} {
			slug := s.product(t, simple(name, 1)).Text("slug")
			if !strings.HasPrefix(slug, "n-") {
				t.Errorf("slug of %s: %s", name, slug)
			}
			s.requireShown(t, slug, kit.Fields{"name": name})
		}
	})
}

func TestProductsAreForAdmins(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", "/v1/admin/products", cup()).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", "/v1/admin/products", cup()).Require(t, 403, "forbidden")
		known := s.product(t, cup()).Text("id")
		s.requireAdminOnly(t, "GET", productPath, known, nil)
		s.requireAdminOnly(t, "PATCH", productPath, known, body{"name": "x"})
		s.requireAdminOnly(t, "DELETE", productPath, known, nil)
		for _, unknown := range []string{"none", id.New(), "%FF", "facetz"} {
			s.API.Do(t, "GET", "/v1/products/"+unknown, nil).Require(t, 404, "not_found")
		}
	})
}

func TestProductsRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/products"
		wrong := body{
			"name": "", "slug": "A", "status": "sold", "taxClass": "none", "brandId": 1, "categoryIds": "x",
			"images": []body{{"alt": ""}}, "options": []body{{}}, "variants": []body{{}},
		}
		requireRefused(t, s.admin, "POST", path,
			refusal{body{}, []string{"/name required"}},
			refusal{body{"name": "Cup", "images": []body{{}}, "options": []body{{}}},
				[]string{"/images/0/url required", "/options/0/name required", "/options/0/values required"}},
			refusal{wrong, []string{
				"/brandId wrong_type", "/categoryIds wrong_type", "/images/0/alt too_short", "/name required", "/options/0/name required",
				"/options/0/values required", "/slug bad_format", "/status not_allowed", "/taxClass not_allowed",
				"/variants/0/price required", "/variants/0/sku required",
			}},
			refusal{cup(body{"slug": "facets"}), []string{"/slug not_allowed"}},
			refusal{cup(body{"slug": id.New()}), []string{"/slug not_allowed"}},
			refusal{cup(body{"name": strings.Repeat("x", 201)}), []string{"/name too_long"}},
			refusal{cup(body{"id": "x"}), []string{"/id unexpected_field"}},
			refusal{cup(body{"images": []body{{"url": ""}}}), []string{"/images/0/url too_short"}},
			// One fault, not one for each of them.
			refusal{cup(body{"categoryIds": slices.Repeat([]string{id.New()}, 21)}), []string{"/categoryIds too_long"}},
		)
		for _, url := range []string{"x", "/cup.png", "data:image/png;base64,AA", "javascript:alert(1)"} {
			requireRefused(t, s.admin, "POST", path, refusal{cup(body{"images": []body{{"url": url}}}), []string{"/images/0/url bad_format"}})
		}
		root := s.category(t, "Root", "")
		requireRefused(t, s.admin, "POST", path,
			refusal{cup(body{"brandId": id.New(), "categoryIds": []string{root, "none", root, id.New()}}), []string{
				"/brandId not_allowed", "/categoryIds/1 not_allowed", "/categoryIds/2 not_allowed", "/categoryIds/3 not_allowed",
			}},
			refusal{
				cup(body{"brandId": id.New(), "categoryIds": []string{root, "none", id.New()}}),
				[]string{"/brandId not_allowed", "/categoryIds/1 not_allowed", "/categoryIds/2 not_allowed"},
			},
		)
	})
}

// A spec that contradicts itself.
func TestVariantsRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/products"
		variant := func(changes body) body {
			return cup(body{"options": nil, "variants": []body{with(body{"sku": "V", "price": 1}, changes)}})
		}
		red := body{"Color": "Red"}
		twoTiers := []body{{"minQuantity": 5, "price": 1}, {"minQuantity": 5, "price": 2}}
		requireRefused(t, s.admin, "POST", path,
			refusal{variant(body{"price": -1, "compareAtPrice": "9", "weightGrams": 1.5, "sku": ""}), []string{
				"/variants/0/compareAtPrice wrong_type", "/variants/0/price out_of_range", "/variants/0/sku required",
				"/variants/0/weightGrams wrong_type",
			}},
			refusal{variant(body{"price": 1.999, "wholesalePrices": []body{{"minQuantity": 0, "price": 1}}}), []string{
				"/variants/0/price bad_format", "/variants/0/wholesalePrices/0/minQuantity out_of_range",
			}},
			refusal{variant(body{"wholesalePrices": twoTiers}), []string{"/variants/0/wholesalePrices not_allowed"}},
			refusal{variant(body{"id": id.New()}), []string{"/variants/0/id not_allowed"}},
			refusal{variant(body{"options": body{"Size": 1}}), []string{"/variants/0/options/Size wrong_type"}},
			refusal{variant(body{"options": body{"1": "x", "2": "x", "3": "x", "4": "x", "5": "x", "6": "x"}}), []string{"/options not_allowed"}},
			refusal{
				cup(body{"options": []body{{"name": "Color", "values": slices.Repeat([]string{"White"}, 101)}}}),
				[]string{"/options/0/values too_long"},
			},
			refusal{
				cup(body{"options": []body{{"name": "Color", "values": []string{"White", "White"}}, {"name": "Color", "values": []string{"Black"}}}}),
				[]string{"/options/0/values/1 not_allowed", "/options/1/name not_allowed", "/variants/0/options not_allowed"},
			},
			refusal{
				cup(body{"variants": []body{
					{"sku": "A", "price": 1, "options": red}, {"sku": "A", "price": 1},
					{"sku": "B", "price": 1, "options": body{"Color": "White", "Size": "M"}},
				}}),
				[]string{"/variants/0/options not_allowed", "/variants/1/options not_allowed", "/variants/2/options not_allowed"},
			},
			refusal{
				cup(body{"options": nil, "variants": []body{{"sku": "A", "price": 1, "options": red}, {"sku": "B", "price": 1, "options": red}}}),
				[]string{"/variants/1/options not_allowed"},
			},
		)
		for _, choice := range []body{{"": "Red"}, {"Color": ""}, {"Color ": "Red"}, {strings.Repeat("x", 61): "Red"},
			{"Color": strings.Repeat("x", 61)}} {
			requireRefused(t, s.admin, "POST", path, refusal{variant(body{"options": choice}), []string{"/variants/0/options not_allowed"}})
		}
	})
}

func TestEditsRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		other := s.product(t, body{"name": "Other", "variants": []body{{"sku": "OTHER", "price": 1}}}).Text("variants.0.id")
		requireRefused(t, s.admin, "PATCH", productPath(s.product(t, cup()).Text("id")),
			refusal{body{"name": nil, "status": nil, "taxClass": nil, "slug": nil}, []string{
				"/name wrong_type", "/slug wrong_type", "/status wrong_type", "/taxClass wrong_type",
			}},
			refusal{body{"options": []body{{"name": "Color", "values": []string{"White"}}}}, []string{"/variants/1/options not_allowed"}},
			refusal{body{"slug": "facets", "variants": []body{{"price": -1}}}, []string{
				"/slug not_allowed", "/variants/0/price out_of_range", "/variants/0/sku required",
			}},
			refusal{body{"options": nil, "variants": []body{{"id": other, "sku": "MINE", "price": 1}}}, []string{"/variants/0/id not_allowed"}},
		)
	})
}
