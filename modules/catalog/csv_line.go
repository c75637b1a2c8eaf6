package catalog

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/money"
	"orderd/platform/safecsv"
)

// line is a row of a file of products: what it says of a product and of one of its variants. A column that the file does not have leaves what it is
// about unchanged; an empty cell clears it.
type line struct {
	number int
	cells  map[string]string
	faults []lineFault
}

// lineFault is one thing that is wrong with a line.
type lineFault struct {
	Line   int     `json:"line" doc:"From 1; the header is line 1." example:"17"`
	Column *string `json:"column" doc:"null: the whole line." example:"price"`
	Code   string  `json:"code" doc:"As in errors of a 422, or sku_taken." example:"bad_format"`
	Detail string  `json:"detail" example:"must be an amount like 12.90"`
}

// SchemaName is the name in the document.
func (lineFault) SchemaName() string { return "ImportFault" }

// newLine reads the cells of a row. Its header names them.
func newLine(number int, header, cells []string) *line {
	l := &line{number: number, cells: map[string]string{}}
	if len(cells) != len(header) {
		l.blame("", fault.BadFormat, "has "+strconv.Itoa(len(cells))+" cells, and the header "+strconv.Itoa(len(header)))
		return l
	}
	for i, cell := range cells {
		cell = strings.TrimSpace(safecsv.Unescape(cell))
		lines := header[i] == "description" || header[i] == "images"
		if !utf8.ValidString(cell) || strings.ContainsFunc(cell, func(r rune) bool { return unicode.IsControl(r) && !(lines && strings.ContainsRune("\n\r\t", r)) }) {
			l.blame(header[i], fault.BadFormat, "must be text in UTF-8, without control characters")
		}
		l.cells[header[i]] = cell
	}
	return l
}

func (l *line) blame(column, code, detail string) {
	f := lineFault{Line: l.number, Code: code, Detail: detail}
	if column != "" {
		f.Column = &column
	}
	l.faults = append(l.faults, f)
}

// has tells whether the file has the column.
func (l *line) has(column string) bool {
	_, ok := l.cells[column]
	return ok
}

// text is the cell, blamed when it has more characters than most.
func (l *line) text(column string, most int) string {
	cell := l.cells[column]
	if utf8.RuneCountInString(cell) > most {
		l.blame(column, fault.TooLong, "must have at most "+strconv.Itoa(most)+" characters")
	}
	return cell
}

// list splits the cell.
func (l *line) list(column, separator string) []string {
	var parts []string
	for part := range strings.SplitSeq(l.cells[column], separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// oneOf is the cell, or what stands for an empty one.
func (l *line) oneOf(column, empty string, allowed ...string) string {
	cell := l.cells[column]
	if cell == "" {
		return empty
	}
	if !slices.Contains(allowed, cell) {
		l.blame(column, fault.NotAllowed, "must be one of: "+strings.Join(allowed, ", "))
	}
	return cell
}

// amounts is how a file writes them: a JSON number without sign or exponent.
var amounts = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$`)

// highestPrice is that of product_admin_input.go.
const highestPrice = 100_000_000

// price reads an amount.
func (l *line) price(column, text string) (c money.Cents) {
	if !amounts.MatchString(text) || json.Unmarshal([]byte(text), &c) != nil {
		l.blame(column, fault.BadFormat, "must be an amount like 12.90")
		return 0
	}
	if c > highestPrice {
		l.blame(column, fault.OutOfRange, "must be between 0 and 1000000")
	}
	return c
}

// whole reads a whole number.
func (l *line) whole(column, text string, least, most int64) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		l.blame(column, fault.WrongType, "must be a whole number")
	case n < least || n > most:
		l.blame(column, fault.OutOfRange, "must be between "+strconv.FormatInt(least, 10)+" and "+strconv.FormatInt(most, 10))
	}
	return n
}

// images reads a cell of images, one a line: its URL, a space, and what it shows.
func (l *line) images() []image {
	images := []image{}
	for _, part := range l.list("images", imageSeparator) {
		address, alt, _ := strings.Cut(part, " ")
		if !httpapi.IsURL(address) || utf8.RuneCountInString(address) > 2048 {
			l.blame("images", fault.BadFormat, "must be URLs like https://example.com/cup.png, one a line, each with a space and what it shows behind it")
			continue
		}
		i := image{URL: address}
		if alt = strings.TrimSpace(alt); alt != "" {
			i.Alt = &alt
		}
		if utf8.RuneCountInString(alt) > 200 || len(images) == 20 {
			l.blame("images", fault.TooLong, "must be at most 20 images, each with at most 200 characters about it")
			break
		}
		images = append(images, i)
	}
	return images
}
