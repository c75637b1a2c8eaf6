package tablefile

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"orderd/platform/fault"
)

// MaxRowBytes is the largest row of a file. A row of nothing but commas takes eighty times its size
// in memory. maxRows is how many rows Each reads.
const (
	MaxRowBytes = 512 << 10
	maxRows     = 1_000_000
)

// ErrRowTooLong is the error of a row with more than MaxRowBytes.
var ErrRowTooLong = errors.New("tablefile: a row of a file is too long")

// Reader reads the rows of a file.
type Reader struct {
	text      *io.SectionReader // the file from its header on
	before    int               // lines before the header
	csv       *csv.Reader
	limit     *rowLimiter
	separator rune
	names     []string
	lastEnd   int64 // of the last row, in text
	numbers   []int // lines of the rows in the file that the text was made of; nil: its own
	read      int   // rows
}

// Row is where a row stands in the text of a file.
type Row struct {
	Line       int // its first one
	Start, End int64
}

// ReadText detects the separator of a text in UTF-8 and reads its header. known says how many names
// of a header are those of columns: the separator is the one by which they are most. numbers are
// those of the rows where the text was made of another file, else nil. It returns
// fault.ValidationFailed for a text without a header.
func ReadText(text *io.SectionReader, numbers []int, known func(names []string) int) (*Reader, error) {
	r := &Reader{text: text, numbers: numbers}
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
	r.separator = detectSeparator(r.text, separators, known)
	r.csv, r.limit = newRowReader(fromStart(r.text), r.separator)
	if r.names, err = r.Next(); err != nil {
		return nil, BadHeader(HeaderFault("must begin with a line of column names"))
	}
	return r, nil
}

// Names are the cells of the header.
func (r *Reader) Names() []string { return r.names }

// Separator separates the cells.
func (r *Reader) Separator() rune { return r.separator }

// separatorLine is a first line that tells spreadsheets the separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=(.)"?\r?\n`)

func fromStart(text *io.SectionReader) io.Reader { return io.NewSectionReader(text, 0, text.Size()) }

// detectSeparator returns the candidate by which the first line has the most names of columns, or
// without any the most cells.
func detectSeparator(text *io.SectionReader, candidates []rune, known func(names []string) int) rune {
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
		found := known(names[:min(len(names), MaxColumns)])
		if found > most || found == most && most == 0 && len(names) > widest {
			best, most, widest = candidate, found, len(names)
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
	limit := &rowLimiter{file: text, remaining: MaxRowBytes}
	r := csv.NewReader(limit)
	r.FieldsPerRecord, r.Comma = -1, separator
	return r, limit
}

// HeaderFault is something that is wrong with the header, or with the file as a whole.
func HeaderFault(detail fault.Text, values ...any) fault.Field {
	return fault.Field{Pointer: "", Code: fault.BadFormat, Detail: detail, Args: values}
}

// BadHeader is the fault of a file that is not read.
func BadHeader(faults ...fault.Field) error { return fault.Invalid(faults...) }

// Next returns the next row. After ErrRowTooLong the reader cannot find the beginning of another
// row.
func (r *Reader) Next() ([]string, error) {
	r.lastEnd = r.csv.InputOffset()
	r.limit.remaining = MaxRowBytes
	cells, err := r.csv.Read()
	if err == nil {
		r.read++
	}
	return cells, err
}

// Row is where the row that Next returned stands.
func (r *Reader) Row() Row {
	first, _ := r.csv.FieldPos(0)
	line := r.before + first
	if r.numbers != nil {
		line = r.numbers[r.read-1]
	}
	return Row{Line: line, Start: r.lastEnd, End: r.csv.InputOffset()}
}

// Again reads rows once more, which Next has returned.
func (r *Reader) Again(rows []Row) ([][]string, error) {
	texts := make([]io.Reader, len(rows))
	for n, row := range rows {
		texts[n] = io.NewSectionReader(r.text, row.Start, row.End-row.Start)
	}
	again, limit := newRowReader(io.MultiReader(texts...), r.separator)
	found := make([][]string, len(rows))
	for n := range rows {
		limit.remaining = MaxRowBytes
		cells, err := again.Read()
		if err != nil {
			return nil, err
		}
		found[n] = cells
	}
	return found, nil
}

// Rows is what Each calls: Do with each row, and Reject with the line of one that can't be read.
type Rows struct {
	Do     func(cells []string, row Row)
	Reject func(line int, code fault.Code, detail string)
}

// Each reads the rows below the header that say something, at most a million. It returns the error
// of the context, or that of reading the file.
func (r *Reader) Each(ctx context.Context, rows Rows) error {
	last := r.Row().Line
	for read := 0; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		cells, err := r.Next()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, ErrRowTooLong):
			rows.Reject(last+1, fault.TooLong, "is longer than 512 KiB: nothing from here on was read")
			return nil
		case errors.As(err, &syntax):
			last = r.before + syntax.StartLine
			rows.Reject(last, fault.BadFormat, "is not CSV: "+syntax.Err.Error())
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case isBlank(cells):
		case read == maxRows:
			rows.Reject(r.Row().Line, fault.TooLong, "is beyond 1000000 rows: nothing from here on was read")
			return nil
		default:
			read++
			row := r.Row()
			last = row.Line
			rows.Do(cells, row)
		}
	}
}

// isBlank reports whether a row says nothing, as those below the last one of a spreadsheet.
func isBlank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// rowLimiter reads a file, but no more than what remains for the current row.
type rowLimiter struct {
	file      io.Reader
	remaining int
}

func (r *rowLimiter) Read(b []byte) (int, error) {
	if r.remaining == 0 {
		return 0, ErrRowTooLong
	}
	n, err := r.file.Read(b[:min(len(b), r.remaining)])
	r.remaining -= n
	return n, err
}
