package id

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// NormalizeEmail returns the form in which addresses are compared, stored and sent to: trimmed, in
// lower case, and with an international domain in its ASCII form (RFC 5890: "müller.example" is
// "xn--mller-kva.example"). A text that ParseEmail refuses it leaves as it is but for blanks and
// ASCII capitals.
func NormalizeEmail(email string) string {
	normal, _ := ParseEmail(email)
	return normal
}

// ParseEmail is NormalizeEmail that reports whether the domain is one. It refuses letters beyond
// ASCII before the "@", and letters of a domain that only look like ASCII ones or fold to them,
// such as the Kelvin sign: no two spellings that people can't distinguish are one address. It
// checks nothing else.
func ParseEmail(email string) (normal string, ok bool) {
	email = lowerASCII(strings.TrimSpace(email))
	at := strings.LastIndexByte(email, '@')
	if at < 0 || !isASCII(email[:at]) {
		return email, false
	}
	domain := email[at+1:]
	if isASCII(domain) && !strings.Contains(domain, "xn--") {
		return email, true
	}
	if strings.ContainsFunc(domain, looksLikeASCII) {
		return email, false
	}
	labels := strings.Split(domain, ".")
	for i, label := range labels {
		ascii, err := idna.Lookup.ToASCII(label)
		if err != nil || ascii == "" || !isASCII(label) && !strings.HasPrefix(ascii, "xn--") {
			return email, false // or characters that are read over make an ASCII label of it
		}
		labels[i] = ascii
	}
	return email[:at+1] + strings.Join(labels, "."), true
}

// ShowEmail returns a normal address as people read it: with the letters of an international
// domain.
func ShowEmail(normal string) string {
	local, domain, found := strings.Cut(normal, "@")
	if !found || !strings.Contains(domain, "xn--") {
		return normal
	}
	letters, err := idna.Display.ToUnicode(domain)
	if shown := local + "@" + letters; err == nil && NormalizeEmail(shown) == normal {
		return shown
	}
	return normal
}

func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

// looksLikeASCII reports whether another character stands for ASCII ones: a full-width letter, a
// ligature, the Kelvin sign.
func looksLikeASCII(r rune) bool {
	return r > unicode.MaxASCII && (unicode.ToLower(r) <= unicode.MaxASCII || isASCII(norm.NFKC.String(string(r))))
}
