package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"orderd/platform/tablefile"
)

// shopifyFormat is what Shopify exports: a row for each variant and for each further picture of a
// product, which the handle names. What is about the product stands in its first row, the names of
// its options too.
func shopifyFormat() *csvFormat {
	field := tablefile.FieldOf
	fields := tablefile.Fields{
		field("handle", "Handle", "URL handle"), field("title", "Title"),
		field("description", "Body (HTML)", "Body HTML", "Description"), field("brand", "Vendor"),
		field("categories", "Product Category", "Product category", "Standard Product Type"),
		field("productType", "Type", "Custom Product Type"),
		field("status", "Status"), field("published", "Published", "Published on online store"),
		field("sku", "Variant SKU", "SKU"), field("price", "Variant Price", "Price"),
		field("compareAtPrice", "Variant Compare At Price", "Compare-at price"),
		field("weight", "Variant Grams", "Weight value (grams)"),
		field("onHand", "Variant Inventory Qty", "Inventory quantity"),
		field("tracker", "Variant Inventory Tracker", "Inventory tracker"),
		field("image", "Image Src", "Product image URL"), field("imagePosition", "Image Position"),
		field("imageAlt", "Image Alt Text"), field("variantImage", "Variant Image", "Variant image URL"),
		field("taxable", "Variant Taxable", "Charge tax"), field("tags", "Tags"),
		field("gtin", "Variant Barcode", "Barcode"),
		field("seoTitle", "SEO Title"), field("seoDescription", "SEO Description"),
		field("mpn", "Google Shopping / MPN"), field("condition", "Google Shopping / Condition"),
	}
	fields = append(fields, numbered(3, "option%d", "Option%d Name")...)
	fields = append(fields, numbered(3, "option%dValue", "Option%d Value")...)
	return &csvFormat{
		name: formatShopify, fields: fields, required: []string{"handle"},
		marks: tablefile.Marks{{"Handle", "Variant Price"}, {"Handle", "Variant SKU"}, {"Handle", "Body (HTML)"},
			{"URL handle", "Title"}},
		group:   func(l *line) string { return strings.ToLower(l.cell("handle")) },
		convert: convertShopify,
	}
}

func convertShopify(c *conversion, lines []*line) {
	slug, options := c.slug(strings.ToLower(lines[0].cell("handle"))), shopifyOptions(lines)
	shown := shopifyPictures(c, lines)
	for n, l := range lines {
		row := record{
			"slug": slug, "name": c.name(l, "title", maxName), "description": c.description(l, "description"),
			"brand": c.name(l, "brand", maxTaxonomyName), "status": c.shopifyStatus(l),
			"categories": c.categories(l, []string{cmp.Or(l.cell("categories"), l.cell("productType"))}),
		}
		if row["tags"] = c.tags(l, strings.Split(l.cell("tags"), ",")); n == 0 {
			row["images"], row["mpn"], row["condition"] = shown.cell(), c.mpn(lines), c.condition(l)
		}
		c.seoOf(l, row)
		if isShopifyVariant(l) {
			c.shopifyVariant(l, row, options, n+1)
			row[variantImage] = shown.shownAs(l.cell("variantImage"))
		}
		c.write(l, row)
	}
}

// shopifyOptions are the names of a product's options.
func shopifyOptions(lines []*line) (names [3]string) {
	for _, l := range lines {
		for n := range names {
			names[n] = cmp.Or(names[n], l.cell(optionColumn(n)))
		}
	}
	return names
}

// isShopifyVariant reports whether the row is more than a further picture.
func isShopifyVariant(l *line) bool {
	return l.cell("sku") != "" || l.cell("price") != "" || l.cell("option1Value") != ""
}

func (c *conversion) shopifyVariant(l *line, row record, options [3]string, n int) {
	row["sku"], row["price"] = c.sku(l, row["slug"], n), c.amount(l, "price")
	row["compareAtPrice"], row["onHand"] = c.amount(l, "compareAtPrice"), c.stock(l)
	row["gtin"] = c.gtin(l, "gtin")
	row["weightGrams"] = c.weight(l, "weight", gram) // as the name of its column says
	if l.has("tracker") && l.has("onHand") && l.cell("tracker") == "" && strings.Trim(row["onHand"], "0") == "" {
		c.warn(l, "onHand", "is not counted there, so that it is always for sale: here its stock is 0")
	}
	if taxable, known := truth(l.cell("taxable")); known && !taxable {
		c.warn(l, "taxable", "is not taken over: check the tax class of the product")
	}
	for n, name := range options {
		value := c.name(l, valueColumn(n), maxOptionLength)
		if isNone := n == 0 && name == "Title" && value == "Default Title"; value != "" && !isNone {
			name = cmp.Or(tablefile.OneLine(name), fmt.Sprintf("Option %d", n+1))
			row[optionColumn(n)], row[valueColumn(n)] = tablefile.Cut(name, maxOptionLength), value
		}
	}
}

func (c *conversion) shopifyStatus(l *line) string {
	switch status := strings.ToLower(l.cell("status")); status {
	case "active", "draft", "archived":
		if yes, known := truth(l.cell("published")); status == "active" && known && !yes {
			return "draft"
		}
		return status
	}
	return c.published(l)
}

// shopifyPictures are the pictures of all rows by their position, and behind them those of
// variants.
func shopifyPictures(c *conversion, lines []*line) *pictures {
	inOrder := slices.Clone(lines)
	position := func(l *line) int {
		n, err := strconv.Atoi(l.cell("imagePosition"))
		if err != nil {
			return maxProductRows
		}
		return n
	}
	slices.SortStableFunc(inOrder, func(a, b *line) int { return cmp.Compare(position(a), position(b)) })
	shown := &pictures{c: c}
	for _, l := range inOrder {
		shown.add(l, "image", l.cell("image"), l.cell("imageAlt"))
	}
	for _, l := range inOrder {
		shown.add(l, "variantImage", l.cell("variantImage"), "")
	}
	return shown
}
