package catalog

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/search"
)

// The most that a suggestion has.
const (
	suggestedProducts = 5
	suggestedOthers   = 3 // categories, and brands
	maxSuggestion     = 1000
)

// suggest returns what a query may mean: products as the search finds them, with prices as the
// caller sees them, and categories and brands by their names.
func (r *catalogReader) suggest(ctx context.Context, query string) (encodedSuggestion, error) {
	db := r.db.WithContext(ctx)
	tree, state, err := r.taxonomies.currentFor(ctx, db)
	if err != nil {
		return encodedSuggestion{}, err
	}
	f := filter{}
	f.ask(query, tree)
	version := r.version(state.catalogState)
	viewer := r.viewerFor(ctx, tree, state)
	key := fmt.Sprint("suggest|", version, "|", viewer.mode, viewer.rates, "|", f.cacheKey())
	return getOrCompute(&r.pages, state.Revision, key, func() (encodedSuggestion, error) {
		products, err := r.suggestedProducts(ctx, db, f, state.catalogState)
		if err != nil {
			return encodedSuggestion{}, err
		}
		return encode(suggestionView{
			PriceMode:  viewer.mode.mode,
			Products:   convert.All(products, viewer.suggested),
			Categories: bestNames(tree.categoryNames, f),
			Brands:     bestNames(tree.brandNames, f),
		}.shortened(), version, "")
	})
}

func (r *catalogReader) suggestedProducts(
	ctx context.Context, db *gorm.DB, f filter, state catalogState,
) ([]product, error) {
	ids, err := r.rank(ctx, db, pageQuery{filter: f, order: sortRelevance, version: state.Version})
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	ids = ids[:min(len(ids), suggestedProducts)]
	products, err := loadNames(db, ids)
	ids.sort(products)
	return products, err
}

// searchableName is the name of a brand or a category, prepared for searches.
type searchableName struct {
	view   suggestedNameView
	phrase string
	words  []spelledWord
}

func newSearchableName(name, slug string) searchableName {
	return searchableName{suggestedNameView{name, slug}, phraseOf(name), convert.All(tokenize(name), newSpelledWord)}
}

// bestNames returns those names that have all words of the query, the best first: the words
// themselves before their beginnings. Where no name has them they are taken for misspelt, as the
// search for products does.
func bestNames(names []searchableName, f filter) []suggestedNameView {
	found := namesWith(names, f, false)
	if len(found) == 0 {
		found = namesWith(names, f, true)
	}
	return found[:min(len(found), suggestedOthers)]
}

func namesWith(names []searchableName, f filter, misspelt bool) []suggestedNameView {
	type scored struct {
		view  suggestedNameView
		score int
	}
	words := convert.All(f.words[:min(len(f.words), maxTerms)], func(w string) meantWord {
		return meantWord{newSpelledWord(w), convert.All(f.synonyms[w], newSpelledWord)}
	})
	var found []scored
	for _, n := range names {
		if score := n.score(f.phrase, words, misspelt); score > 0 {
			found = append(found, scored{n.view, score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	return convert.All(found, func(s scored) suggestedNameView { return s.view })
}

// score is 0 for a name that lacks a word.
func (n searchableName) score(phrase string, words []meantWord, misspelt bool) int {
	total := 1
	switch {
	case n.phrase == phrase:
		total += 2000
	case strings.HasPrefix(n.phrase, phrase):
		total += 1000
	case len(words) == 0 && !strings.Contains(n.phrase, phrase):
		return 0
	}
	named := total > 1
	for _, w := range words {
		best := 0
		for _, candidate := range n.words {
			best = max(best, w.scoreOf(candidate, misspelt))
		}
		if best == 0 && !named {
			return 0
		}
		total += best
	}
	return total
}

// meantWord is a word of a query with its synonyms.
type meantWord struct {
	spelledWord
	synonyms []spelledWord
}

// scoreOf is the score of a candidate for the word or a synonym, as term has it.
func (m meantWord) scoreOf(candidate spelledWord, misspelt bool) int {
	best := m.spelledWord.scoreOf(candidate, misspelt)
	for _, other := range m.synonyms {
		best = max(best, other.scoreOf(candidate, false)*scoreSynonym/scoreExact)
	}
	return best
}

// scoreOf is the score of a candidate for the word of a query, as term has it.
func (s spelledWord) scoreOf(candidate spelledWord, misspelt bool) int {
	switch {
	case candidate.word == s.word:
		return scoreExact
	case strings.HasPrefix(candidate.word, s.word):
		return scorePrefix
	case !misspelt:
		return 0
	}
	limit := search.MaxEdits(len(s.runes))
	if diff := len(candidate.runes) - len(s.runes); diff < -limit || diff > limit {
		return 0
	}
	if n := search.EditDistance(s.runes, candidate.runes); n <= limit {
		return scoreFuzzy / n
	}
	return 0
}

// shortened leaves out entries from the end until the response is small enough.
func (v suggestionView) shortened() suggestionView {
	for v.size() > maxSuggestion {
		switch {
		case len(v.Brands) > 0:
			v.Brands = v.Brands[:len(v.Brands)-1]
		case len(v.Categories) > 0:
			v.Categories = v.Categories[:len(v.Categories)-1]
		default:
			v.Products = v.Products[:len(v.Products)-1]
		}
	}
	return v
}

// size is that of the response in bytes.
func (v suggestionView) size() int {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // a buffer takes everything
	return b.Len() - 1
}
