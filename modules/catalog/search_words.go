package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"orderd/platform/search"
)

// maxWordLength is in bytes. Longer words are cut.
const maxWordLength = 40

// tokenize returns the search words of texts: folded, each once, in order. It leaves out stop
// words. A run of a script without spaces is taken for all two characters in a row, so that every
// part of it is found. What has no word of several letters, "AT&T", "C++" or "5/8", is a word with
// its signs.
func tokenize(texts ...string) (words []string) {
	seen := map[string]bool{}
	add := func(word string) {
		if len(word) > maxWordLength {
			word = strings.ToValidUTF8(word[:maxWordLength], "")
		}
		if word != "" && !seen[word] {
			words, seen[word] = append(words, word), true
		}
	}
	for _, text := range texts {
		for piece := range strings.FieldsFuncSeq(search.Fold(text), parts) {
			wordsOf(piece, add)
		}
	}
	return words
}

// parts reports whether the character is between the pieces of a text. A hyphen is: "T-Shirt" is
// two words.
func parts(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) }

// isSign reports whether the character is neither a letter nor a digit.
func isSign(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// wordsOf adds the words of a piece of a folded text.
func wordsOf(piece string, add func(word string)) {
	var plain, short bool // whether there is a word of several letters, and one of a single letter
	for run := range strings.FieldsFuncSeq(piece, isSign) {
		for _, w := range splitScripts(run) {
			switch {
			case isUnspaced(w):
				plain = true
				addCharacterPairs(w, add)
			case utf8.RuneCountInString(w) == 1:
				short = true
			case !stopWords[w]:
				plain = true
				add(w)
			}
		}
	}
	signed := trimSigns(piece)
	measure := isMeasure(signed)
	if measure {
		signed = strings.Replace(signed, ",", ".", 1) // 3,5 in German is 3.5 in English
	}
	if short && (!plain || measure) && !stopWords[signed] {
		add(signed)
	}
}

// trimSigns returns the piece without what encloses it. Signs at its end that are part of names,
// "C++" and "C#", stay.
func trimSigns(piece string) string {
	piece = strings.TrimLeftFunc(strings.ReplaceAll(piece, "⁄", "/"), isSign) // the sign in ½
	return strings.TrimRightFunc(piece, func(r rune) bool { return isSign(r) && r != '+' && r != '#' })
}

// isMeasure reports whether the text begins with two numbers and a sign between: "3,5mm".
func isMeasure(text string) bool {
	rest := strings.TrimLeftFunc(text, unicode.IsDigit)
	return rest != text && len(rest) > 1 && strings.ContainsRune(",./", rune(rest[0])) && '0' <= rest[1] && rest[1] <= '9'
}

// isUnspaced reports whether the text has characters of a script that puts no spaces between words.
func isUnspaced(text string) bool { return strings.ContainsFunc(text, isUnspacedRune) }

func isUnspacedRune(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}

// splitScripts splits a run of letters where a script without spaces begins and ends.
func splitScripts(run string) (split []string) {
	begin, unspaced := 0, false
	for i, r := range run {
		if is := isUnspacedRune(r); i == 0 || is != unspaced {
			if i > 0 {
				split = append(split, run[begin:i])
			}
			begin, unspaced = i, is
		}
	}
	return append(split, run[begin:])
}

// addCharacterPairs adds all two characters in a row, and the last one alone: each character begins
// a word.
func addCharacterPairs(run string, add func(word string)) {
	characters := []rune(run)
	for i := range characters {
		add(string(characters[i:min(i+2, len(characters))]))
	}
}

// isPlain reports whether the word consists of letters and digits, several of them, in a script
// with spaces: it may be misspelt.
func isPlain(word string) bool {
	return utf8.RuneCountInString(word) > 1 && !strings.ContainsFunc(word, isSign) && !isUnspaced(word)
}

// isSingle reports whether the word is one character.
func isSingle(word string) bool { return utf8.RuneCountInString(word) == 1 }

// stopWords occur in most texts, English and German, and would match every product.
var stopWords = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`a an and are as at be but by for from has in into is it its of on or so that the
		their this to was with you your
		als am an auf aus bei das dem den der des die ein eine einem einen einer es fuer fur im in ist mit nicht oder sich sie
		so und vom von zu zum zur`) {
		all[w] = true
	}
	return all
}()
