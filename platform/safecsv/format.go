package safecsv

import (
	"slices"
	"strings"
)

// Format is how a file is written.
type Format struct {
	Separator rune // between cells
	Decimal   byte // between euros and cents
	Mark      bool // the file begins with a byte-order mark
}

// Plain is the format for programs (RFC 4180).
var Plain = Format{Separator: ',', Decimal: '.'}

// decimalComma are the languages whose numbers have a decimal comma (Unicode CLDR, numbers/symbols
// of the default numbering system), among those that spreadsheets are sold in. decimalPoint are the
// regions of theirs that write a point.
var (
	decimalComma = strings.Fields("az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk lt lv mk nb " +
		"nl nn no pl pt ro ru sk sl sq sr sv tr uk uz vi")
	decimalPoint = strings.Fields("de-ch de-li it-ch es-mx es-us es-pr es-do es-gt es-hn es-ni es-pa es-pe es-sv es-419")
)

// FormatFor is the format of a file for a caller who prefers the language, a tag like "de-AT", and
// who asks for the separator by its name: comma, semicolon or tab. Both may be "". A spreadsheet
// opens a file by the locale of its computer: where numbers have a decimal comma, cells are
// separated by semicolons, and so they are in Switzerland. A caller without a language and a wish
// is a program, which gets Plain.
func FormatFor(language, separator string) Format {
	if language == "" && separator == "" {
		return Plain
	}
	language = strings.ToLower(language)
	primary, _, _ := strings.Cut(language, "-")
	f := Format{Separator: ',', Decimal: '.', Mark: true}
	if slices.Contains(decimalComma, primary) {
		if f.Decimal = ','; slices.Contains(decimalPoint, language) {
			f.Decimal = '.'
		}
		if f.Decimal == ',' || strings.HasSuffix(language, "-ch") || strings.HasSuffix(language, "-li") {
			f.Separator = ';'
		}
	}
	switch separator {
	case "comma":
		f.Separator, f.Decimal = ',', '.'
	case "semicolon":
		if f.Separator != ';' {
			f.Separator, f.Decimal = ';', ','
		}
	case "tab":
		f.Separator = '\t'
	}
	return f
}

// Number writes a number, given with a decimal point.
func (f Format) Number(n string) string {
	if f.Decimal == ',' {
		return strings.ReplaceAll(n, ".", ",")
	}
	return n
}
