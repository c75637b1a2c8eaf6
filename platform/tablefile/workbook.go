package tablefile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"orderd/platform/safecsv"
	"orderd/platform/spreadsheet"
)

// MaxText is how large the text may become that a file stands for, in bytes: that of a workbook is
// held in memory.
const MaxText = 64 << 20

var errTextTooLarge = errors.New("tablefile: the text of a workbook is too large")

// Open begins to read a file, in CSV or as the first sheet of a workbook. known is as with
// ReadText. It returns fault.ValidationFailed with what is wrong with the workbook, or for a file
// without a header.
func Open(file *io.SectionReader, known func(names []string) int) (*Reader, error) {
	if spreadsheet.IsWorkbook(file) {
		text, numbers, err := workbookText(file)
		if err != nil {
			return nil, err
		}
		return ReadText(text, numbers, known)
	}
	text, err := safecsv.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("tablefile: decode a file: %w", err)
	}
	return ReadText(text, nil, known)
}

// workbookText is the first sheet of a workbook as CSV, with the numbers of its rows.
func workbookText(file *io.SectionReader) (text *io.SectionReader, numbers []int, err error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	width := 0
	problem, err := spreadsheet.Read(file, func(row int, cells []string) error {
		if len(numbers) == 0 {
			width = len(Named(cells))
		}
		for len(cells) < width { // those without a value are not stored
			cells = append(cells, "")
		}
		numbers = append(numbers, row)
		if out.Len() > MaxText {
			return errTextTooLarge
		}
		return w.Write(cells)
	})
	w.Flush()
	switch {
	case problem.Text != "":
		return nil, nil, BadHeader(HeaderFault(problem.Text, problem.Args...))
	case errors.Is(err, errTextTooLarge):
		return nil, nil, TooMuchText()
	case err != nil:
		return nil, nil, fmt.Errorf("tablefile: read a workbook: %w", err)
	}
	return io.NewSectionReader(bytes.NewReader(out.Bytes()), 0, int64(out.Len())), numbers, w.Error()
}

// TooMuchText is the fault of a file that stands for more than MaxText.
func TooMuchText() error {
	return BadHeader(HeaderFault("has more text than can be imported at once: split the file"))
}
