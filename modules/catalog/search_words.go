package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"orderd/platform/search"
)

// maxWordLength is in bytes. Longer words are cut.
const maxWordLength = 40

// tokenize returns the search words of texts: folded, each once, in order. It leaves out stop words
// and single characters.
func tokenize(texts ...string) (words []string) {
	separates := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, text := range texts {
		for _, w := range strings.FieldsFunc(search.Fold(text), separates) {
			if len(w) > maxWordLength {
				w = strings.ToValidUTF8(w[:maxWordLength], "")
			}
			if utf8.RuneCountInString(w) > 1 && !stopWords[w] && !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	return words
}

// stopWords occur in most texts, English and German, and would match every product.
var stopWords = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`an and are as at be but by for from has in into is it its of on or so that the their
		this to was with you your
		als am an auf aus bei das dem den der des die ein eine einem einen einer es fur im in ist mit nicht oder sich sie
		so und vom von zu zum zur`) {
		all[w] = true
	}
	return all
}()
