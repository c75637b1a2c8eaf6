package catalog

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"orderd/modules/catalog/events"
	"orderd/platform/money"
	_ "orderd/test/kit/draws"
)

// randomSave is one save of a product with one variant.
type randomSave struct {
	at        time.Time
	active    bool
	sold      bool
	price     money.Cents
	compareAt *money.Cents
	kind      events.CompareAtKind
}

func drawSaves(t *rapid.T) (saves []randomSave) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for range rapid.IntRange(1, 12).Draw(t, "saves") {
		at = at.Add(time.Duration(rapid.SampledFrom([]int{0, 1, 24, 24 * 7, 24 * 29, 24 * 30, 24 * 31}).Draw(t, "hours")) * time.Hour)
		s := randomSave{
			at: at, active: rapid.IntRange(0, 4).Draw(t, "active") > 0, sold: rapid.IntRange(0, 4).Draw(t, "sold") > 0,
			price: money.Cents(rapid.IntRange(1, 6).Draw(t, "price")), kind: events.CompareAtWas,
		}
		if rapid.Bool().Draw(t, "compared") {
			s.compareAt = new(money.Cents(rapid.IntRange(1, 9).Draw(t, "compareAt")))
		}
		if rapid.IntRange(0, 5).Draw(t, "rrp") == 0 {
			s.kind = events.CompareAtRRP
		}
		saves = append(saves, s)
	}
	return saves
}

func (s randomSave) offered() bool { return s.active && s.sold }

func (s randomSave) reduced() bool {
	return s.offered() && s.kind == events.CompareAtWas && s.compareAt != nil && *s.compareAt > s.price
}

// status is that of the product.
func (s randomSave) status() productStatus {
	if s.active {
		return events.ProductActive
	}
	return events.ProductArchived
}

func (s randomSave) variant(was variant) variant {
	was.ID, was.Price, was.CompareAtPrice, was.CompareAtKind, was.Sold = "v", s.price, s.compareAt, s.kind, s.sold
	return was
}

// naiveReduction says since when a variant is reduced after the last of the saves, and the lowest
// price of the 30 days before: it looks at all of them, by the words of papers.md.
func naiveReduction(saves []randomSave) (since *time.Time, lowest *money.Cents) {
	last := len(saves) - 1
	if !saves[last].reduced() {
		return nil, nil
	}
	first := last
	for first > 0 && saves[first-1].reduced() && saves[first-1].price >= saves[first].price {
		first--
	}
	since = &saves[first].at
	for i, s := range saves[:first] {
		end := saves[i+1].at
		inWindow := end.After(since.Add(-30*24*time.Hour)) && s.at.Before(*since)
		if s.offered() && end.After(s.at) && inWindow && (lowest == nil || s.price < *lowest) {
			lowest = &s.price
		}
	}
	return since, lowest
}

// runSaves saves one after the other, as editProduct does, and returns the history that is kept.
// check is called with the variant after each. What loadPrices leaves out changes nothing: with
// whole all of the history is read.
func runSaves(saves []randomSave, whole bool, check func(done int, v variant)) (history priceHistory) {
	p := product{}
	for i, s := range saves {
		before := savedPrices{}
		kept := map[string]priceHistory{}
		if i > 0 {
			before = pricesOf(p)
			for _, span := range history { // what loadPrices returns
				if whole || span.Until == nil || span.Until.After(s.at.Add(-priceWindow)) {
					kept["v"] = append(kept["v"], span)
				}
			}
		}
		was := variant{}
		if i > 0 {
			was = p.Variants[0]
		}
		p.Status, p.UpdatedAt, p.Variants = s.status(), s.at, []variant{s.variant(was)}
		for _, c := range p.setPrices(before, kept, s.at) {
			history = append(history.without(c.before.without(c.after)), c.after.without(c.before)...)
		}
		check(i+1, p.Variants[0])
	}
	return history
}

func TestReductionsAreThoseOfTheNaiveRule(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		saves := drawSaves(t)
		runSaves(saves, rapid.Bool().Draw(t, "whole"), func(done int, v variant) {
			since, lowest := naiveReduction(saves[:done])
			if !reflect.DeepEqual(v.ReducedSince, since) || !reflect.DeepEqual(v.LowestPrice, lowest) {
				t.Fatalf("after %d of %+v: %v %v, want %v %v", done, saves, v.ReducedSince, v.LowestPrice, since, lowest)
			}
		})
	})
}

// What the log says is what saves have kept, wherever the history that was kept begins.
func TestFilledHistoryIsTheOneOfSaves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		saves := drawSaves(t)
		history := runSaves(saves, false, func(int, variant) {})
		var logged []loggedSave
		for _, s := range saves {
			v := s.variant(variant{})
			logged = append(logged, loggedSave{s.at, map[string]*money.Cents{"v": v.offered(s.status())}})
		}
		v := variant{ID: "v"}
		kept := history[rapid.IntRange(0, len(history)).Draw(t, "kept"):]
		if filled := v.filledHistory(logged, kept); !sameHistory(filled, history) {
			t.Fatalf("filled %+v, kept %+v", filled, history)
		}
	})
}

func sameHistory(a, b priceHistory) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}
