package catalog

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is the length of the longest slug.
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

// slugs is the form of a slug.
var slugs = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// slugOf makes a slug of a name: "" of one without a Latin letter or digit.
func slugOf(name string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(fold(name), "'", ""), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	slug := strings.Join(words, "-")
	if len(slug) > maxSlug {
		slug = strings.TrimRight(slug[:maxSlug], "-")
	}
	return slug
}

// slugFor is slug, or when that is blank one made of the name, or else, when that makes none that may be one, of the end of the id.
func slugFor(slug, name, rowID string, reserved ...string) string {
	made := slugOf(name)
	if checkSlug(made, reserved...) != nil {
		made = ""
	}
	return cmp.Or(slug, made, "n-"+rowID[len(rowID)-12:])
}
