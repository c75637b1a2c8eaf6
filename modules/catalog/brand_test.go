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

func TestBrands(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		created := s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201)
		brandID := created.Text("id")
		created.RequireFields(t, kit.Fields{
			"name": "Moka & Söhne", "slug": "moka", "logoUrl": "https://cdn.example.com/moka.png", "updatedAt": created.Text("createdAt"),
		})
		if location := created.Header.Get("Location"); location != brandPath(brandID) {
			t.Errorf("Location: %s, want %s", location, brandPath(brandID))
		}
		for _, name := range []string{brandID, "moka"} {
			if got := s.API.Do(t, "GET", brandPath(name), nil).Require(t, 200); string(got.Body) != string(created.Body) {
				t.Errorf("read by %s: %s, want %s", name, got.Body, created.Body)
			}
		}
		minimal := s.admin.Do(t, "POST", "/v1/brands", body{"name": " Crème  Brûlée's №1 "}).Require(t, 201)
		minimal.RequireFields(t, kit.Fields{"slug": "creme-brulees-no1", "logoUrl": nil, "name": "Crème  Brûlée's №1"})
		if got := fieldOfAll(t, s.API.Do(t, "GET", "/v1/brands", nil), "name"); !slices.Equal(got,
			[]string{"Crème  Brûlée's №1", "Moka & Söhne"}) {
			t.Errorf("list: %q", got)
		}
		s.Clock.Advance(1e9)
		edited := s.admin.Do(t, "PATCH", brandPath(brandID), body{"slug": "moka-soehne", "logoUrl": nil}).Require(t, 200)
		edited.RequireFields(t, kit.Fields{"slug": "moka-soehne", "logoUrl": nil, "name": "Moka & Söhne"})
		if edited.Text("updatedAt") == created.Text("updatedAt") {
			t.Errorf("updatedAt stays at %s", edited.Text("updatedAt"))
		}
		if same := s.admin.Do(t, "PATCH", brandPath(brandID), body{"slug": "moka-soehne"}).
			Require(t, 200); string(same.Body) != string(edited.Body) {
			t.Errorf("an edit that changes nothing: %s, want %s", same.Body, edited.Body)
		}
		s.API.Do(t, "GET", brandPath("moka"), nil).Require(t, 200).RequireFields(t, kit.Fields{"slug": "moka-soehne"})
		s.admin.Do(t, "DELETE", brandPath(brandID), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", brandPath(brandID), nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", brandPath(brandID), nil).Require(t, 404, "not_found")
		log.RequireExactly(t,
			events.BrandSaved{BrandID: brandID, Name: "Moka & Söhne", Slug: "moka", Created: true},
			events.BrandSaved{BrandID: minimal.Text("id"), Name: "Crème  Brûlée's №1", Slug: "creme-brulees-no1", Created: true},
			events.BrandSaved{BrandID: brandID, Name: "Moka & Söhne", Slug: "moka-soehne"},
			events.BrandDeleted{BrandID: brandID})
	})
}

func TestBrandListMayBeCached(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		for api, want := range map[*kit.API]string{s.API: "public, no-cache", customer: "private, no-cache"} {
			header := api.Do(t, "GET", "/v1/brands", nil).Header
			if control, vary := header.Get("Cache-Control"), header.Get("Vary"); control != want || vary != "Authorization" {
				t.Errorf("Cache-Control: %s, want %s; Vary: %s, want Authorization", control, want, vary)
			}
		}
	})
}

func TestBrandSlugs(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		s.brand(t, moka)
		s.admin.Do(t, "POST", "/v1/brands", body{"name": "Another", "slug": "moka"}).Require(t, 409, "slug_taken")
		s.admin.Do(t, "POST", "/v1/brands", body{"name": "MOKA"}).Require(t, 409, "slug_taken")
		other := s.admin.Do(t, "POST", "/v1/brands", body{"name": "咖啡"}).Require(t, 201)
		if !strings.HasPrefix(other.Text("slug"), "n-") {
			t.Errorf("slug of a name without Latin letters: %s", other.Text("slug"))
		}
		s.admin.Do(t, "PATCH", brandPath(other.Text("id")), body{"slug": "moka"}).Require(t, 409, "slug_taken")
		long := s.admin.Do(t, "POST", "/v1/brands", body{"name": strings.Repeat("ß ", 60)}).Require(t, 201)
		if got := long.Text("slug"); len(got) > maxSlugLength || strings.HasSuffix(got, "-") {
			t.Errorf("slug of a long name: %d characters, %s", len(got), got)
		}
	})
}

func TestBrandsRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", "/v1/brands", moka).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", "/v1/brands", moka).Require(t, 403, "forbidden")
		s.admin.Do(t, "POST", "/v1/brands", `{"name":`).Require(t, 400, "malformed_json")
		requireRefused(t, s.admin, "POST", "/v1/brands",
			refusal{body{}, []string{"/name required"}},
			refusal{with(moka, body{"name": ""}), []string{"/name required"}},
			refusal{with(moka, body{"name": " \t"}), []string{"/name required"}},
			refusal{with(moka, body{"name": strings.Repeat("x", 121)}), []string{"/name too_long"}},
			refusal{with(moka, body{"name": nil}), []string{"/name wrong_type"}},
			refusal{with(moka, body{"name": 7, "slug": 7, "logoUrl": 7}), []string{"/logoUrl wrong_type", "/name wrong_type", "/slug wrong_type"}},
			refusal{with(moka, body{"slug": strings.Repeat("x", 141)}), []string{"/slug too_long"}},
			refusal{with(moka, body{"slug": "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"}), []string{"/slug not_allowed"}},
			refusal{with(moka, body{"logoUrl": "https://example.com/" + strings.Repeat("x", 2048)}), []string{"/logoUrl too_long"}},
			refusal{with(moka, body{"id": "x", "logoUrl": " "}), []string{"/id unexpected_field", "/logoUrl too_short"}},
		)
		for _, slug := range []string{"", "Moka", "-moka", "moka-", "mo--ka", "mo ka", "möka", "moka\n"} {
			requireRefused(t, s.admin, "POST", "/v1/brands", refusal{with(moka, body{"slug": slug}), []string{"/slug bad_format"}})
		}
		for _, url := range []string{
			"http://cdn.example.com/x.png", "ftp://x", "//cdn.example.com/x", "/x.png", "javascript:alert(1)", "https://",
			"https://user:pw@example.com/", "https://a b", "https://example.com/a b", "https://example.com/<b>",
		} {
			requireRefused(t, s.admin, "POST", "/v1/brands", refusal{with(moka, body{"logoUrl": url}), []string{"/logoUrl bad_format"}})
		}
		log.RequireExactly(t)

		known := s.brand(t, moka)
		s.requireAdminOnly(t, "PATCH", brandPath, known, body{"name": "Moka"})
		s.requireAdminOnly(t, "DELETE", brandPath, known, nil)
		requireRefused(t, s.admin, "PATCH", brandPath(known), refusal{
			body{"name": nil, "slug": nil, "logoUrl": "x"}, []string{"/logoUrl bad_format", "/name wrong_type", "/slug wrong_type"},
		})
		for _, unknown := range []string{"no-such-brand", "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", strings.ToUpper(known), "%00", "%FF"} {
			s.API.Do(t, "GET", brandPath(unknown), nil).Require(t, 404, "not_found")
		}
		requireRefused(t, s.API, "GET", "/v1/brands?page=0&limit=101", refusal{nil, []string{"?limit out_of_range", "?page out_of_range"}})
	})
}

func TestOneBrandSlugAtOnceIsOneBrand(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		answers := map[string]int{}
		for range 20 {
			wg.Go(func() {
				got, err := kit.Patiently(func() (kit.Answer, error) { return s.admin.Try("POST", "/v1/brands", moka) })
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
			t.Errorf("answers: %v, want one 201 and nineteen 409", answers)
		}
	})
}

func TestBrandTwiceWithOneKeyIsOneBrand(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		api := s.admin.With("Idempotency-Key", "one")
		first := api.Do(t, "POST", "/v1/brands", moka).Require(t, 201)
		second := api.Do(t, "POST", "/v1/brands", moka).Require(t, 201)
		if string(first.Body) != string(second.Body) {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
		for header, want := range map[string]string{"Location": first.Header.Get("Location"), "Idempotency-Replayed": "true"} {
			if got := second.Header.Get(header); got != want {
				t.Errorf("%s: %q, want %q", header, got, want)
			}
		}
	})
}
