package identity

import (
	"slices"

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
	marks     tablefile.Marks
	fields    tablefile.Fields // the first column of each in the own format is that of the export
	addresses []string         // the prefixes of fields, one for each address that a row may have
}

func (f *customerFile) isOwn() bool { return f.name == customersOrderd }

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
		if marks := f.marks.In(names); marks > most {
			best, most = f, marks
		}
	}
	return best
}

// customerColumnsKnown is how many of the names are those of columns, in the format that knows
// most.
func customerColumnsKnown(names []string) (most int) {
	for _, f := range customerFiles {
		most = max(most, f.fields.Known(names))
	}
	return most
}

// ownCustomers are the columns of the export, and what people call them in sheets of their own.
func ownCustomers() *customerFile {
	field := tablefile.FieldOf
	return &customerFile{
		name: customersOrderd, addresses: []string{""},
		fields: tablefile.Fields{
			field("email", "email", "e-mail", "email address", "e-mail-adresse"),
			field("fullName", "fullName", "full name", "name"),
			field("phone", "phone", "telephone", "telefon"),
			field("locale", "locale", "language", "sprache"),
			field("wholesale", "wholesale"),
			field("businessName", "businessName", "business name"),
			field("label", "label"),
			field("name", "addressName", "address name"),
			field("company", "company", "firma"),
			field("addressPhone", "addressPhone", "address phone"),
			field("line1", "line1", "address1", "street", "straße"),
			field("line2", "line2", "address2"),
			field("postalCode", "postalCode", "postal code", "postcode", "zip", "plz"),
			field("city", "city", "ort", "stadt"),
			field("state", "state", "province"),
			field("country", "country", "country code", "land"),
			field("isDefault", "isDefault"),
			field("firstName", "firstName", "first name", "vorname"),
			field("lastName", "lastName", "last name", "nachname"),
		},
	}
}

// shopifyCustomers are the columns of Shopify's export, the newer ones and those of before 2022.
func shopifyCustomers() *customerFile {
	field := tablefile.FieldOf
	return &customerFile{
		name: customersShopify, addresses: []string{""},
		marks: tablefile.Marks{
			{"First Name", "Last Name", "Email", "Accepts Email Marketing"},
			{"First Name", "Last Name", "Email", "Accepts Marketing"},
			{"Email", "Default Address Address1", "Default Address Zip"},
		},
		fields: tablefile.Fields{
			field("email", "Email"),
			field("firstName", "First Name"),
			field("lastName", "Last Name"),
			field("phone", "Phone"),
			field("company", "Default Address Company", "Company"),
			field("line1", "Default Address Address1", "Address1"),
			field("line2", "Default Address Address2", "Address2"),
			field("city", "Default Address City", "City"),
			field("state", "Default Address Province Code", "Province"),
			field("country", "Default Address Country Code", "Country Code"),
			field("postalCode", "Default Address Zip", "Zip"),
			field("addressPhone", "Default Address Phone"),
			field("tags", "Tags"),
		},
	}
}

// wooCommerceCustomers are the columns of WooCommerce's own export and of the usual plugins for it.
func wooCommerceCustomers() *customerFile {
	field := tablefile.FieldOf
	f := &customerFile{
		name: customersWooCommerce, addresses: []string{"billing_", "shipping_"},
		marks: tablefile.Marks{
			{"Username", "Date registered", "Email", "AOV"},
			{"Name", "Email", "Total spend", "AOV"},
			{"user_login", "user_email"},
			{"billing_address_1", "billing_country"},
			{"email", "billing_first_name", "billing_last_name"},
		},
		fields: tablefile.Fields{
			field("email", "Email", "user_email", "customer_email"),
			field("billing_email", "billing_email"),
			field("fullName", "Name", "display_name"),
			field("firstName", "first_name"),
			field("lastName", "last_name"),
			field("role", "role", "roles", "user_role"),
			field("locale", "locale"),
			field("billing_country", "Country / Region"),
			field("billing_city", "City"),
			field("billing_state", "Region"),
			field("billing_postalCode", "Postal code"),
		},
	}
	for _, prefix := range f.addresses {
		for _, part := range [][2]string{
			{"firstName", "first_name"}, {"lastName", "last_name"}, {"company", "company"}, {"addressPhone", "phone"},
			{"line1", "address_1"}, {"line2", "address_2"}, {"city", "city"}, {"state", "state"},
			{"postalCode", "postcode"}, {"country", "country"},
		} {
			f.add(prefix+part[0], prefix+part[1])
		}
	}
	return f
}

// add adds a name of columns of the field.
func (f *customerFile) add(field, column string) {
	i := f.fields.Index(field)
	if i < 0 {
		f.fields = append(f.fields, tablefile.FieldOf(field))
		i = len(f.fields) - 1
	}
	f.fields[i].Columns = append(f.fields[i].Columns, column)
}
