package catalog

import (
	"fmt"
	"slices"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/tablefile"
)

// importFormat is the system whose file it is.
type importFormat string

// The formats. Auto is the one that the first line of a file is recognised by.
const (
	formatAuto        importFormat = "auto"
	formatOrderd      importFormat = "orderd"
	formatShopify     importFormat = "shopify"
	formatWooCommerce importFormat = "woocommerce"
	formatMagento     importFormat = "magento"
	formatPrestaShop  importFormat = "prestashop"
	formatMerchant    importFormat = "merchant"
)

// Values are all of them.
func (importFormat) Values() []string {
	return convert.Strings(formatAuto, formatOrderd, formatShopify, formatWooCommerce, formatMagento, formatPrestaShop,
		formatMerchant)
}

// SchemaName is the name in the OpenAPI document.
func (importFormat) SchemaName() string { return "ImportFormat" }

// csvFormat is how a system writes its products. A file of another system is first converted into
// rows of the own format.
type csvFormat struct {
	name     importFormat
	marks    [][]string     // it is the file's that has all columns of one of these
	fields   []formatField  // what is taken over
	required []string       // a file has one of these fields
	group    rowKey         // of the rows that must be seen together
	absorbs  absorbedKeys   // nil: nothing
	naming   rowKey         // a name that is a product's unless others have it too; nil: none
	convert  groupConverter // of such rows into own ones; nil: it is the own format

	sources map[string][]string // further fields that columns of the own format are made of
	taxed   []string            // fields of amounts that have tax, whatever the request says
	silent  []string            // columns of the own format of which a blank cell says nothing
}

type (
	rowKey         func(l *line) string
	absorbedKeys   func(l *line) []string // whose rows belong to the group of this one too
	groupConverter func(c *conversion, lines []*line)
)

// formatField is a field of a format, with the names that columns of it have.
type formatField struct {
	name    string
	columns []string
}

// isOwn reports whether files of the format need not be converted.
func (f *csvFormat) isOwn() bool { return f.convert == nil }

// fieldOf is the field of the column with the name, in any case, or "".
func (f *csvFormat) fieldOf(column string) string {
	column = strings.TrimSpace(column)
	i := slices.IndexFunc(f.fields, func(field formatField) bool {
		return slices.ContainsFunc(field.columns, func(name string) bool { return strings.EqualFold(name, column) })
	})
	if i < 0 {
		return ""
	}
	return f.fields[i].name
}

// has reports whether the format has the field.
func (f *csvFormat) has(field string) bool {
	return slices.ContainsFunc(f.fields, func(known formatField) bool { return known.name == field })
}

// marksIn is how many columns the mark has that the names have most of, when they have all of it,
// else 0.
func (f *csvFormat) marksIn(names []string) (most int) {
	for _, mark := range f.marks {
		lacks := func(column string) bool { return !tablefile.HasName(names, column) }
		if !slices.ContainsFunc(mark, lacks) {
			most = max(most, len(mark))
		}
	}
	return most
}

// lacksRequired is the fault of a header without any of the required fields.
func (f *csvFormat) lacksRequired() fault.Field {
	if f.isOwn() {
		return tablefile.HeaderFault("must have the column slug or name")
	}
	i := slices.IndexFunc(f.fields, func(field formatField) bool { return field.name == f.required[0] })
	return tablefile.HeaderFault("must have the column %s", f.fields[i].columns[0])
}

// csvFormats are the formats, the own one first: the file's is the first that recognises it.
var csvFormats = []*csvFormat{
	ownFormat(), shopifyFormat(), wooCommerceFormat(), magentoFormat(), prestaShopFormat(), merchantFormat(),
}

func ownFormat() *csvFormat {
	return &csvFormat{
		name: formatOrderd, required: []string{"slug", "name"},
		fields: convert.All(csvColumns, func(c csvColumn) formatField { return formatField{c.name, []string{c.name}} }),
	}
}

// formatNamed returns the format with the name.
func formatNamed(name importFormat) *csvFormat {
	return csvFormats[slices.IndexFunc(csvFormats, func(f *csvFormat) bool { return f.name == name })]
}

// numbered are fields with a number from 1 on, of columns with the number.
func numbered(n int, field string, columns ...string) (fields []formatField) {
	for i := range n {
		fields = append(fields, formatField{
			fmt.Sprintf(field, i+1),
			convert.All(columns, func(column string) string { return fmt.Sprintf(column, i+1) }),
		})
	}
	return fields
}

// columnsKnown is how many of the names are those of columns, in the format that knows most.
func columnsKnown(names []string) (most int) {
	for _, f := range csvFormats {
		known := 0
		for _, name := range names {
			if f.fieldOf(name) != "" {
				known++
			}
		}
		most = max(most, known)
	}
	return most
}
