package e2e

import (
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"orderd/platform/database"
	"orderd/test/kit"
)

var full = flag.Bool("full", false, "build 10 000 product pages, on SQLite")

// A storefront's server builds a page of every product with its key: none of its calls is refused.
// Without the key some are, as they are more than one visitor makes.
func TestAStaticBuild(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		products := 150
		if *full && s.dialect == database.SQLite { // the process counts, not its database
			products = 10_000
		}
		s.importProducts(products)
		key := s.admin.Do(t, "POST", "/v1/admin/api-keys", object{"name": "Storefront", "scopes": []string{"storefront:render"}}).
			Require(t, 201).Text("key")
		visitor := kit.NewAPI(s.api.Base, nil) // no contract: what these answer is tested elsewhere
		builder := visitor.With("X-Storefront-Key", key)

		var list struct {
			Data []struct{ Slug string }
			Next *string
		}
		builder.Do(t, "GET", "/v1/products/slugs", nil).Require(t, 200).Decode(t, &list)
		if len(list.Data) != products || list.Next != nil {
			t.Fatalf("%d slugs, and then %v", len(list.Data), list.Next)
		}
		var slugs []string
		for _, p := range list.Data {
			slugs = append(slugs, p.Slug)
		}
		s.awaitReviewable(products)
		if got := build(t, builder, slugs); got[200] != 2*products || len(got) != 1 {
			t.Errorf("with the key: %v", got)
		}
		if got := build(t, visitor, slugs[:100]); got[429] == 0 {
			t.Errorf("without the key: %v", got)
		}
	}, "ORDERD_LIMITS_ENABLED=true")
}

// importProducts adds products with names of their own.
func (s *shop) importProducts(n int) {
	s.t.Helper()
	const rows = 250 // of a file: each is answered in time
	for from := 0; from < n; from += rows {
		var file strings.Builder
		file.WriteString("name,status,sku,price\n")
		for i := from; i < min(from+rows, n); i++ {
			fmt.Fprintf(&file, "Tin %d,active,TIN-%d,9.99\n", i, i)
		}
		s.admin.With("Content-Type", "text/csv").Do(s.t, "POST", "/v1/admin/products/import", file.String()).Require(s.t, 200).
			RequireFields(s.t, kit.Fields{"failed": 0})
	}
}

// awaitReviewable waits until the reviews know so many products.
func (s *shop) awaitReviewable(n int) {
	s.t.Helper()
	db := s.database()
	kit.Within(s.t, 2*time.Minute, "the reviews know the products", func() error {
		var known int
		if err := db.Raw("SELECT count(*) FROM reviews_products").Scan(&known).Error; err != nil || known < n {
			return fmt.Errorf("%d do, %w", known, err)
		}
		return nil
	})
}

// build makes the calls of product pages, eight pages at a time, and counts the statuses.
func build(t *testing.T, api *kit.API, slugs []string) map[int]int {
	t.Helper()
	queue := make(chan string)
	statuses := map[int]int{}
	var (
		mu      sync.Mutex
		workers sync.WaitGroup
	)
	for range 8 {
		workers.Go(func() {
			for slug := range queue {
				for _, path := range []string{"/v1/products/" + slug, "/v1/products/" + slug + "/reviews?limit=5"} {
					answer, err := api.Try("GET", path, nil)
					if err != nil {
						t.Error(err)
						continue
					}
					mu.Lock()
					statuses[answer.Status]++
					mu.Unlock()
				}
			}
		})
	}
	for _, slug := range slugs {
		queue <- slug
	}
	close(queue)
	workers.Wait()
	return statuses
}
