package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func brandPath(id string) string { return "/v1/brands/" + id }

var moka = body{"name": "Moka & Söhne", "slug": "moka", "logoUrl": "https://cdn.example.com/moka.png"}

func TestBrands(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		made := s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201)
		brandID := made.Text("id")
		if made.Header.Get("Location") != brandPath(brandID) || made.Text("name") != "Moka & Söhne" || made.Text("slug") != "moka" ||
			made.Text("logoUrl") != "https://cdn.example.com/moka.png" || made.Text("createdAt") == "" || made.Text("createdAt") != made.Text("updatedAt") {
			t.Errorf("made: %s", made.Body)
		}
		for _, name := range []string{brandID, "moka"} {
			if got := s.API.Do(t, "GET", brandPath(name), nil).Require(t, 200); string(got.Body) != string(made.Body) {
				t.Errorf("read by %s: %s", name, got.Body)
			}
		}
		// The slug is made from the name, and no logo is null.
		plain := s.admin.Do(t, "POST", "/v1/brands", body{"name": " Crème  Brûlée's №1 "}).Require(t, 201)
		if plain.Text("slug") != "creme-brulees-no1" || plain.At("logoUrl") != nil || plain.Text("name") != "Crème  Brûlée's №1" {
			t.Errorf("plain: %s", plain.Body)
		}
		if got := column(t, s.API.Do(t, "GET", "/v1/brands", nil), "name"); !slices.Equal(got, []string{"Crème  Brûlée's №1", "Moka & Söhne"}) {
			t.Errorf("list: %v", got)
		}
		customer, _ := s.As(t, auth.RoleCustomer)
		for api, want := range map[*kit.API]string{s.API: "public, no-cache", customer: "private, no-cache"} {
			if got := api.Do(t, "GET", "/v1/brands", nil); got.Header.Get("Cache-Control") != want || got.Header.Get("Vary") != "Authorization" {
				t.Errorf("headers: %v, want %s", got.Header, want)
			}
		}
		s.Clock.Advance(1e9)
		edited := s.admin.Do(t, "PATCH", brandPath(brandID), body{"slug": "moka-soehne", "logoUrl": nil}).Require(t, 200)
		if edited.Text("slug") != "moka-soehne" || edited.At("logoUrl") != nil || edited.Text("name") != "Moka & Söhne" || edited.Text("updatedAt") == made.Text("updatedAt") {
			t.Errorf("edited: %s", edited.Body)
		}
		if same := s.admin.Do(t, "PATCH", brandPath(brandID), body{"slug": "moka-soehne"}).Require(t, 200); string(same.Body) != string(edited.Body) {
			t.Errorf("an edit that changes nothing: %s", same.Body)
		}
		s.API.Do(t, "GET", brandPath("moka"), nil).Require(t, 404, "not_found")
		s.admin.Do(t, "DELETE", brandPath(brandID), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", brandPath(brandID), nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", brandPath(brandID), nil).Require(t, 404, "not_found")
		log.RequireExactly(t,
			events.BrandSaved{BrandID: brandID, Name: "Moka & Söhne", Slug: "moka", Created: true},
			events.BrandSaved{BrandID: plain.Text("id"), Name: "Crème  Brûlée's №1", Slug: "creme-brulees-no1", Created: true},
			events.BrandSaved{BrandID: brandID, Name: "Moka & Söhne", Slug: "moka-soehne"},
			events.BrandDeleted{BrandID: brandID})
	})
}

func TestBrandSlugs(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201)
		s.admin.Do(t, "POST", "/v1/brands", body{"name": "Another", "slug": "moka"}).Require(t, 409, "slug_taken")
		s.admin.Do(t, "POST", "/v1/brands", body{"name": "MOKA"}).Require(t, 409, "slug_taken")
		other := s.admin.Do(t, "POST", "/v1/brands", body{"name": "咖啡"}).Require(t, 201)
		if !strings.HasPrefix(other.Text("slug"), "n-") {
			t.Errorf("slug of a name without Latin letters: %s", other.Text("slug"))
		}
		s.admin.Do(t, "PATCH", brandPath(other.Text("id")), body{"slug": "moka"}).Require(t, 409, "slug_taken")
		long := s.admin.Do(t, "POST", "/v1/brands", body{"name": strings.Repeat("ß ", 60)}).Require(t, 201)
		if got := long.Text("slug"); len(got) > maxSlug || strings.HasSuffix(got, "-") {
			t.Errorf("slug of a long name: %d characters, %s", len(got), got)
		}
	})
}

func TestBrandsRefuse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", "/v1/brands", moka).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", "/v1/brands", moka).Require(t, 403, "forbidden")
		refuse := refuser(t, s.admin, "POST", "/v1/brands")
		refuse(body{}, "/name required")
		refuse(with(moka, body{"name": ""}), "/name too_short")
		refuse(with(moka, body{"name": " \t"}), "/name too_short")
		refuse(with(moka, body{"name": strings.Repeat("x", 121)}), "/name too_long")
		refuse(with(moka, body{"name": nil}), "/name wrong_type")
		refuse(with(moka, body{"name": 7, "slug": 7, "logoUrl": 7}), "/logoUrl wrong_type", "/name wrong_type", "/slug wrong_type")
		for _, slug := range []string{"", "Moka", "-moka", "moka-", "mo--ka", "mo ka", "möka", "moka\n"} {
			refuse(with(moka, body{"slug": slug}), "/slug bad_format")
		}
		refuse(with(moka, body{"slug": strings.Repeat("x", 141)}), "/slug too_long")
		refuse(with(moka, body{"slug": "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"}), "/slug not_allowed")
		for _, url := range []string{"", "http://cdn.example.com/x.png", "ftp://x", "//cdn.example.com/x", "/x.png", "javascript:alert(1)", "https://", "https://user:pw@example.com/", "https://a b", "https://example.com/a b", "https://example.com/<b>"} {
			refuse(with(moka, body{"logoUrl": url}), "/logoUrl bad_format")
		}
		refuse(with(moka, body{"logoUrl": "https://example.com/" + strings.Repeat("x", 2048)}), "/logoUrl too_long")
		refuse(with(moka, body{"id": "x"}), "/id unexpected_field")
		s.admin.Do(t, "POST", "/v1/brands", `{"name":`).Require(t, 400, "malformed_json")
		log.RequireExactly(t)

		known := s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201).Text("id")
		s.guarded(t, "PATCH", brandPath, known, body{"name": "Moka"})
		s.guarded(t, "DELETE", brandPath, known, nil)
		refuse = refuser(t, s.admin, "PATCH", brandPath(known))
		refuse(body{"name": nil, "slug": nil, "logoUrl": "x"}, "/logoUrl bad_format", "/name wrong_type", "/slug wrong_type")
		for _, unknown := range []string{"no-such-brand", "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", strings.ToUpper(known), "%00", "%FF"} {
			s.API.Do(t, "GET", brandPath(unknown), nil).Require(t, 404, "not_found")
		}
		refuser(t, s.API, "GET", "/v1/brands?page=0&limit=101")(nil, "?limit out_of_range", "?page out_of_range")
	})
}

func TestOneBrandSlugAtOnceIsOneBrand(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		answers := map[string]int{}
		for range 20 {
			wg.Go(func() {
				got, err := s.admin.Try("POST", "/v1/brands", moka)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				answers[fmt.Sprint(got.Status, " ", got.Text("code"))]++
			})
		}
		wg.Wait()
		if answers["201 "] != 1 || answers["409 slug_taken"] != 19 {
			t.Errorf("answers: %v", answers)
		}
	})
}

func TestBrandTwiceWithOneKeyIsOneBrand(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		api := s.admin.With("Idempotency-Key", "one")
		first := api.Do(t, "POST", "/v1/brands", moka).Require(t, 201)
		second := api.Do(t, "POST", "/v1/brands", moka).Require(t, 201)
		if string(first.Body) != string(second.Body) || second.Header.Get("Location") != first.Header.Get("Location") || second.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
	})
}
