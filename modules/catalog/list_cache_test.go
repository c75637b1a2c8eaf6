package catalog

import (
	"strconv"
	"testing"
)

// Whatever is asked for, what is kept of it stays small.
func TestAMemoryIsBounded(t *testing.T) {
	t.Parallel()
	products := make([]productView, 100)
	for i := range products {
		products[i].Variants = make([]variantView, 20)
	}
	page, err := show(products)
	if err != nil {
		t.Fatal(err)
	}
	for _, large := range []any{page, make(ranking, 30_000), 0} {
		var m memory
		for i := range 3 * mostKept {
			m.put(1, strconv.Itoa(i), large)
			if m.weight > mostWeight || len(m.kept) > mostKept || len(m.kept) == 0 {
				t.Fatalf("%T: %d kept, which weigh %d", large, len(m.kept), m.weight)
			}
		}
		if w, ok := large.(weighty); ok && len(m.kept)*w.weight() > mostWeight {
			t.Errorf("%T: %d kept of %d each", large, len(m.kept), w.weight())
		}
	}
	var m memory
	m.put(1, "one", make(ranking, 11*mostWeight))
	if len(m.kept) > 0 {
		t.Error("kept what is too large by itself")
	}
}
