package httpapi

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// maxListParam is how many values a list in a query may have.
const maxListParam = 100

// ListParam is a parameter of a query that takes several values, given one by one, with commas
// between, or both: ?ids=a&ids=b is ?ids=a,b. Empty values count as none. The limits of its tags
// (format, enum, maxLength) are those of each value; there are at most 100 values, unless maxItems
// says less.
type ListParam[T ~string] []T

// Schema is the list's schema.
func (ListParam[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeArray, Items: r.Schema(reflect.TypeFor[T](), true, ""), MaxItems: new(maxListParam),
	}
}

// listValues are the values of a list, each on its own.
func listValues(given []string) (values []string) {
	for _, s := range given {
		for value := range strings.SplitSeq(s, ",") {
			if value != "" {
				values = append(values, value)
			}
		}
	}
	return values
}

// joinLists rewrites the lists of a query that are not in the form that huma decodes: once, with
// commas between.
func (o *operation) joinLists(r *http.Request, query url.Values) {
	changed := false
	for _, p := range o.params {
		if p.named && p.joinNamed(query) {
			changed = true
		}
		if given := query[p.name]; p.list && len(given) > 0 {
			if joined := strings.Join(listValues(given), ","); !slices.Equal(given, []string{joined}) {
				query.Set(p.name, joined)
				changed = true
			}
		}
	}
	if changed {
		r.URL.RawQuery = query.Encode()
	}
}
