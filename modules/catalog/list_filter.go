package catalog

import (
	"fmt"
	"strings"

	"orderd/platform/money"
)

// filter says which active products a list or a count is about. A nil or zero field does not
// filter.
type filter struct {
	ids            []string
	phrase         string   // the query, as phraseOf returns it
	words          []string // its search words, as tokenize returns them
	brandID        *string
	categoryID     *string // the categories below are included
	minPrice       *money.Cents
	maxPrice       *money.Cents
	inStock        *bool
	minRating      int64 // in hundredths
	matchesNothing bool  // it names an unknown brand or category
}

// cacheKey returns a text that differs for filters that differ.
func (f filter) cacheKey() string {
	parts := []string{
		strings.Join(f.ids, ","), f.phrase, textOf(f.brandID), textOf(f.categoryID),
		textOf(f.minPrice), textOf(f.maxPrice), textOf(f.inStock), fmt.Sprint(f.minRating),
	}
	return strings.Join(parts, "|")
}

// textOf returns "" for nil.
func textOf[T any](v *T) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}
