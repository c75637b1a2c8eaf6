package catalog

import (
	"slices"
	"strings"
	"testing"

	"orderd/platform/auth"
	"orderd/platform/id"
)

func TestProductsTakeNoOthersSlugOrSKU(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.product(t, cup())
		other := s.product(t, body{"name": "Other", "variants": []body{{"sku": "OTHER", "price": 1}}})
		if other.Text("status") != "draft" || other.Text("taxClass") != "standard" || other.At("brand") != nil || other.At("description") != nil {
			t.Errorf("least: %s", other.Body)
		}
		path := productPath(other.Text("id"))
		s.admin.Do(t, "PATCH", path, body{"slug": "espresso-cup"}).Require(t, 409, "slug_taken")
		s.admin.Do(t, "PATCH", path, body{"variants": []body{{"sku": "CUP-W", "price": 1}}}).Require(t, 409, "sku_taken")
		s.admin.Do(t, "POST", "/v1/admin/products", cup(body{"name": "Third"})).Require(t, 409, "sku_taken")
		twice := []body{{"sku": "TWICE", "price": 1}, {"sku": "TWICE", "price": 2}}
		s.admin.Do(t, "POST", "/v1/admin/products", body{"name": "Twice", "variants": twice}).Require(t, 409, "sku_taken")
		s.admin.Do(t, "PATCH", path, body{"variants": twice}).Require(t, 409, "sku_taken")
		two := s.product(t, body{"name": "Two", "variants": []body{{"sku": "T1", "price": 1}, {"sku": "T2", "price": 2.01}}})
		if len(two.At("variants").([]any)) != 2 {
			t.Errorf("two without options: %s", two.Body)
		}
	})
}

// A name that would make a slug that no product may have makes none.
func TestNamesThatMakeNoSlug(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, name := range []string{"Facets", "0199D5A1-93c4-7a50-8b1c-6d2e3f405162", "☕"} {
			slug := s.product(t, simple(name, 1)).Text("slug")
			if got := s.API.Do(t, "GET", "/v1/products/"+slug, nil).Require(t, 200); !strings.HasPrefix(slug, "n-") || got.Text("name") != name {
				t.Errorf("%s: %s", slug, got.Body)
			}
		}
	})
}

func TestProductsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", "/v1/admin/products", cup()).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", "/v1/admin/products", cup()).Require(t, 403, "forbidden")
		refuse := refuser(t, s.admin, "POST", "/v1/admin/products")
		variant := func(changes body) body {
			return cup(body{"options": nil, "variants": []body{with(body{"sku": "V", "price": 1}, changes)}})
		}
		refuse(body{}, "/name required")
		refuse(body{"name": "", "slug": "A", "status": "sold", "taxClass": "none", "brandId": 1, "categoryIds": "x", "images": []body{{}}, "options": []body{{}}, "variants": []body{{}}},
			"/brandId wrong_type", "/categoryIds wrong_type", "/images/0/url required", "/name too_short", "/options/0/name required", "/options/0/values required", "/slug bad_format",
			"/status not_allowed", "/taxClass not_allowed", "/variants/0/price required", "/variants/0/sku required")
		for _, url := range []string{"", "x", "/cup.png", "data:image/png;base64,AA", "javascript:alert(1)"} {
			refuse(cup(body{"images": []body{{"url": url}}}), "/images/0/url bad_format")
		}
		refuse(cup(body{"slug": "facets"}), "/slug not_allowed")
		refuse(cup(body{"slug": id.New()}), "/slug not_allowed")
		refuse(cup(body{"name": strings.Repeat("x", 201)}), "/name too_long")
		refuse(cup(body{"id": "x"}), "/id unexpected_field")
		refuse(cup(body{"categoryIds": slices.Repeat([]string{id.New()}, 21)}), "/categoryIds too_long") // and not each of them
		refuse(cup(body{"options": []body{{"name": "Color", "values": slices.Repeat([]string{"White"}, 101)}}}), "/options/0/values too_long")
		refuse(variant(body{"price": -1, "compareAtPrice": "9", "weightGrams": 1.5, "sku": ""}), "/variants/0/compareAtPrice wrong_type", "/variants/0/price out_of_range",
			"/variants/0/sku too_short", "/variants/0/weightGrams wrong_type")
		refuse(variant(body{"price": 1.999, "wholesalePrices": []body{{"minQuantity": 0, "price": 1}}}), "/variants/0/price bad_format", "/variants/0/wholesalePrices/0/minQuantity out_of_range")
		refuse(variant(body{"wholesalePrices": []body{{"minQuantity": 5, "price": 1}, {"minQuantity": 5, "price": 2}}}), "/variants/0/wholesalePrices not_allowed")
		refuse(variant(body{"id": id.New()}), "/variants/0/id not_allowed")
		refuse(variant(body{"options": body{"Size": 1}}), "/variants/0/options/Size wrong_type")
		refuse(cup(body{"options": []body{{"name": "Color", "values": []string{"White", "White"}}, {"name": "Color", "values": []string{"Black"}}}}),
			"/options/0/values/1 not_allowed", "/options/1/name not_allowed", "/variants/0/options not_allowed")
		refuse(cup(body{"variants": []body{{"sku": "A", "price": 1, "options": body{"Color": "Red"}}, {"sku": "A", "price": 1}, {"sku": "B", "price": 1, "options": body{"Color": "White", "Size": "M"}}}}),
			"/variants/0/options not_allowed", "/variants/1/options not_allowed", "/variants/2/options not_allowed")
		for _, choice := range []body{{"": "Red"}, {"Color": ""}, {"Color ": "Red"}, {strings.Repeat("x", 61): "Red"}, {"Color": strings.Repeat("x", 61)}} {
			refuse(variant(body{"options": choice}), "/variants/0/options not_allowed")
		}
		refuse(variant(body{"options": body{"1": "x", "2": "x", "3": "x", "4": "x", "5": "x", "6": "x"}}), "/options not_allowed")
		refuse(cup(body{"options": nil, "variants": []body{{"sku": "A", "price": 1, "options": body{"Color": "Red"}}, {"sku": "B", "price": 1, "options": body{"Color": "Red"}}}}), "/variants/1/options not_allowed")
		root := s.category(t, "Root", "")
		refuse(cup(body{"brandId": id.New(), "categoryIds": []string{root, "none", root, id.New()}}), "/categoryIds/2 not_allowed")
		refuse(cup(body{"brandId": id.New(), "categoryIds": []string{root, "none", id.New()}}), "/brandId not_allowed", "/categoryIds/1 not_allowed", "/categoryIds/2 not_allowed")

		known := s.product(t, cup()).Text("id")
		s.guarded(t, "GET", productPath, known, nil)
		s.guarded(t, "PATCH", productPath, known, body{"name": "x"})
		s.guarded(t, "DELETE", productPath, known, nil)
		refuse = refuser(t, s.admin, "PATCH", productPath(known))
		refuse(body{"name": nil, "status": nil, "taxClass": nil, "slug": nil}, "/name wrong_type", "/slug wrong_type", "/status wrong_type", "/taxClass wrong_type")
		refuse(body{"options": []body{{"name": "Color", "values": []string{"White"}}}}, "/variants/1/options not_allowed")
		refuse(body{"slug": "facets", "variants": []body{{"price": -1}}}, "/slug not_allowed", "/variants/0/price out_of_range", "/variants/0/sku required")
		other := s.product(t, body{"name": "Other", "variants": []body{{"sku": "OTHER", "price": 1}}}).Text("variants.0.id")
		refuse(body{"options": nil, "variants": []body{{"id": other, "sku": "MINE", "price": 1}}}, "/variants/0/id not_allowed")
		for _, unknown := range []string{"none", id.New(), "%FF", "facetz"} {
			s.API.Do(t, "GET", "/v1/products/"+unknown, nil).Require(t, 404, "not_found")
		}
	})
}
