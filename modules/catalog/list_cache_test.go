package catalog

import (
	"strconv"
	"testing"
)

// Whatever clients ask for, a cache stays small.
func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	products := make([]productView, 100)
	for i := range products {
		products[i].Variants = make([]variantView, 20)
	}
	page, err := encode(products, "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, large := range []any{page, make(ranking, 30_000), 0} {
		var c cache
		for i := range 3 * maxCacheEntries {
			c.put(1, strconv.Itoa(i), large)
			if c.weight > maxCacheWeight || len(c.entries) > maxCacheEntries || len(c.entries) == 0 {
				t.Fatalf("%T: %d entries, which weigh %d", large, len(c.entries), c.weight)
			}
		}
		if w, ok := large.(sized); ok && len(c.entries)*w.weight() > maxCacheWeight {
			t.Errorf("%T: %d entries of %d each", large, len(c.entries), w.weight())
		}
	}
	var c cache
	c.put(1, "one", make(ranking, 11*maxCacheWeight))
	if len(c.entries) > 0 {
		t.Error("it holds an entry that is too large by itself")
	}
}
