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
	rule          *rule
}

func (p param) of(r *http.Request, query url.Values) string {
	if p.header {
		return r.Header.Get(p.name)
	}
	return query.Get(p.name)
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

// checkParams collects what is wrong with the query and the headers. An empty value counts as none,
// and of a name given twice the first counts. A parameter of the query that the operation does not
// have is refused: a misspelt filter must not answer with everything.
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
		s := p.of(r, query)
		switch {
		case s == "" && p.required:
			v.add(p.pointer, fault.Required, "is required")
		case s == "":
		case !utf8.ValidString(s):
			v.add(p.pointer, fault.BadFormat, "must be UTF-8")
		default:
			v.param(p.rule, s, p.pointer)
		}
	}
}

func (o *operation) hasParam(name string) bool {
	return slices.ContainsFunc(o.params, func(p param) bool { return !p.header && p.name == name })
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
	case huma.TypeArray:
		for part := range strings.SplitSeq(s, ",") {
			v.param(r.items, part, at)
		}
	}
}

func isDigits(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}
