package catalog

import (
	"testing"
	"time"

	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// replay fills a consumer's read model again from the event log.
func (s *setup) replay(t *testing.T, consumer string, reset bool) {
	t.Helper()
	if _, err := eventbus.Replay(t.Context(), s.DB, consumer, reset); err != nil {
		t.Fatal(err)
	}
	eventbustest.Drain(t, s.DB)
}

func TestAvailability(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		created := s.product(t, cup())
		productID, white, black := created.Text("id"), created.Text("variants.0.id"), created.Text("variants.1.id")
		stock := func(variantID string, n int64) {
			s.Publish(t, ordering.StockChanged{VariantID: variantID, ProductID: productID, Available: n})
		}
		stock(white, 7)
		stock(white, 5)
		stock(black, 1)
		s.requireShown(t, productID, kit.Fields{"variants.0.available": 5})
		s.requireNames(t, map[string][]string{"inStock=true": {"Espresso cup"}, "inStock=false": nil})
		stock(white, 0)
		s.requireNames(t, map[string][]string{"inStock=true": {"Espresso cup"}})
		// A variant that is no longer sold does not count. It returns with the stock that it has by
		// then.
		s.admin.Do(t, "PATCH", productPath(productID), body{"variants": []body{{"sku": "CUP-W", "price": 1, "options": body{"Color": "White"}}}}).
			Require(t, 200)
		s.requireNames(t, map[string][]string{"inStock=true": nil, "inStock=false": {"Espresso cup"}})
		stock(black, 4)
		s.requireNames(t, map[string][]string{"inStock=true": nil})
		s.admin.Do(t, "PATCH", productPath(productID), body{"variants": cup()["variants"]}).Require(t, 200)
		s.requireShown(t, productID, kit.Fields{"variants.1.available": 4})
		s.requireNames(t, map[string][]string{"inStock=true": {"Espresso cup"}})

		for _, reset := range []bool{false, true} {
			s.replay(t, "catalog.stock", reset)
			s.requireShown(t, productID, kit.Fields{"variants.1.available": 4})
		}
		s.requireNames(t, map[string][]string{"inStock=true": {"Espresso cup"}})
		stock(id.New(), 9) // of an unknown variant
	})
}

func TestRatings(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		productID := s.product(t, cup()).Text("id")
		review := func(sum, count int64) {
			s.Publish(t, reviews.ReviewSaved{
				ReviewID: id.New(), ProductID: productID, UserID: id.New(), Change: "created", Rating: 1, Sum: sum, Count: count,
			})
		}
		review(5, 1)
		review(14, 3)
		s.requireShown(t, productID, kit.Fields{"rating.average": 4.67})
		s.replay(t, "catalog.ratings", true)
		s.requireShown(t, productID, kit.Fields{"rating.count": 3})
		review(0, 0)
		s.requireShown(t, productID, kit.Fields{"rating.average": nil, "rating.count": 0})
	})
}

func TestAverageInHundredths(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ sum, count, want int64 }{
		{0, 0, 0}, {5, 1, 500}, {14, 3, 467}, {13, 3, 433}, {9, 2, 450}, {1, 1, 100}, {29, 8, 363},
	} {
		if got := averageInHundredths(row.sum, row.count); got != row.want {
			t.Errorf("%d in %d reviews: %d, want %d", row.sum, row.count, got, row.want)
		}
	}
}

func TestUnitsSold(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		created, counter := s.product(t, cup()), salesCounter{db: s.DB, clock: s.Clock, log: s.Log}
		requireUnits := func(want int64) {
			t.Helper()
			if err := counter.applyPending(t.Context()); err != nil {
				t.Fatal(err)
			}
			var got int64
			if err := s.DB.Raw(`SELECT units FROM catalog_products`).Scan(&got).Error; err != nil || got != want {
				t.Errorf("%d units, want %d: %v", got, want, err)
			}
		}
		requireSalesAfterExpiry := func(want int64) {
			t.Helper()
			if err := counter.removeExpired(t.Context()); err != nil {
				t.Fatal(err)
			}
			var got int64
			if err := s.DB.Model(&sale{}).Count(&got).Error; err != nil || got != want {
				t.Errorf("%d sales, want %d: %v", got, want, err)
			}
		}
		now := s.Clock.Now()
		early, late, cancelled := order(created, 3, now.Add(-89*24*time.Hour)), order(created, 4, now), order(created, 10, now)
		s.Publish(t, early, late, cancelled, order(created, 100, now.Add(-salesWindow)))
		requireUnits(17)
		s.Publish(t, ordering.OrderCancelled{Order: cancelled.Order, Reason: "customer", Actor: "x", CancelledAt: now})
		requireUnits(7)
		for _, reset := range []bool{false, true} {
			s.replay(t, "catalog.sales", reset)
			requireUnits(7)
		}
		requireSalesAfterExpiry(3)
		s.Clock.Advance(2 * 24 * time.Hour)
		requireSalesAfterExpiry(2)
		requireUnits(4)
		s.replay(t, "catalog.sales", false)
		requireUnits(4)
		s.Clock.Advance(salesWindow)
		requireSalesAfterExpiry(0)
		requireUnits(0)
	})
}
