package catalog

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

// statements counts what each request asks of the database, by request id.
type statements struct {
	mu sync.Mutex
	of map[string]int
}

func watch(t *testing.T, db *gorm.DB) *statements {
	t.Helper()
	s := &statements{of: map[string]int{}}
	note := func(tx *gorm.DB) {
		if requestID := httpapi.RequestID(tx.Statement.Context); requestID != "" {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.of[requestID]++
		}
	}
	c := db.Callback()
	for _, err := range []error{
		c.Query().Register("count", note), c.Row().Register("count", note), c.Raw().Register("count", note), c.Create().Register("count", note),
		c.Update().Register("count", note), c.Delete().Register("count", note),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// by is how many statements the call makes.
func (s *statements) by(t *testing.T, api *kit.API, method, path string, b any) int {
	t.Helper()
	requestID := id.New()
	if got := api.With("X-Request-Id", requestID).Do(t, method, path, b); got.Status >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[requestID]
}

// What a page costs does not depend on what is on it.
func TestQueriesOfAPage(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		root := s.category(t, "Kitchen", "")
		many := make([]body, 50)
		for i := range many {
			many[i] = body{"sku": fmt.Sprint("P", i), "price": i}
		}
		first := s.product(t, cup(body{"categoryIds": []string{root}}))
		s.product(t, simple("Many cups", 1, body{"variants": many, "categoryIds": []string{root, s.category(t, "Cups", root)}}))
		for i := range 30 {
			s.product(t, simple(fmt.Sprint("Cup ", i), 1))
		}
		log := watch(t, s.DB)
		customer, _ := s.As(t, "customer")
		for _, row := range []struct {
			api       *kit.API
			path      string
			cold, hot int
		}{
			{s.API, "/v1/products/" + first.Text("id"), 2, 2},
			{s.API, "/v1/products/many-cups", 2, 2},
			{customer, "/v1/products/many-cups", 3, 3},
			{s.API, "/v1/products?limit=1", 4, 3},
			{s.API, "/v1/products?limit=100", 3, 3},
			{s.API, "/v1/products?category=kitchen&sort=price&minPrice=1", 4, 3},
			{s.API, "/v1/products?q=cup&limit=100", 5, 4},
			{s.API, "/v1/products?q=cub&limit=100", 7, 6},
			{s.API, "/v1/products/facets", 3, 1},
			{s.API, "/v1/products/facets?q=cup", 4, 2},
		} {
			for _, want := range []int{row.cold, row.hot} {
				if got := log.by(t, row.api, "GET", row.path, nil); got != want {
					t.Errorf("%s: %d statements, want %d", row.path, got, want)
				}
			}
		}
	})
}

// What a write costs does not depend on how many variants and words the product has.
func TestQueriesOfASave(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := watch(t, s.DB)
		s.product(t, simple("Zero", 1)) // brands and categories are read once
		first := log.by(t, s.admin, "POST", "/v1/admin/products", simple("One", 1))
		many := make([]body, 100)
		for i := range many {
			many[i] = body{"sku": fmt.Sprint("P", i), "price": i}
		}
		if got := log.by(t, s.admin, "POST", "/v1/admin/products", simple("Many", 1, body{"variants": many, "description": strings.Repeat("word and another ", 100)})); got != first || got > 12 {
			t.Errorf("%d statements for a product with 100 variants, %d for one with 1", got, first)
		}
	})
}
