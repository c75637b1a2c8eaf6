package catalog

import (
	"encoding/csv"
	"errors"
	"io"
	"regexp"

	"orderd/platform/fault"
)

// maxRowBytes is the largest row of a file, which is more than a product can fill. A row of nothing
// but commas takes eighty times its size in memory.
const maxRowBytes = 512 << 10

var errRowTooLong = errors.New("catalog: a row of a file is too long")

// csvReader reads the rows of a file of products.
type csvReader struct {
	text    *io.SectionReader // the file from its header on
	before  int               // lines before the header
	csv     *csv.Reader
	limit   *rowLimiter
	header  csvHeader
	lastEnd int64 // of the last row, in text
	numbers []int // of the rows, the header first, in the file that the text was made of; nil: its own
	read    int   // rows
}

// csvRow is where a row stands in the text of a file.
type csvRow struct {
	number     int // of its first line
	start, end int64
}

// newCSVReader detects the separator and reads the header. numbers are those of the rows where the
// text was made of another file. It returns ValidationFailed with all that is wrong with the
// header.
func newCSVReader(text *io.SectionReader, numbers []int, plan importPlan) (*csvReader, error) {
	r := &csvReader{text: text, numbers: numbers}
	separators := []rune{',', ';', '\t'}
	start := make([]byte, 16) // more than the line that names the separator
	n, err := text.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if m := separatorLine.FindSubmatch(start[:n]); m != nil {
		length := int64(len(m[0]))
		r.text = io.NewSectionReader(text, length, text.Size()-length)
		r.before, separators = 1, []rune(string(m[1]))
	}
	separator := detectSeparator(r.text, separators)
	r.csv, r.limit = newRowReader(fromStart(r.text), separator)
	names, err := r.next()
	if err != nil {
		return nil, badHeader(headerFault("must begin with a line of column names"))
	}
	r.header, err = newCSVHeader(names, separator, plan)
	return r, err
}

// separatorLine is a first line that tells spreadsheets the separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=(.)"?\r?\n`)

func fromStart(text *io.SectionReader) io.Reader { return io.NewSectionReader(text, 0, text.Size()) }

// detectSeparator returns the candidate by which the first line has the most names of columns, or
// without any the most cells.
func detectSeparator(text *io.SectionReader, candidates []rune) rune {
	best, most, widest := candidates[0], -1, 0
	for _, candidate := range candidates {
		if !validSeparator(candidate) {
			continue
		}
		first, _ := newRowReader(fromStart(text), candidate)
		names, err := first.Read()
		if err != nil {
			continue
		}
		if known := columnsKnown(names); known > most || known == most && most == 0 && len(names) > widest {
			best, most, widest = candidate, known, len(names)
		}
	}
	if !validSeparator(best) {
		return ','
	}
	return best
}

// validSeparator reports whether a file can be separated by the character.
func validSeparator(r rune) bool { return r != '"' && r != '\r' && r != '\n' && r != '\uFFFD' }

func newRowReader(text io.Reader, separator rune) (*csv.Reader, *rowLimiter) {
	limit := &rowLimiter{file: text, remaining: maxRowBytes}
	r := csv.NewReader(limit)
	r.FieldsPerRecord, r.Comma = -1, separator
	return r, limit
}

func headerFault(detail fault.Text, values ...any) fault.Field {
	return fault.Field{Pointer: "", Code: fault.BadFormat, Detail: detail, Args: values}
}

func badHeader(faults ...fault.Field) error { return fault.Invalid(faults...) }

// next returns the next row. After errRowTooLong the reader cannot find the beginning of another
// row.
func (r *csvReader) next() ([]string, error) {
	r.lastEnd = r.csv.InputOffset()
	r.limit.remaining = maxRowBytes
	cells, err := r.csv.Read()
	if err == nil {
		r.read++
	}
	return cells, err
}

// row is where the row that next returned stands.
func (r *csvReader) row() csvRow {
	first, _ := r.csv.FieldPos(0)
	number := r.before + first
	if r.numbers != nil {
		number = r.numbers[r.read-1]
	}
	return csvRow{number: number, start: r.lastEnd, end: r.csv.InputOffset()}
}

// lines reads rows again, which next has returned, as lines.
func (r *csvReader) lines(rows []csvRow) ([]*line, error) {
	texts := make([]io.Reader, len(rows))
	for n, row := range rows {
		texts[n] = io.NewSectionReader(r.text, row.start, row.end-row.start)
	}
	again, limit := newRowReader(io.MultiReader(texts...), r.header.separator)
	lines := make([]*line, len(rows))
	for n, row := range rows {
		limit.remaining = maxRowBytes
		cells, err := again.Read()
		if err != nil {
			return nil, err
		}
		lines[n] = newLine(row.number, &r.header, cells)
	}
	return lines, nil
}

// rowLimiter reads a file, but no more than what remains for the current row.
type rowLimiter struct {
	file      io.Reader
	remaining int
}

func (r *rowLimiter) Read(b []byte) (int, error) {
	if r.remaining == 0 {
		return 0, errRowTooLong
	}
	n, err := r.file.Read(b[:min(len(b), r.remaining)])
	r.remaining -= n
	return n, err
}
