package seed

import (
	"maps"
	"slices"
	"testing"

	"orderd/platform/money"
)

func TestShop(t *testing.T) {
	t.Parallel()
	brands, categories, skus := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, p := range demo.Products {
		brands[p.Brand]++
		categories[p.Category]++
		for _, v := range p.Variants {
			if skus[v.SKU] || v.SKU == "" || cents(t, v.Price) <= 0 || v.Was != nil && cents(t, *v.Was) <= cents(t, v.Price) {
				t.Errorf("%s: %+v", p.Name, v)
			}
			before := cents(t, v.Price)
			for _, quantity := range slices.Sorted(maps.Keys(v.Tiers)) {
				if price := cents(t, v.Tiers[quantity]); price >= before {
					t.Errorf("%s: %d cost %s each, as much as fewer", v.SKU, quantity, price)
				} else {
					before = price
				}
			}
			skus[v.SKU] = true
		}
	}
	for _, p := range demo.Products {
		if demo.Shapes[p.Picture] == "" || len(p.alts()[1]) > 200 {
			t.Errorf("%s has a picture of %q", p.Name, p.alts())
		}
	}
	for _, k := range demo.Categories {
		if k.Text == "" || !slices.ContainsFunc(demo.Products, func(p product) bool { return p.slug() == k.Picture }) {
			t.Errorf("the category %s: %+v", k.Name, k)
		}
	}
	attributed := map[string]int{}
	for _, p := range demo.Products {
		for code := range p.Attributes {
			attributed[code]++
		}
		if len(p.values()) != len(p.Attributes) {
			t.Errorf("%s has attributes that there are not: %v", p.Name, p.Attributes)
		}
	}
	for _, a := range demo.Attributes {
		if attributed[a.Code] < 5 || len(a.Names) != 2 {
			t.Errorf("the attribute %+v is of %d products", a, attributed[a.Code])
		}
	}
	for _, b := range demo.Brands {
		if b.Manufacturer.Name == "" || b.Manufacturer.Address == "" || b.Manufacturer.Contact == "" {
			t.Errorf("the brand %s has the manufacturer %+v", b.Name, b.Manufacturer)
		}
	}
	if len(demo.Storefront.Home) < 6 || len(demo.Storefront.Notices) != 2 {
		t.Errorf("%+v", demo.Storefront)
	}
	if len(demo.Products) < 60 || len(brands) != 8 || len(categories) != 6 || len(demo.Brands) != 8 || len(demo.Categories) != 6 {
		t.Errorf("%d products, brands %v, categories %v", len(demo.Products), brands, categories)
	}
}

func cents(t *testing.T, a amount) (c money.Cents) {
	t.Helper()
	if err := c.UnmarshalJSON([]byte(a)); err != nil {
		t.Fatalf("%q: %v", a, err)
	}
	return c
}
