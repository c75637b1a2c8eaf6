package httpapi

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsPlainText reports whether a text is UTF-8 without control characters. A multiline text may have
// line breaks and tabs. Any other one, a name, must not have characters that break its line or turn
// the order of what stands after it.
func IsPlainText(s string, multiline bool) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(ch rune) bool {
		if multiline {
			return unicode.IsControl(ch) && !isLayout(ch)
		}
		return unicode.IsControl(ch) || turnsOrBreaks(ch)
	})
}

// turnsOrBreaks reports whether the character is a line or paragraph separator, or one that embeds,
// overrides or isolates a direction of writing (UAX #9). Marks of a direction and joiners, which
// names in Arabic and Persian need, are none of these.
func turnsOrBreaks(ch rune) bool {
	return ch == '\u2028' || ch == '\u2029' || '\u202A' <= ch && ch <= '\u202E' || '\u2066' <= ch && ch <= '\u2069'
}

// isLayout reports whether a control character is one that people type into a longer text.
func isLayout(ch rune) bool { return ch == '\n' || ch == '\r' || ch == '\t' }

// IsBlank reports whether nothing of a text can be seen.
func IsBlank(s string) bool {
	return !strings.ContainsFunc(s, func(ch rune) bool {
		return !unicode.IsSpace(ch) && !unicode.Is(unicode.Cf, ch) && ch != '\u2800' && ch != '\u3164' && ch != '\u115F' &&
			ch != '\u1160' && ch != '\uFFA0'
	})
}
