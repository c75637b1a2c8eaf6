package spreadsheet

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

// sheetReader reads the rows of a sheet.
type sheetReader struct {
	workbook *workbook
	do       func(row int, cells []string) error
	row      int // from 1; 0: none has begun
	cells    []string
	size     int // bytes of the row
}

// readSheet calls do with each row of a sheet that has a cell.
func (w *workbook) readSheet(name string, do func(row int, cells []string) error) error {
	r := &sheetReader{workbook: w, do: do}
	return w.each(name, func(d *decoder, t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "row":
				return r.begin(t)
			case "c":
				return r.cell(d, t)
			}
		case xml.EndElement:
			if t.Name.Local == "row" {
				return r.end()
			}
		}
		return nil
	})
}

func (r *sheetReader) begin(e xml.StartElement) error {
	number := r.row + 1
	if given := attribute(e, "r"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < number || n > 1<<20 {
			return refuse("is a broken workbook")
		}
		number = n
	}
	r.row, r.cells, r.size = number, nil, 0
	return nil
}

func (r *sheetReader) end() error {
	if !slices.ContainsFunc(r.cells, func(cell string) bool { return cell != "" }) {
		return nil
	}
	return r.do(r.row, r.cells)
}

// cell reads the cell that has begun.
func (r *sheetReader) cell(d *decoder, e xml.StartElement) error {
	place, kind := attribute(e, "r"), attribute(e, "t")
	column := len(r.cells)
	if place != "" {
		if column = columnOf(place); column < len(r.cells) {
			return refuse("is a broken workbook")
		}
	}
	if column >= maxColumns {
		return refuse("has more than 1000 columns")
	}
	text, err := r.value(d, cellKind{kind, r.workbook.formOf(attribute(e, "s"))}, place)
	if err != nil {
		return err
	}
	// One text that many cells share can be any number of bytes.
	if r.size += len(text); r.size > maxRow {
		return refuse("has a row with more than 1 MiB")
	}
	for len(r.cells) < column {
		r.cells = append(r.cells, "")
	}
	r.cells = append(r.cells, text)
	return nil
}

// columnOf is the index of the column of a place like AB12, or -1.
func columnOf(place string) int {
	n := 0
	for _, ch := range place {
		if ch < 'A' || ch > 'Z' {
			break
		}
		if n = n*26 + int(ch-'A') + 1; n > 1<<15 {
			return n
		}
	}
	return n - 1
}

// value reads what is in the cell that has begun, up to its end.
func (r *sheetReader) value(d *decoder, kind cellKind, place string) (string, error) {
	value := ""
	for {
		t, err := d.token()
		if err != nil {
			return "", refuseEnd(err)
		}
		switch t := t.(type) {
		case xml.EndElement: // of the cell: elements in it are read whole
			return r.shown(kind, value)
		case xml.StartElement:
			switch t.Name.Local {
			case "f":
				return "", refuse("has a formula in the cell %s: paste it as a value", safePlace(place))
			case "v":
				value, err = plainText(d)
			case "is":
				value, err = textOf(d)
			default:
				_, err = plainText(d)
			}
			if err != nil {
				return "", err
			}
		}
	}
}

// safePlace is the place of a cell as it may be shown.
func safePlace(place string) string {
	if place == "" || len(place) > 12 {
		return "?"
	}
	return place
}

// cellKind says how the value of a cell is stored, and how a number is shown.
type cellKind struct {
	stored string
	form   numberForm
}

// shown is the value of a cell as a text.
func (r *sheetReader) shown(kind cellKind, value string) (string, error) {
	switch kind.stored {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 0 || n >= len(r.workbook.shared) {
			return "", refuse("is a broken workbook")
		}
		return r.workbook.shared[n], nil
	case "b":
		if strings.TrimSpace(value) == "1" {
			return "TRUE", nil
		}
		return "FALSE", nil
	case "", "n":
		return r.workbook.number(strings.TrimSpace(value), kind.form), nil
	case "str":
		return unescaped(value), nil
	}
	return value, nil
}
