package catalog

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"orderd/platform/database"
	"orderd/test/kit"
)

func TestSlugsOfProducts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		empty := s.API.Do(t, "GET", "/v1/products/slugs", nil).Require(t, 200)
		if got := string(empty.Body); got != `{"data":[],"next":null}` || empty.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s", empty.Header.Get("Content-Type"), got)
		}
		one := s.product(t, simple("One", 1))
		s.product(t, simple("Draft", 1, body{"status": "draft"}))
		two := s.product(t, simple("Two", 1))
		list := s.API.Do(t, "GET", "/v1/products/slugs", nil).Require(t, 200)
		list.RequireFields(t, kit.Fields{"data.#": 2, "data.0.id": one.Text("id"), "data.0.slug": "one", "next": nil,
			"data.1.id": two.Text("id"), "data.1.updatedAt": two.Text("updatedAt")})
		etag := list.Header.Get("ETag")
		again := s.API.With("If-None-Match", etag).Do(t, "GET", "/v1/products/slugs", nil).Require(t, 304)
		if !strings.HasPrefix(etag, `W/"`) || again.Header.Get("ETag") != etag || len(again.Body) > 0 ||
			list.Header.Get("Cache-Control") != "public, no-cache" {
			t.Errorf("%q, %q, %q, %s", etag, again.Header.Get("ETag"), list.Header.Get("Cache-Control"), again.Body)
		}
		s.API.Do(t, "GET", "/v1/products/slugs?after="+one.Text("id"), nil).RequireFields(t, kit.Fields{"data.#": 1, "data.0.slug": "two"})
		s.API.With("If-None-Match", etag).Do(t, "GET", "/v1/products/slugs?after="+one.Text("id"), nil).Require(t, 200)
		s.admin.Do(t, "PATCH", productPath(one.Text("id")), body{"slug": "uno"}).Require(t, 200)
		s.API.With("If-None-Match", etag).Do(t, "GET", "/v1/products/slugs", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"data.0.slug": "uno"})
		requireRefused(t, s.API, "GET", "/v1/products/slugs?after=x&page=1",
			refusal{nil, []string{"?after bad_format", "?page unexpected_field"}})

		// Nothing gets the slug that the path has.
		requireRefused(t, s.admin, "POST", "/v1/admin/products", refusal{simple("A", 1, body{"slug": "slugs"}), []string{"/slug not_allowed"}})
		if slug := s.product(t, simple("Slugs", 1)).Text("slug"); !strings.HasPrefix(slug, "n-") {
			t.Errorf("slug %s", slug)
		}
	})
}

// slugsWriter takes a response without an ETag.
type slugsWriter struct{ io.Writer }

func (slugsWriter) NotModified(string) bool { return false }

// A part has 50 000 slugs, and names where the next one begins.
func TestPartsOfSlugs(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		const total = maxSlugs + 2
		insert := `INSERT INTO catalog_products (id, name, name_key, slug, status, tax_class, category_ids, images, options, price_from,
			in_stock, rating, rating_sum, rating_count, rating_seq, units, created_at, updated_at) VALUES `
		var rows []string
		for i := range total {
			rows = append(rows, fmt.Sprintf(`('00000000-0000-7000-8000-%012d', 'P', 'p', 'p-%d', 'active', 'standard', '[]', '[]', '[]', 1, TRUE, `+
				`0, 0, 0, 0, 0, '2026-11-20 13:00:00+00:00', '2026-11-20 13:00:00+00:00')`, i, i))
		}
		for batch := range slices.Chunk(rows, 5000) {
			if err := s.DB.Exec(insert + strings.Join(batch, ",")).Error; err != nil {
				t.Fatal(err)
			}
		}
		first := kit.Answer{Status: 200, Body: slugsFrom(t, s, "")}
		next := fmt.Sprintf("00000000-0000-7000-8000-%012d", maxSlugs-1)
		first.RequireFields(t, kit.Fields{"data.#": maxSlugs, "next": next})
		rest := kit.Answer{Status: 200, Body: slugsFrom(t, s, next)}
		rest.RequireFields(t, kit.Fields{"data.#": 2, "data.1.slug": fmt.Sprint("p-", total-1), "next": nil})
	})
}

func slugsFrom(t *testing.T, s *setup, after string) []byte {
	t.Helper()
	var b strings.Builder
	r := readers{reads: database.PrimaryReads(s.DB)}
	if err := r.exportSlugs(t.Context(), after, slugsWriter{&b}); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}
