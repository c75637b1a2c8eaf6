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

	"orderd/platform/fault"
)

// longestRow is how many bytes of a file one row may have, which is more than a product can fill. In memory a row of nothing but commas is
// eighty times its size.
const longestRow = 512 << 10

var errLongRow = errors.New("catalog: a row of a file is too long")

// rows reads the rows of a file of products.
type rows struct {
	csv    *csv.Reader
	file   *rationed
	header []string
}

// opened finds out what separates the cells, and reads the header. It returns ValidationFailed when that is none.
func opened(file io.Reader) (*rows, error) {
	text := bufio.NewReaderSize(file, 64<<10)
	if mark, _ := text.Peek(3); bytes.Equal(mark, []byte("\uFEFF")) {
		_, _ = text.Discard(3)
	}
	r := &rows{file: &rationed{file: text}}
	r.csv = csv.NewReader(r.file)
	r.csv.FieldsPerRecord = -1
	start, _ := text.Peek(1 << 10)
	if first, _, _ := bytes.Cut(start, []byte("\n")); bytes.Contains(first, []byte(";")) && !bytes.Contains(first, []byte(",")) {
		r.csv.Comma = ';' // as spreadsheets write it where the comma stands in numbers
	}
	refuse := func(detail string) error {
		return fault.Invalid(fault.Field{Pointer: "", Code: fault.BadFormat, Detail: detail})
	}
	header, err := r.next()
	if err != nil {
		return nil, refuse("must begin with a line of column names")
	}
	r.header = listOf(header, strings.TrimSpace)
	for n, name := range r.header {
		if !slices.Contains(columns, name) || slices.Contains(r.header[:n], name) {
			return nil, refuse(fmt.Sprintf("column %d of the first line must be the name of a column, and no other's: %s", n+1, strings.Join(columns, ", ")))
		}
	}
	if !slices.Contains(r.header, "slug") && !slices.Contains(r.header, "name") {
		return nil, refuse("must have the column slug or name")
	}
	return r, nil
}

// next is the next row. After errLongRow nobody knows where another one begins.
func (r *rows) next() ([]string, error) {
	r.file.left = longestRow
	return r.csv.Read()
}

// rationed is a file that gives out no more than is left of a ration.
type rationed struct {
	file io.Reader
	left int
}

func (r *rationed) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, errLongRow
	}
	n, err := r.file.Read(b[:min(len(b), r.left)])
	r.left -= n
	return n, err
}
