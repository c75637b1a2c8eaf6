package catalog

import (
	"slices"
	"testing"

	"orderd/platform/id"
)

// What the values say and what only the database knows is answered at once.
func TestAllFaultsOfAProductAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		wrong := body{
			"slug": "facets", "images": []body{{"mediaId": id.New()}, {"alt": "x"}}, "brandId": id.New(), "categoryIds": []string{id.New()},
			"variants": []body{{"sku": "A", "price": 1, "wholesalePrices": []body{{"minQuantity": 2, "price": 3}}}},
		}
		want := []string{
			"/brandId not_allowed", "/categoryIds/0 not_allowed", "/images/0/mediaId not_allowed", "/images/1/url required",
			"/slug not_allowed", "/variants/0/wholesalePrices not_allowed",
		}
		known := s.product(t, simple("Cup", 5)).Text("id")
		for path, method := range map[string]string{"/v1/admin/products": "POST", productPath(known): "PATCH"} {
			got := s.admin.Do(t, method, path, with(wrong, body{"name": "Mug"})).Require(t, 422, "validation_failed").Pointers()
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", method, got, want)
			}
		}
		kitchen := s.category(t, "Kitchen", "")
		for path, method := range map[string]string{"/v1/categories": "POST", categoryPath(kitchen): "PATCH"} {
			got := s.admin.Do(t, method, path, body{"name": "Cups", "parentId": id.New(), "mediaId": id.New()}).
				Require(t, 422, "validation_failed").Pointers()
			if slices.Sort(got); !slices.Equal(got, []string{"/mediaId not_allowed", "/parentId not_allowed"}) {
				t.Errorf("%s: %q", method, got)
			}
		}
	})
}
