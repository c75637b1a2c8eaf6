package catalog

import (
	"fmt"
	"testing"

	ordering "orderd/modules/ordering/events"
	reviews "orderd/modules/reviews/events"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit"
)

// products adds n products with one variant each and returns them as they were answered.
func (s *setup) products(t *testing.T, n int) (created []kit.Answer) {
	t.Helper()
	for i := range n {
		sku := fmt.Sprintf("CUP-%d", i)
		created = append(created, s.product(t, body{
			"name": "Cup " + sku, "slug": "cup-" + fmt.Sprint(i), "status": "active",
			"variants": []body{{"sku": sku, "price": 10}},
		}))
	}
	return created
}

// Changes of stock that wait lock the catalogue once and are copied by one statement; of several of
// one variant the newest counts.
func TestStockIsCopiedTogether(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		created := s.products(t, 6)
		var changed []eventbus.Event
		for round := range int64(3) {
			for i, p := range created {
				available := round * int64(i) // of the first there is none
				changed = append(changed, ordering.StockChanged{VariantID: p.Text("variants.0.id"), ProductID: p.Text("id"), Available: available})
			}
		}
		if n := s.StatementsOn("catalog_state", func() { s.Publish(t, changed...) }); n != 2 {
			t.Errorf("%d updates of the catalogue's lock, want one for the revision and one for the version", n)
		}
		for i, p := range created {
			s.requireShown(t, p.Text("id"), kit.Fields{"variants.0.available": 2 * i})
		}
		if n := s.StatementsOn("catalog_variants AS stored", func() { s.Publish(t, changed...) }); n != 1 {
			t.Errorf("%d updates of variants", n)
		}
		s.requireNames(t, map[string][]string{"inStock=false": {"Cup CUP-0"}})
	})
}

// The ratings of several products are copied by one statement, of each the newest.
func TestRatingsAreCopiedTogether(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		created := s.products(t, 3)
		var saved []eventbus.Event
		for count := range int64(4) {
			for _, p := range created {
				saved = append(saved, reviews.ReviewSaved{
					ReviewID: id.New(), ProductID: p.Text("id"), UserID: id.New(), Change: reviews.ReviewCreated, Rating: 3, Sum: 3 * count, Count: count,
				})
			}
		}
		if n := s.StatementsOn("rating_sum = given", func() { s.Publish(t, saved...) }); n != 1 {
			t.Errorf("%d updates of ratings", n)
		}
		for _, p := range created {
			s.requireShown(t, p.Text("id"), kit.Fields{"rating.average": 3, "rating.count": 3})
		}
	})
}

// The sales of several orders are stored by one statement, once, and taken back by one.
func TestSalesAreStoredTogether(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		var placed, cancelled []eventbus.Event
		for range 20 {
			o := ordering.Order{OrderID: id.New(), Number: "ORD-1", UserID: id.New(), Locale: "en"}
			lines := []ordering.Line{{ProductID: id.New(), Quantity: 2}, {ProductID: id.New(), Quantity: 1}}
			placed = append(placed, ordering.OrderPlaced{Order: o, PlacedAt: s.Clock.Now(), Lines: lines})
			cancelled = append(cancelled, ordering.OrderCancelled{Order: o, CancelledAt: s.Clock.Now()})
		}
		if n := s.StatementsOn("INTO catalog_sales", func() { s.Publish(t, placed...) }); n != 1 {
			t.Errorf("%d INSERTs", n)
		}
		s.replay(t, "catalog.sales", false)
		if n := s.StatementsOn("due - units", func() { s.Publish(t, cancelled...) }); n != 1 {
			t.Errorf("%d UPDATEs", n)
		}
		var sales, uncancelled int64
		if err := s.DB.Raw(`SELECT count(*), sum(CASE WHEN cancelled THEN 0 ELSE 1 END) FROM catalog_sales`).Row().
			Scan(&sales, &uncancelled); err != nil {
			t.Fatal(err)
		}
		if sales != 40 || uncancelled != 0 {
			t.Errorf("%d sales, %d of them not cancelled", sales, uncancelled)
		}
	})
}
