package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"orderd/platform/search"
)

// compound is a word of a query that is made of two words of the index. A product matches it that
// has one of the first words and one of the second words, elsewhere than in its description:
// "Kaffeemühle" finds "Mühle für Kaffee".
type compound struct {
	first, second []string // forms of the same word
	uses          int64    // of the rarer of the two
}

// The limits of compounds.
const (
	minCompoundPart = 3  // characters of each part of a word that the index lacks
	minKnownPart    = 4  // and of one that it has: "carpet" is no pet for a car
	maxCompound     = 30 // characters
	maxCompounds    = 3  // of a word, those with the longest first part
	maxJoined       = 3  // pairs of words of a query
)

// scoreCompound is the score of each part, so low that no product comes before those that have the
// word itself. scoreJoined is the score of a compound of two words of the query.
const (
	scoreCompound = 1
	scoreJoined   = 20
)

// linking are what German compounds have between their parts, and most often what plurals have at
// their ends.
var linking = []string{"s", "n", "en", "es", "er", "e"}

// compoundParts are the words that a word may be made of.
type compoundParts struct{ first, second []string }

// isOfLetters reports whether the word is of letters alone, at least so many of them.
func isOfLetters(word string, atLeast int) bool {
	return utf8.RuneCountInString(word) >= atLeast && isPlain(word) && !strings.ContainsFunc(word, unicode.IsDigit)
}

// partsOf returns the ways to take a word for a compound, those with the longest first part first;
// none for one that is too short or too long.
func partsOf(word string) (all []compoundParts) {
	letters := []rune(word)
	if !isOfLetters(word, 2*minCompoundPart) || len(letters) > maxCompound {
		return nil
	}
	for i := len(letters) - minCompoundPart; i >= minCompoundPart; i-- {
		var parts compoundParts
		for _, first := range spellings(string(letters[:i])) {
			// "Kirschkuchen" is of "Kirsche".
			parts.first = append(append(parts.first, withoutEndings(first)...), first+"e")
		}
		for _, second := range spellings(string(letters[i:])) {
			parts.second = append(parts.second, withEndings(second)...)
		}
		all = append(all, parts)
	}
	return all
}

// spellings returns the word, and as it is written with an umlaut where it may be: "muehle" is
// "Mühle".
func spellings(word string) []string {
	if contracted := search.Contract(word); contracted != "" {
		return []string{word, contracted}
	}
	return []string{word}
}

// withoutEndings returns the word, and the word without each ending that it has.
func withoutEndings(word string) []string {
	forms := []string{word}
	for _, ending := range linking {
		if rest, has := strings.CutSuffix(word, ending); has && utf8.RuneCountInString(rest) >= minCompoundPart {
			forms = append(forms, rest)
		}
	}
	return forms
}

// withEndings returns the word with each ending, and without those that it has.
func withEndings(word string) []string {
	forms := withoutEndings(word)
	for _, ending := range linking {
		forms = append(forms, word+ending)
	}
	return forms
}

// joined returns the compounds that two words can make, in both orders: "Kaffeemühle" of "Mühle"
// and "Kaffee".
func joined(a, b string) (words []string) {
	if !isOfLetters(a, minCompoundPart) || !isOfLetters(b, minCompoundPart) {
		return nil
	}
	for _, pair := range [][2]string{{a, b}, {b, a}} {
		beginnings := withoutEndings(pair[0])
		for _, link := range linking {
			beginnings = append(beginnings, pair[0]+link)
		}
		for _, beginning := range beginnings {
			for _, end := range withEndings(pair[1]) {
				if utf8.RuneCountInString(beginning)+utf8.RuneCountInString(end) <= maxCompound {
					words = append(words, beginning+end)
				}
			}
		}
	}
	return words
}

// otherForms returns the words to look up in the index beside the words of a query.
func otherForms(words []string) (candidates []string) {
	before := ""
	for i, w := range words {
		candidates = append(candidates, spellings(w)[1:]...)
		for _, p := range partsOf(w) {
			candidates = append(append(candidates, p.first...), p.second...)
		}
		if i > 0 && i <= maxJoined {
			candidates = append(candidates, joined(before, w)...)
		}
		before = w
	}
	slices.Sort(candidates)
	return slices.Compact(candidates)
}

// withCompounds adds the ways to take the term's word for a compound of words of the index.
func (t term) withCompounds(uses map[string]int64) term {
	shortest := minCompoundPart
	if len(t.matches) > 0 {
		shortest = minKnownPart
	}
	used := func(words []string) (found []string, n int64) {
		for _, w := range words {
			if uses[w] > 0 && utf8.RuneCountInString(w) >= shortest {
				found, n = append(found, w), n+uses[w]
			}
		}
		return found, n
	}
	for _, p := range partsOf(t.word) {
		first, n := used(p.first)
		second, m := used(p.second)
		if n > 0 && m > 0 && len(t.compounds) < maxCompounds {
			if m < n { // the rarer one first
				first, second = second, first
			}
			t.compounds = append(t.compounds, compound{first, second, min(n, m)})
			t.uses += min(n, m)
		}
	}
	return t
}

// scores are the words that add to the score of a product: the matches, and the parts of compounds.
func (t term) scores() []match {
	scores := slices.Clone(t.matches)
	for _, k := range t.compounds {
		for _, w := range slices.Concat(k.first, k.second) {
			if !slices.ContainsFunc(scores, func(m match) bool { return m.word == w }) {
				scores = append(scores, match{word: w, score: scoreCompound})
			}
		}
	}
	return scores
}

// joinTerms adds to each two terms that follow one another the compounds of their words.
func joinTerms(terms []term, uses map[string]int64) {
	for i := 1; i < len(terms) && i <= maxJoined; i++ {
		var found []match
		for _, w := range joined(terms[i-1].word, terms[i].word) {
			if uses[w] > 0 {
				found = append(found, match{word: w, score: scoreJoined, uses: uses[w]})
			}
		}
		terms[i-1], terms[i] = terms[i-1].with(found, maxMatches), terms[i].with(found, maxMatches)
	}
}
