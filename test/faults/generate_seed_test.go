package faults

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/test/kit"
)

// The same seed gives the same values, and a text that has to have something is not blank.
func TestTheGeneratorRepeats(t *testing.T) {
	t.Parallel()
	s := openapi3.NewObjectSchema()
	for name := range strings.FieldsSeq("a b c d e f g h i j k l m") {
		s.WithProperty(name, openapi3.NewStringSchema().WithMinLength(1).WithMaxLength(3))
	}
	s.Required = strings.Fields("a b c")
	generate := func() (all []string) {
		g := generator{Rand: kit.Rand(t)}
		for range 500 {
			raw, err := json.Marshal(g.value(s, 0))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(raw))
		}
		return all
	}
	first, second := generate(), generate()
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("value %d is %s, then %s", i, first[i], second[i])
		}
		var fields map[string]string
		if err := json.Unmarshal([]byte(first[i]), &fields); err != nil {
			t.Fatal(err)
		}
		for name, text := range fields {
			if strings.TrimSpace(text) != text || text == "" {
				t.Fatalf("%s is %q", name, text)
			}
		}
	}
}
