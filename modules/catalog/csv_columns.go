package catalog

import (
	"strconv"
	"strings"
)

// columns are those of the file of products, in the order in which it is written. There is a row for each variant that is sold, and one for a
// product without any; what is about the product stands in each of its rows, and counts in the first.
var columns = func() []string {
	all := []string{"slug", "name", "description", "status", "taxClass", "brand", "categories", "images", "sku"}
	for n := range mostOptions {
		all = append(all, optionColumn(n), valueColumn(n))
	}
	return append(all, "price", "compareAtPrice", "wholesalePrices", "weightGrams")
}()

func optionColumn(n int) string { return "option" + strconv.Itoa(n+1) }
func valueColumn(n int) string  { return "option" + strconv.Itoa(n+1) + "Value" }

// What separates several values in one cell: slugs and prices by quantity ("24:8.90|100:7.50"), and images, each a URL and what it shows.
const (
	listSeparator  = "|"
	imageSeparator = "\n"
)

// rowsOf writes a product as rows of the file.
func rowsOf(s stored, t *taxonomy) [][]string {
	about := map[string]string{"slug": s.Slug, "name": s.Name, "status": s.Status, "taxClass": s.TaxClass}
	if s.Description != nil {
		about["description"] = *s.Description
	}
	if b := t.brand(s.BrandID); b != nil {
		about["brand"] = b.Slug
	}
	about["categories"] = joined(t.inOrder(s.CategoryIDs), listSeparator, func(c categoryView) string { return c.Slug })
	about["images"] = joined(s.Images, imageSeparator, func(i image) string {
		if i.Alt == nil {
			return i.URL
		}
		return i.URL + " " + *i.Alt
	})
	var rows [][]string
	for _, v := range s.sold() {
		rows = append(rows, row(about, v.cells(s.Options)))
	}
	if len(rows) == 0 {
		rows = append(rows, row(about, nil))
	}
	return rows
}

// cells are what the file says of a variant.
func (v variant) cells(options []option) map[string]string {
	cells := map[string]string{"sku": v.SKU, "price": v.Price.String()}
	for n, o := range options {
		cells[optionColumn(n)], cells[valueColumn(n)] = o.Name, v.Options[o.Name]
	}
	if v.CompareAtPrice != nil {
		cells["compareAtPrice"] = v.CompareAtPrice.String()
	}
	cells["wholesalePrices"] = joined(v.WholesalePrices, listSeparator, func(t tier) string { return strconv.FormatInt(t.MinQuantity, 10) + ":" + t.Price.String() })
	if v.WeightGrams != nil {
		cells["weightGrams"] = strconv.FormatInt(*v.WeightGrams, 10)
	}
	return cells
}

func row(product, variant map[string]string) []string {
	cells := make([]string, len(columns))
	for i, c := range columns {
		cells[i] = product[c] + variant[c] // no column is both's
	}
	return cells
}

func joined[T any](list []T, separator string, text func(T) string) string {
	return strings.Join(listOf(list, text), separator)
}
