package safecsv

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Decode returns the text of a file in UTF-8, without a byte-order mark, whose lines end with "\n"
// or "\r\n". Spreadsheets write UTF-8, UTF-16 with a mark, and Windows-1252, which has none: it is
// taken for that when its bytes are no UTF-8 and none of its characters beyond ASCII is. In any
// other text, bytes that are no UTF-8 stay. The text may stand where the file did.
func Decode(file []byte) []byte {
	switch {
	case bytes.HasPrefix(file, []byte(byteOrderMark)):
		file = file[len(byteOrderMark):]
	case bytes.HasPrefix(file, []byte{0xFF, 0xFE}), bytes.HasPrefix(file, []byte{0xFE, 0xFF}):
		file = decodeBy(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), file)
	case !utf8.Valid(file) && !hasUTF8(file):
		file = decodeBy(charmap.Windows1252, file)
	}
	if !bytes.Contains(file, []byte("\n")) {
		for i, b := range file {
			if b == '\r' {
				file[i] = '\n'
			}
		}
	}
	return file
}

// decodeBy returns the file as it is when it can't be decoded.
func decodeBy(e encoding.Encoding, file []byte) []byte {
	text, err := e.NewDecoder().Bytes(file)
	if err != nil {
		return file
	}
	return text
}

// hasUTF8 reports whether a character of the text takes more than one byte in UTF-8.
func hasUTF8(text []byte) bool {
	for len(text) > 0 {
		_, size := utf8.DecodeRune(text)
		if size > 1 {
			return true
		}
		text = text[size:]
	}
	return false
}
