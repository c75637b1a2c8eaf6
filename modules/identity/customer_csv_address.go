package identity

import (
	"cmp"
	"slices"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/postal"
)

// addressFields are the fields of an address with the longest text that each may have.
var addressFields = []struct {
	name    string
	longest int
}{
	{"label", 60}, {"name", 200}, {"company", 200}, {"addressPhone", maxPhone}, {"line1", 200}, {"line2", 200},
	{"postalCode", 20}, {"city", 120}, {"state", 120}, {"country", 2},
}

func (a importedAddress) sameAs(other importedAddress) bool { return a.postal.sameAs(other.postal) }

// address is the address of the fields with the prefix; has is false where the row has none. What
// is wrong with it is an error of the row in the own format. In a file of another system the
// address is left out with a warning: the customer is worth more.
func (l *customerLine) address(prefix, fullName string) (a importedAddress, has bool) {
	if !l.hasAddress(prefix) {
		return importedAddress{}, false
	}
	before := len(l.errors)
	a = l.readAddress(prefix, fullName)
	wrong := l.errors[before:]
	if len(wrong) == 0 || l.header.file.isOwn() {
		return a, true
	}
	columns := make([]string, 0, len(wrong))
	for _, e := range wrong {
		if e.Column != nil && !slices.Contains(columns, *e.Column) {
			columns = append(columns, *e.Column)
		}
	}
	l.errors = l.errors[:before]
	l.warn(prefix+"line1", "is an address that is left out: these columns are blank, too long or not right: "+
		strings.Join(columns, ", "))
	return importedAddress{}, false
}

// hasAddress reports whether the row has an address: more than a country, a region or a phone
// number, which systems have of everybody.
func (l *customerLine) hasAddress(prefix string) bool {
	if l.header.file.isOwn() && l.cell(prefix+"country") != "" {
		return true
	}
	return slices.ContainsFunc([]string{"line1", "line2", "city", "postalCode"}, func(field string) bool {
		return !httpapi.IsBlank(l.cell(prefix + field))
	})
}

// readAddress reads the address, with an error for each cell that can't be so. Its name is blank
// where the row has none: it is the customer's.
func (l *customerLine) readAddress(prefix, fullName string) importedAddress {
	texts := map[string]string{}
	for _, field := range addressFields {
		if field.name != "country" {
			texts[field.name] = l.text(prefix+field.name, field.longest)
		}
	}
	p := postalAddress{
		Label:   textOrNil(texts["label"]),
		Company: textOrNil(texts["company"]), Phone: textOrNil(texts["addressPhone"]),
		Line1: texts["line1"], Line2: textOrNil(texts["line2"]), City: texts["city"], State: textOrNil(texts["state"]),
		PostalCode: texts["postalCode"], Country: strings.ToUpper(l.cell(prefix + "country")),
	}
	p.FullName = cmp.Or(texts["name"], prefixedName(l, prefix), fullName, texts["company"])
	if p.Line1 == "" && l.cell(prefix+"line1") == "" {
		l.addError(prefix+"line1", fault.Required, "is required")
	}
	if !postal.IsCountry(p.Country) {
		l.addError(prefix+"country", fault.BadFormat, "must be a country code like DE")
		return importedAddress{postal: p}
	}
	for _, missing := range postal.Missing("", p.Country, p.City, p.PostalCode) {
		if field := prefix + strings.TrimPrefix(missing.Pointer, "/"); l.cell(field) == "" {
			l.addError(field, fault.Required, "is required")
		}
	}
	return importedAddress{postal: p, isDefault: slices.Contains(yesWords, strings.ToLower(l.cell("isDefault")))}
}

// prefixedName is the name that an address has of its own.
func prefixedName(l *customerLine, prefix string) string {
	if prefix == "" {
		return ""
	}
	return l.personName(prefix)
}

// textOrNil is nil for "".
func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
