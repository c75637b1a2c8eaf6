package password

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/trustelem/zxcvbn"

	"orderd/platform/fault"
)

// The length of a password in characters.
const (
	MinLength = 8
	MaxLength = 128
)

// weakest is the lowest zxcvbn score that is accepted: about a million guesses.
const weakest = 2

// Check judges a new password of the account with this email; others are further texts that everybody may know: its owner's
// full name, the shop's. There are no composition rules: it must be 8–128 characters long, neither common nor made of
// these. The field it returns lacks its pointer, which only the caller knows; nil means that the password is good.
func Check(password, email string, others ...string) *fault.Field {
	switch length := utf8.RuneCountInString(password); {
	case length < MinLength:
		return &fault.Field{Code: fault.TooShort, Detail: "must be at least 8 characters long"}
	case length > MaxLength:
		return &fault.Field{Code: fault.TooLong, Detail: "must be at most 128 characters long"}
	case !utf8.ValidString(password):
		return &fault.Field{Code: fault.NotAllowed, Detail: "must be valid UTF-8"}
	}
	known := append(partsOf(email), others...)
	known = append(known, words(known...)...)
	if guessable(without(password, known), known) {
		return &fault.Field{Code: fault.NotAllowed, Detail: "is too easy to guess: it is common, or made of the email, the name or the shop's name"}
	}
	return nil
}

// partsOf are the texts that an email is remembered by: of maria.schmidt@example.com the whole, both sides of the @,
// mariaschmidt and example.
func partsOf(email string) []string {
	local, domain, _ := strings.Cut(email, "@")
	site := domain[:max(0, strings.LastIndexByte(domain, '.'))]
	return []string{email, local, domain, strings.Join(words(local), ""), site}
}

// without is the password with the known texts taken out, in any case of letters and however their words are joined: they add
// nothing to it. Short words are taken out where they stand alone, for they stand in many a good password by chance.
func without(password string, known []string) string {
	const short = 4
	rest := strings.ToLower(password)
	found := false
	alone := map[string]bool{}
	for _, text := range slices.SortedFunc(slices.Values(known), longestFirst) {
		text = strings.ToLower(text)
		for _, form := range []string{text, strings.Join(words(text), "")} {
			if utf8.RuneCountInString(form) < short {
				alone[form] = true
			} else if strings.Contains(rest, form) {
				rest, found = strings.ReplaceAll(rest, form, " "), true
			}
		}
	}
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if alone[word] {
			rest, found = strings.Replace(rest, word, " ", 1), true
		}
	}
	if !found {
		return password
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune(joiners, r) {
			return -1
		}
		return r
	}, rest)
}

// joiners stand between the words of a name: without the words they are nothing.
const joiners = "-_.,@+&"

func longestFirst(a, b string) int { return len(b) - len(a) }

// words are the runs of letters and digits in the texts.
func words(texts ...string) []string {
	return strings.FieldsFunc(strings.Join(texts, " "), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// guessable tells whether zxcvbn scores the password too low. zxcvbn's time is cubic in the length and multiplies with the
// characters that may stand for letters: 0.6 s for 128 of them, 3 ms for 16. So the password is judged in pieces, and is
// as good as its best piece.
func guessable(password string, known []string) bool {
	const piece = 16
	for rest := []rune(password); len(rest) > 0; rest = rest[min(piece, len(rest)):] {
		if zxcvbn.PasswordStrength(string(rest[:min(piece, len(rest))]), known).Score >= weakest {
			return false
		}
	}
	return true
}
