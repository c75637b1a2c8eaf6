package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
	"orderd/platform/safecsv"
	"orderd/platform/tablefile"
)

// line is a row of a file of products, about a product and one of its variants.
type line struct {
	number int
	header *csvHeader
	cells  []string // in the order of the header
	slug   string   // of the product
	names  *importNames
	errors []tablefile.Fault
}

// newLine reads the cells of a row. Blank cells behind the last column do not count.
func newLine(number int, header *csvHeader, cells []string) *line {
	l := &line{number: number, header: header, cells: cells}
	for len(l.cells) > header.width && strings.TrimSpace(l.cells[len(l.cells)-1]) == "" {
		l.cells = l.cells[:len(l.cells)-1]
	}
	if len(l.cells) != header.width {
		l.addError("", fault.BadFormat, "has "+strconv.Itoa(len(cells))+" cells, and the header "+strconv.Itoa(header.width))
		return l
	}
	for column, i := range header.at {
		l.cells[i] = strings.TrimSpace(safecsv.Unescape(l.cells[i], header.separator))
		if !header.format.isOwn() && utf8.ValidString(l.cells[i]) {
			l.cells[i] = tablefile.WithoutControls(l.cells[i])
		}
		if !httpapi.IsPlainText(l.cells[i], !header.format.isOwn() || isMultiline(column)) {
			l.addError(column, fault.BadFormat, "must be text in UTF-8, without control characters")
		}
	}
	return l
}

// addError adds an error in a column, or with "" in the whole line.
func (l *line) addError(column string, code fault.Code, detail string) {
	e := tablefile.Fault{Line: l.number, Code: code, Detail: detail}
	if column != "" {
		e.Column = &column
	}
	l.errors = append(l.errors, e)
}

// has reports whether the file has the column.
func (l *line) has(column string) bool {
	_, ok := l.header.at[column]
	return ok
}

// cell returns the cell of the column, or "" when the file does not have it.
func (l *line) cell(column string) string {
	i, ok := l.header.at[column]
	if !ok {
		return ""
	}
	return l.cells[i]
}

// text returns the cell. It adds an error when the cell is longer than maxLength characters.
func (l *line) text(column string, maxLength int) string {
	cell := l.cell(column)
	if utf8.RuneCountInString(cell) > maxLength {
		l.addError(column, fault.TooLong, "must have at most "+strconv.Itoa(maxLength)+" characters")
	}
	return cell
}

// list returns the parts of the cell that are not blank.
func (l *line) list(column, separator string) []string {
	var parts []string
	for part := range strings.SplitSeq(l.cell(column), separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// oneOf returns the cell, or the current value when it is empty. It adds an error when the cell is
// not one of the type's values.
func oneOf[T interface {
	~string
	Values() []string
}](l *line, column string, current T) T {
	cell := l.cell(column)
	if cell == "" {
		return current
	}
	if allowed := current.Values(); !slices.Contains(allowed, cell) {
		l.addError(column, fault.NotAllowed, "must be one of: "+strings.Join(allowed, ", "))
	}
	return T(cell)
}

// images parses a cell of images, one a line: a URL, a space and a description.
func (l *line) images() []image {
	images := []image{}
	for _, part := range l.list("images", imageSeparator) {
		url, alt, _ := strings.Cut(part, " ")
		alt = strings.TrimSpace(alt)
		switch {
		case isSeveralURLs(url, alt):
			l.addError("images", fault.BadFormat, "must have each image in a line of its own, not several addresses in one")
			continue
		case !httpapi.IsURL(url) || utf8.RuneCountInString(url) > maxURL:
			l.addError("images", fault.BadFormat, "must be URLs like https://example.com/cup.png, one a line, each with a "+
				"space and what it shows behind it")
			continue
		case !mayBePicture(url):
			l.addError("images", fault.BadFormat, pictureDetail)
			continue
		case fileName.MatchString(alt):
			l.addError("images", fault.BadFormat,
				"has a space in an address (write %20), or the name of a file where the description stands")
			continue
		case utf8.RuneCountInString(alt) > maxAlt || len(images) == maxImages:
			l.addError("images", fault.TooLong,
				fmt.Sprintf("must be at most %d images, each with at most %d characters about it", maxImages, maxAlt))
			return images
		}
		i := image{URL: url}
		if alt != "" {
			i.Alt = &alt
		}
		images = append(images, i)
	}
	return images
}

// Other systems write several images with commas between, and addresses with spaces.
var (
	severalURLs = regexp.MustCompile(`(?i)[,;|]$|[,;|]https?://`)
	fileName    = regexp.MustCompile(`(?i)\.(?:jpe?g|png|webp|gif|avif|heic|svg|bmp|tiff?)$`)
)

// isSeveralURLs reports whether what should be a URL and a description are several URLs.
func isSeveralURLs(url, alt string) bool {
	return severalURLs.MatchString(url) || strings.Contains(alt, "://")
}
