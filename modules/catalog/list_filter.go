package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"orderd/platform/money"
)

// filter says which active products a list or a count is about. A nil or zero field does not
// filter. A list that is empty and not nil matches nothing: what it named is unknown.
type filter struct {
	ids         []string
	phrase      string              // the query, as phraseOf returns it
	words       []string            // its search words, as tokenize returns them
	spelled     []string            // the same, as they are written without umlauts; nil: likewise
	synonyms    synonyms            // for which these words stand too
	brandIDs    []string            // any of them
	categoryIDs []string            // any of them; the categories below are included
	options     map[string][]string // of each name any of the values; keys, as optionKey returns them
	minPrice    *money.Cents
	maxPrice    *money.Cents
	inStock     *bool
	onSale      *bool
	minRating   int64    // in hundredths
	tags        []string // any of them; keys, as tagKey returns them
	attributes  []attributeFilter
	nothing     bool // it asks for what there is none of

	collectionIDs []string // of collections by hand: the products that were picked for any of them
	rule          *filter  // of a collection by rule: it must match too
}

// matchesNothing reports whether the filter names nothing but unknown brands, categories or
// collections, or what there is none of.
func (f filter) matchesNothing() bool {
	namesUnknown := func(ids []string) bool { return ids != nil && len(ids) == 0 }
	return f.nothing || namesUnknown(f.brandIDs) || namesUnknown(f.categoryIDs) || namesUnknown(f.collectionIDs) ||
		f.rule != nil && f.rule.matchesNothing()
}

// isEverything reports whether all active products match.
func (f filter) isEverything() bool { return f.cacheKey() == filter{}.cacheKey() }

// withoutCategories returns the filter without categories.
func (f filter) withoutCategories() filter {
	f.categoryIDs = nil
	return f
}

// optionNames returns the names that the filter has values of, in order.
func (f filter) optionNames() []string { return slices.Sorted(maps.Keys(f.options)) }

// withoutOption returns the filter without the values of one name.
func (f filter) withoutOption(name string) filter {
	f.options = maps.Clone(f.options)
	delete(f.options, name)
	return f
}

// cacheKey returns a text that differs for filters that differ.
func (f filter) cacheKey() string {
	parts := []string{
		strings.Join(f.ids, ","), f.phrase, textOfList(f.brandIDs), textOfList(f.categoryIDs),
		textOf(f.minPrice), textOf(f.maxPrice), textOf(f.inStock), textOf(f.onSale), fmt.Sprint(f.minRating),
		fmt.Sprintf("%q", f.tags),
	}
	if f.spelled != nil {
		parts = append(parts, fmt.Sprintf("spelled=%q", f.spelled))
	}
	if f.nothing {
		parts = append(parts, "nothing")
	}
	for _, name := range f.optionNames() {
		parts = append(parts, fmt.Sprintf("%q=%q", name, f.options[name]))
	}
	for _, a := range f.attributes {
		parts = append(parts, a.cacheKey())
	}
	if f.collectionIDs != nil {
		parts = append(parts, "collections"+textOfList(f.collectionIDs))
	}
	if f.rule != nil {
		parts = append(parts, "rule="+f.rule.cacheKey())
	}
	return strings.Join(parts, "|")
}

// textOfList returns "" for nil.
func textOfList(ids []string) string {
	if ids == nil {
		return ""
	}
	return "=" + strings.Join(ids, ",")
}

// textOf returns "" for nil.
func textOf[T any](v *T) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}
