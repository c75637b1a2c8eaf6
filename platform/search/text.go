package search

import (
	"strings"
	"unicode"
)

// maxText is the longest text of a row in bytes. Words beyond it are not found.
const maxText = 16_000

// Text is the text by which a row is found: the words of the parts, folded, each once. A word with
// an umlaut is in it in both spellings, "ozturk" and "oeztuerk".
func Text(parts ...string) string {
	var b strings.Builder
	known := map[string]bool{}
	add := func(word string) {
		if word == "" || known[word] || b.Len()+len(word) >= maxText {
			return
		}
		known[word] = true
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	for _, part := range parts {
		for word := range strings.FieldsSeq(part) {
			for folded := range strings.FieldsSeq(Fold(word)) { // some characters fold into several words
				add(folded)
			}
			add(SpellOut(word))
		}
	}
	return b.String()
}

// Phone is a part of Text for a phone number: its digits.
func Phone(number *string) string {
	if number == nil {
		return ""
	}
	return digitsOf(*number)
}

// digitsOf are the digits of a text, as ASCII.
func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, Fold(s))
}

// isWord reports whether s consists of letters.
func isWord(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}
