package invoices

import (
	"bytes"
	"encoding/xml"
)

// xmlElement is an element as it is written: with a text, or with others in it.
type xmlElement struct {
	name       string // with its prefix
	attributes []xml.Attr
	text       string
	inner      []xmlElement
}

// xmlText is an element with a text. Without a text it is not written.
func xmlText(name, text string) xmlElement { return xmlElement{name: name, text: text} }

// xmlOf is an element with others in it. Without any it is not written.
func xmlOf(name string, inner ...xmlElement) xmlElement { return xmlElement{name: name, inner: inner} }

// with is the element with an attribute.
func (e xmlElement) with(name, value string) xmlElement {
	e.attributes = append(e.attributes, xml.Attr{Name: xml.Name{Local: name}, Value: value})
	return e
}

// isBlank reports whether there is nothing to write: standards refuse elements without content.
func (e xmlElement) isBlank() bool {
	for _, in := range e.inner {
		if !in.isBlank() {
			return false
		}
	}
	return e.text == ""
}

// write writes the element, and what is in it, but what is blank.
func (e xmlElement) write(to *xml.Encoder) error {
	if e.isBlank() {
		return nil
	}
	start := xml.StartElement{Name: xml.Name{Local: e.name}, Attr: e.attributes}
	if err := to.EncodeToken(start); err != nil {
		return err
	}
	if e.text != "" {
		if err := to.EncodeToken(xml.CharData(e.text)); err != nil {
			return err
		}
	}
	for _, in := range e.inner {
		if err := in.write(to); err != nil {
			return err
		}
	}
	return to.EncodeToken(start.End())
}

// encode writes the element as a file. Characters that XML can't hold become U+FFFD.
func (e xmlElement) encode() ([]byte, error) {
	var file bytes.Buffer
	file.WriteString(xml.Header)
	to := xml.NewEncoder(&file)
	to.Indent("", "  ")
	if err := e.write(to); err != nil {
		return nil, err
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	file.WriteByte('\n')
	return file.Bytes(), nil
}
