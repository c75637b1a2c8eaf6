package catalog

import (
	"slices"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/fault"
)

// csvHeader is the first line of a file: which cell of a row is of which column, or of which field
// of another system's file.
type csvHeader struct {
	format    *csvFormat
	plan      importPlan
	separator rune
	width     int            // cells of a row
	at        map[string]int // by column
	names     []string       // of the columns, as the file has them
	fields    []string       // by place; "": the column is left out
}

// The limits of a header: the list of what is wrong with it, and its columns.
const (
	maxHeaderFaults = 100
	maxColumns      = 1000
)

// newCSVHeader reads the names of columns, in any case. Cells without a name at the end of the line
// do not count. It returns ValidationFailed with all that is wrong.
func newCSVHeader(names []string, separator rune, plan importPlan) (csvHeader, error) {
	if names = namedColumns(names); len(names) > maxColumns {
		return csvHeader{}, badHeader(headerFault("has more than 1000 columns"))
	}
	h := csvHeader{
		format: plan.formatOf(names), plan: plan, separator: separator, width: len(names), at: map[string]int{},
		names: names, fields: make([]string, len(names)),
	}
	var faults []fault.Field
	if isCombinations(names) && len(plan.mapping) == 0 && !plan.previews {
		return csvHeader{}, badHeader(headerFault("is PrestaShop's file of combinations, which is not taken: import the " +
			"file of products, and give them their variants"))
	}
	for i, name := range names {
		field, chosen := h.fieldOf(name)
		first, twice := h.at[field]
		near := ""
		if field == "" && !chosen && h.format.isOwn() {
			near = h.nearest(name)
		}
		switch {
		case len(faults) == maxHeaderFaults:
		case field != "" && !h.format.has(field) && (!h.format.isOwn() || plan.attributeField(field) != field):
			faults = append(faults, headerFault("%q, which the mapping names, is no field of the format", cut(field, 60)))
		case near != "":
			faults = append(faults, headerFault("column %d of the first line, %q, is not one of the columns: is it %s?",
				i+1, cut(name, 60), near))
		case field == "", twice && !chosen && !h.format.isOwn():
		case twice:
			faults = append(faults, headerFault("columns %d and %d of the first line are both %q", first+1, i+1, field))
		default:
			h.at[field], h.fields[i] = i, field
		}
	}
	faults = append(faults, plan.unknownColumns(names)...)
	if !slices.ContainsFunc(h.format.required, func(field string) bool { _, has := h.at[field]; return has }) {
		faults = append(faults, h.format.lacksRequired())
	}
	_, hasPrice := h.at["price"]
	if _, isNet := h.at["netPrice"]; isNet && !hasPrice && plan.addTax == nil {
		faults = append(faults, fault.Field{
			Pointer: "?addTax", Code: fault.Required, Detail: "is required: the prices of the file are without tax",
		})
	}
	if len(faults) > 0 && !plan.previews {
		return csvHeader{}, badHeader(faults...)
	}
	return h, nil
}

// fieldOf is what a column with the name is read as, "" for nothing, and whether the mapping says
// so.
func (h *csvHeader) fieldOf(name string) (field string, chosen bool) {
	if field, chosen = h.plan.fieldOf(name); chosen {
		return field, true
	}
	if field = h.format.fieldOf(name); field == "" && h.format.isOwn() {
		field = h.plan.attributeField(name)
	}
	return field, false
}

// namedColumns are the names, each in one line, without the blank ones at the end.
func namedColumns(names []string) []string {
	names = convert.All(names, func(name string) string { return oneLine(strings.ToValidUTF8(name, "\uFFFD")) })
	for len(names) > 0 && strings.TrimSpace(names[len(names)-1]) == "" {
		names = names[:len(names)-1]
	}
	return names
}

// ignored are the names of the columns that are left out.
func (h *csvHeader) ignored() []string {
	names := []string{}
	for i, name := range h.names {
		if name = strings.TrimSpace(name); h.fields[i] == "" && name != "" && len(names) < maxHeaderFaults {
			names = append(names, cut(name, 60))
		}
	}
	return names
}

// columnOf is the name in the file of the column with the field, or "".
func (h *csvHeader) columnOf(field string) string {
	if i, has := h.at[field]; has {
		return cut(strings.TrimSpace(h.names[i]), 60)
	}
	return ""
}

// isMultiline reports whether a cell of the column may have lines.
func isMultiline(column string) bool {
	if isAttributeColumn(column) {
		return true
	}
	return slices.ContainsFunc(csvColumns, func(c csvColumn) bool { return c.name == column && c.multiline })
}

// nearest is the column of the own format whose name the given one may have been meant to be, or
// "".
func (h *csvHeader) nearest(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, column := range csvNames() {
		if isNear(name, strings.ToLower(column)) {
			return column
		}
	}
	return h.plan.attributes.nearestColumn(name)
}

// isNear reports whether a name differs from that of a column in a character, or in two of a longer
// one.
func isNear(name, column string) bool {
	allowed := 2
	if len(column) < 6 {
		allowed = 1
	}
	return len(name) > 2 && len(name) < 40 && editDistance(name, column) <= allowed
}

// editDistance is how many runes must be changed, added, left out or swapped with the next one to
// make one word the other.
func editDistance(a, b string) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			changed := last[j]
			if a[i] != b[j] {
				changed++
			}
			row[j+1] = min(changed, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// cut returns at most n characters of a text.
func cut(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(n, len(runes))])
}
