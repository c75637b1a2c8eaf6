// Package sheet writes CSV (RFC 4180) that people open with a spreadsheet, in such a way that it runs nothing.
package sheet

import (
	"encoding/csv"
	"io"
	"regexp"
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

// What a spreadsheet takes for a formula (CWE-1236), after any number of apostrophes: so Plain knows what Safe has done. One whose locale
// separates by semicolons, or that does not see the quotes, takes a cell apart and looks at the beginning of each piece.
var (
	head = regexp.MustCompile("^'*[=+@\t\r\n＝＋－＠-]")
	tail = regexp.MustCompile("[;\t\r\n]['\" ]*[=+@＝＋－＠-]")
)

// Safe puts an apostrophe before a cell that a spreadsheet would run, which shows it as text, and before each piece that it would run of
// a cell taken apart. Plain takes them away again.
func Safe(cell string) string {
	safe := tail.ReplaceAllStringFunc(cell, func(piece string) string { return piece[:1] + "'" + piece[1:] })
	if head.MatchString(cell) {
		return "'" + safe
	}
	return safe
}

// Plain is the cell that Safe was given.
func Plain(cell string) string {
	if inner, ok := strings.CutPrefix(cell, "'"); ok && head.MatchString(inner) {
		cell = inner
	}
	return tail.ReplaceAllStringFunc(cell, func(piece string) string {
		if inner, ok := strings.CutPrefix(piece[1:], "'"); ok {
			return piece[:1] + inner
		}
		return piece
	})
}
