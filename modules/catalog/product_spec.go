package catalog

import (
	"cmp"
	"maps"
	"slices"

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
