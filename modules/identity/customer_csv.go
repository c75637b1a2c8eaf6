package identity

import (
	"slices"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/tablefile"
)

// customerFormat is the system whose file of customers it is.
type customerFormat string

// The formats. Auto is the one that the first line of a file is recognised by.
const (
	customersAuto        customerFormat = "auto"
	customersOrderd      customerFormat = "orderd"
	customersShopify     customerFormat = "shopify"
	customersWooCommerce customerFormat = "woocommerce"
)

// Values are all of them.
func (customerFormat) Values() []string {
	return convert.Strings(customersAuto, customersOrderd, customersShopify, customersWooCommerce)
}

// SchemaName is the name in the OpenAPI document.
func (customerFormat) SchemaName() string { return "CustomerImportFormat" }

// customerFile is how a system writes its customers.
type customerFile struct {
	name      customerFormat
	marks     [][]string // a file is the system's that has all columns of one of these
	fields    []customerField
	addresses []string // the prefixes of the fields of an address, one for each that a row may have
}

// customerField is a field of a format, with the names that columns of it have. The first one of
// the own format is that of the export.
type customerField struct {
	name    string
	columns []string
}

func (f *customerFile) isOwn() bool { return f.name == customersOrderd }

// fieldOf is the field of the column with the name, in any case, or "".
func (f *customerFile) fieldOf(column string) string {
	column = strings.TrimSpace(column)
	i := slices.IndexFunc(f.fields, func(field customerField) bool {
		return slices.ContainsFunc(field.columns, func(name string) bool { return strings.EqualFold(name, column) })
	})
	if i < 0 {
		return ""
	}
	return f.fields[i].name
}

// marksIn is how many columns the mark has that the names have most of, when they have all of it,
// else 0.
func (f *customerFile) marksIn(names []string) (most int) {
	for _, mark := range f.marks {
		lacks := func(column string) bool { return !tablefile.HasName(names, column) }
		if !slices.ContainsFunc(mark, lacks) {
			most = max(most, len(mark))
		}
	}
	return most
}

// customerFiles are the formats, the own one first.
var customerFiles = []*customerFile{ownCustomers(), shopifyCustomers(), wooCommerceCustomers()}

// customerFileOf is the format with the name, or the one that the columns are recognised by: the
// own one where there is none.
func customerFileOf(wanted customerFormat, names []string) *customerFile {
	if wanted != customersAuto && wanted != "" {
		return customerFiles[slices.IndexFunc(customerFiles, func(f *customerFile) bool { return f.name == wanted })]
	}
	best, most := customerFiles[0], 0
	for _, f := range customerFiles {
		if marks := f.marksIn(names); marks > most {
			best, most = f, marks
		}
	}
	return best
}

// customerColumnsKnown is how many of the names are those of columns, in the format that knows
// most.
func customerColumnsKnown(names []string) (most int) {
	for _, f := range customerFiles {
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

// ownCustomers are the columns of the export, and what people call them in sheets of their own.
func ownCustomers() *customerFile {
	return &customerFile{
		name: customersOrderd, addresses: []string{""},
		fields: []customerField{
			{"email", []string{"email", "e-mail", "email address", "e-mail-adresse"}},
			{"fullName", []string{"fullName", "full name", "name"}},
			{"phone", []string{"phone", "telephone", "telefon"}},
			{"locale", []string{"locale", "language", "sprache"}},
			{"wholesale", []string{"wholesale"}},
			{"businessName", []string{"businessName", "business name"}},
			{"label", []string{"label"}},
			{"name", []string{"addressName", "address name"}},
			{"company", []string{"company", "firma"}},
			{"addressPhone", []string{"addressPhone", "address phone"}},
			{"line1", []string{"line1", "address1", "street", "straße"}},
			{"line2", []string{"line2", "address2"}},
			{"postalCode", []string{"postalCode", "postal code", "postcode", "zip", "plz"}},
			{"city", []string{"city", "ort", "stadt"}},
			{"state", []string{"state", "province"}},
			{"country", []string{"country", "country code", "land"}},
			{"isDefault", []string{"isDefault"}},
			{"firstName", []string{"firstName", "first name", "vorname"}},
			{"lastName", []string{"lastName", "last name", "nachname"}},
		},
	}
}

// shopifyCustomers are the columns of Shopify's export, the newer ones and those of before 2022.
func shopifyCustomers() *customerFile {
	return &customerFile{
		name: customersShopify, addresses: []string{""},
		marks: [][]string{
			{"First Name", "Last Name", "Email", "Accepts Email Marketing"},
			{"First Name", "Last Name", "Email", "Accepts Marketing"},
			{"Email", "Default Address Address1", "Default Address Zip"},
		},
		fields: []customerField{
			{"email", []string{"Email"}},
			{"firstName", []string{"First Name"}},
			{"lastName", []string{"Last Name"}},
			{"phone", []string{"Phone"}},
			{"company", []string{"Default Address Company", "Company"}},
			{"line1", []string{"Default Address Address1", "Address1"}},
			{"line2", []string{"Default Address Address2", "Address2"}},
			{"city", []string{"Default Address City", "City"}},
			{"state", []string{"Default Address Province Code", "Province"}},
			{"country", []string{"Default Address Country Code", "Country Code"}},
			{"postalCode", []string{"Default Address Zip", "Zip"}},
			{"addressPhone", []string{"Default Address Phone"}},
			{"tags", []string{"Tags"}},
		},
	}
}

// wooCommerceCustomers are the columns of WooCommerce's own export and of the usual plugins for it.
func wooCommerceCustomers() *customerFile {
	f := &customerFile{
		name: customersWooCommerce, addresses: []string{"billing_", "shipping_"},
		marks: [][]string{
			{"Username", "Date registered", "Email", "AOV"},
			{"Name", "Email", "Total spend", "AOV"},
			{"user_login", "user_email"},
			{"billing_address_1", "billing_country"},
			{"email", "billing_first_name", "billing_last_name"},
		},
		fields: []customerField{
			{"email", []string{"Email", "user_email", "customer_email"}},
			{"billing_email", []string{"billing_email"}},
			{"fullName", []string{"Name", "display_name"}},
			{"firstName", []string{"first_name"}},
			{"lastName", []string{"last_name"}},
			{"role", []string{"role", "roles", "user_role"}},
			{"locale", []string{"locale"}},
			{"billing_country", []string{"Country / Region"}},
			{"billing_city", []string{"City"}},
			{"billing_state", []string{"Region"}},
			{"billing_postalCode", []string{"Postal code"}},
		},
	}
	for _, prefix := range f.addresses {
		for _, field := range [][2]string{
			{"firstName", "first_name"}, {"lastName", "last_name"}, {"company", "company"}, {"addressPhone", "phone"},
			{"line1", "address_1"}, {"line2", "address_2"}, {"city", "city"}, {"state", "state"},
			{"postalCode", "postcode"}, {"country", "country"},
		} {
			f.add(prefix+field[0], prefix+field[1])
		}
	}
	return f
}

// add adds a name of columns of the field.
func (f *customerFile) add(field, column string) {
	i := slices.IndexFunc(f.fields, func(known customerField) bool { return known.name == field })
	if i < 0 {
		f.fields = append(f.fields, customerField{name: field})
		i = len(f.fields) - 1
	}
	f.fields[i].columns = append(f.fields[i].columns, column)
}
