package catalog

import (
	"slices"
	"strings"

	"orderd/platform/fault"
)

// slug is the product that the line is about.
func (l *line) slug() string {
	slug := l.text("slug", maxSlug)
	if slug == "" {
		slug = slugOf(l.cells["name"])
	}
	switch {
	case slug == "":
		l.blame("slug", fault.Required, "is required where none can be made of the name")
	case !slugs.MatchString(slug):
		l.blame("slug", fault.BadFormat, "must be lower-case letters and digits with single hyphens between")
	default:
		for _, f := range checkSlug(slug, reservedSlug) {
			l.blame("slug", f.Code, f.Detail)
		}
	}
	return slug
}

// product says what the line says of the product itself.
func (l *line) product(c *content, t *taxonomy) {
	if l.has("name") {
		if c.Name = l.text("name", 200); c.Name == "" {
			l.blame("name", fault.Required, "is required")
		}
	}
	if l.has("description") {
		if text := l.text("description", 20_000); text != asRead(c.Description) {
			if c.Description = &text; text == "" {
				c.Description = nil
			}
		}
	}
	if l.has("status") {
		c.Status = l.oneOf("status", draft, draft, active, archived)
	}
	if l.has("taxClass") {
		c.TaxClass = l.oneOf("taxClass", standardTax, standardTax, "reduced", "zero")
	}
	if l.has("brand") {
		if c.BrandID = nil; l.cells["brand"] != "" {
			brandID, known := t.brandIDs[l.cells["brand"]]
			if !known {
				l.blame("brand", fault.NotAllowed, "must be the slug of a brand")
			}
			c.BrandID = &brandID
		}
	}
	if l.has("categories") {
		c.CategoryIDs = []string{}
		for _, slug := range l.list("categories", listSeparator) {
			categoryID, known := t.categoryIDs[slug]
			if !known {
				l.blame("categories", fault.NotAllowed, "must be slugs of categories with | between")
			}
			c.CategoryIDs = append(c.CategoryIDs, categoryID)
		}
	}
	if l.has("images") {
		c.Images = l.images()
	}
}

// asRead is a text as it comes out of a CSV file that it was written to: a blank one is none, and there is one kind of line break.
func asRead(text *string) string {
	if text == nil {
		return ""
	}
	return strings.ReplaceAll(*text, "\r\n", "\n")
}

// variant says what the line says of a variant, which it finds by its SKU among those that are sold.
func (l *line) variant(c *content) {
	sku := l.text("sku", 64)
	if sku == "" {
		for _, column := range []string{"price", "compareAtPrice", "wholesalePrices", "weightGrams", valueColumn(0)} {
			if l.cells[column] != "" {
				l.blame("sku", fault.Required, "is required where there is a "+column)
				return
			}
		}
		return
	}
	at := slices.IndexFunc(c.Variants, func(v variantContent) bool { return v.SKU == sku })
	if at < 0 {
		at = len(c.Variants)
		c.Variants = append(c.Variants, variantContent{SKU: sku, Options: map[string]string{}, WholesalePrices: []tier{}})
		if l.cells["price"] == "" {
			l.blame("price", fault.Required, "is required in a new variant")
			return
		}
	}
	v := &c.Variants[at]
	if l.has(optionColumn(0)) {
		v.Options = l.options(c)
	}
	if text := l.cells["price"]; text != "" {
		v.Price = l.price("price", text)
	}
	if l.has("compareAtPrice") {
		if v.CompareAtPrice = nil; l.cells["compareAtPrice"] != "" {
			price := l.price("compareAtPrice", l.cells["compareAtPrice"])
			v.CompareAtPrice = &price
		}
	}
	if l.has("wholesalePrices") {
		v.WholesalePrices = l.tiers()
	}
	if l.has("weightGrams") {
		if v.WeightGrams = nil; l.cells["weightGrams"] != "" {
			grams := l.whole("weightGrams", l.cells["weightGrams"], 0, 1_000_000)
			v.WeightGrams = &grams
		}
	}
}

// options are the variant's choices. What nobody could choose before is added to the product's options.
func (l *line) options(c *content) map[string]string {
	chosen := map[string]string{}
	for n := range mostOptions {
		name, value := l.text(optionColumn(n), longestChoice), l.text(valueColumn(n), longestChoice)
		if name == "" {
			if value != "" {
				l.blame(optionColumn(n), fault.Required, "is required where there is a value")
			}
			continue
		}
		if value == "" {
			l.blame(valueColumn(n), fault.Required, "is required")
			continue
		}
		chosen[name] = value
		at := slices.IndexFunc(c.Options, func(o option) bool { return o.Name == name })
		if at < 0 {
			c.Options = append(c.Options, option{Name: name})
			at = len(c.Options) - 1
		}
		if o := &c.Options[at]; !slices.Contains(o.Values, value) {
			o.Values = append(slices.Clip(o.Values), value)
		}
	}
	return chosen
}

func (l *line) tiers() []tier {
	tiers := []tier{}
	for _, part := range l.list("wholesalePrices", listSeparator) {
		quantity, price, _ := strings.Cut(part, ":")
		tiers = append(tiers, tier{l.whole("wholesalePrices", strings.TrimSpace(quantity), 1, 1_000_000), l.price("wholesalePrices", strings.TrimSpace(price))})
	}
	if len(tiers) > 20 {
		l.blame("wholesalePrices", fault.TooLong, "must be at most 20 prices")
	}
	return tiers
}
