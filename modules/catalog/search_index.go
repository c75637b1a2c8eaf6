package catalog

import "slices"

// The weights of the fields in which a word is found. Each is one field's alone, so that a brand's words can be told from a name's.
const (
	nameWeight        = 8
	brandWeight       = 5
	categoryWeight    = 4
	variantWeight     = 3
	descriptionWeight = 1
)

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

// renamed finds the words that a new name lacks, and those that it adds.
func renamed(from, to string) (gone, fresh []string) {
	before, after := wordsOf(from), wordsOf(to)
	for _, w := range before {
		if !slices.Contains(after, w) {
			gone = append(gone, w)
		}
	}
	for _, w := range after {
		if !slices.Contains(before, w) {
			fresh = append(fresh, w)
		}
	}
	return gone, fresh
}
