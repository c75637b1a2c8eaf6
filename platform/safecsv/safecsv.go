// Package safecsv writes CSV files (RFC 4180) whose cells no spreadsheet runs as a formula
// (CWE-1236), in the form that the spreadsheets of a language open, and reads such files back.
// Enter by FormatFor and NewWriter, and by Decode; Unescape reads one cell, ReadTable a small file,
// ReadColumns one of another program, ReadNumber and ReadAmount what spreadsheets write for
// numbers.
package safecsv

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// Writer writes rows. It buffers them: call Flush at the end.
type Writer struct {
	csv    *csv.Writer
	format Format
	mark   io.Writer // nil: the file has begun
}

// NewWriter makes a writer to w of files in the format.
func NewWriter(w io.Writer, format Format) *Writer {
	out := &Writer{csv: csv.NewWriter(w), format: format}
	out.csv.Comma = format.Separator
	if format.Mark {
		out.mark = w
	}
	return out
}

// byteOrderMark is how spreadsheets recognise UTF-8.
const byteOrderMark = "\uFEFF"

// WriteRow writes one row and escapes every cell.
func (w *Writer) WriteRow(cells ...string) error { return w.WriteRowWithNumbers(cells) }

// WriteRowWithNumbers writes one row: cells that are escaped, and after them numbers that the
// service has written, such as amounts below 0, which are not.
func (w *Writer) WriteRowWithNumbers(cells []string, numbers ...string) error {
	if w.mark != nil {
		if _, err := io.WriteString(w.mark, byteOrderMark); err != nil {
			return err
		}
		w.mark = nil
	}
	escaped := make([]string, 0, len(cells)+len(numbers))
	for _, c := range cells {
		escaped = append(escaped, Escape(c, w.format.Separator))
	}
	return w.csv.Write(append(escaped, numbers...))
}

// Flush writes the buffered rows and returns the first error of any write.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// formulaStart matches a cell that a spreadsheet takes for a formula. It allows any number of
// apostrophes before the formula, so that Unescape recognizes what Escape has written.
//
// formulaInside matches the same after a separator inside a cell: a spreadsheet whose locale
// separates by another character, or that ignores the quotes, splits the cell and reads each piece.
// A comma separates only where the file has another separator.
var (
	formulaStart       = regexp.MustCompile("^'*[=+@\t\r\n＝＋－＠-]")
	formulaInside      = regexp.MustCompile("[;\t\r\n]['\" ]*[=+@＝＋－＠-]")
	formulaAfterCommas = regexp.MustCompile("[,;\t\r\n]['\" ]*[=+@＝＋－＠-]")
)

func formulasInside(separator rune) *regexp.Regexp {
	if separator == ',' {
		return formulaInside
	}
	return formulaAfterCommas
}

// Escape puts an apostrophe before each formula in the cell of a file with the separator, at its
// start and after separators. A spreadsheet then shows the formula as text. Unescape reverses it.
func Escape(cell string, separator rune) string {
	escaped := formulasInside(separator).ReplaceAllStringFunc(cell, func(piece string) string {
		return piece[:1] + "'" + piece[1:]
	})
	if formulaStart.MatchString(cell) {
		return "'" + escaped
	}
	return escaped
}

// Unescape returns the cell that Escape was given. It leaves other apostrophes as they are.
func Unescape(cell string, separator rune) string {
	if inner, ok := strings.CutPrefix(cell, "'"); ok && formulaStart.MatchString(inner) {
		cell = inner
	}
	return formulasInside(separator).ReplaceAllStringFunc(cell, func(piece string) string {
		if inner, ok := strings.CutPrefix(piece[1:], "'"); ok {
			return piece[:1] + inner
		}
		return piece
	})
}
