package catalog

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/money"
	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

// prestaShopFormat is the file of products that PrestaShop imports and modules of it export: a row
// for each product. Its combinations are another file, which is not taken: it names products by
// their numbers there, and says by how much the prices of combinations differ from theirs.
func prestaShopFormat() *csvFormat {
	field := tablefile.FieldOf
	return &csvFormat{
		name: formatPrestaShop, required: []string{"title"},
		fields: tablefile.Fields{
			field("group", "Product ID", "Product ID*", "ID", "ID*"), field("published", "Active (0/1)", "Active"),
			field("title", "Name *", "Name*", "Name"),
			field("categories", "Categories (x,y,z...)", "Categories"),
			field("netPrice", "Price tax excluded", "Price tax excluded or Price tax included"),
			field("price", "Price tax included"), field("discount", "Discount amount"),
			field("discountPercent", "Discount percent"), field("saleStart", "Discount from (yyyy-mm-dd)"),
			field("saleEnd", "Discount to (yyyy-mm-dd)"), field("sku", "Reference #", "Reference"),
			field("brand", "Manufacturer", "Brand"), field("weight", "Weight"), field("onHand", "Quantity"),
			field("summary", "Summary"), field("description", "Description"),
			field("slug", "URL rewritten"), field("images", "Image URLs (x,y,z...)", "Image URLs (x,y,z…)"),
			field("tags", "Tags (x,y,z...)", "Tags (x,y,z…)", "Tags"),
			field("gtin", "EAN13", "EAN-13"), field("upc", "UPC"), field("mpn", "MPN"),
			field("condition", "Condition"), field("seoTitle", "Meta title"),
			field("seoDescription", "Meta description"),
			field("imageAlt", "Image alt texts (x,y,z...)", "Image alt texts (x,y,z…)"),
		},
		marks: tablefile.Marks{{"Product ID", "Active (0/1)"}, {"Active (0/1)", "Name *"}, {"Active (0/1)", "Name*"},
			{"Active (0/1)", "Reference #"}},
		group:   func(l *line) string { return cmp.Or(l.cell("group"), l.cell("sku"), l.cell("title")) },
		convert: convertPrestaShop, sources: map[string][]string{"gtin": {"upc"}}, taxed: []string{"price", "discount"},
	}
}

func convertPrestaShop(c *conversion, lines []*line) {
	slug := c.slug(cmp.Or(lines[0].cell("slug"), c.name(lines[0], "title", maxName)))
	for _, l := range lines {
		row := record{
			"slug": slug, "name": c.name(l, "title", maxName), "description": c.description(l, "description", "summary"),
			"status": c.published(l), "brand": c.name(l, "brand", maxTaxonomyName),
			"categories": c.categories(l, c.prestaShopPaths(l)), "images": c.prestaShopPictures(l),
			"sku":         c.sku(l, slug, 1),
			"weightGrams": c.guessedWeight(l, kilogram), "onHand": c.stock(l),
			"tags": c.tags(l, strings.Split(l.cell("tags"), ",")), "gtin": c.gtin(l, "gtin", "upc"),
			"mpn": c.mpn(lines), "condition": c.condition(l),
		}
		c.seoOf(l, row)
		field := "price"
		if l.cell(field) == "" && l.cell("netPrice") != "" {
			if field = "netPrice"; c.plan.addTax == nil {
				c.reject(l, field, fault.NotAllowed, "has no tax, and the request adds none (addTax)")
				continue
			}
		}
		row["price"], row["compareAtPrice"] = c.reduced(l, c.amount(l, field))
		c.write(l, row)
	}
}

// reduced returns the price less the discount of the line, and the price before.
func (c *conversion) reduced(l *line, price string) (reduced, compareAt string) {
	before, problem := safecsv.ReadAmount(price)
	if problem.Text != "" {
		return price, ""
	}
	now := before
	if off, wrong := safecsv.ReadAmount(c.amount(l, "discount")); wrong.Text == "" {
		now -= off
	} else if l.cell("discount") != "" {
		c.warn(l, "discount", "is not understood: the price is not reduced")
		return price, ""
	}
	percent, err := strconv.ParseFloat(strings.ReplaceAll(cmp.Or(l.cell("discountPercent"), "0"), ",", "."), 64)
	if err != nil || percent < 0 || percent > 100 {
		c.warn(l, "discountPercent", "is not understood: the price is not reduced")
		return price, ""
	}
	now -= money.Cents(math.Round(float64(before) * percent / 100))
	if now == before || now < 0 || !c.isOnSale(l) {
		return price, ""
	}
	return now.String(), price
}

// isCombinations reports whether the names are those of PrestaShop's file of combinations.
func isCombinations(names []string) bool {
	begins := func(with string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			name = strings.TrimSpace(name)
			return len(name) >= len(with) && strings.EqualFold(name[:len(with)], with)
		})
	}
	return begins("Attribute (Name:Type:Position)") && begins("Value (Value:Position)")
}

func (c *conversion) prestaShopPaths(l *line) (paths []string) {
	for _, path := range pathsBelow(l.cell("categories"), "Home", "Root", "Accueil", "Start", "Startseite") {
		if strings.Trim(path, "0123456789 ") == "" {
			c.warn(l, "categories", "is left out: it has numbers in place of names")
			continue
		}
		paths = append(paths, path)
	}
	return paths
}

func (c *conversion) prestaShopPictures(l *line) string {
	shown, alts := pictures{c: c}, strings.Split(l.cell("imageAlt"), ",")
	for i, url := range splitURLs(l.cell("images")) {
		alt := ""
		if i < len(alts) {
			alt = alts[i]
		}
		shown.add(l, "images", url, alt)
	}
	return shown.cell()
}
