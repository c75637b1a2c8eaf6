package ordering

import (
	"strings"
	"testing"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/database"
	"orderd/test/kit"
)

// Lines of carts and orders have the slug that the product has now, as long as it is sold.
func TestLinesHaveSlugs(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		var saved catalog.ProductSaved
		it := s.sell(t, 1999, 10, func(p *catalog.ProductSaved) { p.Slug = "moka-pot"; saved = *p })
		put(t, c.API, it, 1).Require(t, 201).RequireFields(t, kit.Fields{"items.0.slug": "moka-pot"})
		made := postCheckout(t, c.API, s.standardMethod(t)).Require(t, 201)
		made.RequireFields(t, kit.Fields{"items.0.slug": "moka-pot"})
		put(t, c.API, it, 1)
		requires := func(step string, slug any) {
			t.Helper()
			order := "/orders/" + made.Text("id")
			for path, field := range map[string]string{
				"/v1/cart": "items.0.slug", "/v1" + order: "items.0.slug", "/v1/orders": "data.0.items.0.slug",
			} {
				if got := c.Do(t, "GET", path, nil).Require(t, 200); got.At(field) != slug {
					t.Errorf("%s: %s has %v", step, path, got.At(field))
				}
			}
			for path, field := range map[string]string{
				"/v1/admin" + order: "items.0.slug", "/v1/admin/orders": "data.0.items.0.slug",
			} {
				if got := s.admin.Do(t, "GET", path, nil).Require(t, 200); got.At(field) != slug {
					t.Errorf("%s: %s has %v", step, path, got.At(field))
				}
			}
		}
		requires("ordered", "moka-pot")
		saved.Slug = "moka"
		s.Publish(t, saved)
		requires("renamed", "moka")
		saved.Status = catalog.ProductArchived
		s.Publish(t, saved)
		requires("archived", nil)
		c.Do(t, "POST", "/v1/orders/"+made.Text("id")+"/cancel", nil).Require(t, 200).RequireFields(t, kit.Fields{"items.0.slug": nil})
	})
}

// An upgrade takes the slugs of what is copied already from the log.
func TestSlugsOfAnUpgrade(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		old, deleted := s.sell(t, 1999, 0), s.sell(t, 1999, 0)
		exec := func(statement string, args ...any) {
			t.Helper()
			if err := s.DB.Exec(statement, args...).Error; err != nil {
				t.Fatal(err)
			}
		}
		exec("UPDATE ordering_variants SET slug = NULL")
		exec("DELETE FROM events WHERE key = ?", deleted.ProductID)
		file, err := migrations.ReadFile("migrations/" + database.Dialect(s.DB) + "/00036_slugs.sql")
		if err != nil {
			t.Fatal(err)
		}
		_, upgrade, _ := strings.Cut(string(file), "ADD COLUMN slug text;")
		upgrade, _, _ = strings.Cut(upgrade, ";")
		exec(upgrade)
		if v := row[variant](t, s, "id", old.VariantID); v.Slug == nil || *v.Slug != "moka" {
			t.Errorf("of the log: %v", v.Slug)
		}
		if v := row[variant](t, s, "id", deleted.VariantID); v.Slug != nil {
			t.Errorf("of no event: %q", *v.Slug)
		}
	})
}
