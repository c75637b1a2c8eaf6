package safecsv

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"orderd/platform/fault"
)

// Row is a row of a table: its cells by column, trimmed and unescaped, and where it stands. The
// cell of a column that the file does not have is blank.
type Row struct {
	Line    int // from 1; the header is a line
	Cells   map[string]string
	Problem fault.Phrase // why it cannot be read: it has no cells then
}

// maxTable is the largest file that ReadTable reads.
const maxTable = 1 << 20

// ErrTooLarge is the error of a file of more than 1 MiB.
var ErrTooLarge = errors.New("safecsv: the file is larger than 1 MiB")

// ReadTable reads a small file, whose first line names its columns, each of these at most once, in
// any order and case. It detects encoding and separator as spreadsheets write them. Blank rows do
// not count. problems are what is wrong with the first line; there are no rows then. It returns
// ErrTooLarge, or the error of reading.
func ReadTable(file *io.SectionReader, columns []string) (rows []Row, problems []fault.Phrase, err error) {
	if file.Size() > maxTable {
		return nil, nil, ErrTooLarge
	}
	t, names, problems, err := openTable(file, func(name string) string { return columnOf(name, columns) })
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	if problems = t.readHeader(names, columns); len(problems) > 0 {
		return nil, problems, nil
	}
	err = t.each(func(row Row) error {
		rows = append(rows, row)
		return nil
	})
	return rows, nil, err
}

// openTable begins to read a file: it returns the cells of its first line. problems are why it has
// none.
func openTable(
	file *io.SectionReader, columnOf func(name string) string,
) (t *table, names []string, problems []fault.Phrase, err error) {
	if file, err = Decode(file); err != nil {
		return nil, nil, nil, err
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, nil, nil, err
	}
	t = newTable(string(text), columnOf)
	if names, err = t.csv.Read(); err != nil {
		problem := fault.Say("must begin with a line of column names")
		return nil, nil, []fault.Phrase{problem}, nil //nolint:nilerr // it is the file's
	}
	return t, names, nil, nil
}

// table reads the rows of a text.
type table struct {
	csv      *csv.Reader
	columnOf func(name string) string // "": of none
	before   int                      // lines before the header
	width    int                      // cells of a row
	at       map[string]int           // by column
}

// each calls do with each row that is not blank, until it returns an error.
func (t *table) each(do func(Row) error) error {
	for {
		row, more := t.next()
		if !more {
			return nil
		}
		if row.Problem.Text == "" && strings.Join(slices.Collect(maps.Values(row.Cells)), "") == "" {
			continue
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// separatorLine is a first line that tells spreadsheets the separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=([,;\t])"?\r?\n`)

// newTable is a reader with the separator by which the first line has the most names of columns.
func newTable(text string, columnOf func(name string) string) *table {
	t, separators := &table{columnOf: columnOf}, ",;\t"
	if m := separatorLine.FindStringSubmatch(text); m != nil {
		t.before, separators, text = 1, m[1], text[len(m[0]):]
	}
	most := -1
	for _, separator := range separators {
		r := csv.NewReader(strings.NewReader(text))
		r.FieldsPerRecord, r.Comma = -1, separator
		names, _ := r.Read()
		known := 0
		for _, name := range names {
			if columnOf(name) != "" {
				known++
			}
		}
		if known > most {
			most = known
			t.csv = csv.NewReader(strings.NewReader(text))
			t.csv.FieldsPerRecord, t.csv.Comma = -1, separator
		}
	}
	return t
}

// columnOf is the column with the name, in any case, or "".
func columnOf(name string, columns []string) string {
	i := slices.IndexFunc(columns, func(c string) bool { return strings.EqualFold(c, strings.TrimSpace(name)) })
	if i < 0 {
		return ""
	}
	return columns[i]
}

// readHeader notes where the columns stand. Cells without a name at the end of the line do not
// count.
func (t *table) readHeader(names, columns []string) (problems []fault.Phrase) {
	names = t.measure(names)
	for i, name := range names {
		column := t.columnOf(name)
		first, twice := t.at[column]
		switch {
		case column == "":
			problems = append(problems, fault.Say("column %d of the first line, %q, is none of: %s", i+1,
				fmt.Sprintf("%.60s", name), strings.Join(columns, ", ")))
		case twice:
			problems = append(problems, fault.Say("columns %d and %d of the first line are both %q", first+1, i+1, column))
		default:
			t.at[column] = i
		}
	}
	return problems[:min(len(problems), 20)]
}

// measure notes how many cells rows have, and returns the names without the blank ones at the end.
func (t *table) measure(names []string) []string {
	for len(names) > 0 && strings.TrimSpace(names[len(names)-1]) == "" {
		names = names[:len(names)-1]
	}
	t.width, t.at = len(names), map[string]int{}
	return names
}

// next reads the next row; more is false at the end.
func (t *table) next() (row Row, more bool) {
	cells, err := t.csv.Read()
	var syntax *csv.ParseError
	switch {
	case errors.As(err, &syntax):
		return Row{Line: t.before + syntax.StartLine, Problem: fault.Say("is not CSV: %s", syntax.Err.Error())}, true
	case err != nil: // the end: the text is in memory
		return Row{}, false
	}
	line, _ := t.csv.FieldPos(0)
	row = Row{Line: t.before + line, Cells: map[string]string{}}
	for len(cells) > t.width && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	if len(cells) != t.width && strings.Join(cells, "") != "" {
		return Row{Line: row.Line, Problem: fault.Say("has %d cells, and the first line %d", len(cells), t.width)}, true
	}
	for column, i := range t.at {
		if i < len(cells) {
			row.Cells[column] = strings.TrimSpace(Unescape(cells[i], t.csv.Comma))
		}
	}
	return row, true
}
