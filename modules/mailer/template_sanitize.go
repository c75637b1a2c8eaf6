package mailer

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// linkLike finds what a mail program might turn into a link, and other things that no name has.
var linkLike = regexp.MustCompile(`[/:@0-9<>]|\.\pL|www`)

// greetable is the name, or "" when it is none to greet with: whoever registers a stranger's address chooses
// the name, and must not advertise with it.
func greetable(name string) string {
	const longest = 80
	name = oneLine(name)
	if utf8.RuneCountInString(name) > longest || linkLike.MatchString(strings.ToLower(name)) {
		return ""
	}
	return name
}

// oneLine is s with white space and control characters folded to single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(plain(s)), " ") }

// plain is s without control characters other than line ends.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069: // the last two: separators, directions of writing
			return ' '
		}
		return r
	}, strings.ReplaceAll(strings.ToValidUTF8(s, "�"), "\r\n", "\n"))
}

// isWeb tells whether the text is an address that may become a link.
func isWeb(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(s, " \n")
}
