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

// line is a row of a file of products, about a product and one of its variants. A column that the
// file does not have changes nothing; an empty cell clears.
type line struct {
	number int
	cells  map[string]string // by column
	errors []lineError
}

// lineError is one thing that is wrong with a line.
type lineError struct {
	Line   int        `json:"line" doc:"From 1; the header is line 1." example:"17"`
	Column *string    `json:"column" doc:"null: the whole line." example:"price"`
	Code   fault.Code `json:"code" doc:"As in errors of a 422, or sku_taken." example:"bad_format"`
	Detail string     `json:"detail" example:"must be an amount like 12.90"`
}

// SchemaName is the name in the OpenAPI document.
func (lineError) SchemaName() string { return "ImportFault" }

// newLine reads the cells of a row; the header names their columns.
func newLine(number int, header, cells []string) *line {
	l := &line{number: number, cells: map[string]string{}}
	if len(cells) != len(header) {
		l.addError("", fault.BadFormat, "has "+strconv.Itoa(len(cells))+" cells, and the header "+strconv.Itoa(len(header)))
		return l
	}
	for i, cell := range cells {
		cell = strings.TrimSpace(safecsv.Unescape(cell))
		multiline := header[i] == "description" || header[i] == "images"
		if !isPlainText(cell, multiline) {
			l.addError(header[i], fault.BadFormat, "must be text in UTF-8, without control characters")
		}
		l.cells[header[i]] = cell
	}
	return l
}

// isPlainText reports whether the cell is UTF-8 without control characters. Line breaks and tabs
// are allowed in multiline cells.
func isPlainText(cell string, multiline bool) bool {
	return utf8.ValidString(cell) && !strings.ContainsFunc(cell, func(r rune) bool {
		return unicode.IsControl(r) && !(multiline && strings.ContainsRune("\n\r\t", r))
	})
}

// addError adds an error in a column, or with "" in the whole line.
func (l *line) addError(column string, code fault.Code, detail string) {
	e := lineError{Line: l.number, Code: code, Detail: detail}
	if column != "" {
		e.Column = &column
	}
	l.errors = append(l.errors, e)
}

// has reports whether the file has the column.
func (l *line) has(column string) bool {
	_, ok := l.cells[column]
	return ok
}

// text returns the cell. It adds an error when the cell is longer than maxLength characters.
func (l *line) text(column string, maxLength int) string {
	cell := l.cells[column]
	if utf8.RuneCountInString(cell) > maxLength {
		l.addError(column, fault.TooLong, "must have at most "+strconv.Itoa(maxLength)+" characters")
	}
	return cell
}

// list returns the parts of the cell that are not blank.
func (l *line) list(column, separator string) []string {
	var parts []string
	for part := range strings.SplitSeq(l.cells[column], separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// oneOf returns the cell, or the first of the allowed values when it is empty. It adds an error
// when the value is not allowed.
func oneOf[T ~string](l *line, column string, allowed ...T) T {
	cell := T(l.cells[column])
	if cell == "" {
		return allowed[0]
	}
	if !slices.Contains(allowed, cell) {
		l.addError(column, fault.NotAllowed, "must be one of: "+joinMapped(allowed, ", ", func(v T) string { return string(v) }))
	}
	return cell
}

// amountPattern is how a file writes an amount: a JSON number without a sign or an exponent.
var amountPattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$`)

// maxPrice is the limit of variantInput, in cents.
const maxPrice = 100_000_000

// price parses an amount.
func (l *line) price(column, text string) (c money.Cents) {
	if !amountPattern.MatchString(text) || json.Unmarshal([]byte(text), &c) != nil {
		l.addError(column, fault.BadFormat, "must be an amount like 12.90")
		return 0
	}
	if c > maxPrice {
		l.addError(column, fault.OutOfRange, "must be between 0 and 1000000")
	}
	return c
}

// whole parses a whole number.
func (l *line) whole(column, text string, lowest, highest int64) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		l.addError(column, fault.WrongType, "must be a whole number")
	case n < lowest || n > highest:
		l.addError(column, fault.OutOfRange, "must be between "+strconv.FormatInt(lowest, 10)+" and "+strconv.FormatInt(highest, 10))
	}
	return n
}

// images parses a cell of images, one a line: a URL, a space and a description.
func (l *line) images() []image {
	images := []image{}
	for _, part := range l.list("images", imageSeparator) {
		url, alt, _ := strings.Cut(part, " ")
		if !httpapi.IsURL(url) || utf8.RuneCountInString(url) > 2048 {
			l.addError("images", fault.BadFormat, "must be URLs like https://example.com/cup.png, one a line, each with a space and what it shows behind it")
			continue
		}
		i := image{URL: url}
		if alt = strings.TrimSpace(alt); alt != "" {
			i.Alt = &alt
		}
		if utf8.RuneCountInString(alt) > 200 || len(images) == 20 {
			l.addError("images", fault.TooLong, "must be at most 20 images, each with at most 200 characters about it")
			break
		}
		images = append(images, i)
	}
	return images
}
