package ordering

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/runes"
	"golang.org/x/text/unicode/norm"
)

// hasURL reports whether a text has what a mail program might turn into a link: whoever orders with
// another person's email chooses the words in the emails, and must not advertise with them.
func hasURL(text string) bool {
	text = asPlain.String(norm.NFKC.String(runes.Remove(runes.In(unicode.Cf)).String(text)))
	if beginsURL.MatchString(text) {
		return true
	}
	for _, at := range dotted.FindAllStringIndex(text, -1) {
		if linksTo(text[at[0]:at[1]], strings.HasPrefix(text[at[1]:], "/")) {
			return true
		}
	}
	return false
}

var (
	beginsURL = regexp.MustCompile(`(?i)://|\bwww\.|\d+\.\d+\.\d+\.\d+`)
	// dotted matches words that dots join.
	dotted = regexp.MustCompile(`[\pL\pM\pN-]+(\.[\pL\pM\pN-]+)+`)
	// abbreviated matches what honest names and goods join to a word by a dot.
	abbreviated = regexp.MustCompile(`^(\p{Lu}|Co|Art|Nr|Dr|Prof|Fam|Hr|Fr|Mr|Mrs|Ms|St)\.\p{Lu}\pL$`)
)

// asPlain makes a dot of the one that ends a sentence in Chinese: browsers do so in domain names.
var asPlain = runes.Map(func(r rune) rune {
	if r == '\u3002' {
		return '.'
	}
	return r
})

// linksTo reports whether words that dots join are the name of a host: they end in a top level
// domain, or they are small letters alone, as domains of tomorrow are. An initial or a title before
// two letters is none, as in J.Li and Co.KG, unless a path follows.
func linksTo(words string, withPath bool) bool {
	dot := strings.LastIndexByte(words, '.')
	first, last := words[:dot], words[dot+1:]
	if len([]rune(last)) < 2 || !unicode.IsLetter([]rune(last)[0]) {
		return false
	}
	if withPath {
		return true
	}
	if abbreviated.MatchString(words) {
		return false
	}
	ascii, err := idna.Lookup.ToASCII(last)
	if err != nil {
		return true
	}
	_, listed := publicsuffix.PublicSuffix(ascii)
	lower := first == strings.ToLower(first) && last == strings.ToLower(last)
	return listed || lower && strings.ContainsFunc(first, unicode.IsLetter)
}
