package onetimecode

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Clean is a code as people type or paste it, as it was sent: without blanks and dashes, and with
// ASCII in place of full-width characters. It leaves everything else as it is.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.In(r, unicode.Dash, unicode.Cf) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
}

// IsDigits reports whether the text is so many decimal digits.
func IsDigits(text string, digits int) bool {
	for _, r := range text {
		if r < '0' || r > '9' {
			return false
		}
	}
	return len(text) == digits
}
