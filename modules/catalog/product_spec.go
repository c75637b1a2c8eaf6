package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"orderd/platform/fault"
	"orderd/platform/money"
)

// content is all that an admin says about a product: a request's or a file's wish, or what was said before. Its lists are never nil.
type content struct {
	Name        string
	Slug        string // "" in a new product: made from the name
	Description *string
	Status      string
	TaxClass    string
	BrandID     *string
	CategoryIDs []string
	Images      []image
	Options     []option
	Variants    []variantContent
}

// A product has so many options and sells so many variants at most, and an option has so many values.
const (
	mostVariants   = 200
	mostCategories = 20
	mostOptions    = 5
	mostValues     = 100
)

// longestChoice is the length of the longest name and value of an option.
const longestChoice = 60

// variantContent is what an admin says about a variant. ID is "" when it is to be matched by its SKU.
type variantContent struct {
	ID              string
	SKU             string
	Options         map[string]string
	Price           money.Cents
	CompareAtPrice  *money.Cents
	WholesalePrices []tier
	WeightGrams     *int64
}

// contentOf is what was last said about the product: its variants are those that are sold.
func contentOf(p product, variants []variant) content {
	c := content{
		Name: p.Name, Slug: p.Slug, Description: p.Description, Status: p.Status, TaxClass: p.TaxClass, BrandID: p.BrandID,
		CategoryIDs: p.CategoryIDs, Images: p.Images, Options: slices.Clone(p.Options), Variants: []variantContent{},
	}
	for _, v := range variants {
		if v.Sold {
			c.Variants = append(c.Variants, variantContent{
				ID: v.ID, SKU: v.SKU, Options: v.Options, Price: v.Price, CompareAtPrice: v.CompareAtPrice,
				WholesalePrices: v.WholesalePrices, WeightGrams: v.WeightGrams,
			})
		}
	}
	return c
}

// complete fills in what can be told from the rest: tiers are ordered by quantity, and options that nobody listed are those of the variants.
func (c *content) complete() {
	for _, v := range c.Variants {
		slices.SortStableFunc(v.WholesalePrices, func(a, b tier) int { return cmp.Compare(a.MinQuantity, b.MinQuantity) })
	}
	if len(c.Options) > 0 {
		return
	}
	values := map[string][]string{}
	for _, v := range c.Variants {
		for name, value := range v.Options {
			if !slices.Contains(values[name], value) {
				values[name] = append(values[name], value)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		c.Options = append(c.Options, option{name, values[name]})
	}
}

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
