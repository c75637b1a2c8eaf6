package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which texts are compared and searched: lower case, without accents, and
// with plain characters for ligatures. "Crème Brûlée" becomes "creme brulee".
func Fold(s string) string {
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

// SpellOut is Fold with the letters that German and Scandinavian spelling writes as two: "Öztürk"
// becomes "oeztuerk". It returns "" for a text without such letters.
func SpellOut(s string) string {
	if isASCII(s) {
		return ""
	}
	plain := norm.NFC.String(s)
	spelled := spelledOut.Replace(plain)
	if spelled == plain {
		return ""
	}
	return Fold(spelled)
}

// Contract is the reverse for a folded text: "oeztuerk" becomes "ozturk", as Fold makes it of
// "öztürk". It returns "" for a text without such letters.
func Contract(folded string) string {
	if contracted := contractions.Replace(folded); contracted != folded {
		return contracted
	}
	return ""
}

var contractions = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "aa", "a")

var spelledOut = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa", "Ä", "ae", "Ö", "oe", "Ü",
	"ue", "Ø", "oe", "Å", "aa")

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
