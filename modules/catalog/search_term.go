package catalog

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"
)

// term is a word of a query with the words of the dictionary that it stands for. A product must have one of them for every term.
type term struct {
	word  string
	means []meaning
	uses  int64 // of all its meanings: the fewer, the better it is to begin with
}

// meaning is a word of the dictionary with how well it fits, of 100.
type meaning struct {
	word string
	fits int
	uses int64
}

// How well a word fits that is the very one, that only begins so, or that is so many letters off.
const (
	fitsExactly = 100
	fitsPrefix  = 60
	fitsNear    = 30
)

// A query has so many words at most, each with so many meanings.
const (
	mostTerms    = 8
	mostMeanings = 8
)

func (t term) words() []string {
	words := make([]string, len(t.means))
	for i, m := range t.means {
		words[i] = m.word
	}
	return words
}

// terms finds what the words of a query mean: themselves and what begins like them, else what is nearest and what begins like that. ok is
// false when one of them means nothing, so that nothing can be found.
func (d *dictionary) terms(ctx context.Context, db *gorm.DB, words []string) (all []term, ok bool, err error) {
	words = words[:min(len(words), mostTerms)]
	known, err := lookUp(db.WithContext(ctx), words, nil)
	if err != nil {
		return nil, false, err
	}
	all = make([]term, len(words))
	var unknown []*term
	for i, w := range words {
		if all[i] = newTerm(w, known); len(all[i].means) == 0 {
			unknown = append(unknown, &all[i])
		}
	}
	if len(unknown) == 0 {
		return all, true, nil
	}
	ok, err = d.guess(ctx, db, unknown)
	return all, ok, err
}

// guess gives terms without a meaning the words that are nearest, of those in use, and what begins with these. It is false when one of
// the terms is near to none.
func (d *dictionary) guess(ctx context.Context, db *gorm.DB, unknown []*term) (bool, error) {
	if err := d.refresh(ctx, db); err != nil {
		return false, err
	}
	near := make([]map[string]int, len(unknown))
	var candidates []string
	for i, t := range unknown {
		near[i] = d.near(t.word)
		candidates = slices.AppendSeq(candidates, maps.Keys(near[i]))
	}
	known, err := lookUp(db.WithContext(ctx), nil, candidates)
	if err != nil {
		return false, err
	}
	var nearest []string
	for i, t := range unknown {
		if *t = nearTerm(t.word, near[i], known); len(t.means) == 0 {
			return false, nil
		}
		nearest = append(nearest, t.words()...)
	}
	if known, err = lookUp(db.WithContext(ctx), nearest, nil); err != nil {
		return false, err
	}
	for _, t := range unknown {
		*t = t.extended(known)
	}
	return true, nil
}

// newTerm is the word itself and what begins with it.
func newTerm(word string, known map[string]int64) term {
	var means []meaning
	for k, uses := range known {
		switch {
		case k == word:
			means = append(means, meaning{k, fitsExactly, uses})
		case strings.HasPrefix(k, word):
			means = append(means, meaning{k, fitsPrefix, uses})
		}
	}
	return termOf(word, means)
}

// nearTerm is the nearest of the words that are in use.
func nearTerm(word string, near map[string]int, known map[string]int64) term {
	inUse := map[string]int{}
	for w, n := range near {
		if known[w] > 0 {
			inUse[w] = n
		}
	}
	var means []meaning
	for _, w := range nearest(inUse) {
		means = append(means, meaning{w, fitsNear / inUse[w], known[w]})
	}
	return termOf(word, means)
}

// extended is the term, meaning what begins with one of its words too.
func (t term) extended(known map[string]int64) term {
	means := t.means
	for _, m := range t.means {
		for _, longer := range newTerm(m.word, known).means {
			if !slices.ContainsFunc(means, func(m meaning) bool { return m.word == longer.word }) {
				means = append(means, meaning{longer.word, m.fits * longer.fits / fitsExactly, longer.uses})
			}
		}
	}
	return termOf(t.word, means)
}

func termOf(word string, means []meaning) term {
	slices.SortFunc(means, func(a, b meaning) int {
		return cmp.Or(cmp.Compare(b.fits, a.fits), cmp.Compare(b.uses, a.uses), cmp.Compare(a.word, b.word))
	})
	t := term{word: word, means: means[:min(len(means), mostMeanings)]}
	for _, m := range t.means {
		t.uses += m.uses
	}
	return t
}
