package catalog

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"gorm.io/gorm"

	"orderd/platform/search"
)

// productSearch is what a query looks for: products with all of its words, and where words do not
// say enough, products by their names. A product whose name is the query comes first.
type productSearch struct {
	terms  []term
	phrase string // the whole query, folded
	byName bool   // products whose names have the phrase are found too
	starts bool   // of the products found, those whose names begin with the phrase come first

	rule *productSearch // of a collection by rule: what it looks for must be there too; nil: nothing
}

// phraseOf returns the query as names are folded, with single spaces.
func phraseOf(query string) string { return strings.Join(strings.Fields(search.Fold(query)), " ") }

// isUnspaced reports whether the text is in a script that puts no spaces between words.
func isUnspaced(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
			unicode.Myanmar)
	})
}

// search finds out what the filter's query, and that of its rule, looks for; ok is false when
// nothing matches it.
func (r *catalogReader) search(ctx context.Context, db *gorm.DB, f filter) (s productSearch, ok bool, err error) {
	if s, ok, err = r.searchPhrase(ctx, db, f); err != nil || !ok || f.rule == nil || f.rule.phrase == "" {
		return s, ok, err
	}
	rule, ok, err := r.searchPhrase(ctx, db, *f.rule)
	s.rule = &rule
	return s, ok, err
}

// searchPhrase is search without the rule. A query without words, "C++" or "5/8", is looked for in
// names.
func (r *catalogReader) searchPhrase(
	ctx context.Context, db *gorm.DB, f filter,
) (s productSearch, ok bool, err error) {
	s = productSearch{
		phrase: f.phrase, byName: len(f.words) == 0 || isUnspaced(f.phrase),
		starts: !slices.Equal(f.words, []string{f.phrase}),
	}
	if len(f.words) == 0 {
		return s, true, nil
	}
	terms, ok, err := r.dictionary.resolve(ctx, db, f.words)
	if err != nil {
		return productSearch{}, false, err
	}
	if ok {
		s.terms = terms
	}
	return s, ok || s.byName, nil
}
