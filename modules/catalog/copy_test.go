package catalog

import (
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
)

// shows checks a field of a product as everybody sees it.
func (s *setup) shows(t *testing.T, productID, field string, want float64) {
	t.Helper()
	if got := s.API.Do(t, "GET", "/v1/products/"+productID, nil).Require(t, 200); got.Number(field) != want {
		t.Errorf("%s is %v, want %v", field, got.At(field), want)
	}
}

// replay fills the consumer's read model anew from the log.
func (s *setup) replay(t *testing.T, consumer string, reset bool) {
	t.Helper()
	if _, err := eventbus.Replay(t.Context(), s.DB, consumer, reset); err != nil {
		t.Fatal(err)
	}
	eventbustest.Drain(t, s.DB)
}

func TestAvailability(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.product(t, cup())
		productID, white, black := made.Text("id"), made.Text("variants.0.id"), made.Text("variants.1.id")
		stock := func(variantID string, n int64) {
			s.Publish(t, ordering.StockChanged{VariantID: variantID, ProductID: productID, Available: n})
		}
		stock(white, 7)
		stock(white, 5)
		stock(black, 1)
		s.shows(t, productID, "variants.0.available", 5)
		s.wants(t, map[string][]string{"inStock=true": {"Espresso cup"}, "inStock=false": nil})
		stock(white, 0)
		s.wants(t, map[string][]string{"inStock=true": {"Espresso cup"}})
		// What is no longer sold does not count, and comes back as ordering left it.
		s.admin.Do(t, "PATCH", productPath(productID), body{"variants": []body{{"sku": "CUP-W", "price": 1, "options": body{"Color": "White"}}}}).Require(t, 200)
		s.wants(t, map[string][]string{"inStock=true": nil, "inStock=false": {"Espresso cup"}})
		stock(black, 4)
		s.wants(t, map[string][]string{"inStock=true": nil})
		s.admin.Do(t, "PATCH", productPath(productID), body{"variants": cup()["variants"]}).Require(t, 200)
		s.shows(t, productID, "variants.1.available", 4)
		s.wants(t, map[string][]string{"inStock=true": {"Espresso cup"}})

		s.replay(t, "catalog.stock", false)
		s.shows(t, productID, "variants.1.available", 4)
		s.replay(t, "catalog.stock", true)
		s.shows(t, productID, "variants.1.available", 4)
		s.wants(t, map[string][]string{"inStock=true": {"Espresso cup"}})
		stock(id.New(), 9) // of nothing
	})
}

func TestRatings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		productID := s.product(t, cup()).Text("id")
		review := func(sum, count int64) {
			s.Publish(t, reviews.ReviewSaved{ReviewID: id.New(), ProductID: productID, UserID: id.New(), Change: "created", Rating: 1, Sum: sum, Count: count})
		}
		review(5, 1)
		review(14, 3)
		s.shows(t, productID, "rating.average", 4.67)
		s.replay(t, "catalog.ratings", true)
		s.shows(t, productID, "rating.count", 3)
		review(0, 0)
		if got := s.API.Do(t, "GET", "/v1/products/"+productID, nil); got.At("rating.average") != nil || got.Number("rating.count") != 0 {
			t.Errorf("without reviews: %s", got.Body)
		}
		for _, row := range [][3]int64{{0, 0, 0}, {5, 1, 500}, {14, 3, 467}, {13, 3, 433}, {9, 2, 450}, {1, 1, 100}, {29, 8, 363}} {
			if got := hundredths(row[0], row[1]); got != row[2] {
				t.Errorf("the average of %d in %d is %d, want %d", row[0], row[1], got, row[2])
			}
		}
	})
}

func TestUnitsSold(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made, counting := s.product(t, cup()), sales{db: s.DB, clock: s.Clock, log: s.Log}
		units := func(want int64) {
			t.Helper()
			if err := counting.tally(t.Context()); err != nil {
				t.Fatal(err)
			}
			var got int64
			if err := s.DB.Raw(`SELECT units FROM catalog_products`).Scan(&got).Error; err != nil || got != want {
				t.Errorf("%d units, want %d: %v", got, want, err)
			}
		}
		now := s.Clock.Now()
		early, late, undone := order(made, 3, now.Add(-89*24*time.Hour)), order(made, 4, now), order(made, 10, now)
		s.Publish(t, early, late, undone, order(made, 100, now.Add(-salesWindow)))
		units(17)
		s.Publish(t, ordering.OrderCancelled{Order: undone.Order, Reason: "customer", Actor: "x", CancelledAt: now})
		units(7)
		s.replay(t, "catalog.sales", false)
		units(7)
		s.replay(t, "catalog.sales", true)
		units(7)
		forget := func(want int64) {
			t.Helper()
			var left int64
			if err := counting.forget(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := s.DB.Model(&sale{}).Count(&left).Error; err != nil || left != want {
				t.Errorf("%d sales are left, want %d: %v", left, want, err)
			}
		}
		forget(3)
		s.Clock.Advance(2 * 24 * time.Hour)
		forget(2)
		units(4)
		s.replay(t, "catalog.sales", false)
		units(4)
		s.Clock.Advance(salesWindow)
		forget(0) // one of them was cancelled
		units(0)
	})
}
