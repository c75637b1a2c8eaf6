package faults

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// operation is one of the service's OpenAPI document.
type operation struct {
	method, path string
	*openapi3.Operation
	params []*openapi3.Parameter
}

// operations are all of the document but the streams, which never end.
func (w *world) operations(t *testing.T) []operation {
	t.Helper()
	answer, err := http.Get(w.replicas[0].Base + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		t.Fatal(err)
	}
	var all []operation
	for _, path := range document.Paths.InMatchingOrder() {
		item := document.Paths.Value(path)
		for method, o := range item.Operations() {
			if ok := o.Responses.Value("200"); ok != nil && ok.Value.Content.Get("text/event-stream") != nil {
				continue
			}
			one := operation{method: method, path: path, Operation: o}
			for _, p := range slices.Concat(item.Parameters, o.Parameters) {
				one.params = append(one.params, p.Value)
			}
			if s := one.schema(); s != nil {
				collectExamples(s, one.example())
			}
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	if len(all) < 20 {
		t.Fatalf("the document has only %d operations", len(all))
	}
	return all
}

func (o operation) hasID() bool { return parameter.MatchString(o.path) }

var parameter = regexp.MustCompile(`{\w+}`)

// forAdmin reports whether a scope is required: on admins' paths, and where they write brands and
// categories.
func (o operation) forAdmin() bool { return o.Extensions["x-scope"] != nil }

// public reports whether the document asks for no bearer token.
func (o operation) public() bool {
	return o.Security == nil || len(*o.Security) == 0 || slices.ContainsFunc(*o.Security, func(r openapi3.SecurityRequirement) bool {
		return len(r) == 0
	})
}

// with is the path with its id.
func (o operation) with(id string) string { return parameter.ReplaceAllLiteralString(o.path, id) }

// needed is a query with the parameters that must be there.
func (o operation) needed(g generator) string {
	query := url.Values{}
	for _, p := range o.params {
		if p.In == "query" && p.Required {
			query.Add(p.Name, fmt.Sprint(g.value(p.Schema.Value, 0)))
		}
	}
	return "?" + query.Encode()
}

// schema is that of the body, or nil. Of a body that may be left out it is that of the body that is
// there.
func (o operation) schema() *openapi3.Schema {
	if o.RequestBody == nil {
		return nil
	}
	media := o.RequestBody.Value.Content.Get("application/json")
	if media == nil || media.Schema == nil {
		return nil
	}
	return whole(media.Schema.Value)
}

// example is the one of the body.
func (o operation) example() any {
	media := o.RequestBody.Value.Content.Get("application/json")
	for _, name := range slices.Sorted(maps.Keys(media.Examples)) {
		return media.Examples[name].Value.Value // the first
	}
	return media.Example
}

// collectExamples gives the fields of a body their values in the example of the whole, where they
// have none.
func collectExamples(s *openapi3.Schema, example any) {
	s = whole(s)
	switch v := example.(type) {
	case nil:
	case map[string]any:
		for name, value := range v {
			if field := s.Properties[name]; field != nil {
				collectExamples(field.Value, value)
			}
		}
	case []any:
		for _, value := range v {
			if s.Items != nil {
				collectExamples(s.Items.Value, value)
			}
		}
	default:
		if s.Example == nil {
			s.Example = v
		}
	}
}

// whole is the schema itself, or of a value that may be null or left out that of the value.
func whole(s *openapi3.Schema) *openapi3.Schema {
	for _, alternative := range s.OneOf {
		if !alternative.Value.Type.Is("null") {
			return alternative.Value
		}
	}
	return s
}
