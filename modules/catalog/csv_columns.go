package catalog

import (
	"slices"
	"strconv"
	"strings"

	"orderd/modules/catalog/events"
	"orderd/platform/convert"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// csvColumn is a column of a file of products. It is about the product, or about the variant of its
// row: it has the two functions of one of them.
type csvColumn struct {
	name string

	// ofProduct and ofVariant make the cell, toProduct and toVariant do what it says. The slug has
	// no toProduct, because it finds the product; SKU and options have no toVariant, because they
	// are read together, nor has what is no part of the product.
	ofProduct func(p *product, t *taxonomy) string
	toProduct func(l *line, spec *productSpec, t *taxonomy)
	ofVariant func(v *variant, o []option, f safecsv.Format) string
	toVariant func(l *line, v *variantSpec)

	// ofPicture makes a cell of the variant that the product's images are needed for.
	ofPicture func(p *product, v *variant) string

	needsSKU  bool // without an SKU a cell of it is an error
	multiline bool // a cell may have lines
}

// csvColumns are the columns, in the order of the export. A file has a row for each variant on
// sale, and one for a product without any. The cells of the product are in each of its rows. An
// empty cell clears, where there can be nothing.
var csvColumns = slices.Concat(productColumnsOfCSV, optionColumnsOfCSV(), variantColumnsOfCSV, textColumnsOfCSV,
	pictureColumnsOfCSV, contentColumnsOfCSV, safetyColumnsOfCSV())

var productColumnsOfCSV = []csvColumn{
	{name: "slug", ofProduct: func(p *product, _ *taxonomy) string { return p.Slug }},
	{
		name:      "name",
		ofProduct: func(p *product, _ *taxonomy) string { return p.Name },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			if name := l.text("name", maxName); name != "" {
				spec.Name = name
			}
		},
	},
	{
		name: "description", multiline: true,
		ofProduct: func(p *product, _ *taxonomy) string { return orBlank(p.Description) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			if text := l.text("description", maxDescription); text != asExported(orBlank(spec.Description)) {
				spec.Description = optional(text, func(text string) string { return text })
			}
		},
	},
	{
		name:      "status",
		ofProduct: func(p *product, _ *taxonomy) string { return string(p.Status) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) { spec.Status = oneOf(l, "status", spec.Status) },
	},
	{
		name:      "taxClass",
		ofProduct: func(p *product, _ *taxonomy) string { return string(p.TaxClass) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) { spec.TaxClass = oneOf(l, "taxClass", spec.TaxClass) },
	},
	{
		name: "brand",
		ofProduct: func(p *product, t *taxonomy) string {
			if b := t.brandByID(p.BrandID); b != nil {
				return b.Slug
			}
			return ""
		},
		toProduct: func(l *line, spec *productSpec, t *taxonomy) { spec.BrandID = l.brandID(t) },
	},
	{
		name: "categories",
		ofProduct: func(p *product, t *taxonomy) string {
			return joinMapped(t.categoriesByID(p.CategoryIDs), listSeparator,
				func(c productCategoryView) string { return c.Slug })
		},
		toProduct: func(l *line, spec *productSpec, t *taxonomy) { spec.CategoryIDs = l.categoryIDs(t) },
	},
	{
		name: "images", multiline: true,
		ofProduct: func(p *product, _ *taxonomy) string { return imagesCell(p.Images) },
		toProduct: func(l *line, spec *productSpec, _ *taxonomy) {
			if l.cell("images") != asExported(imagesCell(spec.Images)) {
				spec.Images = l.images()
			}
		},
	},
}

// optionColumnsOfCSV are those by which a variant is found and chosen: the SKU, and the options
// with their values. line.applyToVariant reads them together.
func optionColumnsOfCSV() []csvColumn {
	sku := func(v *variant, _ []option, _ safecsv.Format) string { return v.SKU }
	columns := []csvColumn{{name: "sku", ofVariant: sku}}
	for n := range maxOptions {
		columns = append(columns,
			csvColumn{name: optionColumn(n), ofVariant: func(_ *variant, o []option, _ safecsv.Format) string {
				if n < len(o) {
					return o[n].Name
				}
				return ""
			}},
			csvColumn{name: valueColumn(n), needsSKU: n == 0, ofVariant: func(v *variant, o []option, _ safecsv.Format) string {
				if n < len(o) {
					return v.Options[o[n].Name]
				}
				return ""
			}})
	}
	return columns
}

var variantColumnsOfCSV = []csvColumn{
	{
		name: "price", needsSKU: true,
		ofVariant: func(v *variant, _ []option, f safecsv.Format) string { return f.Number(v.Price.String()) },
		toVariant: func(l *line, v *variantSpec) {
			if text := l.cell("price"); text != "" {
				v.Price = l.price("price", text)
			}
		},
	},
	{
		name: "compareAtPrice", needsSKU: true,
		ofVariant: func(v *variant, _ []option, f safecsv.Format) string {
			return cellOf(v.CompareAtPrice, func(c money.Cents) string { return f.Number(c.String()) })
		},
		toVariant: func(l *line, v *variantSpec) {
			price := func(text string) money.Cents { return l.price("compareAtPrice", text) }
			v.CompareAtPrice = optional(l.cell("compareAtPrice"), price)
		},
	},
	{
		name: "wholesalePrices", needsSKU: true,
		ofVariant: func(v *variant, _ []option, f safecsv.Format) string {
			return joinMapped(v.WholesalePrices, listSeparator, func(t priceTier) string {
				return strconv.FormatInt(t.MinQuantity, 10) + ":" + f.Number(t.Price.String())
			})
		},
		toVariant: func(l *line, v *variantSpec) { v.WholesalePrices = l.priceTiers() },
	},
	{
		name: "weightGrams", needsSKU: true,
		ofVariant: func(v *variant, _ []option, _ safecsv.Format) string { return cellOf(v.WeightGrams, formatInt) },
		toVariant: func(l *line, v *variantSpec) {
			grams := func(text string) int64 { return l.whole("weightGrams", text, 0, maxWeightGrams) }
			v.WeightGrams = optional(l.cell("weightGrams"), grams)
		},
	},
	{
		name: "onHand", needsSKU: true, // read by line.counted: it is no part of the product
		ofVariant: func(v *variant, _ []option, _ safecsv.Format) string { return cellOf(v.OnHand, formatInt) },
	},
}

// variantImage is the column of the one of the product's images that shows a variant.
const variantImage = "variantImage"

// pictureColumnsOfCSV are read where the images are known: productSpec.choosePictures.
var pictureColumnsOfCSV = []csvColumn{{
	name: variantImage, needsSKU: true,
	ofPicture: func(p *product, v *variant) string {
		if i := events.ImageOf(p.Images, v.MediaID); v.MediaID != nil && i != nil {
			return i.URL
		}
		return ""
	},
	toVariant: func(l *line, v *variantSpec) {
		if url := l.cell(variantImage); url != "" || !slices.Contains(l.header.silent, variantImage) {
			v.imageURL = &url
		}
	},
}}

func optionColumn(n int) string { return "option" + strconv.Itoa(n+1) }
func valueColumn(n int) string  { return "option" + strconv.Itoa(n+1) + "Value" }

// csvNames are the names of the columns.
func csvNames() []string { return convert.All(csvColumns, func(c csvColumn) string { return c.name }) }

// A cell with several values separates slugs and price tiers ("24:8.90|100:7.50") by listSeparator,
// and images, each a URL and a description, by imageSeparator.
const (
	listSeparator  = "|"
	imageSeparator = "\n"
)

// keyedColumns are what a file has columns of behind csvColumns.
type keyedColumns struct {
	attributes []*attribute
	metadata   []string // keys
}

// names are the names of the columns.
func (k keyedColumns) names() []string {
	return append(attributeNames(k.attributes), metadataNames(k.metadata)...)
}

// csvRowsOf returns the rows of a product in a file of the format.
func csvRowsOf(p product, t *taxonomy, keyed keyedColumns, format safecsv.Format) [][]string {
	row := func(v *variant) []string {
		cells := convert.All(csvColumns, func(c csvColumn) string {
			switch {
			case c.ofProduct != nil:
				return c.ofProduct(&p, t)
			case v != nil && c.ofPicture != nil:
				return c.ofPicture(&p, v)
			case v != nil:
				return c.ofVariant(v, p.Options, format)
			}
			return ""
		})
		return slices.Concat(cells, attributeCells(&p, v, keyed.attributes, format), metadataCells(&p, v, keyed.metadata))
	}
	if len(p.onSale()) == 0 {
		return [][]string{row(nil)}
	}
	return convert.All(p.onSale(), func(v variant) []string { return row(&v) })
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

// cellOf is a blank cell for nil.
func cellOf[T any](value *T, text func(T) string) string {
	if value == nil {
		return ""
	}
	return text(*value)
}

func orBlank(text *string) string { return cellOf(text, func(s string) string { return s }) }

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

func joinMapped[T any](list []T, separator string, text func(T) string) string {
	return strings.Join(convert.All(list, text), separator)
}
