package httpapi

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/strictjson"
)

// rule is a schema made ready for checking: references resolved, patterns compiled, bounds exact.
// It is made once, when an operation is registered, of the very schema that stands in the document,
// so that the two can't differ.
type rule struct {
	schema   string // huma's name of the type; "" takes anything
	kind     *valueKind
	nullable bool

	// of strings
	trimmed              bool // lengths count after trimming
	multiline            bool // line breaks and tabs are allowed
	minLength, maxLength *int
	pattern              *regexp.Regexp
	patternDetail        fault.Text // what the pattern means, for people
	patternValues        []any
	format               func(string) (wrong fault.Text)
	mandatory            bool // a member that its object requires
	email                bool // the format is that of an email address
	enum                 []string
	scopes               func() []string // the enum of a scope
	spoken               func() []string // of the enum of locales those that the shop speaks

	// of numbers
	minimum, maximum *strictjson.Decimal
	exclusive        bool       // the minimum itself is too small
	decimals         int        // the most decimals; -1: any
	boundsDetail     fault.Text // what the bounds are, for people
	boundsValues     []any

	// of lists
	minItems, maxItems *int
	items              *rule

	// of objects
	properties map[string]*rule
	required   []string
	additional *rule // of members that have no rule of their own; nil: none are allowed
	open       bool  // further members are not checked
}

// valueKind is the kind that a value must have, and the detail of the fault when it has another.
type valueKind struct {
	kind   strictjson.Kind
	detail fault.Text
}

// valueKinds are the kinds by the type of a schema.
var valueKinds = map[string]*valueKind{
	huma.TypeString:  {strictjson.String, "must be a text"},
	huma.TypeInteger: {strictjson.Number, "must be a number"},
	huma.TypeNumber:  {strictjson.Number, "must be a number"},
	huma.TypeBoolean: {strictjson.Bool, "must be true or false"},
	huma.TypeArray:   {strictjson.Array, "must be a list"},
	huma.TypeObject:  {strictjson.Object, "must be an object"},
}

// refusesBlank reports whether a text that is trimmed must have a character.
func (r *rule) refusesBlank() bool {
	return r.minLength != nil && *r.minLength > 0 || r.trimmed && (r.format != nil || r.mandatory)
}

func (r *rule) belowMinimum(d strictjson.Decimal) bool {
	if r.minimum == nil {
		return false
	}
	c := d.Compare(*r.minimum)
	return c < 0 || c == 0 && r.exclusive
}

// multilineFrom is the maxLength from which any Text may have several lines: a message may, a name
// may not.
const multilineFrom = 201

// ruleCompiler makes rules of schemas.
type ruleCompiler struct {
	registry huma.Registry
	known    map[string]*rule // by reference; nil while it is being compiled
	scopes   func(name any) []string
	spoken   func() []string
	problems *problemRegistry // of which one says what a pattern means
}

// compile panics on what it can't check: the document must not state a limit that nothing enforces.
func (c *ruleCompiler) compile(s *huma.Schema) *rule {
	if s.Ref != "" {
		return c.compileReference(s.Ref)
	}
	if len(s.OneOf) == 2 && s.OneOf[1].Type == typeNull {
		r := *c.compile(s.OneOf[0])
		r.nullable = true
		return &r
	}
	if isUnsupported(s) {
		panic(fmt.Sprintf("httpapi: schema %q says something that requests are not checked for", s.Description))
	}
	r := &rule{
		schema: s.Type, kind: valueKinds[s.Type], nullable: s.Nullable, decimals: -1, minItems: s.MinItems,
		maxItems: s.MaxItems,
	}
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

func (c *ruleCompiler) compileReference(ref string) *rule {
	r, known := c.known[ref]
	if !known {
		c.known[ref] = nil
		r = c.compile(c.registry.SchemaFromRef(ref))
		c.known[ref] = r
	}
	if r == nil {
		panic("httpapi: " + ref + " refers to itself; requests do not nest like that")
	}
	return r
}

func isUnsupported(s *huma.Schema) bool {
	return s.OneOf != nil || s.AnyOf != nil || s.AllOf != nil || s.Not != nil || s.Const != nil || s.UniqueItems ||
		len(s.DependentRequired) > 0 || s.MinProperties != nil || s.MaxProperties != nil
}

func (c *ruleCompiler) text(r *rule, s *huma.Schema) {
	r.minLength, r.maxLength = s.MinLength, s.MaxLength
	r.trimmed = s.Extensions[trimmedExtension] == true
	r.multiline = r.trimmed && (s.MaxLength == nil || *s.MaxLength >= multilineFrom) ||
		s.Extensions[multilineExtension] == true
	if s.Pattern != "" {
		r.pattern = regexp.MustCompile(s.Pattern)
		r.patternDetail, r.patternValues = "must be of the form %s", []any{s.Pattern}
		if s.PatternDescription != "" {
			if _, ok := c.problems.german[fault.Text(s.PatternDescription)]; !ok {
				panic(fmt.Sprintf("httpapi: %q has no German (Problems.German)", s.PatternDescription))
			}
			r.patternDetail, r.patternValues = "must be %s", []any{fault.Text(s.PatternDescription)}
		}
		s.PatternDescription = "" // OpenAPI has no such word
	}
	if s.Format != "" {
		check, ok := formats[s.Format]
		if !ok {
			panic(fmt.Sprintf("httpapi: there is no check for the format %q", s.Format))
		}
		r.format, r.email = check, s.Format == "email"
	}
	if s.Extensions[namedExtension] == countryName {
		r.format = checkCountry
	}
	if name := s.Extensions[namedExtension]; name == roleScopeName || name == keyScopeName {
		r.scopes = sync.OnceValue(func() []string { return c.scopes(name) })
	}
	if s.Extensions[spokenExtension] == true {
		r.spoken = c.spoken
	}
	for _, e := range s.Enum {
		if e != nil {
			r.enum = append(r.enum, fmt.Sprint(e))
		}
	}
}

// decimalsExtension states, in the document too, how many decimals a number may have.
const decimalsExtension = "x-decimals"

func (c *ruleCompiler) number(r *rule, s *huma.Schema) {
	if s.ExclusiveMaximum != nil || s.MultipleOf != nil || s.Enum != nil {
		panic(fmt.Sprintf("httpapi: number %q has a limit that requests are not checked for", s.Description))
	}
	r.minimum, r.maximum = exact(s.Minimum), exact(s.Maximum)
	if s.ExclusiveMinimum != nil {
		r.minimum, r.exclusive = exact(s.ExclusiveMinimum), true
	}
	if n, ok := s.Extensions[decimalsExtension].(int); ok {
		r.decimals = n
	}
	r.boundsDetail, r.boundsValues = boundsDetail(s, r.exclusive)
}

func exact(f *float64) *strictjson.Decimal {
	if f == nil {
		return nil
	}
	d := strictjson.ParseDecimal(strconv.FormatFloat(*f, 'g', -1, 64))
	return &d
}

func boundsDetail(s *huma.Schema, exclusive bool) (fault.Text, []any) {
	show := func(f *float64) string { return strconv.FormatFloat(*f, 'f', -1, 64) }
	switch {
	case exclusive:
		return "must be more than %s", []any{show(s.ExclusiveMinimum)}
	case s.Minimum != nil && s.Maximum != nil:
		return "must be between %s and %s", []any{show(s.Minimum), show(s.Maximum)}
	case s.Minimum != nil:
		return "must be at least %s", []any{show(s.Minimum)}
	case s.Maximum != nil:
		return "must be at most %s", []any{show(s.Maximum)}
	}
	return "is too large", nil
}

func (c *ruleCompiler) object(r *rule, s *huma.Schema) {
	r.properties = make(map[string]*rule, len(s.Properties))
	for name, p := range s.Properties {
		r.properties[name] = c.compile(p)
	}
	r.required = slices.Clone(s.Required)
	for _, name := range r.required {
		if p := r.properties[name]; p != nil && p.schema == huma.TypeString {
			own := *p // another object may share it, and not require it
			own.mandatory = true
			r.properties[name] = &own
		}
	}
	switch additional := s.AdditionalProperties.(type) {
	case bool:
		r.open = additional
	case *huma.Schema:
		r.additional = c.compile(additional)
	}
}
