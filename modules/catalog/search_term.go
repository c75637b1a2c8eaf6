package catalog

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"gorm.io/gorm"

	"orderd/platform/convert"
	"orderd/platform/search"
)

// term is a word of a query, with the words of the index that it stands for. A product matches a
// query when it has, for every term, one of these words.
type term struct {
	word    string
	matches []match
	uses    int64 // of all matches together: how rare the term is

	compounds []compound
}

// match is a word of the index that a term stands for.
type match struct {
	word  string
	score int // of 100
	uses  int64
}

// The score of a word that equals the term, of one that begins with it, and of one that differs in
// so many characters (divided by their number).
const (
	scoreExact  = 100
	scorePrefix = 60
	scoreFuzzy  = 30

	scoreSynonym = 80 // of the score that it has as a word of the query
)

// The limits of a query: its words, and the words of the index that each stands for.
const (
	maxTerms   = 8
	maxMatches = 8

	maxSynonyms       = 40 // of all words together
	maxSynonymMatches = 24
)

// standsForNone reports whether no product matches the term.
func (t term) standsForNone() bool { return len(t.matches) == 0 && len(t.compounds) == 0 }

// isBeginning reports whether the term stands for all words of the index that begin with it, and
// not only for its matches: there are many that begin with one letter.
func (t term) isBeginning() bool { return isSingle(t.word) }

// rarity puts the terms of which fewest products have a word first. The matches of a beginning are
// not all of its words: it comes last.
func (t term) rarity() int64 {
	if t.isBeginning() {
		return math.MaxInt64
	}
	return t.uses
}

// words returns the words of the index that the term stands for.
func (t term) words() []string { return convert.All(t.matches, func(m match) string { return m.word }) }

// resolve turns the words of a query into terms. A word stands for itself and for the words of the
// index that begin with it. A word without any is taken for misspelt: it stands for the most
// similar words, and for those that begin with them; one of a single letter or with signs is left
// out. ok is false when a word stands for none, so that nothing matches the query.
//
// A word stands for its synonyms too, for the words that begin with one of them, and for the parts
// of a compound.
func (d *dictionary) resolve(
	ctx context.Context, db *gorm.DB, words []string, known synonyms,
) (terms []term, ok bool, err error) {
	words = words[:min(len(words), maxTerms)]
	uses, err := loadWordUses(db.WithContext(ctx), known.with(words), otherForms(words))
	if err != nil {
		return nil, false, err
	}
	var misspelt []*term
	for _, w := range words {
		t := prefixTerm(w, uses).withSynonyms(known.of(w), uses).contracted(uses).withCompounds(uses)
		if !t.standsForNone() || isPlain(w) {
			terms = append(terms, t)
		} else if isUnspaced(w) {
			return nil, false, nil
		}
	}
	joinTerms(terms, uses)
	for i := range terms {
		if terms[i].standsForNone() {
			misspelt = append(misspelt, &terms[i])
		}
	}
	if len(misspelt) == 0 {
		return terms, true, nil
	}
	ok, err = d.correct(ctx, db, misspelt)
	return terms, ok, err
}

// correct gives misspelt terms the most similar words of the index, and the words that begin with
// those. It reports false when a term has no similar word.
func (d *dictionary) correct(ctx context.Context, db *gorm.DB, misspelt []*term) (bool, error) {
	if err := d.refresh(ctx, db); err != nil {
		return false, err
	}
	distances := make([]map[string]int, len(misspelt))
	var candidates []string
	for i, t := range misspelt {
		distances[i] = d.similar(t.word)
		candidates = slices.AppendSeq(candidates, maps.Keys(distances[i]))
	}
	uses, err := loadWordUses(db.WithContext(ctx), nil, candidates)
	if err != nil {
		return false, err
	}
	var corrected []string
	for i, t := range misspelt {
		if *t = fuzzyTerm(t.word, distances[i], uses); len(t.matches) == 0 {
			return false, nil
		}
		corrected = append(corrected, t.words()...)
	}
	if uses, err = loadWordUses(db.WithContext(ctx), corrected, nil); err != nil {
		return false, err
	}
	for _, t := range misspelt {
		*t = t.withPrefixes(uses)
	}
	return true, nil
}

// prefixTerm stands for the word itself and for the words that begin with it.
func prefixTerm(word string, uses map[string]int64) term {
	var matches []match
	for w, n := range uses {
		switch {
		case w == word:
			matches = append(matches, match{word: w, score: scoreExact, uses: n})
		case strings.HasPrefix(w, word):
			matches = append(matches, match{word: w, score: scorePrefix, uses: n})
		}
	}
	return newTerm(word, matches)
}

// fuzzyTerm stands for those words in use that have the smallest distance.
func fuzzyTerm(word string, distances map[string]int, uses map[string]int64) term {
	inUse := map[string]int{}
	for w, distance := range distances {
		if uses[w] > 0 {
			inUse[w] = distance
		}
	}
	var matches []match
	for _, w := range closest(inUse) {
		matches = append(matches, match{word: w, score: scoreFuzzy / inUse[w], uses: uses[w]})
	}
	return newTerm(word, matches)
}

// withPrefixes adds the words that begin with one of the term's matches.
func (t term) withPrefixes(uses map[string]int64) term {
	matches := t.matches
	for _, m := range t.matches {
		for _, longer := range prefixTerm(m.word, uses).matches {
			if !slices.ContainsFunc(matches, func(m match) bool { return m.word == longer.word }) {
				matches = append(matches, match{word: longer.word, score: m.score * longer.score / scoreExact, uses: longer.uses})
			}
		}
	}
	return newTerm(t.word, matches)
}

// withSynonyms adds the words that the synonyms stand for, those that the term has itself left out.
func (t term) withSynonyms(others []string, uses map[string]int64) term {
	var found []match
	for _, other := range others {
		for _, m := range prefixTerm(other, uses).matches {
			m.score = m.score * scoreSynonym / scoreExact
			found = append(found, m)
		}
	}
	return t.with(found, maxSynonymMatches)
}

// contracted adds the word as it is written with an umlaut: "kaffeemuehle" stands for
// "Kaffeemühle".
func (t term) contracted(uses map[string]int64) term {
	w := search.Contract(t.word)
	if w == "" || uses[w] == 0 {
		return t
	}
	return t.with([]match{{word: w, score: scoreSynonym, uses: uses[w]}}, 1)
}

// newTerm keeps the best matches.
func newTerm(word string, matches []match) term { return term{word: word}.with(matches, maxMatches) }

// with adds the best matches, at most so many, and no word twice.
func (t term) with(matches []match, atMost int) term {
	slices.SortFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.uses, a.uses), cmp.Compare(a.word, b.word))
	})
	t.matches = slices.Clone(t.matches)
	for _, m := range matches {
		if atMost > 0 && !slices.Contains(t.words(), m.word) {
			t.matches, t.uses = append(t.matches, m), t.uses+m.uses
			atMost--
		}
	}
	return t
}
