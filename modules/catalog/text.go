package catalog

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is the length of the longest slug (API.md, section 3).
const maxSlug = 140

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

// slugOf makes a slug of a name; a name without a Latin letter or digit gets the end of its id.
func slugOf(name, id string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(strings.ReplaceAll(fold(name), "'", ""), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if b.Len() > 0 {
			b.WriteByte('-')
		}
		b.WriteString(word)
	}
	slug := b.String()
	if len(slug) > maxSlug {
		slug = strings.TrimRight(slug[:maxSlug], "-")
	}
	if slug == "" {
		slug = "n-" + id[len(id)-12:]
	}
	return slug
}
