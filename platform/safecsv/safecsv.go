// Package safecsv writes CSV files (RFC 4180) whose cells no spreadsheet runs as a formula
// (CWE-1236), and reads such cells back. Enter by NewWriter; Unescape reads one cell.
package safecsv

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// Writer writes rows. It buffers them: call Flush at the end.
type Writer struct{ csv *csv.Writer }

// NewWriter makes a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{csv.NewWriter(w)} }

// WriteRow writes one row and escapes every cell.
func (w *Writer) WriteRow(cells ...string) error {
	escaped := make([]string, len(cells))
	for i, c := range cells {
		escaped[i] = Escape(c)
	}
	return w.csv.Write(escaped)
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
// separates by semicolons, or that ignores the quotes, splits the cell and reads each piece.
var (
	formulaStart  = regexp.MustCompile("^'*[=+@\t\r\n＝＋－＠-]")
	formulaInside = regexp.MustCompile("[;\t\r\n]['\" ]*[=+@＝＋－＠-]")
)

// Escape puts an apostrophe before each formula in the cell, at its start and after separators.
// A spreadsheet then shows the formula as text. Unescape reverses it.
func Escape(cell string) string {
	escaped := formulaInside.ReplaceAllStringFunc(cell, func(piece string) string {
		return piece[:1] + "'" + piece[1:]
	})
	if formulaStart.MatchString(cell) {
		return "'" + escaped
	}
	return escaped
}

// Unescape returns the cell that Escape was given. It leaves other apostrophes as they are.
func Unescape(cell string) string {
	if inner, ok := strings.CutPrefix(cell, "'"); ok && formulaStart.MatchString(inner) {
		cell = inner
	}
	return formulaInside.ReplaceAllStringFunc(cell, func(piece string) string {
		if inner, ok := strings.CutPrefix(piece[1:], "'"); ok {
			return piece[:1] + inner
		}
		return piece
	})
}
