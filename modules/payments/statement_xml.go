package payments

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// Bounds of XML, so that no file needs more memory than its size explains. No statement comes near.
const (
	maxDepth = 64
	maxTag   = 16 << 10 // bytes
)

// boundedXML reads the tokens of a file within these bounds, and refuses document types (DTD): they
// could define entities. encoding/xml knows none but those of XML itself.
type boundedXML struct {
	*xml.Decoder
	depth  int
	failed error // of reading the file
}

func newBoundedXML(file io.Reader) *boundedXML {
	b := &boundedXML{}
	b.Decoder = xml.NewDecoder(&tagReader{file: bufio.NewReader(&failingReader{file, &b.failed})})
	b.CharsetReader = func(charset string, input io.Reader) (io.Reader, error) {
		encoding, known := xmlEncodings[strings.ToLower(charset)]
		if !known {
			return nil, malformed("is in an encoding that is not known")
		}
		return encoding.NewDecoder().Reader(input), nil
	}
	return b
}

// xmlEncodings are the encodings beside UTF-8 in which banks write XML, by the name in its first
// line.
var xmlEncodings = map[string]*charmap.Charmap{
	"us-ascii": charmap.ISO8859_1, "iso-8859-1": charmap.ISO8859_1, "iso-8859-15": charmap.ISO8859_15,
	"windows-1252": charmap.Windows1252,
}

// Token is the next token, whose names have their prefixes: the decoder that reads it translates
// them, and compares where elements begin and end.
func (b *boundedXML) Token() (xml.Token, error) {
	token, err := b.RawToken()
	switch token.(type) {
	case xml.Directive:
		return nil, malformed("must not have a document type (DTD)")
	case xml.StartElement:
		if b.depth++; b.depth > maxDepth {
			return nil, malformed("has too many elements within one another")
		}
	case xml.EndElement:
		b.depth--
	}
	return token, err
}

// line is where the reading is.
func (b *boundedXML) line() int {
	line, _ := b.InputPos()
	return line
}

// failingReader notes the error of reading the file.
type failingReader struct {
	io.Reader
	failed *error
}

func (r *failingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		*r.failed = err
	}
	return n, err
}

// tagReader reads XML whose tags are not too long: the decoder holds all attributes of one in
// memory. It is an io.ByteReader, so that the decoder reads no further than it looks.
type tagReader struct {
	file   *bufio.Reader
	length int  // of the tag so far; 0: between tags
	quote  byte // around the value of the attribute, or 0
	second byte // the one after <
}

func (r *tagReader) ReadByte() (byte, error) {
	c, err := r.file.ReadByte()
	if err != nil {
		return 0, err
	}
	return c, r.look(c)
}

// look notes where in a tag the byte stands.
func (r *tagReader) look(c byte) error {
	switch {
	case r.length == 0 && c == '<':
		r.length, r.quote, r.second = 1, 0, 0
		return nil
	case r.length == 0:
		return nil
	case r.length == 1:
		r.second = c
	}
	if r.length++; r.length > maxTag {
		return malformed("has a tag that is too long")
	}
	attributes := r.second != '!' && r.second != '?'
	switch {
	case attributes && r.quote != 0:
		if c == r.quote {
			r.quote = 0
		}
	case attributes && (c == '"' || c == '\''):
		r.quote = c
	case c == '>':
		r.length = 0
	}
	return nil
}

// Read is for the decoder of another encoding.
func (r *tagReader) Read(p []byte) (int, error) {
	n, err := r.file.Read(p)
	for _, c := range p[:n] {
		if err := r.look(c); err != nil {
			return 0, err
		}
	}
	return n, err
}
