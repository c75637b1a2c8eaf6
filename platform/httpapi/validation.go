package httpapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
)

// maxFaults bounds the list of faults: a body of nonsense gets an answer of a sensible size.
const maxFaults = 100

// checker collects every fault of a request.
type checker struct{ faults []fault.Field }

func (c *checker) blame(pointer, code, detail string) {
	if len(c.faults) < maxFaults {
		c.faults = append(c.faults, fault.Field{Pointer: pointer, Code: code, Detail: detail})
	}
}

// value checks v against r. at is its JSON pointer (RFC 6901).
func (c *checker) value(r *rule, v value, at string) {
	if v.kind == kindNull {
		if !r.nullable && r.schema != "" {
			c.blame(at, fault.WrongType, "must not be null")
		}
		return
	}
	switch r.schema {
	case huma.TypeString:
		if v.kind != kindString {
			c.blame(at, fault.WrongType, "must be a text")
			return
		}
		c.text(r, v.text, at)
	case huma.TypeInteger, huma.TypeNumber:
		if v.kind != kindNumber {
			c.blame(at, fault.WrongType, "must be a number")
			return
		}
		c.number(r, v.text, at)
	case huma.TypeBoolean:
		if v.kind != kindBool {
			c.blame(at, fault.WrongType, "must be true or false")
		}
	case huma.TypeArray:
		if v.kind != kindArray {
			c.blame(at, fault.WrongType, "must be a list")
			return
		}
		c.list(r, v, at)
	case huma.TypeObject:
		if v.kind != kindObject {
			c.blame(at, fault.WrongType, "must be an object")
			return
		}
		c.object(r, v, at)
	}
}

func (c *checker) text(r *rule, s, at string) {
	if r.trimmed {
		s = strings.TrimSpace(s)
	}
	if strings.ContainsFunc(s, func(ch rune) bool { return unicode.IsControl(ch) && !(r.multiline && isLayout(ch)) }) {
		c.blame(at, fault.BadFormat, "must not contain control characters")
		return
	}
	length := utf8.RuneCountInString(s)
	switch {
	case r.minLength != nil && length < *r.minLength:
		c.blame(at, fault.TooShort, "must have at least "+characters(*r.minLength))
	case r.maxLength != nil && length > *r.maxLength:
		c.blame(at, fault.TooLong, "must have at most "+characters(*r.maxLength))
	case r.enum != nil && !slices.Contains(r.enum, s):
		c.blame(at, fault.NotAllowed, "must be one of: "+strings.Join(r.enum, ", "))
	case r.pattern != nil && !r.pattern.MatchString(s):
		c.blame(at, fault.BadFormat, r.form)
	case r.format != nil:
		if wrong := r.format(s); wrong != "" {
			c.blame(at, fault.BadFormat, wrong)
		}
	}
}

// isLayout tells whether a control character is one that people type into a longer text.
func isLayout(ch rune) bool { return ch == '\n' || ch == '\r' || ch == '\t' }

func characters(n int) string {
	if n == 1 {
		return "1 character"
	}
	return strconv.Itoa(n) + " characters"
}

func (c *checker) number(r *rule, text, at string) {
	d := parseDecimal(text)
	if r.schema == huma.TypeInteger {
		if !d.isWhole() {
			c.blame(at, fault.WrongType, "must be a whole number")
			return
		}
		if _, err := d.int64(); err != nil {
			wrong := r.bounds
			if r.maximum == nil && !d.negative {
				wrong = "is too large"
			}
			c.blame(at, fault.OutOfRange, wrong)
			return
		}
	}
	switch {
	case r.minimum != nil && (d.compare(*r.minimum) < 0 || r.exclusive && d.compare(*r.minimum) == 0),
		r.maximum != nil && d.compare(*r.maximum) > 0:
		c.blame(at, fault.OutOfRange, r.bounds)
	case r.decimals >= 0 && -d.exponent > r.decimals:
		c.blame(at, fault.BadFormat, fmt.Sprintf("must have at most %d decimals", r.decimals))
	}
}

func (c *checker) list(r *rule, v value, at string) {
	switch {
	case r.minItems != nil && len(v.items) < *r.minItems:
		c.blame(at, fault.TooShort, fmt.Sprintf("must have at least %d entries", *r.minItems))
	case r.maxItems != nil && len(v.items) > *r.maxItems:
		c.blame(at, fault.TooLong, fmt.Sprintf("must have at most %d entries", *r.maxItems))
		return
	}
	for i, item := range v.items {
		c.value(r.items, item, at+"/"+strconv.Itoa(i))
	}
}

func (c *checker) object(r *rule, v value, at string) {
	for _, name := range r.required {
		if !slices.Contains(v.names, name) {
			c.blame(at+"/"+escapePointer(name), fault.Required, "is required")
		}
	}
	for i, name := range v.names {
		member := at + "/" + escapePointer(name)
		switch p, known := r.properties[name]; {
		case known:
			c.value(p, v.items[i], member)
		case r.additional != nil:
			if strings.ContainsFunc(name, unicode.IsControl) {
				c.blame(member, fault.BadFormat, "must not contain control characters")
				continue
			}
			c.value(r.additional, v.items[i], member)
		case !r.open:
			c.blame(member, fault.UnexpectedField, "is not a field of this request")
		}
	}
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(name string) string { return pointerEscapes.Replace(name) }
