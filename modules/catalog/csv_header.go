package catalog

import (
	"slices"
	"strings"

	"orderd/platform/fault"
)

// csvHeader is the first line of a file: which cell of a row is of which column.
type csvHeader struct {
	separator rune
	width     int            // cells of a row
	at        map[string]int // by column
}

// maxHeaderFaults bounds the list of what is wrong with a header.
const maxHeaderFaults = 100

// newCSVHeader reads the names of columns, in any case. Cells without a name at the end of the line
// do not count. It returns ValidationFailed with all that is wrong.
func newCSVHeader(names []string, separator rune) (csvHeader, error) {
	for len(names) > 0 && strings.TrimSpace(names[len(names)-1]) == "" {
		names = names[:len(names)-1]
	}
	h := csvHeader{separator: separator, width: len(names), at: map[string]int{}}
	var faults []fault.Field
	namesColumns := false // a fault does
	for i, name := range names {
		column, known := columnNamed(name)
		first, twice := h.at[column]
		switch {
		case len(faults) == maxHeaderFaults:
		case twice:
			faults = append(faults, headerFault("columns %d and %d of the first line are both %q", first+1, i+1, column))
		case !known && namesColumns:
			faults = append(faults, headerFault("column %d of the first line, %q, is not one of the columns",
				i+1, cut(name, 60)))
		case !known:
			faults = append(faults, headerFault("column %d of the first line, %q, is not one of the columns: %s", i+1,
				cut(name, 60), strings.Join(csvNames(), ", ")))
			namesColumns = true
		default:
			h.at[column] = i
		}
	}
	_, hasSlug := h.at["slug"]
	if _, hasName := h.at["name"]; !hasSlug && !hasName {
		faults = append(faults, headerFault("must have the column slug or name"))
	}
	if len(faults) > 0 {
		return csvHeader{}, badHeader(faults...)
	}
	return h, nil
}

// columnNamed returns the column with the name, in any case.
func columnNamed(name string) (column string, known bool) {
	name = strings.TrimSpace(name)
	i := slices.IndexFunc(csvColumns, func(c csvColumn) bool { return strings.EqualFold(c.name, name) })
	if i < 0 {
		return "", false
	}
	return csvColumns[i].name, true
}

// countColumns is how many of the names are those of columns.
func countColumns(names []string) (n int) {
	for _, name := range names {
		if _, known := columnNamed(name); known {
			n++
		}
	}
	return n
}

// cut returns at most n characters of a text.
func cut(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(n, len(runes))])
}
