package mailer

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// linkLike matches what a mail client might turn into a link, and other things that no name has.
var linkLike = regexp.MustCompile(`[/:@0-9<>]|\.\pL|www`)

// greetable is the name, or "" when it is unfit for a greeting: whoever registers another person's
// address chooses the name, and must not advertise with it.
func greetable(name string) string {
	const longest = 80
	name = oneLine(name)
	if utf8.RuneCountInString(name) > longest || linkLike.MatchString(strings.ToLower(name)) {
		return ""
	}
	return name
}

// oneLine replaces each run of white space and control characters by a space.
func oneLine(s string) string { return strings.Join(strings.Fields(withoutControls(s)), " ") }

// withoutControls replaces control characters other than line ends by spaces, and invalid UTF-8 by
// U+FFFD.
func withoutControls(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && isControl(r) {
			return ' '
		}
		return r
	}, strings.ReplaceAll(strings.ToValidUTF8(s, "�"), "\r\n", "\n"))
}

// isControl reports whether r is a control character (C0, DEL, C1), a line or paragraph separator
// or a mark that changes the direction of writing.
func isControl(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// isWebURL reports whether s may become a link: an absolute http or https URL.
func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(s, " \n")
}
