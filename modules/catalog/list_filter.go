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
	brandIDs       []string // any of them
	categoryIDs    []string // any of them; the categories below are included
	minPrice       *money.Cents
	maxPrice       *money.Cents
	inStock        *bool
	onSale         *bool
	minRating      int64 // in hundredths
	matchesNothing bool  // none of the brands, or of the categories, that it names is known
}

// cacheKey returns a text that differs for filters that differ.
func (f filter) cacheKey() string {
	parts := []string{
		strings.Join(f.ids, ","), f.phrase, strings.Join(f.brandIDs, ","), strings.Join(f.categoryIDs, ","),
		textOf(f.minPrice), textOf(f.maxPrice), textOf(f.inStock), textOf(f.onSale), fmt.Sprint(f.minRating),
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
