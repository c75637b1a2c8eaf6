package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The weights of the fields in which a word is found. Each is one field's alone, so that a brand's words can be told from a name's.
const (
	nameWeight        = 8
	brandWeight       = 5
	categoryWeight    = 4
	variantWeight     = 3
	descriptionWeight = 1
)

// Longer words are cut; a product has so many different words at most, the most telling fields first.
const (
	longestWord = 40
	mostWords   = 500
)

// wordsOf splits a text into its words, folded, each once. Words that say nothing are left out.
func wordsOf(texts ...string) (words []string) {
	for _, text := range texts {
		for _, w := range strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(w) > longestWord {
				w = strings.ToValidUTF8(w[:longestWord], "")
			}
			if utf8.RuneCountInString(w) > 1 && !silent[w] && !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	return words
}

// silent are the words that every second text has, in English and German.
var silent = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`an and are as at be but by for from has in into is it its of on or so that the their this to was with you your
		als am an auf aus bei das dem den der des die ein eine einem einen einer es fur im in ist mit nicht oder sich sie so und vom von zu zum zur`) {
		all[w] = true
	}
	return all
}()

// entry is a word of a product in the index.
type entry struct {
	Word   string
	Weight int
}

// entriesOf are the words by which the product is found; none unless it is active.
func entriesOf(s stored, where surroundings) map[entry]bool {
	entries := map[entry]bool{}
	if s.Status != active {
		return entries
	}
	add := func(weight int, texts ...string) {
		for _, w := range wordsOf(texts...) {
			if len(entries) < mostWords {
				entries[entry{w, weight}] = true
			}
		}
	}
	add(nameWeight, s.Name)
	add(brandWeight, where.brand)
	add(categoryWeight, where.categories...)
	for _, v := range s.sold() {
		add(variantWeight, v.SKU)
		for _, value := range v.Options {
			add(variantWeight, value)
		}
	}
	if s.Description != nil {
		add(descriptionWeight, *s.Description)
	}
	return entries
}
