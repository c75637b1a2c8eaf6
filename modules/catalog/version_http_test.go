package catalog

import (
	"testing"
	"time"

	"gorm.io/gorm"

	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// All reads of the catalogue say the same version, 304s too, and another one as soon as anything
// that one of them shows is another.
func TestVersion(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brand, category := s.brand(t, moka), s.category(t, "Cups", "")
		created := s.product(t, cup(body{"brandId": brand, "categoryIds": []string{category}}))
		productID, variantID := created.Text("id"), created.Text("variants.0.id")
		version := func() (seen string) {
			t.Helper()
			for _, path := range []string{
				"/v1/products", "/v1/products?fields=card&sort=bestselling&include=facets,category&category=cups", "/v1/products/" + productID,
				"/v1/categories?limit=100", "/v1/categories/cups", "/v1/brands", "/v1/brands/moka", "/v1/search/suggest?q=cup",
			} {
				first := s.API.Do(t, "GET", path, nil).Require(t, 200)
				again := s.API.With("If-None-Match", first.Header.Get("ETag")).Do(t, "GET", path, nil).Require(t, 304)
				for _, got := range []kit.Answer{first, again} {
					found := got.Header.Get(versionHeader)
					if seen == "" {
						seen = found
					}
					if found == "" || found != seen {
						t.Fatalf("%s: version %q with status %d, want %q", path, found, got.Status, seen)
					}
				}
			}
			return seen
		}
		all := map[string]string{version(): "at first"}
		if _, same := all[version()]; !same {
			t.Fatal("another version without a change")
		}
		for _, row := range []struct {
			what   string
			change func()
		}{
			{"a name", func() { s.admin.Do(t, "PATCH", productPath(productID), body{"name": "Mocha cup"}).Require(t, 200) }},
			{"a brand", func() { s.admin.Do(t, "PATCH", brandPath(brand), body{"name": "Moka"}).Require(t, 200) }},
			{"a category", func() { s.admin.Do(t, "PATCH", categoryPath(category), body{"name": "Mugs"}).Require(t, 200) }},
			{"stock", func() { s.Publish(t, ordering.StockChanged{VariantID: variantID, ProductID: productID, Available: 7}) }},
			{"less stock", func() { s.Publish(t, ordering.StockChanged{VariantID: variantID, ProductID: productID, Available: 6}) }},
			{"a review", func() { s.Publish(t, reviewOf(productID)) }},
			{"the text of a review", func() { s.Publish(t, reviewOf(productID)) }},
			{"an order", func() { s.Publish(t, order(created, 3, s.Clock.Now())) }},
			{"the tax", func() { s.setRates(t, shop.TaxRate{Country: "DE", Standard: 20_00, Reduced: 7_00}) }},
		} {
			row.change()
			counter := salesCounter{db: s.DB, clock: s.Clock, log: s.Log}
			if err := counter.applyPending(t.Context()); err != nil {
				t.Fatal(err)
			}
			now := version()
			if before, known := all[now]; known {
				t.Errorf("%s: the version is still that of %s", row.what, before)
			}
			all[now] = row.what
		}
	})
}

// setRates lets the shop be in Germany, at the rates.
func (s *setup) setRates(t *testing.T, rates ...shop.TaxRate) {
	t.Helper()
	s.Publish(t,
		shop.SettingsSaved{Group: shop.GroupProfile, Version: 1, After: kit.JSON(t, shop.Profile{Country: "DE", TimeZone: "UTC"})},
		shop.SettingsSaved{Group: shop.GroupTax, Version: 1, After: kit.JSON(t, shop.Tax{Rates: rates})})
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func reviewOf(productID string) reviews.ReviewSaved {
	return reviews.ReviewSaved{
		ReviewID: id.New(), ProductID: productID, UserID: id.New(), Change: "changed", Rating: 5, Sum: 5, Count: 1,
	}
}

// The version changes with the day on which another rate begins.
// A replica that finds what was sold counted already leaves the pages as they are.
func TestVersionWhenAnotherReplicaHasCounted(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		before := s.API.Do(t, "GET", "/v1/categories", nil).Require(t, 200).Header.Get(versionHeader)
		for what, count := range map[string]func(tx *gorm.DB) (int, error){"units": addPending, "pairs": countDue} {
			err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error {
				counted, err := count(tx)
				if counted > 0 {
					t.Errorf("%d %s", counted, what)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if s.API.Do(t, "GET", "/v1/categories", nil).Require(t, 200).Header.Get(versionHeader) != before {
			t.Error("another version without a change")
		}
	})
}

func TestVersionOfAnotherRate(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		tomorrow := s.Clock.Now().Add(36 * time.Hour).Format(time.DateOnly)
		s.setRates(t, shop.TaxRate{Country: "DE", Standard: 19_00, Reduced: 7_00},
			shop.TaxRate{Country: "DE", From: &tomorrow, Standard: 16_00, Reduced: 5_00})
		version := func() string {
			return s.API.Do(t, "GET", "/v1/categories?limit=100", nil).Require(t, 200).Header.Get(versionHeader)
		}
		before := version()
		s.Clock.Advance(72 * time.Hour)
		if version() == before {
			t.Error("another rate, and the same version")
		}
	})
}
