package httpapi

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// kind is the type of a JSON value.
type kind byte

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

// value is a JSON value as it was submitted: numbers keep their text, objects the order of their members.
type value struct {
	kind  kind
	text  string   // the number as written, or the string's characters
	names []string // of an object's members, beside items
	items []value
}

// maxDepth is how deep arrays and objects may nest.
const maxDepth = 64

// syntaxError says where a text stops being the JSON that this service takes.
type syntaxError struct {
	offset int
	reason string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("%s (at byte %d)", e.reason, e.offset) }

// parseJSON reads one JSON value (RFC 8259) that fills the text. It is stricter than encoding/json: duplicate names, bad UTF-8,
// lone surrogates and nesting deeper than maxDepth are errors, all of them *syntaxError.
func parseJSON(text []byte) (value, error) {
	if !utf8.Valid(text) {
		return value{}, &syntaxError{0, "the body is not UTF-8"}
	}
	p := parser{text: text}
	v, err := p.value(0)
	if err != nil {
		return value{}, err
	}
	if p.skipSpace(); p.at < len(p.text) {
		return value{}, p.fail("there is more after the JSON value")
	}
	return v, nil
}

type parser struct {
	text []byte
	at   int
}

func (p *parser) fail(reason string) error { return &syntaxError{p.at, reason} }

func (p *parser) skipSpace() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// next is the next byte that is no white space, or 0 at the end.
func (p *parser) next() byte {
	p.skipSpace()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) value(depth int) (value, error) {
	switch c := p.next(); {
	case c == '{':
		return p.object(depth + 1)
	case c == '[':
		return p.array(depth + 1)
	case c == '"':
		s, err := p.string()
		return value{kind: kindString, text: s}, err
	case c == '-' || c >= '0' && c <= '9':
		s, err := p.number()
		return value{kind: kindNumber, text: s}, err
	case p.word("true"), p.word("false"):
		return value{kind: kindBool}, nil
	case p.word("null"):
		return value{}, nil
	case p.at == len(p.text):
		return value{}, p.fail("the JSON value ends too early")
	}
	return value{}, p.fail("a JSON value is expected")
}

func (p *parser) word(w string) bool {
	if len(p.text)-p.at < len(w) || string(p.text[p.at:p.at+len(w)]) != w {
		return false
	}
	p.at += len(w)
	return true
}

func (p *parser) array(depth int) (value, error) {
	if depth > maxDepth {
		return value{}, p.fail("arrays and objects are nested too deeply")
	}
	v := value{kind: kindArray}
	p.at++
	if p.next() == ']' {
		p.at++
		return v, nil
	}
	for {
		item, err := p.value(depth)
		if err != nil {
			return value{}, err
		}
		v.items = append(v.items, item)
		switch p.next() {
		case ',':
			p.at++
		case ']':
			p.at++
			return v, nil
		default:
			return value{}, p.fail("a comma or the end of the array is expected")
		}
	}
}

func (p *parser) object(depth int) (value, error) {
	if depth > maxDepth {
		return value{}, p.fail("arrays and objects are nested too deeply")
	}
	v := value{kind: kindObject}
	var seen names
	p.at++
	if p.next() == '}' {
		p.at++
		return v, nil
	}
	for {
		if p.next() != '"' {
			return value{}, p.fail("a name in double quotes is expected")
		}
		name, err := p.string()
		if err != nil {
			return value{}, err
		}
		if !seen.add(name) {
			return value{}, p.fail("a name stands twice in one object")
		}
		if p.next() != ':' {
			return value{}, p.fail("a colon is expected after the name")
		}
		p.at++
		item, err := p.value(depth)
		if err != nil {
			return value{}, err
		}
		v.items = append(v.items, item)
		switch p.next() {
		case ',':
			p.at++
		case '}':
			p.at++
			v.names = seen.list
			return v, nil
		default:
			return value{}, p.fail("a comma or the end of the object is expected")
		}
	}
}

// names is a set of names in their order. Small ones, which is nearly all, need no map.
type names struct {
	list  []string
	index map[string]struct{}
}

// add tells whether name is new.
func (n *names) add(name string) bool {
	if len(n.list) < 16 {
		if slices.Contains(n.list, name) {
			return false
		}
		n.list = append(n.list, name)
		return true
	}
	if n.index == nil {
		n.index = make(map[string]struct{}, 2*len(n.list))
		for _, known := range n.list {
			n.index[known] = struct{}{}
		}
	}
	if _, known := n.index[name]; known {
		return false
	}
	n.index[name] = struct{}{}
	n.list = append(n.list, name)
	return true
}
