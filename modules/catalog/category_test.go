package catalog

import (
	"slices"
	"sync"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

func categoryPath(id string) string { return "/v1/categories/" + id }

// category adds a category below parent, "" for a root, and returns its id.
func (s *setup) category(t *testing.T, name, parent string) string {
	t.Helper()
	b := body{"name": name}
	if parent != "" {
		b["parentId"] = parent
	}
	return s.admin.Do(t, "POST", "/v1/categories", b).Require(t, 201).Text("id")
}

func TestCategories(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		made := s.admin.Do(t, "POST", "/v1/categories", body{"name": "Coffee"}).Require(t, 201)
		coffee := made.Text("id")
		if made.Header.Get("Location") != categoryPath(coffee) || made.At("parentId") != nil || made.Text("slug") != "coffee" {
			t.Errorf("made: %s", made.Body)
		}
		beans := s.category(t, "Beans", coffee)
		for _, name := range []string{beans, "beans"} {
			if got := s.API.Do(t, "GET", categoryPath(name), nil).Require(t, 200); got.Text("parentId") != coffee || got.Text("name") != "Beans" {
				t.Errorf("read by %s: %s", name, got.Body)
			}
		}
		if got := column(t, s.API.Do(t, "GET", "/v1/categories", nil), "slug"); !slices.Equal(got, []string{"beans", "coffee"}) {
			t.Errorf("list: %v", got)
		}
		s.admin.Do(t, "DELETE", categoryPath(coffee), nil).Require(t, 409, "in_use")
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
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "POST", "/v1/categories", body{"name": "Coffee"}).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", "/v1/categories", body{"name": "Coffee"}).Require(t, 403, "forbidden")
		coffee := s.category(t, "Coffee", "")
		s.guarded(t, "PATCH", categoryPath, coffee, body{"name": "Coffees"})
		s.guarded(t, "DELETE", categoryPath, coffee, nil)
		s.API.Do(t, "GET", categoryPath("none"), nil).Require(t, 404, "not_found")
		s.admin.Do(t, "POST", "/v1/categories", body{"name": "Other", "slug": "coffee"}).Require(t, 409, "slug_taken")

		refuse := refuser(t, s.admin, "POST", "/v1/categories")
		refuse(body{"slug": "Tea", "parentId": 1}, "/name required", "/parentId wrong_type", "/slug bad_format")
		refuse(body{"name": "Tea", "slug": id.New()}, "/slug not_allowed")
		for _, nobody := range []string{id.New(), "none", ""} {
			refuse(body{"name": "Tea", "parentId": nobody}, "/parentId not_allowed")
		}
		beans := s.category(t, "Beans", coffee)
		single := s.category(t, "Single origin", beans)
		for _, parent := range []string{coffee, beans, single, id.New(), "none"} {
			refuser(t, s.admin, "PATCH", categoryPath(coffee))(body{"parentId": parent}, "/parentId not_allowed")
		}
		s.admin.Do(t, "PATCH", categoryPath(beans), body{"slug": "coffee"}).Require(t, 409, "slug_taken")
	})
}

// Without the lock in change, PostgreSQL lets both moves of a round through, each without having seen the other.
func TestMovesAtOnceMakeNoCircle(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		a, b := s.category(t, "A", ""), s.category(t, "B", "")
		for range 30 {
			var wg sync.WaitGroup
			for _, move := range [][2]string{{a, b}, {b, a}} {
				wg.Go(func() {
					if got, err := s.admin.Try("PATCH", categoryPath(move[0]), body{"parentId": move[1]}); err != nil || got.Status != 200 && got.Status != 422 {
						t.Errorf("%d %s %v", got.Status, got.Body, err)
					}
				})
			}
			wg.Wait()
			var circles int64
			err := s.DB.Raw(`SELECT count(*) FROM catalog_categories c JOIN catalog_categories p ON p.id = c.parent_id AND p.parent_id = c.id`).Scan(&circles).Error
			if err != nil || circles != 0 {
				t.Fatalf("%d categories stand under what stands under them, %v", circles, err)
			}
			for _, c := range []string{a, b} {
				s.admin.Do(t, "PATCH", categoryPath(c), body{"parentId": nil}).Require(t, 200)
			}
		}
	})
}
