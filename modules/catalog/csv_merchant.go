package catalog

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"orderd/platform/tablefile"
)

// merchantOptions are the fields by which variants differ, with the names of their options.
var merchantOptions = []struct{ field, name string }{
	{"optionColor", "Color"}, {"optionSize", "Size"}, {"optionMaterial", "Material"}, {"optionPattern", "Pattern"},
}

// merchantFormat is a feed of Google Merchant Center as a table: a row for each variant.
func merchantFormat() *csvFormat {
	field := func(name, column string) tablefile.Field {
		return tablefile.FieldOf(name, column, strings.ReplaceAll(column, "_", " "))
	}
	return &csvFormat{
		name: formatMerchant, required: []string{"sku"},
		fields: tablefile.Fields{
			field("sku", "id"), field("group", "item_group_id"), field("title", "title"), field("description", "description"),
			field("link", "link"), field("image", "image_link"), field("moreImages", "additional_image_link"),
			field("price", "price"), field("salePrice", "sale_price"), field("saleTime", "sale_price_effective_date"),
			field("brand", "brand"), field("categories", "product_type"), field("productType", "google_product_category"),
			field("optionColor", "color"), field("optionSize", "size"), field("optionMaterial", "material"),
			field("optionPattern", "pattern"), field("weight", "shipping_weight"), field("gtin", "gtin"),
			field("mpn", "mpn"), field("condition", "condition"),
		},
		marks: tablefile.Marks{{"id", "title", "availability"}, {"id", "title", "item_group_id"}, {"id", "title", "link"},
			{"id", "title", "price"}},
		group:   func(l *line) string { return cmp.Or(l.cell("group"), l.cell("sku")) },
		naming:  func(l *line) string { return linkName(l.cell("link")) },
		convert: convertMerchant,
	}
}

func convertMerchant(c *conversion, lines []*line) {
	first := lines[0]
	linked := linkName(first.cell("link"))
	if c.shared[linked] {
		linked = ""
	}
	slug := c.slug(cmp.Or(linked, c.name(first, "title", maxName)))
	shown := pictures{c: c}
	for _, l := range lines {
		shown.add(l, "image", l.cell("image"), "")
		shown.addList(l, "moreImages")
	}
	for i, l := range lines {
		row := record{"slug": slug, "sku": l.cell("sku")}
		row["weightGrams"], row["gtin"] = c.guessedWeight(l, gram), c.gtin(l, "gtin")
		if i == 0 { // titles and texts differ by variant
			row["name"], row["description"] = c.name(l, "title", maxName), c.description(l, "description")
			row["brand"], row["images"] = c.name(l, "brand", maxTaxonomyName), shown.cell()
			row["mpn"], row["condition"] = c.mpn(lines), c.condition(l)
			row["categories"] = c.categories(l, merchantPaths(l))
		}
		row["price"], row["compareAtPrice"] = c.prices(l, "price", "salePrice")
		c.merchantChoice(l, row, lines)
		c.write(l, row)
	}
}

// merchantChoice fills what the variant chooses: the fields that all of the product's rows have, or
// without any the title.
func (c *conversion) merchantChoice(l *line, row record, lines []*line) {
	if len(lines) == 1 {
		return
	}
	n := 0
	for _, o := range merchantOptions {
		if !slices.ContainsFunc(lines, func(l *line) bool { return l.cell(o.field) == "" }) {
			row[optionColumn(n)], row[valueColumn(n)] = o.name, c.name(l, o.field, maxOptionLength)
			n++
		}
	}
	if n == 0 {
		value := tablefile.Cut(tablefile.OneLine(l.cell("title")), maxOptionLength)
		row[optionColumn(0)], row[valueColumn(0)] = "Variant", value
	}
}

// merchantPaths are the categories of a product: those of the shop, else Google's one. Both may
// have commas in a name, so that a part is a path of its own only with a name below another.
func merchantPaths(l *line) (paths []string) {
	for part := range strings.SplitSeq(l.cell("categories"), ",") {
		if n := len(paths); n > 0 && !strings.Contains(part, pathSeparator) {
			paths[n-1] += "," + part
		} else {
			paths = append(paths, part)
		}
	}
	if len(paths) == 1 && paths[0] == "" {
		return []string{wordsAlone(l.cell("productType"))}
	}
	return paths
}

// wordsAlone is the cell, or "" for a number of Google's list of categories.
func wordsAlone(cell string) string {
	if strings.Trim(cell, "0123456789") == "" {
		return ""
	}
	return cell
}

// linkName is the last part of an address, without what a server adds; "" for that of a script,
// which says by its query what it is about.
func linkName(link string) string {
	u, err := url.Parse(link)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	name := strings.ToLower(path.Base(u.Path))
	if u.RawQuery != "" && slices.Contains([]string{".php", ".asp", ".aspx", ".jsp", ".cgi", ".pl"}, path.Ext(name)) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(name, ".html"), ".php")
}
