// Package sheet writes CSV (RFC 4180) that people open with a spreadsheet, in such a way that it runs nothing.
package sheet

import (
	"encoding/csv"
	"io"
	"strings"
)

// Writer writes rows. What it holds back is written by Flush.
type Writer struct{ csv *csv.Writer }

// NewWriter makes a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{csv.NewWriter(w)} }

// Row writes a row; every cell is made Safe.
func (w *Writer) Row(cells ...string) error {
	safe := make([]string, len(cells))
	for i, c := range cells {
		safe[i] = Safe(c)
	}
	return w.csv.Write(safe)
}

// Flush writes what is held back.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// runs are the characters at whose sight a spreadsheet takes a cell for a formula (CWE-1236), in their wide forms too.
const runs = "=+-@\t\r\n＝＋－＠"

// Safe puts an apostrophe before a cell that a spreadsheet would run, which shows it as text. Plain takes it away again.
func Safe(cell string) string {
	if isFormula(cell) {
		return "'" + cell
	}
	return cell
}

// Plain is the cell that Safe was given.
func Plain(cell string) string {
	if inner, ok := strings.CutPrefix(cell, "'"); ok && isFormula(inner) {
		return inner
	}
	return cell
}

// isFormula tells whether the cell begins like a formula, after any number of apostrophes: so Plain knows what Safe has done.
func isFormula(cell string) bool {
	cell = strings.TrimLeft(cell, "'")
	return cell != "" && strings.ContainsRune(runs, []rune(cell)[0])
}
