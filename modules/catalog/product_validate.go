package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
)

// A product has so many options and sells so many variants at most, and an option has so many values.
const (
	mostVariants   = 200
	mostCategories = 20
	mostOptions    = 5
	mostValues     = 100
)

// longestChoice is the length of the longest name and value of an option.
const longestChoice = 60

// tooMuch tells whether a list has more entries than it may. What compares all entries with one another would be at it for long.
func (c *content) tooMuch() bool {
	return len(c.Variants) > mostVariants || len(c.CategoryIDs) > mostCategories || len(c.Options) > mostOptions ||
		slices.ContainsFunc(c.Options, func(o option) bool { return len(o.Values) > mostValues })
}

// faults is everything that does not fit together in a complete content. What concerns one field alone is checked before.
func (c *content) faults() (found []fault.Field) {
	blame := func(detail, pointer string, at ...any) {
		found = append(found, fault.Field{Pointer: fmt.Sprintf(pointer, at...), Code: fault.NotAllowed, Detail: detail})
	}
	if len(c.Variants) > mostVariants {
		blame("must have at most 200 entries", "/variants")
	}
	if len(c.Options) > mostOptions {
		blame("must have at most 5 entries", "/options")
	}
	choices := map[string]option{}
	for i, o := range c.Options {
		if _, twice := choices[o.Name]; twice {
			blame("is there twice", "/options/%d/name", i)
		}
		choices[o.Name] = o
		if len(o.Values) > mostValues {
			blame("must have at most 100 entries", "/options/%d/values", i)
		}
		for j, value := range o.Values {
			if slices.Contains(o.Values[:j], value) {
				blame("is there twice", "/options/%d/values/%d", i, j)
			}
		}
	}
	for i, category := range c.CategoryIDs {
		if slices.Contains(c.CategoryIDs[:i], category) {
			blame("is there twice", "/categoryIds/%d", i)
		}
	}
	for i, v := range c.Variants {
		if !v.chooses(choices) {
			blame("must choose one of the values of each option, and nothing else", "/variants/%d/options", i)
		} else if !v.spelled() {
			blame("must have names and values of 1 to 60 characters, without space around", "/variants/%d/options", i)
		}
		for j := 1; j < len(v.WholesalePrices); j++ {
			if v.WholesalePrices[j].MinQuantity == v.WholesalePrices[j-1].MinQuantity {
				blame("has two prices for one quantity", "/variants/%d/wholesalePrices", i)
				break
			}
		}
		for _, w := range c.Variants[:i] {
			switch {
			case v.ID != "" && v.ID == w.ID:
				blame("is there twice", "/variants/%d/id", i)
			case len(v.Options) > 0 && maps.Equal(v.Options, w.Options):
				blame("is what another variant chooses", "/variants/%d/options", i)
			}
		}
	}
	return found
}

// chooses tells whether the variant has one of the values of every option.
func (v variantContent) chooses(choices map[string]option) bool {
	for name, value := range v.Options {
		if !slices.Contains(choices[name].Values, value) {
			return false
		}
	}
	return len(v.Options) == len(choices)
}

// spelled tells whether the names and values could be those of an option that the product lists.
func (v variantContent) spelled() bool {
	for name, value := range v.Options {
		for _, text := range []string{name, value} {
			if n := utf8.RuneCountInString(text); n == 0 || n > longestChoice || strings.TrimSpace(text) != text {
				return false
			}
		}
	}
	return true
}

// surroundings are the names of a product's brand and categories, by which it is found too.
type surroundings struct {
	brand      string
	categories []string
}

// accept refuses a content that does not fit together, or names a brand, a category or a variant that does not exist.
func accept(tx *gorm.DB, c content, there []variant) (where surroundings, err error) {
	faults := c.faults()
	blame := func(detail, pointer string) {
		faults = append(faults, fault.Field{Pointer: pointer, Code: fault.NotAllowed, Detail: detail})
	}
	if c.BrandID != nil {
		b, err := database.ByID[brand](tx, *c.BrandID)
		switch {
		case fault.Is(err, fault.NotFound):
			blame("must be a brand", "/brandId")
		case err != nil:
			return where, err
		}
		where.brand = b.Name
	}
	var known []category
	if ids := slices.DeleteFunc(slices.Clone(c.CategoryIDs), func(s string) bool { return !id.Valid(s) }); len(ids) > 0 {
		if err := tx.Where("id IN ?", ids).Find(&known).Error; err != nil {
			return where, err
		}
	}
	for i, categoryID := range c.CategoryIDs {
		at := slices.IndexFunc(known, func(k category) bool { return k.ID == categoryID })
		if at < 0 {
			blame("must be a category", fmt.Sprintf("/categoryIds/%d", i))
			continue
		}
		where.categories = append(where.categories, known[at].Name)
	}
	for i, v := range c.Variants {
		if v.ID != "" && !slices.ContainsFunc(there, func(t variant) bool { return t.ID == v.ID }) {
			blame("must be a variant of this product", fmt.Sprintf("/variants/%d/id", i))
		}
	}
	if len(faults) > 0 {
		return where, fault.Invalid(faults...)
	}
	return where, nil
}
