package catalog

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"orderd/platform/convert"
	"orderd/platform/fault"
)

// maxRowBytes is the largest row of a file, which is more than a product can fill. A row of nothing
// but commas takes eighty times its size in memory.
const maxRowBytes = 512 << 10

var errRowTooLong = errors.New("catalog: a row of a file is too long")

// csvReader reads a file of products row by row.
type csvReader struct {
	csv    *csv.Reader
	limit  *rowLimiter
	header []string
}

// newCSVReader detects the separator and reads the header. It returns ValidationFailed when the
// first row is no valid header.
func newCSVReader(file io.Reader) (*csvReader, error) {
	text := bufio.NewReaderSize(file, 64<<10)
	if mark, _ := text.Peek(2); bytes.Equal(mark, []byte{0xFF, 0xFE}) || bytes.Equal(mark, []byte{0xFE, 0xFF}) {
		return nil, badHeader("must be text in UTF-8, and is in UTF-16")
	}
	if mark, _ := text.Peek(3); bytes.Equal(mark, []byte("\uFEFF")) {
		_, _ = text.Discard(3)
	}
	r := &csvReader{limit: &rowLimiter{file: text}}
	r.csv = csv.NewReader(r.limit)
	r.csv.FieldsPerRecord = -1
	start, _ := text.Peek(1 << 10)
	if first, _, _ := bytes.Cut(start, []byte("\n")); bytes.Contains(first, []byte(";")) && !bytes.Contains(first, []byte(",")) {
		r.csv.Comma = ';' // spreadsheets write it where numbers have a decimal comma
	}
	header, err := r.next()
	if err != nil {
		return nil, badHeader("must begin with a line of column names")
	}
	r.header = convert.All(header, strings.TrimSpace)
	return r, checkHeader(r.header)
}

func checkHeader(header []string) error {
	for i, name := range header {
		if !slices.Contains(csvColumns, name) || slices.Contains(header[:i], name) {
			return badHeader(fmt.Sprintf("column %d of the first line must be the name of a column, and no other's: %s", i+1, strings.Join(csvColumns, ", ")))
		}
	}
	if !slices.Contains(header, "slug") && !slices.Contains(header, "name") {
		return badHeader("must have the column slug or name")
	}
	return nil
}

func badHeader(detail string) error {
	return fault.Invalid(fault.Field{Pointer: "", Code: fault.BadFormat, Detail: detail})
}

// next returns the next row. After errRowTooLong the reader cannot find the beginning of another
// row.
func (r *csvReader) next() ([]string, error) {
	r.limit.remaining = maxRowBytes
	return r.csv.Read()
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
