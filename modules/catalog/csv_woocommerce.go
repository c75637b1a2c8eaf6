package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/htmltext"
	"orderd/platform/tablefile"
)

// wooAttributes are the attributes of a row that are read.
const wooAttributes = 10

// wooCommerceFormat is what WooCommerce exports: a row for each product, and one for each variation
// of a variable product, which names it by its SKU or as id:12. The names of columns are those of
// the language of who exports: English or German.
func wooCommerceFormat() *csvFormat {
	field := tablefile.FieldOf
	fields := tablefile.Fields{
		field("id", "ID"), field("kind", "Type", "Typ"), field("sku", "SKU", "Artikelnummer"),
		field("title", "Name"), field("published", "Published", "Veröffentlicht"),
		field("summary", "Short description", "Kurzbeschreibung"),
		field("description", "Description", "Beschreibung"), field("taxClass", "Tax class", "Steuerklasse"),
		field("onHand", "Stock", "Bestand", "Lager", "Lagerbestand"),
		field("weightKg", "Weight (kg)", "Gewicht (kg)"), field("weightG", "Weight (g)", "Gewicht (g)"),
		field("weightLb", "Weight (lbs)", "Weight (lb)", "Gewicht (lbs)"),
		field("weightOz", "Weight (oz)", "Gewicht (oz)"),
		field("price", "Regular price", "Regulärer Preis"), field("salePrice", "Sale price", "Angebotspreis"),
		field("saleStart", "Date sale price starts", "Datum, an dem Angebotspreis beginnt"),
		field("saleEnd", "Date sale price ends", "Datum, an dem Angebotspreis endet"),
		field("categories", "Categories", "Kategorien"), field("brand", "Brands", "Brand", "Marken", "Marke"),
		field("images", "Images", "Bilder"), field("parent", "Parent", "Übergeordnetes Produkt"),
		field("tags", "Tags", "Schlagwörter"),
		field("gtin", "GTIN, UPC, EAN, or ISBN", "GTIN, UPC, EAN oder ISBN"),
	}
	fields = append(fields, numbered(wooAttributes, "option%d", "Attribute %d name", "Attribut %d Name")...)
	fields = append(fields, numbered(wooAttributes, "option%dValue", "Attribute %d value(s)", "Attribut %d Wert(e)")...)
	return &csvFormat{
		name: formatWooCommerce, fields: fields, required: []string{"title"},
		marks: tablefile.Marks{{"Type", "Parent", "Regular price"}, {"Type", "SKU", "Regular price"},
			{"Typ", "Übergeordnetes Produkt", "Regulärer Preis"}, {"Typ", "Artikelnummer", "Regulärer Preis"}},
		group: wooKey, absorbs: wooKeys, convert: convertWoo, sources: map[string][]string{
			"brand": {"option1Value"}, variantImage: {"images"},
		},
		silent: []string{variantImage}, // only variations may have a picture of their own
	}
}

func isVariation(l *line) bool { return wooKind(l) == "variation" }

// wooKind is the first of the kinds of a row, like "simple, downloadable".
func wooKind(l *line) string {
	kind, _, _ := strings.Cut(strings.ToLower(l.cell("kind")), ",")
	return strings.TrimSpace(kind)
}

func wooKey(l *line) string {
	parent := strings.ToLower(strings.TrimSpace(l.cell("parent")))
	switch {
	case isVariation(l) && strings.HasPrefix(parent, "id:"):
		return parent
	case isVariation(l) && parent != "":
		return "sku:" + parent
	}
	return cmp.Or(append(wooKeys(l), fmt.Sprint("line:", l.number))...)
}

// wooKeys are those by which variations name the product.
func wooKeys(l *line) (keys []string) {
	if isVariation(l) {
		return nil
	}
	if sku := l.cell("sku"); sku != "" {
		keys = append(keys, "sku:"+strings.ToLower(sku))
	}
	if rowID := l.cell("id"); rowID != "" {
		keys = append(keys, "id:"+rowID)
	}
	return keys
}

func convertWoo(c *conversion, lines []*line) {
	i := slices.IndexFunc(lines, func(l *line) bool { return !isVariation(l) })
	if i < 0 {
		for _, l := range lines {
			c.reject(l, "parent", fault.NotAllowed, "must be a product of the file")
		}
		return
	}
	parent := lines[i]
	slug := c.slug(c.name(parent, "title", maxName))
	shown := &pictures{c: c}
	shown.addList(parent, "images")
	for _, l := range lines {
		if isVariation(l) {
			shown.addList(l, "images")
		}
	}
	c.wooAttributes(parent, lines)
	variants := 0
	for _, l := range lines {
		variants++
		switch {
		case isVariation(l) && l.cell("published") == "0": // -1 is that of a draft
			c.notSold(l, slug)
		case isVariation(l):
			c.wooVariation(l, parent, slug, variants, shown)
		case l != parent: // of the same SKU, which the import says
			c.write(l, record{"slug": slug, "sku": l.cell("sku"), "price": c.amount(l, "price")})
		default:
			c.wooProduct(l, slug, shown.cell())
		}
	}
}

// wooAttributes warns of the attributes of a product that are neither its brand nor what variations
// are chosen by.
func (c *conversion) wooAttributes(parent *line, lines []*line) {
	first, left := "", []string(nil)
	for i := range wooAttributes {
		name := parent.cell(optionColumn(i))
		isChosen := func(l *line) bool {
			return isVariation(l) && (l.cell(optionColumn(i)) != "" || l.cell(valueColumn(i)) != "")
		}
		if name == "" || parent.cell(valueColumn(i)) == "" || isWooBrand(name) || slices.ContainsFunc(lines, isChosen) {
			continue
		}
		first, left = cmp.Or(first, optionColumn(i)), append(left, htmltext.Text(name))
	}
	c.warnOfAttributes(parent, first, left)
}

// wooProduct writes the row of a product, which is that of its variant where it has one alone.
func (c *conversion) wooProduct(l *line, slug, images string) {
	row := record{
		"slug": slug, "name": c.name(l, "title", maxName), "description": wooText(l),
		"status": c.published(l), "brand": cmp.Or(c.name(l, "brand", maxTaxonomyName), wooBrand(l)),
		"categories": c.categories(l, wooList(l.cell("categories"))), "images": images,
		"taxClass": c.taxClass(l), "tags": c.tags(l, wooList(l.cell("tags"))),
	}
	switch kind := wooKind(l); kind {
	case "variable", "variable-subscription":
		c.write(l, row)
	case "grouped", "external":
		c.draftOf(l, row, kind)
	default:
		row["sku"] = c.sku(l, slug, 1)
		c.wooVariant(l, l, row)
		c.write(l, row)
	}
}

// wooVariant fills what a row says of a variant. What is blank there is as in the product's.
func (c *conversion) wooVariant(l, parent *line, row record) {
	row["price"], row["compareAtPrice"] = c.prices(l, "price", "salePrice")
	row["gtin"] = c.gtin(l, "gtin") // a variation is no item of the product's
	if stock := l.cell("onHand"); !strings.EqualFold(stock, "parent") {
		row["onHand"] = c.stock(l)
	}
	for _, w := range []struct {
		field string
		unit  weightUnit
	}{{"weightKg", kilogram}, {"weightG", gram}, {"weightLb", pound}, {"weightOz", ounce}} {
		weighed := l
		if l.cell(w.field) == "" {
			weighed = parent
		}
		row["weightGrams"] = cmp.Or(row["weightGrams"], c.weight(weighed, w.field, w.unit))
	}
}

// wooVariation writes the rows of a variation: one for each value of the attributes that it is
// without a value of, which stands for every one.
func (c *conversion) wooVariation(l, parent *line, slug string, n int, shown *pictures) {
	base := record{"slug": slug, "sku": c.sku(l, slug, n)}
	c.wooVariant(l, parent, base)
	if urls := splitURLs(l.cell("images")); len(urls) > 0 {
		base[variantImage] = shown.shownAs(urls[0])
	}
	rows, options := []record{base}, 0
	for i := range wooAttributes {
		name := cmp.Or(l.cell(optionColumn(i)), parent.cell(optionColumn(i)))
		if name == "" || options == maxOptions || l.cell(optionColumn(i)) == "" && l.cell(valueColumn(i)) == "" {
			continue
		}
		name = tablefile.Cut(tablefile.OneLine(htmltext.Text(name)), maxOptionLength)
		if value := c.name(l, valueColumn(i), maxOptionLength); value != "" {
			for _, row := range rows {
				row[optionColumn(options)], row[valueColumn(options)] = name, value
			}
			options++
			continue
		}
		if values := wooValues(parent, name); len(values) > 0 && len(values)*len(rows) <= maxVariants {
			rows = spread(rows, options, name, values)
			options++
		}
	}
	if len(rows) > 1 {
		c.warn(l, "sku", "stands for every value of an attribute: it becomes %d variants", len(rows))
	}
	for _, row := range rows {
		c.write(l, row)
	}
}

// wooValues are the values that the product has of the attribute.
func wooValues(parent *line, name string) (values []string) {
	for i := range wooAttributes {
		if strings.EqualFold(parent.cell(optionColumn(i)), name) {
			for _, value := range wooList(parent.cell(valueColumn(i))) {
				values = append(values, tablefile.Cut(tablefile.OneLine(htmltext.Text(value)), maxOptionLength))
			}
		}
	}
	return values
}

// spread returns each row once for each value of the option, with an SKU of its own. The first has
// the stock.
func spread(rows []record, n int, name string, values []string) (all []record) {
	for _, row := range rows {
		for i, value := range values {
			one := maps.Clone(row)
			if i > 0 && row["onHand"] != "" {
				one["onHand"] = "0"
			}
			one[optionColumn(n)], one[valueColumn(n)] = name, value
			one["sku"] = tablefile.Cut(row["sku"]+"-"+cmp.Or(slugify(value), fmt.Sprint(len(all)+1)), maxSKU)
			all = append(all, one)
		}
	}
	return all
}

// isWooBrand reports whether an attribute with the name is the brand.
func isWooBrand(name string) bool {
	return strings.EqualFold(name, "brand") || strings.EqualFold(name, "marke")
}

// wooBrand is the value of an attribute that names the brand.
func wooBrand(l *line) string {
	for i := range wooAttributes {
		if isWooBrand(l.cell(optionColumn(i))) {
			return tablefile.Cut(tablefile.OneLine(htmltext.Text(l.cell(valueColumn(i)))), maxTaxonomyName)
		}
	}
	return ""
}

// wooText is the description. WooCommerce writes its line breaks as \n.
func wooText(l *line) string {
	text := cmp.Or(l.cell("description"), l.cell("summary"))
	return htmltext.Text(strings.ReplaceAll(text, `\n`, "\n"))
}

// wooList are the parts of a list with commas between; one inside a part has a backslash before it.
func wooList(cell string) (parts []string) {
	const comma = "\x00"
	for part := range strings.SplitSeq(strings.ReplaceAll(cell, `\,`, comma), ",") {
		if part = strings.TrimSpace(strings.ReplaceAll(part, comma, ",")); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
