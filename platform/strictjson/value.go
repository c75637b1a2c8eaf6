package strictjson

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"orderd/platform/fault"
)

// Kind is the type of a JSON value.
type Kind byte

// The kinds.

const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Value is a JSON value as it was submitted: numbers keep their text, objects the order of their
// members.
type Value struct {
	Kind  Kind
	Text  string   // the number as written, or the string's characters
	Names []string // of an object's members, beside Items
	Items []Value
}

// maxDepth is how deep arrays and objects may nest.
const maxDepth = 64

// SyntaxError says where a text stops being JSON that Parse takes.
type SyntaxError struct {
	Offset int
	Reason fault.Text
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s (at byte %d)", e.Reason, e.Offset) }

// Parse reads one JSON value that fills the text. Its error is a *SyntaxError.
func Parse(text []byte) (Value, error) {
	if !utf8.Valid(text) {
		return Value{}, &SyntaxError{0, "the body is not UTF-8"}
	}
	p := parser{text: text}
	v, err := p.value(0)
	if err != nil {
		return Value{}, err
	}
	if p.skipSpace(); p.at < len(p.text) {
		return Value{}, p.fail("there is more after the JSON value")
	}
	return v, nil
}

// parser stands at a byte of the text.
type parser struct {
	text []byte
	at   int
}

func (p *parser) fail(reason fault.Text) error { return &SyntaxError{p.at, reason} }

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

func (p *parser) value(depth int) (Value, error) {
	switch c := p.next(); {
	case c == '{':
		return p.object(depth + 1)
	case c == '[':
		return p.array(depth + 1)
	case c == '"':
		s, err := p.string()
		return Value{Kind: String, Text: s}, err
	case c == '-' || c >= '0' && c <= '9':
		s, err := p.number()
		return Value{Kind: Number, Text: s}, err
	case p.word("true"), p.word("false"):
		return Value{Kind: Bool}, nil
	case p.word("null"):
		return Value{}, nil
	case p.at == len(p.text):
		return Value{}, p.fail("the JSON value ends too early")
	}
	return Value{}, p.fail("a JSON value is expected")
}

func (p *parser) word(w string) bool {
	if len(p.text)-p.at < len(w) || string(p.text[p.at:p.at+len(w)]) != w {
		return false
	}
	p.at += len(w)
	return true
}

func (p *parser) array(depth int) (Value, error) {
	if depth > maxDepth {
		return Value{}, p.fail("arrays and objects are nested too deeply")
	}
	v := Value{Kind: Array}
	p.at++
	if p.next() == ']' {
		p.at++
		return v, nil
	}
	for more := true; more; {
		item, err := p.value(depth)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, item)
		if more, err = p.more(']', "a comma or the end of the array is expected"); err != nil {
			return Value{}, err
		}
	}
	return v, nil
}

// more reads what follows an item: a comma, when there is another item, or the end. otherwise is
// what is wrong when neither follows.
func (p *parser) more(end byte, otherwise fault.Text) (bool, error) {
	c := p.next()
	if c != ',' && c != end {
		return false, p.fail(otherwise)
	}
	p.at++
	return c == ',', nil
}

func (p *parser) object(depth int) (Value, error) {
	if depth > maxDepth {
		return Value{}, p.fail("arrays and objects are nested too deeply")
	}
	v := Value{Kind: Object}
	var seen nameSet
	p.at++
	if p.next() == '}' {
		p.at++
		return v, nil
	}
	for more := true; more; {
		if p.next() != '"' {
			return Value{}, p.fail("a name in double quotes is expected")
		}
		name, err := p.string()
		if err != nil {
			return Value{}, err
		}
		if !seen.add(name) {
			return Value{}, p.fail("a name stands twice in one object")
		}
		if p.next() != ':' {
			return Value{}, p.fail("a colon is expected after the name")
		}
		p.at++
		item, err := p.value(depth)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, item)
		if more, err = p.more('}', "a comma or the end of the object is expected"); err != nil {
			return Value{}, err
		}
	}
	v.Names = seen.list
	return v, nil
}

// nameSet is the names of an object in their order. A small object, as nearly all are, needs no
// map.
type nameSet struct {
	list  []string
	index map[string]struct{}
}

// add reports whether the name is new.
func (n *nameSet) add(name string) bool {
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
