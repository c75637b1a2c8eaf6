package spreadsheet

import (
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// guard reads a part of a workbook. It refuses what no program writes and what a reader of XML
// would hold in memory: a tag or a text of more than 1 MiB, comments, and declarations, which can
// name other files and entities that grow.
type guard struct {
	part io.Reader
	read int
	run  int // bytes since a tag has begun
	last byte
}

func (g *guard) Read(b []byte) (int, error) {
	n, err := g.part.Read(b)
	for _, ch := range b[:n] {
		if g.run++; ch == '<' {
			g.run = 0
		}
		if g.last == '<' && (ch == '!' || ch == '?' && g.read > 8) {
			return 0, refuse("is a workbook with comments or declarations, which none needs")
		}
		g.last = ch
		g.read++
	}
	if g.run > 2*maxCell {
		return 0, refuse("is a workbook that is too large when it is unpacked")
	}
	return n, err
}

// textOf reads the text of the element that has begun, without hints how to say it.
func textOf(d *decoder) (string, error) {
	var text strings.Builder
	inText, hint := false, 0
	err := within(d, func(t xml.Token, depth int) {
		switch t := t.(type) {
		case xml.StartElement:
			inText = t.Name.Local == "t"
			if t.Name.Local == "rPh" {
				hint = depth
			}
		case xml.EndElement:
			inText = false
			if depth < hint {
				hint = 0
			}
		case xml.CharData:
			if inText && hint == 0 && text.Len() <= maxCell {
				text.Write(t)
			}
		}
	})
	if err == nil && text.Len() > maxCell {
		err = refuse("has a cell with more than 512 KiB")
	}
	return unescaped(text.String()), err
}

// plainText reads all characters of the element that has begun.
func plainText(d *decoder) (string, error) {
	var text strings.Builder
	err := within(d, func(t xml.Token, _ int) {
		if chars, isText := t.(xml.CharData); isText && text.Len() <= maxCell {
			text.Write(chars)
		}
	})
	if err == nil && text.Len() > maxCell {
		err = refuse("has a cell with more than 512 KiB")
	}
	return text.String(), err
}

// within calls do with the tokens of the element that has begun, and how deep inside it the reader
// is after each, up to its end.
func within(d *decoder, do func(t xml.Token, depth int)) error {
	for depth := 1; depth > 0; {
		t, err := d.token()
		if err != nil {
			return refuseEnd(err)
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		do(t, depth)
	}
	return nil
}

// refuseEnd is the error of reading: at the end of the part it is a refusal too.
func refuseEnd(err error) error {
	if refused, isRefusal := err.(*refusal); isRefusal { //nolint:errorlint // token returns it as it is
		return refused
	}
	return refuse("is a broken workbook")
}

// number is a number with a decimal point and as many digits as spreadsheets show: they store
// 19.9 as 19.899999999999999. Three decimals get a fourth, so that nobody takes them for thousands.
func number(text string) string {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n > 1e15 || n < -1e15 {
		return text
	}
	if n, err = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64); err != nil {
		return text
	}
	shown := strconv.FormatFloat(n, 'f', -1, 64)
	if _, decimals, _ := strings.Cut(shown, "."); len(decimals) == 3 {
		shown += "0"
	}
	return shown
}

// escape is how a workbook writes a character that XML cannot have.
var escape = regexp.MustCompile(`_x([0-9A-Fa-f]{4})_`)

func unescaped(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	return escape.ReplaceAllStringFunc(text, func(e string) string {
		code, err := strconv.ParseUint(e[2:6], 16, 32)
		if ch := rune(code); err == nil && utf8.ValidRune(ch) {
			return string(ch)
		}
		return ""
	})
}
