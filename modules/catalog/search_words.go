package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Longer words are cut; a product has so many different words at most, the most telling fields first.
const (
	longestWord = 40
	mostWords   = 500
)

// wordsOf splits a text into its words, folded, each once. Words that say nothing are left out.
func wordsOf(texts ...string) (words []string) {
	for _, text := range texts {
		for _, w := range strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(w) > longestWord {
				w = strings.ToValidUTF8(w[:longestWord], "")
			}
			if utf8.RuneCountInString(w) > 1 && !silent[w] && !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	return words
}

// silent are the words that every second text has, in English and German.
var silent = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`an and are as at be but by for from has in into is it its of on or so that the their this to was with you your
		als am an auf aus bei das dem den der des die ein eine einem einen einer es fur im in ist mit nicht oder sich sie so und vom von zu zum zur`) {
		all[w] = true
	}
	return all
}()
