package httpapi

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"

	"orderd/platform/fault"
	"orderd/platform/strictjson"
)

// param is a parameter of the query, or a header, with the rule that it must keep.
type param struct {
	name, pointer string
	header        bool
	required      bool
	list          bool // of the query, a ListParam
	named         bool // of the query, a NamedLists; rule is that of each list
	rule          *rule
}

// of is what the request gives of the parameter.
func (p param) of(r *http.Request, query url.Values) []string {
	switch {
	case p.header:
		return []string{r.Header.Get(p.name)}
	case p.list:
		return listValues(query[p.name])
	}
	return query[p.name]
}

// checkPath is a 404 for a path whose parameters can be no id.
func checkPath(c *gin.Context) error {
	for _, p := range c.Params {
		if !utf8.ValidString(p.Value) || strings.ContainsFunc(p.Value, unicode.IsControl) {
			return fault.Missing()
		}
	}
	return nil
}

// checkParams collects what is wrong with the query and the headers. An empty value counts as none.
// A parameter of the query that the operation does not have is refused: a misspelt filter must not
// answer with everything. So is a second value of one that takes one. Lists are rewritten to the
// form that is decoded.
func (o *operation) checkParams(r *http.Request, v *validator) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		v.add("?", fault.BadFormat, "is not a well-formed query")
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !o.hasParam(name) {
			v.add("?"+strings.ToValidUTF8(name, "\uFFFD"), fault.UnexpectedField, "is not a parameter of this request")
		}
	}
	for _, p := range o.params {
		if p.named {
			v.namedLists(p, query)
			continue
		}
		given := p.of(r, query)
		if len(given) > 1 && !p.list {
			v.add(p.pointer, fault.NotAllowed, "must be given once")
			continue
		}
		v.given(p, given)
	}
	o.joinLists(r, query)
}

// given checks the values of a parameter.
func (v *validator) given(p param, values []string) {
	absent := len(values) == 0 || len(values) == 1 && values[0] == ""
	switch {
	case absent && p.required:
		v.add(p.pointer, fault.Required, "is required")
	case absent:
	case slices.ContainsFunc(values, func(s string) bool { return !utf8.ValidString(s) }):
		v.add(p.pointer, fault.BadFormat, "must be UTF-8")
	case p.list:
		v.params(p.rule, values, p.pointer)
	default:
		v.param(p.rule, values[0], p.pointer)
	}
}

func (o *operation) hasParam(name string) bool {
	return slices.ContainsFunc(o.params, func(p param) bool {
		_, isList := p.listName(name)
		return isList || !p.header && !p.named && p.name == name
	})
}

// param checks a parameter: text that stands for a value of the rule's type.
func (v *validator) param(r *rule, s, at string) {
	switch r.schema {
	case huma.TypeString:
		v.text(r, s, at)
	case huma.TypeBoolean:
		if s != "true" && s != "false" {
			v.add(at, fault.WrongType, "must be true or false")
		}
	case huma.TypeInteger:
		if !isDigits(s) {
			v.add(at, fault.WrongType, "must be a whole number")
			return
		}
		v.number(r, s, at)
	case huma.TypeNumber:
		if n, err := strictjson.Parse([]byte(s)); err != nil || n.Kind != strictjson.Number {
			v.add(at, fault.WrongType, "must be a number")
			return
		}
		v.number(r, s, at)
	}
}

// params checks the values of a list. Of several faults it adds the first.
func (v *validator) params(r *rule, values []string, at string) {
	if r.maxItems != nil && len(values) > *r.maxItems {
		v.add(at, fault.TooLong, "must have at most %d values", *r.maxItems)
		return
	}
	before := len(v.faults)
	for _, s := range values {
		if v.param(r.items, s, at); len(v.faults) > before {
			return
		}
	}
}

func isDigits(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}
