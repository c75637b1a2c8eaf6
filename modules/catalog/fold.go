package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold returns the form in which texts are compared and searched: lower case, without accents, and
// with plain characters for ligatures. "Crème Brûlée" becomes "creme brulee".
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch r = unicode.ToLower(r); {
		case unicode.Is(unicode.Mn, r):
		case latinReplacements[r] != "":
			b.WriteString(latinReplacements[r])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// latinReplacements are for characters that Unicode does not decompose: those with a stroke, and
// ligatures.
var latinReplacements = map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ł': "l", 'ı': "i"}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
