package catalog

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/search"
)

// productSearch is what a query looks for: products with all of its words, and where words do not
// say enough, products by their names. A product whose name is the query comes first, then those
// whose names begin with it.
type productSearch struct {
	terms  []term
	phrase string // the whole query, folded
	byName bool   // products whose names have the phrase are found too

	rule *productSearch // of a collection by rule: what it looks for must be there too; nil: nothing
}

// phraseOf returns the query as names are folded, with single spaces.
func phraseOf(query string) string { return strings.Join(strings.Fields(search.Fold(query)), " ") }

// ask sets what the filter's query asks for. A word that was typed with an umlaut stands for its
// other spelling too: "Müller" for "Mueller".
func (f *filter) ask(query string, t *taxonomy) {
	f.phrase, f.words, f.synonyms = phraseOf(query), tokenize(query), t.synonyms
	spelled := tokenize(search.SpellOut(query))
	if len(spelled) != len(f.words) || len(spelled) == 0 {
		return
	}
	f.spelled, f.synonyms = spelled, synonyms{}
	for i, w := range f.words {
		f.synonyms[w] = t.synonyms[w]
		if spelled[i] != w {
			f.synonyms[w] = append(slices.Clone(t.synonyms[w]), spelled[i])
		}
	}
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

// searchPhrase is search without the rule. A query without words of the index, "%" or "&", is
// looked for in names, and so is one in a script without spaces of which no word is known.
func (r *catalogReader) searchPhrase(
	ctx context.Context, db *gorm.DB, f filter,
) (s productSearch, ok bool, err error) {
	s = productSearch{phrase: f.phrase}
	if s.terms, ok, err = r.dictionary.resolve(ctx, db, f.words, f.synonyms); err != nil {
		return productSearch{}, false, err
	}
	if !ok {
		s.terms = nil
	}
	single := len(f.words) == 1 && isSingle(f.words[0])
	s.byName = ok && len(s.terms) == 0 || isUnspaced(f.phrase) && (!ok || single)
	return s, ok || s.byName, nil
}
