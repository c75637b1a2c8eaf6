package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/metadata"
)

// findSlug sets the slug of the product that the line is about. A blank cell derives it from the
// name, as createProduct does, but the same in each file.
func (l *line) findSlug() {
	l.slug = l.text("slug", maxSlugLength)
	name := l.cell("name")
	switch {
	case l.slug == "" && name == "":
		l.addError("slug", fault.Required, "is required where there is no name")
	case l.slug == "":
		l.slug = slugOrDefault("", name, id.Derive("catalog: slug", name), reservedSlugs...)
	case !slugPattern.MatchString(l.slug):
		l.addError("slug", fault.BadFormat, "must be lower-case letters and digits with single hyphens between")
	default:
		for _, f := range checkSlug(l.slug, reservedSlugs...) {
			l.addError("slug", f.Code, f.Detail.English(f.Args...))
		}
	}
}

// applyToProduct changes the spec as the product's columns say. A column that the file does not
// have changes nothing.
func (l *line) applyToProduct(spec *productSpec, t *taxonomy) {
	for _, c := range csvColumns {
		if c.toProduct != nil && l.has(c.name) {
			c.toProduct(l, spec, t)
		}
	}
	spec.Attributes = l.applyAttributes(spec.Attributes, productAttributePrefix, maxProductAttributes)
	spec.Metadata = l.applyMetadata(spec.Metadata, productMetadataPrefix)
}

// asExported returns a text as it comes back from a CSV file: CRLF has become LF.
func asExported(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

func (l *line) brandID(t *taxonomy) *string {
	cell := l.cell("brand")
	if cell == "" {
		return nil
	}
	brandID, known := t.brandIDs[cell]
	if !known && l.names != nil {
		brandID, known = l.names.brandID(cell)
	}
	if !known {
		l.addUnknownName("brand", "must be the slug of a brand")
	}
	return &brandID
}

func (l *line) categoryIDs(t *taxonomy) []string {
	ids := convert.All(l.list("categories", listSeparator), func(cell string) string {
		categoryID, known := t.categoryIDs[cell]
		if !known && l.names != nil {
			categoryID, known = l.names.categoryID(cell)
		}
		if !known {
			l.addUnknownName("categories", "must be slugs of categories with | between")
		}
		return categoryID
	})
	if l.names == nil {
		return ids
	}
	once := ids[:0] // files of other systems write one category in several ways
	for _, categoryID := range ids {
		if !slices.Contains(once, categoryID) {
			once = append(once, categoryID)
		}
	}
	return once
}

// addUnknownName adds the error of a brand or a category that is not there and can't be made.
func (l *line) addUnknownName(column, detail string) {
	if l.names == nil {
		l.addError(column, fault.NotAllowed, detail)
		return
	}
	l.addError(column, fault.TooLong, fmt.Sprintf("must have names of at most %d characters, at most %d below one another",
		maxTaxonomyName, maxPath))
}

// applyToVariant changes the variant with the line's SKU as the variant's columns say, or adds one.
func (l *line) applyToVariant(spec *productSpec) {
	sku := l.text("sku", maxSKU)
	if sku == "" {
		l.rejectWithoutSKU()
		return
	}
	i := slices.IndexFunc(spec.Variants, func(v variantSpec) bool { return v.SKU == sku })
	if i < 0 {
		i = len(spec.Variants)
		spec.Variants = append(spec.Variants, variantSpec{
			SKU: sku, Options: map[string]string{}, WholesalePrices: []priceTier{}, CompareAtKind: events.CompareAtWas,
			Attributes: []attributeValues{}, Metadata: metadata.Object{},
		})
		if l.cell("price") == "" {
			l.addError("price", fault.Required, "is required in a new variant")
		}
	}
	v := &spec.Variants[i]
	before := *v
	if chosen := l.options(spec); len(chosen) > 0 {
		v.Options = chosen
	}
	for _, c := range csvColumns {
		if c.toVariant != nil && l.has(c.name) {
			c.toVariant(l, v)
		}
	}
	v.Attributes = l.applyAttributes(v.Attributes, variantAttributePrefix, maxVariantAttributes)
	v.Metadata = l.applyMetadata(v.Metadata, variantMetadataPrefix)
	if v.Price != before.Price || !slices.Equal(v.WholesalePrices, before.WholesalePrices) {
		if wrong := v.tierFault(); wrong != "" && len(l.errors) == 0 {
			l.addError("wholesalePrices", fault.NotAllowed, wrong.English())
		}
	}
}

// rejectWithoutSKU adds an error when the line says something of a variant that it does not name.
func (l *line) rejectWithoutSKU() {
	needed := slices.Concat(l.header.keyedFields(variantAttributePrefix), l.header.keyedFields(variantMetadataPrefix))
	for _, c := range csvColumns {
		if c.needsSKU {
			needed = append(needed, c.name)
		}
	}
	for _, name := range needed {
		if l.cell(name) != "" {
			l.addError("sku", fault.Required, "is required where there is a "+name)
			return
		}
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
			MinQuantity: l.whole("wholesalePrices", strings.TrimSpace(quantity), 1, maxMinQuantity),
			Price:       l.tierPrice("wholesalePrices", strings.TrimSpace(price)),
		})
	}
	if len(tiers) > maxTiers {
		l.addError("wholesalePrices", fault.TooLong, "must be at most "+strconv.Itoa(maxTiers)+" prices")
	}
	sortTiers(tiers)
	return tiers
}
