package tablefile

import (
	"slices"
	"strings"
)

// Field is a field of a format, with the names that columns of it have.
type Field struct {
	Name    string
	Columns []string
}

// FieldOf is the field whose columns have one of the names.
func FieldOf(name string, columns ...string) Field { return Field{Name: name, Columns: columns} }

// Fields are the fields of a format: how a system writes its files.
type Fields []Field

// Of is the field of the column with the name, in any case, or "".
func (f Fields) Of(column string) string {
	column = strings.TrimSpace(column)
	i := slices.IndexFunc(f, func(field Field) bool {
		return slices.ContainsFunc(field.Columns, func(name string) bool { return strings.EqualFold(name, column) })
	})
	if i < 0 {
		return ""
	}
	return f[i].Name
}

// Index is where the field with the name stands, or -1.
func (f Fields) Index(name string) int {
	return slices.IndexFunc(f, func(field Field) bool { return field.Name == name })
}

// Known is how many of the names are those of columns.
func (f Fields) Known(names []string) (known int) {
	for _, name := range names {
		if f.Of(name) != "" {
			known++
		}
	}
	return known
}

// Marks recognise the files of a format: these have all columns of one of them.
type Marks [][]string

// In is how many columns the mark has that the names have most of, when they have all of it, else
// 0.
func (m Marks) In(names []string) (most int) {
	for _, mark := range m {
		lacks := func(column string) bool { return !HasName(names, column) }
		if !slices.ContainsFunc(mark, lacks) {
			most = max(most, len(mark))
		}
	}
	return most
}
