package safecsv

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Decode returns the text of a file in UTF-8, without a byte-order mark, whose lines end with "\n"
// or "\r\n". Spreadsheets write UTF-8, UTF-16 with a mark, and Windows-1252, which has none: it is
// taken for that when its bytes are no UTF-8 and none of its characters beyond ASCII is. In any
// other text, bytes that are no UTF-8 stay.
//
// A file in UTF-8 is read where it is; one in another encoding is held in memory.
func Decode(file *io.SectionReader) (*io.SectionReader, error) {
	mark := make([]byte, len(byteOrderMark))
	n, err := file.ReadAt(mark, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	mark = mark[:n]
	switch {
	case string(mark) == byteOrderMark:
		file = io.NewSectionReader(file, int64(n), file.Size()-int64(n))
	case bytes.HasPrefix(mark, []byte{0xFF, 0xFE}), bytes.HasPrefix(mark, []byte{0xFE, 0xFF}):
		if file, err = decodeBy(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), file); err != nil {
			return nil, err
		}
	}
	found, err := scan(file)
	if err == nil && found.invalid && !found.multibyte {
		file, err = decodeBy(charmap.Windows1252, file)
	}
	if found.cr && !found.lf {
		file = io.NewSectionReader(crLines{file}, 0, file.Size())
	}
	return file, err
}

// decodeBy returns the text of the file, or the file as it is when it can't be decoded.
func decodeBy(e encoding.Encoding, file *io.SectionReader) (*io.SectionReader, error) {
	encoded := make([]byte, file.Size())
	if _, err := io.ReadFull(file, encoded); err != nil {
		return nil, err
	}
	text, err := e.NewDecoder().Bytes(encoded)
	if err != nil {
		text = encoded
	}
	return io.NewSectionReader(bytes.NewReader(text), 0, int64(len(text))), nil
}

// content is what a text has.
type content struct {
	multibyte bool // characters that take more than one byte in UTF-8
	invalid   bool // bytes that are no UTF-8
	cr, lf    bool
}

func scan(file *io.SectionReader) (found content, err error) {
	chunk := make([]byte, 64<<10)
	kept := 0 // the bytes of a character that the last chunk cut
	for at := int64(0); at < file.Size(); {
		n, err := file.ReadAt(chunk[kept:], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return content{}, err
		}
		at += int64(n)
		kept = copy(chunk, found.add(chunk[:kept+n], at == file.Size()))
	}
	return found, nil
}

// add looks through a piece of the text. It returns the beginning of a character at its end, unless
// the piece is the last one.
func (c *content) add(text []byte, last bool) (rest []byte) {
	c.cr = c.cr || bytes.IndexByte(text, '\r') >= 0
	c.lf = c.lf || bytes.IndexByte(text, '\n') >= 0
	for len(text) > 0 {
		if !last && !utf8.FullRune(text) {
			return text
		}
		r, size := utf8.DecodeRune(text)
		c.multibyte = c.multibyte || size > 1
		c.invalid = c.invalid || r == utf8.RuneError && size == 1
		text = text[size:]
	}
	return nil
}

// crLines reads a text whose lines end with "\r".
type crLines struct{ text io.ReaderAt }

func (r crLines) ReadAt(b []byte, at int64) (int, error) {
	n, err := r.text.ReadAt(b, at)
	for i, c := range b[:n] {
		if c == '\r' {
			b[i] = '\n'
		}
	}
	return n, err
}
