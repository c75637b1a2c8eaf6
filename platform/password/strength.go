package password

import (
	"regexp"
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

// minScore is the lowest zxcvbn score that is accepted: about a million guesses.
const minScore = 2

// Check checks a new password of the account with this email. others are further texts that an
// attacker may know: the owner's full name, the shop's name. There are no composition rules: the
// password must be 8–128 characters long, and neither common nor made of these texts. It returns
// nil for a good password, else the field fault without its pointer, which only the caller knows.
func Check(password, email string, others ...string) *fault.Field {
	if utf8.ValidString(password) {
		password = normalize(password) // it is hashed in this form
	}
	switch length := utf8.RuneCountInString(password); {
	case length < MinLength:
		return &fault.Field{Code: fault.TooShort, Detail: "must be at least 8 characters long"}
	case length > MaxLength:
		return &fault.Field{Code: fault.TooLong, Detail: "must be at most 128 characters long"}
	case !utf8.ValidString(password):
		return &fault.Field{Code: fault.NotAllowed, Detail: "must be valid UTF-8"}
	}
	known := append(emailParts(email), others...)
	known = append(known, words(known...)...)
	if isWeak(removeKnown(password, known), known) || isWordWithYear(password, known) {
		return &fault.Field{Code: fault.NotAllowed,
			Detail: "is too easy to guess: it is common, or made of the email, the name or the shop's name"}
	}
	return nil
}

// maxWordGuesses is how many guesses zxcvbn gives a word that, with a year, is too easy to guess.
const maxWordGuesses = 10_000

// year is a year at the end of a password, or at its start, with what people put around it.
var year = regexp.MustCompile(`^[^\pL\d]*(?:19|20)\d\d[^\pL\d]*|[^\pL\d]*(?:19|20)\d\d[^\pL\d]*$`)

// isWordWithYear reports whether the password is a common word with a year ("Summer2026!"), which
// zxcvbn takes for more than the list of attackers does.
func isWordWithYear(password string, known []string) bool {
	word := year.ReplaceAllString(password, "")
	return word != password && utf8.RuneCountInString(word) <= 16 &&
		zxcvbn.PasswordStrength(word, known).Guesses < maxWordGuesses
}

// emailParts are the texts that people make passwords of: of maria.schmidt@example.com the whole,
// both sides of the @, mariaschmidt and example.
func emailParts(email string) []string {
	local, domain, _ := strings.Cut(email, "@")
	site := domain[:max(0, strings.LastIndexByte(domain, '.'))]
	return []string{email, local, domain, strings.Join(words(local), ""), site}
}

// removeKnown removes the known texts from the password, in any case and however their words are
// joined: they add nothing to its strength. Short words are removed only where they stand alone,
// because many good passwords contain them by chance.
func removeKnown(password string, known []string) string {
	const short = 4
	rest := strings.ToLower(password)
	found := false
	shortWords := map[string]bool{}
	for _, text := range slices.SortedFunc(slices.Values(known), longestFirst) {
		text = strings.ToLower(text)
		for _, form := range []string{text, strings.Join(words(text), "")} {
			if utf8.RuneCountInString(form) < short {
				shortWords[form] = true
			} else if strings.Contains(rest, form) {
				rest, found = strings.ReplaceAll(rest, form, " "), true
			}
		}
	}
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if shortWords[word] {
			rest, found = strings.Replace(rest, word, " ", 1), true
		}
	}
	if !found {
		return password
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune(separators, r) {
			return -1
		}
		return r
	}, rest)
}

// separators join the words of a name and add nothing once the words are removed.
const separators = "-_.,@+&"

func longestFirst(a, b string) int { return len(b) - len(a) }

// words are the runs of letters and digits in the texts.
func words(texts ...string) []string {
	return strings.FieldsFunc(strings.Join(texts, " "), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// isWeak reports whether zxcvbn scores the password below minScore. The time of zxcvbn is cubic in
// the length and grows with the characters that may stand for letters: 0.6 s for 128 of them, 3 ms
// for 16. So the password is scored in chunks, and is as strong as its strongest chunk.
func isWeak(password string, known []string) bool {
	const chunk = 16
	for rest := []rune(password); len(rest) > 0; rest = rest[min(chunk, len(rest)):] {
		if zxcvbn.PasswordStrength(string(rest[:min(chunk, len(rest))]), known).Score >= minScore {
			return false
		}
	}
	return true
}
