package strictjson

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// number reads a number by the grammar of RFC 8259: no leading zero or plus, digits on both sides
// of the point.
func (p *parser) number() (string, error) {
	start := p.at
	if p.text[p.at] == '-' {
		p.at++
	}
	if p.at < len(p.text) && p.text[p.at] == '0' {
		p.at++
	} else if !p.digits() {
		return "", p.fail("a digit is expected")
	}
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		if !p.digits() {
			return "", p.fail("a digit is expected after the decimal point")
		}
	}
	if p.at < len(p.text) && p.text[p.at]|0x20 == 'e' {
		p.at++
		if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
			p.at++
		}
		if !p.digits() {
			return "", p.fail("a digit is expected in the exponent")
		}
	}
	return string(p.text[start:p.at]), nil
}

func (p *parser) digits() bool {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	return p.at > start
}

func (p *parser) string() (string, error) {
	p.at++
	start := p.at
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return string(p.text[start : p.at-1]), nil
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			return "", p.fail("control characters in strings must be escaped")
		}
		p.at++
	}
	return "", p.fail("the string does not end")
}

// escaped goes on with a string that began at start and has its first escape at p.at.
func (p *parser) escaped(start int) (string, error) {
	out := append([]byte(nil), p.text[start:p.at]...)
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return string(out), nil
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, r)
		case c < 0x20:
			return "", p.fail("control characters in strings must be escaped")
		default:
			out = append(out, c)
			p.at++
		}
	}
	return "", p.fail("the string does not end")
}

func (p *parser) escape() (rune, error) {
	if p.at+1 >= len(p.text) {
		return 0, p.fail("the string does not end")
	}
	c := p.text[p.at+1]
	if c == 'u' {
		return p.unicode()
	}
	r, ok := escapes[c]
	if !ok {
		return 0, p.fail("there is no such escape")
	}
	p.at += 2
	return r, nil
}

var escapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unicode reads an escape of four hexadecimal digits, or two of them that make one character.
func (p *parser) unicode() (rune, error) {
	r, ok := p.hex()
	if !ok {
		return 0, p.fail("four hexadecimal digits are expected after \\u")
	}
	if !utf16.IsSurrogate(r) {
		return r, nil
	}
	low, ok := p.hex()
	if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
		return 0, p.fail("a surrogate stands alone")
	}
	return r, nil
}

func (p *parser) hex() (rune, bool) {
	if len(p.text)-p.at < 6 || p.text[p.at] != '\\' || p.text[p.at+1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.text[p.at+2:p.at+6]), 16, 32)
	if err != nil {
		return 0, false
	}
	p.at += 6
	return rune(n), true
}
