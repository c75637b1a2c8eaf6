package catalog

import (
	"maps"
	"slices"

	"orderd/modules/catalog/events"
)

// indexEntry says that a field of an active product contains a word. A product has an entry for
// each field with the word.
type indexEntry struct {
	ProductID string `gorm:"primaryKey"`
	Word      string `gorm:"primaryKey"`
	Weight    int    `gorm:"primaryKey"` // of the field
}

func (indexEntry) TableName() string { return "catalog_index" }

// The weight of a word by the field that contains it. Each weight belongs to one field: it
// separates the words of a brand from those of a name.
const (
	weightName        = 8
	weightBrand       = 5
	weightCategory    = 4
	weightVariant     = 3
	weightTag         = 2 // and of an attribute
	weightDescription = 1
)

// maxProductWords limits the entries of a product. What says most of it comes first; long texts of
// attributes, the GTINs of many variants, and a long description, last.
const maxProductWords = 500

// indexEntriesOf returns the entries of a product in the index; none unless it is active.
func indexEntriesOf(p *product, names taxonomyNames) map[indexEntry]bool {
	entries := map[indexEntry]bool{}
	if p.Status != events.ProductActive {
		return entries
	}
	add := func(weight int, texts ...string) {
		for _, w := range tokenize(texts...) {
			if len(entries) < maxProductWords {
				entries[indexEntry{ProductID: p.ID, Word: w, Weight: weight}] = true
			}
		}
	}
	add(weightName, p.Name)
	add(weightBrand, names.brand)
	add(weightCategory, names.categories...)
	add(weightTag, append([]string{orBlank(p.MPN)}, p.Tags...)...)
	for _, v := range p.onSale() {
		add(weightVariant, v.SKU)
		for _, name := range slices.Sorted(maps.Keys(v.Options)) {
			add(weightVariant, v.Options[name])
		}
	}
	add(weightTag, names.attributes...)
	for _, v := range p.onSale() {
		add(weightVariant, orBlank(v.GTIN))
	}
	if p.Description != nil {
		add(weightDescription, *p.Description)
	}
	return entries
}

// diffWords returns the words that a new name has lost and those that it has gained.
func diffWords(oldName, newName string) (removed, added []string) {
	before, after := tokenize(oldName), tokenize(newName)
	for _, w := range before {
		if !slices.Contains(after, w) {
			removed = append(removed, w)
		}
	}
	for _, w := range after {
		if !slices.Contains(before, w) {
			added = append(added, w)
		}
	}
	return removed, added
}
