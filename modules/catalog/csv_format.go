package catalog

import (
	"fmt"
	"slices"

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
	marks    tablefile.Marks
	fields   tablefile.Fields // what is taken over
	required []string         // a file has one of these fields
	group    rowKey           // of the rows that must be seen together
	absorbs  absorbedKeys     // nil: nothing
	naming   rowKey           // a name that is a product's unless others have it too; nil: none
	convert  groupConverter   // of such rows into own ones; nil: it is the own format

	sources map[string][]string // further fields that columns of the own format are made of
	taxed   []string            // fields of amounts that have tax, whatever the request says
	silent  []string            // columns of the own format of which a blank cell says nothing
}

type (
	rowKey         func(l *line) string
	absorbedKeys   func(l *line) []string // whose rows belong to the group of this one too
	groupConverter func(c *conversion, lines []*line)
)

// isOwn reports whether files of the format need not be converted.
func (f *csvFormat) isOwn() bool { return f.convert == nil }

// lacksRequired is the fault of a header without any of the required fields.
func (f *csvFormat) lacksRequired() fault.Field {
	if f.isOwn() {
		return tablefile.HeaderFault("must have the column slug or name")
	}
	first := f.fields[f.fields.Index(f.required[0])]
	return tablefile.HeaderFault("must have the column %s", first.Columns[0])
}

// csvFormats are the formats, the own one first: the file's is the first that recognises it.
var csvFormats = []*csvFormat{
	ownFormat(), shopifyFormat(), wooCommerceFormat(), magentoFormat(), prestaShopFormat(), merchantFormat(),
}

func ownFormat() *csvFormat {
	return &csvFormat{
		name: formatOrderd, required: []string{"slug", "name"},
		fields: convert.All(csvColumns, func(c csvColumn) tablefile.Field { return tablefile.FieldOf(c.name, c.name) }),
	}
}

// formatNamed returns the format with the name.
func formatNamed(name importFormat) *csvFormat {
	return csvFormats[slices.IndexFunc(csvFormats, func(f *csvFormat) bool { return f.name == name })]
}

// numbered are fields with a number from 1 on, of columns with the number.
func numbered(n int, field string, columns ...string) (fields tablefile.Fields) {
	for i := range n {
		ofThis := convert.All(columns, func(column string) string { return fmt.Sprintf(column, i+1) })
		fields = append(fields, tablefile.FieldOf(fmt.Sprintf(field, i+1), ofThis...))
	}
	return fields
}

// columnsKnown is how many of the names are those of columns, in the format that knows most.
func columnsKnown(names []string) (most int) {
	for _, f := range csvFormats {
		most = max(most, f.fields.Known(names))
	}
	return most
}
