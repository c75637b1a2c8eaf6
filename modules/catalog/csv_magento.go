package catalog

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"orderd/platform/tablefile"
)

// magentoFormat is what Magento exports: a row for each product. A configurable one lists the SKUs
// of its variants, which have rows of their own, with what they choose.
func magentoFormat() *csvFormat {
	field := tablefile.FieldOf
	return &csvFormat{
		name: formatMagento, required: []string{"sku"},
		fields: tablefile.Fields{
			field("sku", "sku"), field("storeView", "store_view_code"), field("kind", "product_type"),
			field("categories", "categories"), field("title", "name"), field("description", "description"),
			field("summary", "short_description"), field("weight", "weight"), field("published", "product_online"),
			field("taxClass", "tax_class_name"), field("visibility", "visibility"), field("price", "price"),
			field("salePrice", "special_price"), field("saleStart", "special_price_from_date"),
			field("saleEnd", "special_price_to_date"), field("slug", "url_key"), field("image", "base_image"),
			field("imageAlt", "base_image_label"), field("moreImages", "additional_images"), field("onHand", "qty"),
			field("seoTitle", "meta_title"), field("seoDescription", "meta_description"), field("gtin", "gtin", "ean"),
			field("attributes", "additional_attributes"), field("brand", "manufacturer"),
			field("variations", "configurable_variations"), field("variationLabels", "configurable_variation_labels"),
		},
		marks: tablefile.Marks{{"product_type", "attribute_set_code"}, {"sku", "product_type", "price"}},
		group: func(l *line) string { return strings.ToLower(l.cell("sku")) },
		absorbs: func(l *line) (skus []string) {
			for _, v := range magentoVariations(l) {
				skus = append(skus, strings.ToLower(v.sku))
			}
			return skus
		},
		convert: convertMagento,
	}
}

// magentoVariation is a variant of a configurable product, with the values that it chooses by the
// codes of attributes, in their order.
type magentoVariation struct {
	sku           string
	codes, values []string
}

func magentoVariations(l *line) (found []magentoVariation) {
	for part := range strings.SplitSeq(l.cell("variations"), "|") {
		var v magentoVariation
		for _, pair := range magentoPairs(part) {
			if code, value, _ := strings.Cut(pair, "="); code == "sku" {
				v.sku = value
			} else if value != "" && len(v.codes) < maxOptions {
				v.codes, v.values = append(v.codes, code), append(v.values, value)
			}
		}
		if v.sku != "" && len(found) < maxProductRows {
			found = append(found, v)
		}
	}
	return found
}

// magentoPair begins a pair like color=Red in a list of them; a value may have commas.
var magentoPair = regexp.MustCompile(`(?:^|,)([a-zA-Z][a-zA-Z0-9_]*)=`)

// magentoPairs are the pairs of a list with commas between.
func magentoPairs(list string) (pairs []string) {
	begins := magentoPair.FindAllStringSubmatchIndex(list, -1)
	for i, at := range begins {
		end := len(list)
		if i+1 < len(begins) {
			end = begins[i+1][0]
		}
		pairs = append(pairs, strings.TrimSpace(list[at[2]:end]))
	}
	return pairs
}

// magentoValue is the value of a code in a list of pairs, or "".
func magentoValue(list, code string) string {
	for _, pair := range magentoPairs(list) {
		if value, found := strings.CutPrefix(pair, code+"="); found {
			return value
		}
	}
	return ""
}

func convertMagento(c *conversion, lines []*line) {
	inAll := func(l *line) bool { return l.cell("storeView") == "" }
	i := slices.IndexFunc(lines, func(l *line) bool { return inAll(l) && l.cell("variations") != "" })
	if i < 0 {
		i = max(slices.IndexFunc(lines, inAll), 0)
	}
	parent := lines[i]
	slug := c.slug(cmp.Or(parent.cell("slug"), c.name(parent, "title", maxName)))
	variations := magentoVariations(parent)
	for _, l := range lines {
		c.magentoAttributes(l, variations)
	}
	shown := pictures{c: c}
	for _, l := range lines {
		shown.add(l, "image", l.cell("image"), l.cell("imageAlt"))
		shown.addList(l, "moreImages")
	}
	for _, l := range lines {
		sku := l.cell("sku")
		at := slices.IndexFunc(variations, func(v magentoVariation) bool { return strings.EqualFold(v.sku, sku) })
		switch {
		case !inAll(l):
			c.warn(l, "storeView", "is left out: texts of one store view are not taken over")
			c.write(l, record{"slug": slug})
		case l == parent:
			c.magentoProduct(l, slug, shown.cell(), len(variations) > 0)
		case at >= 0 && l.cell("published") == "2":
			c.notSold(l, slug)
		case at >= 0:
			row := record{"slug": slug}
			c.magentoVariant(l, row)
			for n, code := range variations[at].codes {
				row[optionColumn(n)] = tablefile.Cut(magentoLabel(parent, code), maxOptionLength)
				row[valueColumn(n)] = tablefile.Cut(tablefile.OneLine(variations[at].values[n]), maxOptionLength)
			}
			c.write(l, row)
		default: // of the same SKU, which the import says
			c.write(l, record{"slug": slug, "sku": l.cell("sku"), "price": c.amount(l, "price")})
		}
	}
}

// magentoAttributes warns of the attributes of a row that are neither its brand nor what variants
// are chosen by.
func (c *conversion) magentoAttributes(l *line, variations []magentoVariation) {
	const field = "attributes"
	var left []string
	for _, pair := range magentoPairs(l.cell(field)) {
		code, value, _ := strings.Cut(pair, "=")
		isChosen := func(v magentoVariation) bool { return slices.Contains(v.codes, code) }
		if value != "" && code != "manufacturer" && !slices.ContainsFunc(variations, isChosen) {
			left = append(left, code)
		}
	}
	c.warnOfAttributes(l, field, left)
}

// magentoLabel is what people call an attribute of variants.
func magentoLabel(parent *line, code string) string {
	if label := magentoValue(parent.cell("variationLabels"), code); label != "" {
		return tablefile.OneLine(label)
	}
	return strings.ToUpper(code[:1]) + strings.ReplaceAll(code[1:], "_", " ")
}

func (c *conversion) magentoProduct(l *line, slug, images string, hasVariants bool) {
	brand := cmp.Or(l.cell("brand"), magentoValue(l.cell("attributes"), "manufacturer"))
	row := record{
		"slug": slug, "name": c.name(l, "title", maxName), "description": c.description(l, "description", "summary"),
		"status": c.published(l), "images": images, "taxClass": c.taxClass(l),
		"brand":      tablefile.Cut(tablefile.OneLine(brand), maxTaxonomyName),
		"categories": c.categories(l, pathsBelow(l.cell("categories"), "Default Category")),
	}
	c.seoOf(l, row)
	if strings.EqualFold(l.cell("visibility"), "Not Visible Individually") {
		row["status"] = "draft"
	}
	switch kind := strings.ToLower(l.cell("kind")); {
	case hasVariants:
		c.write(l, row)
	case kind == "grouped" || kind == "bundle" || kind == "configurable":
		c.draftOf(l, row, kind)
	default:
		c.magentoVariant(l, row)
		c.write(l, row)
	}
}

func (c *conversion) magentoVariant(l *line, row record) {
	row["sku"] = l.cell("sku")
	row["price"], row["compareAtPrice"] = c.prices(l, "price", "salePrice")
	row["weightGrams"], row["onHand"] = c.guessedWeight(l, kilogram), c.stock(l)
	row["gtin"] = c.gtin(l, "gtin")
}

// pathsBelow are the paths of a list like "Root/A/B,Root/C", without the names that only say where
// all begin.
func pathsBelow(cell string, roots ...string) (paths []string) {
	for part := range strings.SplitSeq(cell, ",") {
		var path []string
		for name := range strings.SplitSeq(part, "/") {
			isRoot := len(path) == 0 && slices.ContainsFunc(roots, func(root string) bool {
				return strings.EqualFold(root, strings.TrimSpace(name))
			})
			if name = strings.TrimSpace(name); name != "" && !isRoot {
				path = append(path, name)
			}
		}
		if p := strings.Join(path, " "+pathSeparator+" "); p != "" && !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	return paths
}
