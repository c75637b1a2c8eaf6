package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold is the form in which texts are compared and found: lower case, without accents, one letter for look-alikes.
// "Crème Brûlée" is "creme brulee".
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch r = unicode.ToLower(r); {
		case unicode.Is(unicode.Mn, r):
		case latin[r] != "":
			b.WriteString(latin[r])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// latin is what decomposition leaves: letters with a stroke, and two written as one.
var latin = map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ł': "l", 'ı': "i"}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
