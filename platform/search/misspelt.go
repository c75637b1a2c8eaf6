package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"gorm.io/gorm"
)

const (
	// minMisspelt is the shortest word in which typing errors are looked for, in characters.
	minMisspelt = 4
	// maxMisspelt is how many rows are compared with misspelt words: those that have most in common
	// with them, of the indexed ones, and the newest of the others.
	maxMisspelt = 1000
	maxTail     = 8000
)

// misspelt is a word of a query, of letters, that may contain typing errors. It is compared with
// the words of a text.
type misspelt struct {
	word  []rune
	grams []gram
	edits int // at most
	least int // how many of the grams a row has in common with it at the least
}

func newMisspelt(word string) misspelt {
	r := []rune(word)
	m := misspelt{word: r, grams: append(runs(r), edges(r)...), edits: MaxEdits(len(r))}
	m.least = max(2, len(m.grams)-3*m.edits) // a wrong character is in three of them
	return m
}

// distance is how many typing errors away the nearest word of a text is; ok is false when it is too
// far. A part of a word is no typing error.
func (m *misspelt) distance(text string) (errors int, ok bool) {
	if strings.Contains(text, string(m.word)) {
		return 0, true
	}
	errors = m.edits + 1
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		r := []rune(word)
		if n := len(r) - len(m.word); n <= m.edits && n >= -m.edits {
			errors = min(errors, EditDistance(m.word, r))
		}
	}
	return errors, errors <= m.edits
}

// findMisspelt returns the rows that have, for each term, a similar word: those with the fewest
// errors in all, the newest first. What is no word of letters, or a short one, has to be contained
// as it is.
func (f *finder) findMisspelt(terms []term) ([]string, error) {
	var words []misspelt
	var exact []term
	for _, t := range terms {
		if word := t[0]; isWord(word) && len([]rune(word)) >= minMisspelt {
			words = append(words, newMisspelt(word))
		} else {
			exact = append(exact, t)
		}
	}
	if len(words) == 0 {
		return nil, nil
	}
	ids, err := f.similarRows(words)
	if err != nil {
		return nil, err
	}
	texts, err := f.loadTexts(append(ids, f.changed...), exact)
	if err != nil {
		return nil, err
	}
	return nearest(words, texts), nil
}

// rowText is a row with what it is found by.
type rowText struct{ ID, Text string }

// loadTexts reads the texts of the rows with the ids, and of the newest rows, that are in the scope
// and contain the terms.
func (f *finder) loadTexts(ids []string, terms []term) ([]rowText, error) {
	var tail, found []rowText
	for _, part := range []struct {
		restrict func(q *gorm.DB) *gorm.DB
		to       *[]rowText
	}{
		{func(q *gorm.DB) *gorm.DB { return q.Where("id > ?", endOf(f.segments)).Order("id DESC").Limit(maxTail) }, &tail},
		{func(q *gorm.DB) *gorm.DB { return q.Where("?", Among(f.db, "id", ids)) }, &found},
	} {
		q := part.restrict(f.rows()).Select("id, " + f.Column + " AS text")
		if matching := contains(f.Column, terms); len(terms) > 0 {
			q = q.Where(matching.SQL, matching.Vars...)
		}
		if err := q.Scan(part.to).Error; err != nil {
			return nil, err
		}
	}
	return append(tail, found...), nil
}

// nearest are the ids of the texts that have a similar word for each of the words, with the fewest
// errors in all; the newest first.
func nearest(words []misspelt, texts []rowText) (ids []string) {
	fewest := -1
	for _, t := range texts {
		errors, all := 0, true
		for i := range words {
			n, ok := words[i].distance(t.Text)
			errors, all = errors+n, all && ok
		}
		switch {
		case !all || fewest >= 0 && errors > fewest:
			continue
		case errors != fewest:
			ids, fewest = nil, errors
		}
		ids = append(ids, t.ID)
	}
	slices.SortFunc(ids, func(a, b string) int { return -compareIDs(a, b) })
	return slices.Compact(ids)
}

// similarRows are the indexed rows that have most grams in common with the words.
func (f *finder) similarRows(words []misspelt) ([]string, error) {
	var grams []gram
	for i := range words {
		grams = append(grams, words[i].grams...)
	}
	slices.Sort(grams)
	grams = slices.Compact(grams)
	byScore := map[int][]picked{}
	const atOnce = 64
	for segments := range slices.Chunk(f.segments, atOnce) {
		postings, err := loadPostings(f.db, segments, grams)
		if err != nil {
			return nil, err
		}
		for _, s := range segments {
			for score, rows := range scoresOf(words, postings[s.ID]) {
				byScore[score] = append(byScore[score], picked{s, *rows})
			}
		}
	}
	return idsOf(f.db, best(byScore, maxMisspelt))
}

// scoresOf are the rows of a segment that may contain a word similar to each of the words, by the
// number of grams that they have in common with them.
func scoresOf(words []misspelt, postings map[gram]*rowSet) map[int]*rowSet {
	var total [maxRows]int
	var all rowSet
	all.fill()
	for i := range words {
		var common [maxRows]int
		for _, g := range words[i].grams {
			if has := postings[g]; has != nil {
				for _, position := range has.positions() {
					common[position]++
				}
			}
		}
		var enough rowSet
		for position, n := range common {
			if total[position] += n; n >= words[i].least {
				enough.add(position)
			}
		}
		all.intersect(&enough)
	}
	scores := map[int]*rowSet{}
	for _, position := range all.positions() {
		score := total[position]
		if scores[score] == nil {
			scores[score] = new(rowSet)
		}
		scores[score].add(position)
	}
	return scores
}

// best are the rows with the highest scores, about n of them.
func best(byScore map[int][]picked, n int) (rows []picked) {
	scores := make([]int, 0, len(byScore))
	for score := range byScore {
		scores = append(scores, score)
	}
	slices.SortFunc(scores, func(a, b int) int { return cmp.Compare(b, a) })
	for _, score := range scores {
		for _, p := range byScore[score] {
			if n <= 0 {
				return rows
			}
			rows = append(rows, p)
			n -= p.rows.len()
		}
	}
	return rows
}
