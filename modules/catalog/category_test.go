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
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestCategories(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		created := s.admin.Do(t, "POST", "/v1/categories", body{"name": "Coffee"}).Require(t, 201)
		created.RequireFields(t, kit.Fields{"parentId": nil, "slug": "coffee"})
		coffee := created.Text("id")
		if location := created.Header.Get("Location"); location != categoryPath(coffee) {
			t.Errorf("Location: %s, want %s", location, categoryPath(coffee))
		}
		beans := s.category(t, "Beans", coffee)
		for _, name := range []string{beans, "beans"} {
			s.API.Do(t, "GET", categoryPath(name), nil).Require(t, 200).RequireFields(t, kit.Fields{"parentId": coffee, "name": "Beans"})
		}
		if got := fieldOfAll(t, s.API.Do(t, "GET", "/v1/categories", nil), "slug"); !slices.Equal(got, []string{"beans", "coffee"}) {
			t.Errorf("list: %q", got)
		}
		s.admin.Do(t, "DELETE", categoryPath(coffee), nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
			"products.#": 0, "productCount": 0, "categories.0.id": beans, "categories.0.name": "Beans", "categoryCount": 1,
		})
		s.admin.Do(t, "PATCH", categoryPath(beans), body{"parentId": nil, "name": "Whole beans"}).Require(t, 200)
		s.admin.Do(t, "PATCH", categoryPath(beans), body{"name": "Whole beans"}).Require(t, 200)
		s.admin.Do(t, "DELETE", categoryPath(coffee), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", categoryPath(coffee), nil).Require(t, 404, "not_found")
		log.RequireExactly(t,
			events.CategorySaved{CategoryID: coffee, Name: "Coffee", Slug: "coffee", Created: true},
			events.CategorySaved{CategoryID: beans, ParentID: &coffee, Name: "Beans", Slug: "beans", Created: true},
			events.CategorySaved{CategoryID: beans, Name: "Whole beans", Slug: "beans"},
			events.CategoryDeleted{CategoryID: coffee})
	})
}

func TestCategoriesRefuse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", "/v1/categories", body{"name": "Coffee"}).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", "/v1/categories", body{"name": "Coffee"}).Require(t, 403, "forbidden")
		coffee := s.category(t, "Coffee", "")
		s.requireAdminOnly(t, "PATCH", categoryPath, coffee, body{"name": "Coffees"})
		s.requireAdminOnly(t, "DELETE", categoryPath, coffee, nil)
		s.API.Do(t, "GET", categoryPath("none"), nil).Require(t, 404, "not_found")
		s.admin.Do(t, "POST", "/v1/categories", body{"name": "Other", "slug": "coffee"}).Require(t, 409, "slug_taken")

		requireRefused(t, s.admin, "POST", "/v1/categories",
			refusal{body{"slug": "Tea", "parentId": 1}, []string{"/name required", "/parentId wrong_type", "/slug bad_format"}},
			refusal{body{"name": "Tea", "slug": id.New()}, []string{"/slug not_allowed"}},
			refusal{body{"name": "Tea", "parentId": id.New()}, []string{"/parentId not_allowed"}},
			refusal{body{"name": "Tea", "parentId": "none"}, []string{"/parentId not_allowed"}},
			refusal{body{"name": "Tea", "parentId": ""}, []string{"/parentId not_allowed"}},
		)
		beans := s.category(t, "Beans", coffee)
		single := s.category(t, "Single origin", beans)
		for _, parent := range []string{coffee, beans, single, id.New(), "none"} {
			requireRefused(t, s.admin, "PATCH", categoryPath(coffee), refusal{body{"parentId": parent}, []string{"/parentId not_allowed"}})
		}
		s.admin.Do(t, "PATCH", categoryPath(beans), body{"slug": "coffee"}).Require(t, 409, "slug_taken")
	})
}

// Without the lock in bumpTaxonomy, PostgreSQL lets both moves of a round through: neither sees the
// other.
func TestMovesAtOnceMakeNoCycle(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		a, b := s.category(t, "A", ""), s.category(t, "B", "")
		for range 30 {
			var wg sync.WaitGroup
			for _, move := range [][2]string{{a, b}, {b, a}} {
				wg.Go(func() {
					got, err := kit.Patiently(func() (kit.Answer, error) {
						return s.admin.Try("PATCH", categoryPath(move[0]), body{"parentId": move[1]})
					})
					if err != nil || got.Status != 200 && got.Status != 422 {
						t.Errorf("%d %s %v", got.Status, got.Body, err)
					}
				})
			}
			wg.Wait()
			var cycles int64
			err := s.DB.Raw(`SELECT count(*) FROM catalog_categories c JOIN catalog_categories p ON p.id = c.parent_id AND p.parent_id = c.id`).
				Scan(&cycles).Error
			if err != nil || cycles != 0 {
				t.Fatalf("%d categories are below a category that is below them, %v", cycles, err)
			}
			for _, c := range []string{a, b} {
				s.admin.Do(t, "PATCH", categoryPath(c), body{"parentId": nil}).Require(t, 200)
			}
		}
	})
}

func TestCategoriesOfAStorefront(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		kitchen := s.category(t, "Kitchen", "")
		cups := s.admin.Do(t, "POST", "/v1/categories", body{"name": "Cups", "parentId": kitchen, "description": "Thick\nwalls.",
			"position": 7}).Require(t, 201)
		cups.RequireFields(t, kit.Fields{"description": "Thick\nwalls.", "position": 7, "productCount": 0, "ancestors.#": 1,
			"ancestors.0.id": kitchen, "ancestors.0.name": "Kitchen", "ancestors.0.slug": "kitchen"})
		cupsID := cups.Text("id")
		small := s.category(t, "Small", cupsID)
		s.admin.Do(t, "POST", "/v1/categories", body{"name": "Attic", "position": 8}).Require(t, 201)
		one := s.product(t, simple("One", 1, body{"categoryIds": []string{small, kitchen}}))
		s.product(t, simple("Two", 1, body{"categoryIds": []string{cupsID}}))
		s.product(t, simple("Draft", 1, body{"categoryIds": []string{cupsID}, "status": "draft"}))

		requireCategories := func(want string) {
			t.Helper()
			var list struct{ Data []categoryView }
			s.API.Do(t, "GET", "/v1/categories", nil).Require(t, 200).Decode(t, &list)
			got := ""
			for _, c := range list.Data {
				got += fmt.Sprint(c.Slug, ":", c.ProductCount, ":", len(c.Ancestors), " ")
				s.API.Do(t, "GET", categoryPath(c.ID), nil).Require(t, 200).
					RequireFields(t, kit.Fields{"productCount": c.ProductCount, "ancestors.#": len(c.Ancestors)})
			}
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		requireCategories("kitchen:2:0 small:1:2 cups:2:1 attic:0:0 ")
		s.requireShown(t, "one", kit.Fields{"categories.0.ancestors.0.slug": "kitchen", "categories.0.ancestors.1.slug": "cups"})
		if got := s.Statements(t, s.API, "GET", "/v1/categories", nil); got != 1 {
			t.Errorf("%d statements for the list", got)
		}
		s.admin.Do(t, "PATCH", categoryPath(cupsID), body{"description": nil, "position": 0, "parentId": nil}).Require(t, 200).
			RequireFields(t, kit.Fields{"description": nil, "position": 0, "productCount": 2, "ancestors.#": 0, "version": 2})
		s.admin.Do(t, "DELETE", productPath(one.Text("id")), nil).Require(t, 204)
		requireCategories("cups:1:0 kitchen:0:0 small:0:1 attic:0:0 ")
		for query, want := range map[string][]string{
			"limit=2": {"cups", "kitchen"}, "page=2&limit=3": {"attic"}, "page=9": nil, "ids=" + small + "," + kitchen: {"kitchen", "small"},
		} {
			if got := fieldOfAll(t, s.API.Do(t, "GET", "/v1/categories?"+query, nil), "slug"); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		requireRefused(t, s.admin, "PATCH", categoryPath(cupsID),
			refusal{body{"description": " ", "position": 1_000_001}, []string{"/description too_short", "/position out_of_range"}},
			refusal{body{"description": strings.Repeat("x", 5001), "position": nil}, []string{"/description too_long", "/position wrong_type"}},
			refusal{body{"position": -1}, []string{"/position out_of_range"}}, refusal{body{"position": 1.5}, []string{"/position wrong_type"}})
	})
}
