package identity

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"orderd/modules/identity/events"
	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

// customerLine is a row of a file, and what it says.
type customerLine struct {
	number   int
	header   *customerHeader
	cells    []string // in the order of the header
	errors   []tablefile.Fault
	warnings []tablefile.Warning
}

// newCustomerLine reads the cells of a row. Blank cells behind the last column do not count.
func newCustomerLine(number int, header *customerHeader, cells []string) *customerLine {
	l := &customerLine{number: number, header: header, cells: cells}
	width := len(header.names)
	for len(l.cells) > width && strings.TrimSpace(l.cells[len(l.cells)-1]) == "" {
		l.cells = l.cells[:len(l.cells)-1]
	}
	if len(l.cells) != width {
		l.addError("", fault.BadFormat, fmt.Sprintf("has %d cells, and the header %d", len(cells), width))
		return l
	}
	for _, field := range header.file.fields {
		i, has := header.at[field.Name]
		if !has {
			continue
		}
		cell := strings.TrimSpace(safecsv.Unescape(l.cells[i], header.separator))
		switch header.file.name {
		case customersShopify: // it writes an apostrophe before codes and numbers
			cell = strings.TrimPrefix(cell, "'")
		case customersWooCommerce: // it keeps texts as HTML
			cell = html.UnescapeString(cell)
		}
		if !header.file.isOwn() {
			cell = lineBreaks.Replace(cell)
		}
		if l.cells[i] = strings.TrimSpace(cell); !httpapi.IsPlainText(cell, false) {
			l.addError(field.Name, fault.BadFormat, "must be text in UTF-8, without control characters")
		}
	}
	return l
}

// lineBreaks are blanks in files of other systems, whose forms have several lines.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// addError adds an error in the column of a field, or with "" in the whole line.
func (l *customerLine) addError(field string, code fault.Code, detail string) {
	e := tablefile.Fault{Line: l.number, Code: code, Detail: detail}
	if field != "" {
		e.Column = new(l.header.columnOf(field))
	}
	l.errors = append(l.errors, e)
}

// warn says that something in the column of a field is not taken over as it stands.
func (l *customerLine) warn(field, detail string) {
	w := tablefile.Warning{Line: &l.number, Detail: detail}
	if field != "" {
		w.Column = new(l.header.columnOf(field))
	}
	l.warnings = append(l.warnings, w)
}

// cell is the cell of the field, or "" when the file does not have it.
func (l *customerLine) cell(field string) string {
	i, has := l.header.at[field]
	if !has {
		return ""
	}
	return l.cells[i]
}

// text is the cell without characters that no one sees. It adds an error when it is longer than
// that.
func (l *customerLine) text(field string, longest int) string {
	cell := l.cell(field)
	if httpapi.IsBlank(cell) {
		return ""
	}
	if utf8.RuneCountInString(cell) > longest {
		l.addError(field, fault.TooLong, fmt.Sprintf("must have at most %d characters", longest))
		return ""
	}
	return cell
}

// emailField is the field that the row has its address in.
func (l *customerLine) emailField() string {
	if _, has := l.header.at["email"]; !has || l.cell("email") == "" && l.cell("billing_email") != "" {
		return "billing_email"
	}
	return "email"
}

// email is the address in the form of a registration's, or "" with an error.
func (l *customerLine) email() string {
	field := l.emailField()
	cell := l.cell(field)
	switch {
	case httpapi.IsBlank(cell):
		l.addError(field, fault.Required, "is required")
		return ""
	case !httpapi.IsEmail(cell):
		l.addError(field, fault.BadFormat, "must be an email address")
		return ""
	}
	return id.NormalizeEmail(cell)
}

// importedCustomer is what rows of a file say of one customer. A blank text is not said.
type importedCustomer struct {
	email        string
	fullName     string
	phone        string
	locale       string
	isWholesale  bool
	businessName string
	addresses    []importedAddress
}

type importedAddress struct {
	postal    postalAddress
	isDefault bool
}

// customer is what the row says, with an error for each cell that can't be so.
func (l *customerLine) customer() importedCustomer {
	c := importedCustomer{
		email: l.email(), fullName: l.personName(""), phone: l.text("phone", maxPhone),
		locale: l.locale(), businessName: l.text("businessName", maxPersonName),
	}
	c.isWholesale = l.isWholesale()
	for _, prefix := range l.header.file.addresses {
		a, has := l.address(prefix, c.fullName)
		if has && !slices.ContainsFunc(c.addresses, a.sameAs) {
			c.addresses = append(c.addresses, a)
		}
		if phone := l.cell(prefix + "addressPhone"); c.phone == "" && prefix != "" && len(phone) <= maxPhone {
			c.phone = phone
		}
	}
	return c
}

// The longest texts, as in requests.
const (
	maxPersonName = 200
	maxPhone      = 40
)

// personName is the name of the fields with the prefix, in one cell or in two.
func (l *customerLine) personName(prefix string) string {
	if name := l.text(prefix+"fullName", maxPersonName); name != "" {
		return name
	}
	name := strings.TrimSpace(l.text(prefix+"firstName", maxPersonName) + " " + l.text(prefix+"lastName", maxPersonName))
	if utf8.RuneCountInString(name) > maxPersonName {
		l.addError(prefix+"lastName", fault.TooLong, fmt.Sprintf("must have at most %d characters", maxPersonName))
	}
	return name
}

// locale is the language of the row, or "" where that is none of the shop's.
func (l *customerLine) locale() string {
	cell := strings.ToLower(l.cell("locale"))
	language, _, _ := strings.Cut(strings.ReplaceAll(cell, "_", "-"), "-") // de-AT, en_GB
	switch {
	case language == "en" || language == "de":
		return language
	case cell != "" && l.header.file.isOwn():
		l.addError("locale", fault.NotAllowed, "must be en or de")
	}
	return ""
}

var (
	yesWords = strings.Fields("true yes 1 x y ja wahr wholesale")
	noWords  = strings.Fields("false no 0 n nein falsch retail -")
)

// wholesaleRoles are the roles that plugins for WooCommerce give to wholesale customers. Those who
// have applied, or were refused, have others.
var wholesaleRoles = strings.Fields("wholesale wholesale_customer wholesale_buyer default_wholesaler")

// isWholesale reports whether the row says that the customer buys at wholesale prices: in a column
// of its own, in a tag of Shopify, or by a role of WooCommerce.
func (l *customerLine) isWholesale() bool {
	cell := strings.ToLower(l.cell("wholesale"))
	if cell != "" && !slices.Contains(yesWords, cell) && !slices.Contains(noWords, cell) {
		l.addError("wholesale", fault.BadFormat, "must be true or false")
	}
	for tag := range strings.SplitSeq(l.cell("tags"), ",") {
		if strings.EqualFold(strings.TrimSpace(tag), string(events.WholesaleAccount)) {
			return true
		}
	}
	return slices.Contains(yesWords, cell) || l.hasWholesaleRole()
}

// hasWholesaleRole warns of a role that has the word and is none that is known.
func (l *customerLine) hasWholesaleRole() bool {
	isNear := false
	for role := range strings.FieldsFuncSeq(l.cell("role"), func(r rune) bool { return strings.ContainsRune(",;|", r) }) {
		role = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(role)), " ", "_")
		if slices.Contains(wholesaleRoles, role) {
			return true
		}
		isNear = isNear || strings.Contains(role, string(events.WholesaleAccount))
	}
	if isNear {
		l.warn("role", "is no role that is known of wholesale customers: it makes none")
	}
	return false
}

// wholesaleField is the field by which isWholesale says so.
func (l *customerLine) wholesaleField() string {
	for _, field := range []string{"tags", "role"} {
		if _, has := l.header.at[field]; has {
			return field
		}
	}
	return "wholesale"
}
