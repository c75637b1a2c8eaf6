package safecsv

import (
	"io"
	"slices"
	"strings"

	"orderd/platform/fault"
)

// Column is a column of a file that another program has written: its name in Row.Cells, and those
// that files have for it.
type Column struct {
	Name     string
	Names    []string
	Required bool
}

// ReadColumns calls do with each row of a file whose first line names its columns, in any order and
// case: with the cells of these columns. Others are left aside; of two of one name the first
// counts. Everything else is as with ReadTable, without its limit: the text is held in memory.
// problems are what is wrong with the first line, such as a required column that it lacks. It
// returns the error of do, or that of reading.
func ReadColumns(file *io.SectionReader, columns []Column, do func(Row) error) (problems []fault.Phrase, err error) {
	t, names, problems, err := openTable(file, func(name string) string { return columnNamed(name, columns) })
	if err != nil || len(problems) > 0 {
		return problems, err
	}
	for i, name := range t.measure(names) {
		column := t.columnOf(name)
		if _, twice := t.at[column]; column != "" && !twice {
			t.at[column] = i
		}
	}
	for _, c := range columns {
		if _, found := t.at[c.Name]; c.Required && !found {
			problems = append(problems, fault.Say("the first line has none of: %s", strings.Join(c.Names, ", ")))
		}
	}
	if len(problems) > 0 {
		return problems, nil
	}
	return nil, t.each(do)
}

// columnNamed is the name of the column that a file calls so, in any case, or "".
func columnNamed(name string, columns []Column) string {
	name = strings.TrimSpace(name)
	for _, c := range columns {
		if slices.ContainsFunc(c.Names, func(known string) bool { return strings.EqualFold(known, name) }) {
			return c.Name
		}
	}
	return ""
}
