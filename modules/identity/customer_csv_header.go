package identity

import (
	"strings"

	"orderd/platform/fault"
	"orderd/platform/tablefile"
)

// maxCustomerFaults is how much the lists of what is wrong with a header, and of the columns that
// are left out, have.
const maxCustomerFaults = 100

// customerHeader is the first line of a file: which cell of a row is of which field.
type customerHeader struct {
	file      *customerFile
	separator rune
	names     []string       // of the columns, as the file has them
	at        map[string]int // by field
	ignored   []string       // columns of which nothing is taken over
}

// newCustomerHeader reads the names of columns, in any case. It returns fault.ValidationFailed with
// all that is wrong: a column is refused only when its name is nearly that of a known one.
func newCustomerHeader(names []string, separator rune, wanted customerFormat) (*customerHeader, error) {
	if names = tablefile.Named(names); len(names) > tablefile.MaxColumns {
		return nil, tablefile.BadHeader(tablefile.HeaderFault("has more than 1000 columns"))
	}
	h := &customerHeader{
		file: customerFileOf(wanted, names), separator: separator, names: names, at: map[string]int{}, ignored: []string{},
	}
	var faults []fault.Field
	for i, name := range names {
		field := h.file.fields.Of(name)
		first, twice := h.at[field]
		near := ""
		if field == "" && h.file.isOwn() {
			near = nearestCustomerColumn(name)
		}
		switch {
		case field != "" && !twice:
			h.at[field] = i
		case len(faults) == maxCustomerFaults:
		case near != "":
			faults = append(faults, tablefile.HeaderFault(
				"column %d of the first line, %q, is not one of the columns: is it %s?", i+1, tablefile.Cut(name, 60), near))
		case twice && h.file.isOwn():
			faults = append(faults, tablefile.HeaderFault(
				"columns %d and %d of the first line are both %q", first+1, i+1, field))
		case strings.TrimSpace(name) != "" && len(h.ignored) < maxCustomerFaults:
			h.ignored = append(h.ignored, tablefile.Cut(strings.TrimSpace(name), 60))
		}
	}
	_, hasEmail := h.at["email"]
	if _, has := h.at["billing_email"]; !has && !hasEmail {
		faults = append(faults, tablefile.HeaderFault("must have the column %s", h.file.fields[0].Columns[0]))
	}
	if len(faults) > 0 {
		return nil, tablefile.BadHeader(faults...)
	}
	return h, nil
}

// nearestCustomerColumn is the column of the own format whose name the given one may have been
// meant to be, or "".
func nearestCustomerColumn(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, field := range customerFiles[0].fields {
		if tablefile.IsNear(name, strings.ToLower(field.Columns[0])) {
			return field.Columns[0]
		}
	}
	return ""
}

// columnOf is the name in the file of the column with the field, or the field.
func (h *customerHeader) columnOf(field string) string {
	if i, has := h.at[field]; has {
		return tablefile.Cut(strings.TrimSpace(h.names[i]), 60)
	}
	return field
}
