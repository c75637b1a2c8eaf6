package catalog

import (
	"testing"
	"time"

	"orderd/platform/money"
)

// What counts is what was in force in the 30 × 24 h before the reduction, to the microsecond.
func TestPriceWindow(t *testing.T) {
	t.Parallel()
	reduced := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	begin := reduced.Add(-30 * day)
	for name, row := range map[string]struct {
		until time.Time // of the price of 5.00, which 20.00 follows
		want  money.Cents
	}{
		"31 days ago":             {reduced.Add(-31 * day), 2000},
		"until the window begins": {begin, 2000},
		"in force when it begins": {begin.Add(time.Microsecond), 500},
		"29 days ago":             {reduced.Add(-29 * day), 500},
		"until the reduction":     {reduced.Add(-time.Microsecond), 500},
	} {
		h := priceHistory{
			{Since: row.until.Add(-time.Hour), Until: &row.until, Price: 500}, {Since: row.until, Until: &reduced, Price: 2000},
			{Since: reduced, Price: 100},
		}
		if got := h.lowestBefore(reduced); got == nil || *got != row.want {
			t.Errorf("%s: %v, want %s", name, got, row.want)
		}
	}
	old := priceHistory{{Since: begin.Add(-day), Until: &begin, Price: 500}, {Since: reduced, Price: 100}}
	if got := old.lowestBefore(reduced); got != nil {
		t.Errorf("of a window in which nothing was offered: %s", *got)
	}
}

// A price from 31 days before the reduction does not count, one that was still in force when the 30
// days began does: by what saves have kept, and by what the event log says.
func TestPricesOutsideTheWindow(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		old, held := s.offer(t, "Old", 10), s.offer(t, "Held", 18)
		s.later(t, 5*day)
		old.set(t, 20, 0)
		s.later(t, 2*day)
		held.set(t, 20, 0)
		s.later(t, 29*day)
		for _, p := range []pricedProduct{old, held} {
			p.set(t, 15, 25)
		}
		old.requireReduced(t, 20, 20)
		held.requireReduced(t, 18, 18)
		shown := s.reductions(t)
		for _, sql := range []string{
			`DELETE FROM catalog_prices`, `UPDATE catalog_variants SET lowest_price = NULL, reduced_since = NULL`,
			`UPDATE catalog_products SET discount = 0`,
		} {
			if err := s.DB.Exec(sql).Error; err != nil {
				t.Fatal(err)
			}
		}
		s.DoOnce(t, formerPrices)
		requireSameRows(t, "filled", s.reductions(t), shown)
		old.requireReduced(t, 20, 20)
		held.requireReduced(t, 18, 18)
	})
}
