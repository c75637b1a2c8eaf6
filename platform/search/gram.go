package search

import (
	"hash/fnv"
	"slices"
	"strings"
)

// gram is three characters in a row. Two different ones may be the same gram when they are no
// ASCII; that costs a comparison more.
type gram int32

func newGram(a, b, c rune) gram {
	if a < 128 && b < 128 && c < 128 {
		return gram(a<<14 | b<<7 | c)
	}
	h := fnv.New32a()
	h.Write([]byte(string([]rune{a, b, c}))) // never fails
	return gram(h.Sum32() | 1<<31)
}

// gramsOf are the grams of a text that Text has made, each once. A word of letters has its
// beginning and its end too, with the blank: they are what is left of a short word with a typing
// error in the middle.
func gramsOf(text string) []gram {
	var found []gram
	for word := range strings.FieldsSeq(text) {
		found = append(found, runs([]rune(word))...)
		if isWord(word) {
			found = append(found, edges([]rune(word))...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// runs are all three characters in a row.
func runs(word []rune) (found []gram) {
	for i := range len(word) - 2 {
		found = append(found, newGram(word[i], word[i+1], word[i+2]))
	}
	return found
}

// edges are the beginning and the end of a word of two characters or more.
func edges(word []rune) []gram {
	n := len(word)
	if n < 2 {
		return nil
	}
	return []gram{newGram(' ', word[0], word[1]), newGram(word[n-2], word[n-1], ' ')}
}

// cover are the fewest grams that a part of a word consists of; none when it is too short.
func cover(part string) (found []gram) {
	r := []rune(part)
	for i := 0; i+3 <= len(r); i += 3 {
		found = append(found, newGram(r[i], r[i+1], r[i+2]))
	}
	if n := len(r); n > 3 && n%3 > 0 {
		found = append(found, newGram(r[n-3], r[n-2], r[n-1]))
	}
	return found
}
