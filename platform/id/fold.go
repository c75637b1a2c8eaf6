package id

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which names and phone numbers are compared: their letters, digits and
// symbols in one spelling ("é" has two, "ß" is "SS" in capitals), without case, spaces and
// punctuation.
func Fold(text string) string {
	folded := cases.Fold().String(norm.NFKC.String(text))
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number, unicode.So) {
			return r
		}
		return -1
	}, folded))
}
