package httpapi

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// rule is a schema made ready for checking: references resolved, patterns compiled, bounds exact. It is made once, when an operation is
// registered, from the very schema that stands in the document, so that the two can't differ.
type rule struct {
	schema   string // huma's type name; "" takes anything
	nullable bool

	// strings
	trimmed              bool // lengths count after trimming
	multiline            bool // line breaks and tabs are text
	minLength, maxLength *int
	pattern              *regexp.Regexp
	form                 string // what the pattern means, for people
	format               func(string) (fault string)
	email                bool // the format is that of an email address
	enum                 []string

	// numbers
	minimum, maximum   *decimal
	exclusive          bool // minimum itself is outside
	decimals           int  // how many decimals it may have; -1: any
	bounds             string
	minItems, maxItems *int
	items              *rule

	// objects
	properties map[string]*rule
	required   []string
	additional *rule // of members that have no rule of their own; nil: none are allowed
	open       bool  // further members are not looked at
}

// multilineFrom is the maxLength from which any Text may have several lines: a message may, a name may not.
const multilineFrom = 201

// compiler makes rules of schemas.
type compiler struct {
	registry huma.Registry
	known    map[string]*rule
}

// compile panics on what it can't check: a limit in the document that nothing enforces would be a lie.
func (c *compiler) compile(s *huma.Schema) *rule {
	if s.Ref != "" {
		r, ok := c.known[s.Ref]
		if !ok {
			c.known[s.Ref] = nil
			r = c.compile(c.registry.SchemaFromRef(s.Ref))
			c.known[s.Ref] = r
		}
		if r == nil {
			panic("httpapi: " + s.Ref + " refers to itself; requests do not nest like that")
		}
		return r
	}
	if len(s.OneOf) == 2 && s.OneOf[1].Type == typeNull {
		r := *c.compile(s.OneOf[0])
		r.nullable = true
		return &r
	}
	if s.OneOf != nil || s.AnyOf != nil || s.AllOf != nil || s.Not != nil || s.Const != nil || s.UniqueItems || len(s.DependentRequired) > 0 ||
		s.MinProperties != nil || s.MaxProperties != nil {
		panic(fmt.Sprintf("httpapi: schema %q says something that requests are not checked for", s.Description))
	}
	r := &rule{schema: s.Type, nullable: s.Nullable, decimals: -1, minItems: s.MinItems, maxItems: s.MaxItems}
	switch s.Type {
	case huma.TypeString:
		c.text(r, s)
	case huma.TypeInteger, huma.TypeNumber:
		c.number(r, s)
	case huma.TypeArray:
		r.items = c.compile(s.Items)
	case huma.TypeObject:
		c.object(r, s)
	}
	return r
}

func (c *compiler) text(r *rule, s *huma.Schema) {
	r.minLength, r.maxLength = s.MinLength, s.MaxLength
	r.trimmed = s.Extensions[trimmedExtension] == true
	r.multiline = r.trimmed && (s.MaxLength == nil || *s.MaxLength >= multilineFrom) || s.Extensions[linesExtension] == true
	if s.Pattern != "" {
		r.pattern, r.form = regexp.MustCompile(s.Pattern), "must be "+cmp.Or(s.PatternDescription, "of the form "+s.Pattern)
		s.PatternDescription = "" // OpenAPI has no such word
	}
	if s.Format != "" {
		check, ok := formats[s.Format]
		if !ok {
			panic(fmt.Sprintf("httpapi: there is no check for the format %q", s.Format))
		}
		r.format, r.email = check, s.Format == "email"
	}
	for _, e := range s.Enum {
		if e != nil {
			r.enum = append(r.enum, fmt.Sprint(e))
		}
	}
}

// decimalsExtension says, in the document too, how many decimals a number may have.
const decimalsExtension = "x-decimals"

func (c *compiler) number(r *rule, s *huma.Schema) {
	if s.ExclusiveMaximum != nil || s.MultipleOf != nil || s.Enum != nil {
		panic(fmt.Sprintf("httpapi: number %q has a limit that requests are not checked for", s.Description))
	}
	r.minimum, r.maximum = bound(s.Minimum), bound(s.Maximum)
	if s.ExclusiveMinimum != nil {
		r.minimum, r.exclusive = bound(s.ExclusiveMinimum), true
	}
	if n, ok := s.Extensions[decimalsExtension].(int); ok {
		r.decimals = n
	}
	r.bounds = boundsText(s, r.exclusive)
}

func bound(f *float64) *decimal {
	if f == nil {
		return nil
	}
	d := parseDecimal(strconv.FormatFloat(*f, 'g', -1, 64))
	return &d
}

func boundsText(s *huma.Schema, exclusive bool) string {
	show := func(f *float64) string { return strconv.FormatFloat(*f, 'f', -1, 64) }
	switch {
	case exclusive:
		return "must be more than " + show(s.ExclusiveMinimum)
	case s.Minimum != nil && s.Maximum != nil:
		return "must be between " + show(s.Minimum) + " and " + show(s.Maximum)
	case s.Minimum != nil:
		return "must be at least " + show(s.Minimum)
	case s.Maximum != nil:
		return "must be at most " + show(s.Maximum)
	}
	return "is too large"
}

func (c *compiler) object(r *rule, s *huma.Schema) {
	r.properties = make(map[string]*rule, len(s.Properties))
	for name, p := range s.Properties {
		r.properties[name] = c.compile(p)
	}
	r.required = slices.Clone(s.Required)
	switch additional := s.AdditionalProperties.(type) {
	case bool:
		r.open = additional
	case *huma.Schema:
		r.additional = c.compile(additional)
	}
}
