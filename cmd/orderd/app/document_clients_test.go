package app

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestComponentsBecomeTypes: generators of clients make one type of each schema, parameter and
// response, so that their names differ in more than their kind and spelling.
func TestComponentsBecomeTypes(t *testing.T) {
	t.Parallel()
	_, doc := readDocument(t)
	kinds := map[string]string{}
	add := func(kind, name string) {
		spelled := strings.ToLower(strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, name))
		if other, taken := kinds[spelled]; taken {
			t.Errorf("the %s %s has the name of a %s", kind, name, other)
		}
		kinds[spelled] = kind
	}
	for name := range doc.Components.Schemas {
		add("schema", name)
	}
	for name := range doc.Components.Parameters {
		add("parameter", name)
	}
	for name := range doc.Components.Responses {
		add("response", name)
	}
}

// TestBodiesHaveOneMediaType: what the service refuses with 415 is not in the document. An import
// of rows can be a workbook, too.
func TestBodiesHaveOneMediaType(t *testing.T) {
	t.Parallel()
	const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	_, doc := readDocument(t)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.RequestBody == nil {
				continue
			}
			types := slices.Sorted(maps.Keys(op.RequestBody.Value.Content))
			if len(types) != 1 && !slices.Equal(types, []string{workbook, "text/csv"}) {
				t.Errorf("%s %s takes %v", method, path, types)
			}
		}
	}
}
