package catalog

import (
	"fmt"
	"strings"
	"testing"

	"orderd/test/kit"
)

// The number of statements for a page does not depend on what is on it. While nothing changes it is
// 1.
func TestQueriesOfAPage(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		root := s.category(t, "Kitchen", "")
		many := make([]body, 50)
		for i := range many {
			many[i] = body{"sku": fmt.Sprint("P", i), "price": i}
		}
		first := s.product(t, cup(body{"categoryIds": []string{root}, "tags": []string{"porcelain", "white"}}))
		s.product(t, simple("Many cups", 1, body{"variants": many, "categoryIds": []string{root, s.category(t, "Cups", root)}}))
		for i := range 30 {
			s.product(t, simple(fmt.Sprint("Cup ", i), 1))
		}
		customer, _ := s.As(t, "customer")
		for _, row := range []struct {
			api       *kit.API
			path      string
			cold, hot int
		}{
			{s.API, "/v1/products/" + first.Text("id"), 3, 1},
			{s.API, "/v1/products/many-cups", 3, 1},
			{customer, "/v1/products/many-cups", 1, 1},
			{s.API, "/v1/products?limit=1", 4, 1},
			{s.API, "/v1/products?limit=100", 3, 1},
			{s.API, "/v1/products?category=kitchen&sort=price&minPrice=1", 4, 1},
			{s.API, "/v1/products?tag=porcelain,glass", 4, 1},
			{s.API, "/v1/products?q=cup&limit=100", 5, 1},
			{s.API, "/v1/products?q=cub&limit=100", 8, 1},
			{s.API, "/v1/products/facets", 3, 1},
			{s.API, "/v1/products/facets?q=cup", 4, 1},
		} {
			for _, want := range []int{row.cold, row.hot} {
				if got := s.Statements(t, row.api, "GET", row.path, nil); got != want {
					t.Errorf("%s: %d statements, want %d", row.path, got, want)
				}
			}
		}
	})
}

// The number of statements for a write does not depend on how many variants and words a product
// has.
func TestQueriesOfASave(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.product(t, simple("Zero", 1)) // brands and categories are read once
		first := s.Statements(t, s.admin, "POST", "/v1/admin/products", simple("One", 1))
		many := make([]body, 100)
		for i := range many {
			many[i] = body{"sku": fmt.Sprint("P", i), "price": i}
		}
		large := simple("Many", 1, body{"variants": many, "description": strings.Repeat("word and another ", 100)})
		if got := s.Statements(t, s.admin, "POST", "/v1/admin/products", large); got != first || got > 13 {
			t.Errorf("%d statements for a product with 100 variants, %d for one with 1", got, first)
		}
	})
}
