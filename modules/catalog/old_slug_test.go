package catalog

import (
	"slices"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

func brandOf(t *testing.T, s *setup, slug string) kit.Answer {
	t.Helper()
	return s.API.Do(t, "GET", brandPath(slug), nil)
}

func TestFormerSlugs(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brandID, cups := s.brand(t, moka), s.category(t, "Cups", "")
		one := s.product(t, simple("One", 1, body{"brandId": brandID, "categoryIds": []string{cups}}))
		rename := func(path, slug string) { s.admin.Do(t, "PATCH", path, body{"slug": slug}).Require(t, 200) }
		rename(productPath(one.Text("id")), "uno")
		rename(productPath(one.Text("id")), "eins")
		rename(brandPath(brandID), "moka-2")
		rename(categoryPath(cups), "tassen")

		s.requireShown(t, "one", kit.Fields{"id": one.Text("id"), "slug": "eins"})
		s.requireShown(t, "uno", kit.Fields{"slug": "eins"})
		brandOf(t, s, "moka").Require(t, 200).RequireFields(t, kit.Fields{"id": brandID, "slug": "moka-2"})
		s.API.Do(t, "GET", categoryPath("cups"), nil).Require(t, 200).RequireFields(t, kit.Fields{"id": cups, "slug": "tassen"})
		s.requireNames(t, map[string][]string{"brand=moka&category=cups": {"One"}, "brand=moka-2": {"One"}, "brand=mokas": nil})
		s.API.Do(t, "GET", "/v1/products/facets?category=cups", nil).Require(t, 200).RequireFields(t, kit.Fields{"total": 1})
		s.admin.Do(t, "GET", "/v1/admin/products?brand=moka", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1})

		// What takes a former slug has it, also when it is not shown, and after its end.
		two := s.product(t, simple("Two", 1, body{"slug": "one", "status": "draft"}))
		s.API.Do(t, "GET", "/v1/products/one", nil).Require(t, 404, "not_found")
		rename(productPath(two.Text("id")), "zwei")
		s.API.Do(t, "GET", "/v1/products/one", nil).Require(t, 404)
		other := s.brand(t, body{"name": "Other", "slug": "moka"})
		brandOf(t, s, "moka").RequireFields(t, kit.Fields{"id": other})
		s.admin.Do(t, "DELETE", brandPath(other), nil).Require(t, 204)
		brandOf(t, s, "moka").Require(t, 404, "not_found")
		rename(brandPath(brandID), "moka")
		rename(brandPath(brandID), "moka-3")
		brandOf(t, s, "moka").RequireFields(t, kit.Fields{"id": brandID, "slug": "moka-3"})

		// A former slug of what is archived or deleted is that of nothing.
		s.admin.Do(t, "DELETE", productPath(one.Text("id")), nil).Require(t, 204)
		s.API.Do(t, "GET", "/v1/products/uno", nil).Require(t, 404, "not_found")
		tea := s.category(t, "Tea", "")
		rename(categoryPath(tea), "tee")
		s.admin.Do(t, "DELETE", categoryPath(tea), nil).Require(t, 204)
		s.API.Do(t, "GET", categoryPath("tea"), nil).Require(t, 404, "not_found")
		s.requireNames(t, map[string][]string{"category=tea": nil})
	})
}

// A former slug names one thing of a kind: of two that had it, one after the other, the last.
func TestFormerSlugIsOfOne(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		for _, kind := range []slugKind{slugOfProduct, slugOfBrand, slugOfCategory} {
			first, last := id.New(), id.New()
			for _, ownerID := range []string{first, last} {
				err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
					return changeSlug(tx, oldSlug{kind, "former", ownerID}, "other")
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			var owners []string
			if err := s.DB.Model(&oldSlug{}).Where("kind = ?", kind).Pluck("owner_id", &owners).Error; err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(owners, []string{last}) {
				t.Errorf("a slug of a %s names %v, want %s", kind, owners, last)
			}
			if err := s.DB.Create(&oldSlug{kind, "former", first}).Error; !database.IsUnique(err) {
				t.Errorf("another %s has the slug too: %v", kind, err)
			}
		}
	})
}

// Renames from before there were former slugs come from the log. What has happened since counts.
func TestFormerSlugsOfTheLog(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		one, two := s.product(t, simple("One", 1)), s.product(t, simple("Two", 1))
		rename := func(p kit.Answer, slug string) {
			s.admin.Do(t, "PATCH", productPath(p.Text("id")), body{"slug": slug}).Require(t, 200)
		}
		brandID, cups := s.brand(t, moka), s.category(t, "Cups", "")
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"slug": "moka-2"}).Require(t, 200)
		s.admin.Do(t, "PATCH", categoryPath(cups), body{"slug": "tassen"}).Require(t, 200)
		rename(one, "shared")
		rename(one, "eins")
		rename(two, "shared")
		rename(two, "zwei")
		gone := s.brand(t, body{"name": "Gone", "slug": "gone"})
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"slug": "moka-3"}).Require(t, 200)
		s.admin.Do(t, "DELETE", brandPath(gone), nil).Require(t, 204)
		if err := s.DB.Exec("DELETE FROM catalog_old_slugs").Error; err != nil {
			t.Fatal(err)
		}
		rename(one, "uno") // after the upgrade, before the task
		for range 2 {
			s.DoOnce(t, formerSlugs)
		}
		s.requireShown(t, "one", kit.Fields{"slug": "uno"})
		s.requireShown(t, "eins", kit.Fields{"slug": "uno"})
		s.requireShown(t, "shared", kit.Fields{"slug": "zwei"}) // the last that had it
		for _, slug := range []string{"moka", "moka-2"} {
			brandOf(t, s, slug).Require(t, 200).RequireFields(t, kit.Fields{"slug": "moka-3"})
		}
		brandOf(t, s, "gone").Require(t, 404)
		s.API.Do(t, "GET", categoryPath("cups"), nil).Require(t, 200).RequireFields(t, kit.Fields{"slug": "tassen"})
	})
}
