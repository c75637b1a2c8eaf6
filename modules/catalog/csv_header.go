package catalog

import (
	"maps"
	"slices"
	"strings"

	"orderd/platform/fault"
	"orderd/platform/tablefile"
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
	keyed     []string       // the columns of attributes and of metadata, in order
	silent    []string       // columns of which a blank cell says nothing
}

// maxHeaderFaults is how much the list of what is wrong with a header has.
const maxHeaderFaults = 100

// newCSVHeader reads the names of columns, in any case. Cells without a name at the end of the line
// do not count. It returns ValidationFailed with all that is wrong.
func newCSVHeader(names []string, separator rune, plan importPlan) (csvHeader, error) {
	if names = tablefile.Named(names); len(names) > tablefile.MaxColumns {
		return csvHeader{}, tablefile.BadHeader(tablefile.HeaderFault("has more than 1000 columns"))
	}
	h := csvHeader{
		format: plan.formatOf(names), plan: plan, separator: separator, width: len(names), at: map[string]int{},
		names: names, fields: make([]string, len(names)),
	}
	var faults []fault.Field
	if isCombinations(names) && len(plan.mapping) == 0 && !plan.previews {
		return csvHeader{}, tablefile.BadHeader(tablefile.HeaderFault(
			"is PrestaShop's file of combinations, which is not taken: import the " +
				"file of products, and give them their variants"))
	}
	for i, name := range names {
		field, chosen := h.fieldOf(name)
		first, twice := h.at[field]
		var misspelt fault.Field
		if field == "" && !chosen && h.format.isOwn() {
			misspelt = h.misspelt(i, name)
		}
		switch {
		case len(faults) == maxHeaderFaults:
		case field != "" && h.format.fields.Index(field) < 0 && (!h.format.isOwn() || plan.keyedField(field) != field):
			faults = append(faults,
				tablefile.HeaderFault("%q, which the mapping names, is no field of the format", tablefile.Cut(field, 60)))
		case misspelt.Code != "":
			faults = append(faults, misspelt)
		case field == "", twice && !chosen && !h.format.isOwn():
		case twice:
			faults = append(faults,
				tablefile.HeaderFault("columns %d and %d of the first line are both %q", first+1, i+1, field))
		default:
			h.at[field], h.fields[i] = i, field
		}
	}
	h.keyed = slices.DeleteFunc(slices.Sorted(maps.Keys(h.at)), func(field string) bool { return !isKeyedColumn(field) })
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
		return csvHeader{}, tablefile.BadHeader(faults...)
	}
	return h, nil
}

// fieldOf is what a column with the name is read as, "" for nothing, and whether the mapping says
// so.
func (h *csvHeader) fieldOf(name string) (field string, chosen bool) {
	if field, chosen = h.plan.fieldOf(name); chosen {
		return field, true
	}
	if field = h.format.fields.Of(name); field == "" && h.format.isOwn() {
		field = h.plan.keyedField(name)
	}
	return field, false
}

// ignored are the names of the columns that are left out.
func (h *csvHeader) ignored() []string {
	names := []string{}
	for i, name := range h.names {
		if name = strings.TrimSpace(name); h.fields[i] == "" && name != "" && len(names) < maxHeaderFaults {
			names = append(names, tablefile.Cut(name, 60))
		}
	}
	return names
}

// columnOf is the name in the file of the column with the field, or "".
func (h *csvHeader) columnOf(field string) string {
	if i, has := h.at[field]; has {
		return tablefile.Cut(strings.TrimSpace(h.names[i]), 60)
	}
	return ""
}

// isMultiline reports whether a cell of the column may have lines.
func isMultiline(column string) bool {
	if isKeyedColumn(column) {
		return true
	}
	return slices.ContainsFunc(csvColumns, func(c csvColumn) bool { return c.name == column && c.multiline })
}

// nearest is the column of the own format whose name the given one may have been meant to be, or
// "".
func (h *csvHeader) nearest(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, column := range csvNames() {
		if tablefile.IsNear(name, strings.ToLower(column)) {
			return column
		}
	}
	if column := nearestMetadataColumn(name); column != "" {
		return column
	}
	return h.plan.attributes.nearestColumn(name)
}

// misspelt is what is wrong with a column whose name is nearly that of one of the own format. Its
// code is "" for a column that is left out.
func (h *csvHeader) misspelt(i int, name string) fault.Field {
	if near := h.nearest(name); near != "" {
		return tablefile.HeaderFault("column %d of the first line, %q, is not one of the columns: is it %s?",
			i+1, tablefile.Cut(name, 60), near)
	}
	if prefix := metadataPrefixOf(name); prefix != "" {
		return tablefile.HeaderFault(
			"column %d of the first line, %q, must have behind %s a key of 1 to 40 of a-z, 0-9, _, . and -",
			i+1, tablefile.Cut(name, 60), prefix)
	}
	return fault.Field{}
}
