package catalog

import (
	"fmt"
	"strings"

	"orderd/platform/money"
)

// filter is which products a list or a count is about.
type filter struct {
	words      []string // that are looked for; none: no search
	brandID    *string
	categoryID *string // with those below it
	minPrice   *money.Cents
	maxPrice   *money.Cents
	inStock    *bool
	minRating  int64 // hundredths
	nothing    bool  // it names a brand or category that does not exist, or looks for what no word is
}

// key tells filters apart.
func (f filter) key() string {
	show := func(v any) string { return fmt.Sprintf("%v", v) }
	parts := []string{strings.Join(f.words, " "), "", "", "", "", "", show(f.minRating)}
	if f.brandID != nil {
		parts[1] = *f.brandID
	}
	if f.categoryID != nil {
		parts[2] = *f.categoryID
	}
	if f.minPrice != nil {
		parts[3] = show(*f.minPrice)
	}
	if f.maxPrice != nil {
		parts[4] = show(*f.maxPrice)
	}
	if f.inStock != nil {
		parts[5] = show(*f.inStock)
	}
	return strings.Join(parts, "|")
}
