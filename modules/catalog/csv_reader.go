package catalog

import (
	"io"

	"orderd/platform/tablefile"
)

// csvReader reads the rows of a file of products.
type csvReader struct {
	*tablefile.Reader
	header csvHeader
}

// openTable begins to read a file of products, in CSV or as the first sheet of a workbook. It
// returns ValidationFailed with all that is wrong with the workbook, or with the header.
func openTable(file *io.SectionReader, plan importPlan) (*csvReader, error) {
	return withHeader(plan)(tablefile.Open(file, columnsKnown))
}

// newCSVReader is openTable for a text in UTF-8. numbers are those of its rows where it was made of
// another file.
func newCSVReader(text *io.SectionReader, numbers []int, plan importPlan) (*csvReader, error) {
	return withHeader(plan)(tablefile.ReadText(text, numbers, columnsKnown))
}

func withHeader(plan importPlan) func(*tablefile.Reader, error) (*csvReader, error) {
	return func(r *tablefile.Reader, err error) (*csvReader, error) {
		if err != nil {
			return nil, err
		}
		header, err := newCSVHeader(r.Names(), r.Separator(), plan)
		return &csvReader{r, header}, err
	}
}

// lines reads rows again as lines.
func (r *csvReader) lines(rows []tablefile.Row) ([]*line, error) {
	again, err := r.Again(rows)
	if err != nil {
		return nil, err
	}
	lines := make([]*line, len(rows))
	for n, row := range rows {
		lines[n] = newLine(row.Line, &r.header, again[n])
	}
	return lines, nil
}
