package catalog

import (
	"fmt"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/money"
	"orderd/test/kit"
)

const day = 24 * time.Hour

// later moves the clock, and lets the admin log in again.
func (s *setup) later(t *testing.T, d time.Duration) {
	t.Helper()
	s.Clock.Advance(d)
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
}

// pricedProduct is a product with one variant, whose prices a test changes.
type pricedProduct struct {
	*setup
	id, name string
}

// offer adds an active product with a price.
func (s *setup) offer(t *testing.T, name string, price float64) pricedProduct {
	t.Helper()
	return pricedProduct{s, s.product(t, simple(name, price)).Text("id"), name}
}

// set changes the price and what it is compared with; 0 is nothing.
func (p pricedProduct) set(t *testing.T, price, compareAt float64, changes ...body) kit.Answer {
	t.Helper()
	v := body{"sku": "SKU " + p.name, "price": price}
	if compareAt > 0 {
		v["compareAtPrice"] = compareAt
	}
	return p.edit(t, body{"variants": []body{with(v, changes...)}})
}

func (p pricedProduct) edit(t *testing.T, change body) kit.Answer {
	t.Helper()
	return p.admin.Do(t, "PATCH", productPath(p.id), change).Require(t, 200)
}

// requireReduced wants what everybody sees: the price that it is reduced from, and the lowest of 30
// days. It returns since when.
func (p pricedProduct) requireReduced(t *testing.T, compareAt, lowest any) any {
	t.Helper()
	shown := p.API.Do(t, "GET", "/v1/products/"+p.id, nil).Require(t, 200)
	shown.RequireFields(t, kit.Fields{
		"variants.0.compareAtPrice": compareAt, "variants.0.lowestPrice30d": lowest, "compareAtFrom": compareAt,
		"onSale": compareAt != nil,
	})
	p.API.Do(t, "GET", "/v1/products?fields=card&ids="+p.id, nil).RequireFields(t, kit.Fields{
		"data.0.compareAtFrom": compareAt, "data.0.lowestPrice30d": lowest, "data.0.onSale": compareAt != nil,
	})
	onSale := 0
	if compareAt != nil {
		onSale = 1
	}
	p.API.Do(t, "GET", "/v1/products?onSale=true&ids="+p.id, nil).RequireFields(t, kit.Fields{"meta.total": onSale})
	p.API.Do(t, "GET", "/v1/products/facets?ids="+p.id, nil).RequireFields(t, kit.Fields{"onSale": onSale})
	return shown.At("variants.0.reducedSince")
}

// The examples of papers.md, section 4.
func TestLowestPriceOf30Days(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup, pot := s.offer(t, "Cup", 20), s.offer(t, "Pot", 20)
		s.later(t, 52*day)
		pot.set(t, 18, 0)
		s.later(t, day)
		pot.set(t, 20, 0)
		s.later(t, 7*day)
		cup.set(t, 15, 25).RequireFields(t, kit.Fields{"variants.0.compareAtPrice": 25, "compareAtFrom": 20})
		began := cup.requireReduced(t, 20, 20)
		pot.set(t, 15, 25)
		pot.requireReduced(t, 18, 18)
		s.later(t, 10*day)
		cup.set(t, 12, 25)
		if again := cup.requireReduced(t, 20, 20); again != began {
			t.Errorf("a deeper cut began at %v, the first at %v", again, began)
		}
		// A longer reduction changes nothing either.
		s.later(t, 60*day)
		cup.set(t, 11, 19)
		if again := cup.requireReduced(t, 19, 20); again != began {
			t.Errorf("another compareAtPrice began at %v, the first at %v", again, began)
		}
		// A higher price begins anew: the lowest is that of the reduction.
		cup.set(t, 14, 25)
		if again := cup.requireReduced(t, nil, 11); again == began {
			t.Error("a higher price continues the reduction")
		}
		cup.set(t, 14, 0)
		if since := cup.requireReduced(t, nil, nil); since != nil {
			t.Errorf("without compareAtPrice it is reduced since %v", since)
		}
	})
}

// What counts is what was offered: on sale, of an active product, at that time.
func TestPricesThatWereNotOffered(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup, pot, bag := s.offer(t, "Cup", 20), s.offer(t, "Pot", 20), s.offer(t, "Bag", 20)
		s.later(t, 40*day)
		cup.edit(t, body{"status": "archived"})
		cup.set(t, 5, 0)
		pot.edit(t, body{"status": "archived"})
		bag.edit(t, body{"variants": []body{}})
		s.later(t, 10*day)
		cup.edit(t, body{"status": "active", "variants": []body{{"sku": "SKU Cup", "price": 15, "compareAtPrice": 25}}})
		cup.requireReduced(t, 20, 20)
		bag.set(t, 15, 25)
		bag.requireReduced(t, 20, 20)
		// After 30 days nothing is left of it.
		s.later(t, 21*day)
		pot.edit(t, body{"status": "active", "variants": []body{{"sku": "SKU Pot", "price": 15, "compareAtPrice": 25}}})
		pot.requireReduced(t, 25, nil)
		// Back on sale, the reduced price itself is one of those before.
		cup.edit(t, body{"status": "draft"})
		s.admin.Do(t, "GET", productPath(cup.id), nil).RequireFields(t, kit.Fields{
			"variants.0.reducedSince": nil, "variants.0.lowestPrice30d": nil})
		s.later(t, day)
		cup.edit(t, body{"status": "active"})
		cup.requireReduced(t, nil, 15)
		// Who only says of a price that it was higher reduces nothing.
		bag.set(t, 15, 0)
		s.later(t, 40*day)
		bag.set(t, 15, 25)
		bag.requireReduced(t, nil, 15)
	})
}

// A recommended price is shown as it was typed. A product that is new has no price before.
func TestRecommendedPrice(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 20)
		s.later(t, 40*day)
		cup.set(t, 15, 25, body{"compareAtKind": "rrp"})
		if since := cup.requireReduced(t, 25, nil); since != nil {
			t.Errorf("reduced since %v", since)
		}
		s.requireShown(t, cup.id, kit.Fields{"variants.0.compareAtKind": "rrp"})
		cup.set(t, 15, 25)
		cup.requireReduced(t, nil, 15)
		cup.set(t, 15, 15, body{"compareAtKind": "rrp"})
		cup.requireReduced(t, nil, nil)
		pot := s.product(t, simple("Pot", 15, body{"variants": []body{{"sku": "POT", "price": 15, "compareAtPrice": 25}}}))
		pricedProduct{s, pot.Text("id"), "Pot"}.requireReduced(t, 25, nil)
	})
}

// The prices of the event log are those that saves keep, also when some were kept already.
func TestFormerPrices(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup, pot, bag := s.offer(t, "Cup", 20), s.offer(t, "Pot", 18), s.offer(t, "Bag", 20)
		mug := s.offer(t, "Mug", 20)
		untouched := s.offer(t, "Untouched", 7)
		s.later(t, 60*day)
		cup.set(t, 15, 25)
		pot.set(t, 22, 0)
		bag.edit(t, body{"status": "archived"})
		mug.set(t, 10, 25, body{"compareAtKind": "rrp"})
		s.later(t, 3*day)
		cup.set(t, 12, 25)
		pot.set(t, 17, 25)
		bag.edit(t, body{"status": "active", "variants": []body{{"sku": "SKU Bag", "price": 19, "compareAtPrice": 25}}})
		mug.edit(t, body{"variants": []body{}})
		kept := s.priceRows(t)
		if len(kept) != 11 {
			t.Fatalf("%d spans are kept: %v", len(kept), kept)
		}
		shown := s.reductions(t)
		for name, forget := range map[string]string{
			"all":           `DELETE FROM catalog_prices`,
			"what is over":  `DELETE FROM catalog_prices WHERE until IS NOT NULL`,
			"what is first": `DELETE FROM catalog_prices WHERE until IS NULL AND price = 700`,
		} {
			for _, sql := range []string{
				forget, `UPDATE catalog_variants SET lowest_price = NULL, reduced_since = NULL`,
				`UPDATE catalog_products SET discount = 0`,
			} {
				if err := s.DB.Exec(sql).Error; err != nil {
					t.Fatal(err)
				}
			}
			s.DoOnce(t, formerPrices)
			requireSameRows(t, name, s.priceRows(t), kept)
			requireSameRows(t, name, s.reductions(t), shown)
		}
		cup.requireReduced(t, 20, 20)
		pot.requireReduced(t, 18, 18)
		bag.requireReduced(t, 20, 20)
		untouched.requireReduced(t, nil, nil)
	})
}

// A save of a product whose prices are not filled yet keeps what the product says of itself.
func TestSaveBeforePricesAreFilled(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 20)
		s.later(t, 60*day)
		if err := s.DB.Exec(`DELETE FROM catalog_prices`).Error; err != nil {
			t.Fatal(err)
		}
		cup.set(t, 15, 25)
		cup.requireReduced(t, 20, 20)
		before := s.priceRows(t)
		s.DoOnce(t, formerPrices)
		requireSameRows(t, "filled", s.priceRows(t), before)
		cup.requireReduced(t, 20, 20)
	})
}

// A reduction from before an upgrade has no beginning until the event log was read.
func TestSaveOfFormerReduction(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		cup := s.offer(t, "Cup", 20)
		s.later(t, 60*day)
		cup.set(t, 15, 25)
		for _, sql := range []string{
			`DELETE FROM catalog_prices`, `UPDATE catalog_variants SET lowest_price = NULL, reduced_since = NULL`,
		} {
			if err := s.DB.Exec(sql).Error; err != nil {
				t.Fatal(err)
			}
		}
		s.later(t, 5*day)
		cup.edit(t, body{"description": "Thick"})
		if since := cup.requireReduced(t, 25, nil); since != nil {
			t.Errorf("reduced since %v", since)
		}
		s.DoOnce(t, formerPrices)
		cup.requireReduced(t, 20, 20)
	})
}

// priceRow is a row of the history, or a reduction, without fractions of a second: the log has the
// moment of the event, a save its own.
type priceRow struct {
	SKU          string
	Since, Until time.Time
	Price        money.Cents
}

func (r priceRow) String() string {
	return fmt.Sprint(r.SKU, " ", r.Price, " ", r.Since.Format(time.RFC3339), "–", r.Until.Format(time.RFC3339))
}

func (s *setup) priceRows(t *testing.T) (rows []priceRow) {
	t.Helper()
	var spans []struct {
		priceSpan
		SKU string
	}
	if err := s.DB.Raw(`SELECT p.*, v.sku FROM catalog_prices p JOIN catalog_variants v ON v.id = p.variant_id
		ORDER BY v.sku, p.since`).Scan(&spans).Error; err != nil {
		t.Fatal(err)
	}
	for _, s := range spans {
		row := priceRow{SKU: s.SKU, Since: s.Since, Price: s.Price}
		if s.Until != nil {
			row.Until = *s.Until
		}
		rows = append(rows, row)
	}
	return rows
}

// reductions are those of all variants.
func (s *setup) reductions(t *testing.T) (rows []priceRow) {
	t.Helper()
	var variants []variant
	if err := s.DB.Where("reduced_since IS NOT NULL").Order("sku").Find(&variants).Error; err != nil {
		t.Fatal(err)
	}
	for _, v := range variants {
		row := priceRow{SKU: v.SKU, Since: *v.ReducedSince}
		if v.LowestPrice != nil {
			row.Price = *v.LowestPrice
		}
		rows = append(rows, row)
	}
	return rows
}

// requireSameRows wants the same rows, with times that differ by less than a minute.
func requireSameRows(t *testing.T, name string, got, want []priceRow) {
	t.Helper()
	same := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		a, b := got[i], want[i]
		same = same && a.SKU == b.SKU && a.Price == b.Price && a.Since.Sub(b.Since).Abs() < time.Minute &&
			a.Until.Sub(b.Until).Abs() < time.Minute
	}
	if !same {
		t.Errorf("%s:\n%v\nwant\n%v", name, got, want)
	}
}
