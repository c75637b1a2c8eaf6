package catalog

import (
	"strconv"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// csvColumns are the columns of a file of products, in the order of the export. A file has a row
// for each variant on sale, and one for a product without any. The columns of the product are in
// each of its rows.
var csvColumns = func() []string {
	all := []string{"slug", "name", "description", "status", "taxClass", "brand", "categories", "images", "sku"}
	for n := range maxOptions {
		all = append(all, optionColumn(n), valueColumn(n))
	}
	return append(all, "price", "compareAtPrice", "wholesalePrices", "weightGrams", "onHand")
}()

func optionColumn(n int) string { return "option" + strconv.Itoa(n+1) }
func valueColumn(n int) string  { return "option" + strconv.Itoa(n+1) + "Value" }

// A cell with several values separates slugs and price tiers ("24:8.90|100:7.50") by listSeparator,
// and images, each a URL and a description, by imageSeparator.
const (
	listSeparator  = "|"
	imageSeparator = "\n"
)

// csvRowsOf returns the rows of a product in a file of the format.
func csvRowsOf(p product, t *taxonomy, format safecsv.Format) [][]string {
	productCells := map[string]string{"slug": p.Slug, "name": p.Name, "status": string(p.Status), "taxClass": string(p.TaxClass)}
	if p.Description != nil {
		productCells["description"] = *p.Description
	}
	if b := t.brandByID(p.BrandID); b != nil {
		productCells["brand"] = b.Slug
	}
	productCells["categories"] = joinMapped(t.categoriesByID(p.CategoryIDs), listSeparator, func(c categoryView) string { return c.Slug })
	productCells["images"] = imagesCell(p.Images)
	var rows [][]string
	for _, v := range p.onSale() {
		rows = append(rows, csvCellsInOrder(productCells, v.csvCells(p.Options, format)))
	}
	if len(rows) == 0 {
		rows = append(rows, csvCellsInOrder(productCells, nil))
	}
	return rows
}

// imagesCell is the cell of images: each in a line, its URL and a description.
func imagesCell(images []image) string {
	return joinMapped(images, imageSeparator, func(i image) string {
		if i.Alt == nil {
			return i.URL
		}
		return i.URL + " " + *i.Alt
	})
}

// csvCells returns the cells of the variant by column.
func (v variant) csvCells(options []option, format safecsv.Format) map[string]string {
	amount := func(c money.Cents) string { return format.Number(c.String()) }
	cells := map[string]string{"sku": v.SKU, "price": amount(v.Price)}
	for n, o := range options {
		cells[optionColumn(n)], cells[valueColumn(n)] = o.Name, v.Options[o.Name]
	}
	if v.CompareAtPrice != nil {
		cells["compareAtPrice"] = amount(*v.CompareAtPrice)
	}
	cells["wholesalePrices"] = joinMapped(v.WholesalePrices, listSeparator, func(t priceTier) string {
		return strconv.FormatInt(t.MinQuantity, 10) + ":" + amount(t.Price)
	})
	if v.WeightGrams != nil {
		cells["weightGrams"] = strconv.FormatInt(*v.WeightGrams, 10)
	}
	if v.OnHand != nil {
		cells["onHand"] = strconv.FormatInt(*v.OnHand, 10)
	}
	return cells
}

// csvCellsInOrder puts cells into the order of the columns. A column is either the product's or the
// variant's.
func csvCellsInOrder(product, variant map[string]string) []string {
	cells := make([]string, len(csvColumns))
	for i, c := range csvColumns {
		cells[i] = product[c] + variant[c]
	}
	return cells
}

func joinMapped[T any](list []T, separator string, text func(T) string) string {
	return strings.Join(convert.All(list, text), separator)
}
