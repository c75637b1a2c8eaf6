package faults

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"orderd/test/kit"
)

// Every field of every body with its wrong types, null, empty, too long, out of its range and absent: 422 that blames
// this field alone, with the right word, and nothing has happened.
func TestEveryField(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		api := kit.NewAPI(w.replicas[0].Base, kit.LoadContract(t, w.replicas[0].Base)).As(w.adminToken())
		happened := "SELECT count(*) FROM events"
		before := w.number(happened)
		for _, o := range w.operations(t) {
			if o.schema() == nil {
				continue
			}
			path := o.with("01890000-0000-7000-8000-000000000000")
			fine := examples(o.schema())
			try := func(field string, body any, codes ...string) {
				t.Helper()
				a := api.Do(t, o.method, path, body)
				got := a.Pointers()
				if a.Status != 422 || len(got) != 1 || !slices.ContainsFunc(codes, func(code string) bool { return got[0] == "/"+field+" "+code }) {
					t.Errorf("%s %s with %.100v: %d %v, want one of %v at /%s", o.method, o.path, body, a.Status, got, codes, field)
				}
			}
			for name, field := range o.schema().Properties {
				for _, bad := range misfits(field.Value) {
					body := maps.Clone(fine)
					body[name] = bad.value
					try(name, body, bad.codes...)
				}
				if slices.Contains(o.schema().Required, name) {
					body := maps.Clone(fine)
					delete(body, name)
					try(name, body, "required")
				}
			}
			body := maps.Clone(fine)
			body["bogus"] = 1
			try("bogus", body, "unexpected_field")

			api.Do(t, o.method, path, `{"a":`).Require(t, 400, "malformed_json")
			api.Do(t, o.method, path, `{"a":1,"a":2}`).Require(t, 400, "malformed_json")
			api.With("Content-Type", "text/plain").Do(t, o.method, path, fine).Require(t, 415, "unsupported_media_type")
			api.Do(t, o.method, path, `{"a":"`+strings.Repeat("x", 300<<10)+`"}`).Require(t, 413, "body_too_large")
		}
		if after := w.number(happened); after != before {
			t.Errorf("%d events came of bad requests: %v", after-before, query[string](w, "SELECT name FROM events ORDER BY seq DESC LIMIT 10"))
		}
		check(t, w)
	})
}

// examples is a body made of the document's examples.
func examples(s *openapi3.Schema) object {
	body := object{}
	for name, field := range s.Properties {
		switch {
		case len(field.Value.Examples) > 0:
			body[name] = field.Value.Examples[0]
		case slices.Contains(s.Required, name):
			body[name] = "example"
		}
	}
	return body
}

// misfit is a value that a field can't take, and the codes that tell so.
type misfit struct {
	value any
	codes []string
}

func misfits(s *openapi3.Schema) (all []misfit) {
	for kind, value := range map[string]any{"string": "text", "number": 1.5, "boolean": true, "array": []int{1}, "object": object{"a": 1}} {
		if !s.Type.Includes(kind) && !(kind == "number" && s.Type.Includes("integer")) {
			all = append(all, misfit{value, []string{"wrong_type"}})
		}
	}
	if !s.Type.Includes("null") {
		all = append(all, misfit{nil, []string{"wrong_type", "required"}})
	}
	if s.MinLength > 0 || s.Format != "" || len(s.Enum) > 0 {
		if s.Type.Includes("string") {
			all = append(all, misfit{"", []string{"required", "too_short", "bad_format", "not_allowed"}})
		}
	}
	if s.MaxLength != nil {
		all = append(all, misfit{strings.Repeat("x", int(*s.MaxLength)+1), []string{"too_long", "bad_format"}})
		all = append(all, misfit{"nul\x00", []string{"bad_format", "too_short", "not_allowed"}})
	}
	if len(s.Enum) > 0 {
		all = append(all, misfit{"nonsense", []string{"not_allowed"}})
	}
	if s.Min != nil {
		all = append(all, misfit{*s.Min - 1, []string{"out_of_range"}})
	}
	if s.Max != nil {
		all = append(all, misfit{*s.Max * 10, []string{"out_of_range"}})
	}
	return all
}
