package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"orderd/platform/httpapi"
)

// TestExamplesOfOperations: an exchange is shown with its operation, request and every answer, and
// one that several have alike is said once.
func TestExamplesOfOperations(t *testing.T) {
	t.Parallel()
	body := json.RawMessage(`{"name":"Cup"}`)
	long := json.RawMessage(`{"name":"Cup","note":"` + strings.Repeat("long ", 40) + `"}`)
	b := setup(t, nil, func(o *httpapi.Options) {
		o.Examples = map[string]httpapi.Example{
			"createThing": {Request: body, Answers: map[string]json.RawMessage{"201": long, "200": body}},
			"apply":       {Request: body, Answers: map[string]json.RawMessage{"201": long}},
			"measure":     {Request: json.RawMessage(`"height\n20\n"`)},
			"greet":       {Answers: map[string]json.RawMessage{"299": body}}, // it never answers so
			"nothing":     {Request: body},
		}
	})
	doc := document(t, b)
	shown := func(id, status string) (text, ref string) {
		t.Helper()
		content := operation(t, doc, id).Responses.Value(status).Value.Content.Get("application/json")
		if e := content.Examples["ok"]; e != nil {
			return mustJSON(t, e.Value.Value), e.Ref
		}
		return mustJSON(t, content.Example), ""
	}
	for _, id := range []string{"createThing", "apply"} {
		if text, ref := shown(id, "201"); text != mustJSON(t, long) || ref != "#/components/examples/apply" {
			t.Errorf("%s 201: %s %q", id, text, ref)
		}
	}
	if text, ref := shown("createThing", "200"); text != string(body) || ref != "" {
		t.Errorf("createThing 200: %s %q", text, ref)
	}
	if got := mustJSON(t, operation(t, doc, "createThing").RequestBody.Value.Content.Get("application/json").Example); got != string(body) {
		t.Errorf("createThing is sent %s", got)
	}
	if got := operation(t, doc, "measure").RequestBody.Value.Content.Get("text/csv").Example; got != "height\n20\n" {
		t.Errorf("measure is sent %q", got)
	}
	if text, _ := shown("greet", "200"); text != "null" {
		t.Errorf("greet 200: %s", text)
	}
	for name, schema := range doc.Components.Schemas {
		for field, p := range schema.Value.Properties {
			if p.Value.Example != nil || len(p.Value.Extensions) > 0 && p.Value.Extensions["examples"] != nil || len(p.Value.Examples) > 0 {
				t.Errorf("%s.%s still has an example of its own", name, field)
			}
		}
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
