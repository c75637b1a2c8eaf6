package catalog

import (
	"slices"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// slug returns the slug of the product that the line is about. A blank cell derives it from the
// name.
func (l *line) slug() string {
	slug := l.text("slug", maxSlugLength)
	if slug == "" {
		slug = slugify(l.cells["name"])
	}
	switch {
	case slug == "":
		l.addError("slug", fault.Required, "is required where none can be made of the name")
	case !slugPattern.MatchString(slug):
		l.addError("slug", fault.BadFormat, "must be lower-case letters and digits with single hyphens between")
	default:
		for _, f := range checkSlug(slug, reservedSlug) {
			l.addError("slug", f.Code, f.Detail)
		}
	}
	return slug
}

// applyToProduct changes the spec as the product's columns say.
func (l *line) applyToProduct(spec *productSpec, t *taxonomy) {
	if l.has("name") {
		if spec.Name = l.text("name", 200); spec.Name == "" {
			l.addError("name", fault.Required, "is required")
		}
	}
	if l.has("description") {
		if text := l.text("description", 20_000); text != asExported(spec.Description) {
			if spec.Description = &text; text == "" {
				spec.Description = nil
			}
		}
	}
	if l.has("status") {
		spec.Status = oneOf(l, "status", events.ProductDraft, events.ProductActive, events.ProductArchived)
	}
	if l.has("taxClass") {
		spec.TaxClass = oneOf(l, "taxClass", events.TaxStandard, events.TaxReduced, events.TaxZero)
	}
	if l.has("brand") {
		spec.BrandID = l.brandID(t)
	}
	if l.has("categories") {
		spec.CategoryIDs = l.categoryIDs(t)
	}
	if l.has("images") {
		spec.Images = l.images()
	}
}

// asExported returns a text as it comes back from a CSV file: without one it is blank, and CRLF has
// become LF.
func asExported(text *string) string {
	if text == nil {
		return ""
	}
	return strings.ReplaceAll(*text, "\r\n", "\n")
}

func (l *line) brandID(t *taxonomy) *string {
	slug := l.cells["brand"]
	if slug == "" {
		return nil
	}
	brandID, known := t.brandIDs[slug]
	if !known {
		l.addError("brand", fault.NotAllowed, "must be the slug of a brand")
	}
	return &brandID
}

func (l *line) categoryIDs(t *taxonomy) []string {
	return convert.All(l.list("categories", listSeparator), func(slug string) string {
		categoryID, known := t.categoryIDs[slug]
		if !known {
			l.addError("categories", fault.NotAllowed, "must be slugs of categories with | between")
		}
		return categoryID
	})
}

// applyToVariant changes the variant with the line's SKU as the variant's columns say, or adds one.
func (l *line) applyToVariant(spec *productSpec) {
	sku := l.text("sku", 64)
	if sku == "" {
		for _, column := range []string{"price", "compareAtPrice", "wholesalePrices", "weightGrams", valueColumn(0)} {
			if l.cells[column] != "" {
				l.addError("sku", fault.Required, "is required where there is a "+column)
				return
			}
		}
		return
	}
	i := slices.IndexFunc(spec.Variants, func(v variantSpec) bool { return v.SKU == sku })
	if i < 0 {
		i = len(spec.Variants)
		spec.Variants = append(spec.Variants, variantSpec{SKU: sku, Options: map[string]string{}, WholesalePrices: []priceTier{}})
		if l.cells["price"] == "" {
			l.addError("price", fault.Required, "is required in a new variant")
			return
		}
	}
	v := &spec.Variants[i]
	if l.has(optionColumn(0)) {
		v.Options = l.options(spec)
	}
	if text := l.cells["price"]; text != "" {
		v.Price = l.price("price", text)
	}
	if l.has("compareAtPrice") {
		v.CompareAtPrice = optional(l.cells["compareAtPrice"], func(text string) money.Cents { return l.price("compareAtPrice", text) })
	}
	if l.has("wholesalePrices") {
		v.WholesalePrices = l.priceTiers()
	}
	if l.has("weightGrams") {
		v.WeightGrams = optional(l.cells["weightGrams"], func(text string) int64 { return l.whole("weightGrams", text, 0, 1_000_000) })
	}
}

// optional returns nil for an empty cell.
func optional[T any](cell string, parse func(text string) T) *T {
	if cell == "" {
		return nil
	}
	value := parse(cell)
	return &value
}

// options returns the values that the variant chooses, by option. It adds to the spec the options
// and values that the product does not have yet.
func (l *line) options(spec *productSpec) map[string]string {
	chosen := map[string]string{}
	for n := range maxOptions {
		name, value := l.text(optionColumn(n), maxOptionLength), l.text(valueColumn(n), maxOptionLength)
		switch {
		case name == "" && value == "":
		case name == "":
			l.addError(optionColumn(n), fault.Required, "is required where there is a value")
		case value == "":
			l.addError(valueColumn(n), fault.Required, "is required")
		default:
			chosen[name] = value
			spec.addOptionValue(name, value)
		}
	}
	return chosen
}

// addOptionValue adds the value to the option with the name, and the option when it is new.
func (spec *productSpec) addOptionValue(name, value string) {
	i := slices.IndexFunc(spec.Options, func(o option) bool { return o.Name == name })
	if i < 0 {
		i = len(spec.Options)
		spec.Options = append(spec.Options, option{Name: name})
	}
	if o := &spec.Options[i]; !slices.Contains(o.Values, value) {
		o.Values = append(slices.Clip(o.Values), value)
	}
}

func (l *line) priceTiers() []priceTier {
	tiers := []priceTier{}
	for _, part := range l.list("wholesalePrices", listSeparator) {
		quantity, price, _ := strings.Cut(part, ":")
		tiers = append(tiers, priceTier{
			MinQuantity: l.whole("wholesalePrices", strings.TrimSpace(quantity), 1, 1_000_000),
			Price:       l.price("wholesalePrices", strings.TrimSpace(price)),
		})
	}
	if len(tiers) > 20 {
		l.addError("wholesalePrices", fault.TooLong, "must be at most 20 prices")
	}
	return tiers
}
