package httpapi

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Example is one exchange of an operation as the document shows it: what a client sent and what it
// got. Content that is no JSON is a JSON string.
type Example struct {
	Request json.RawMessage            `json:"request,omitempty"`
	Answers map[string]json.RawMessage `json:"answers,omitempty"` // by status: "201"
}

// An answer is a component from these lengths on: one that several operations have alike, and one of
// a single operation. Long answers next to each other shrink to a seventh with gzip.
const (
	sharedFrom = 140
	loneFrom   = 400
)

// addExamples shows each operation's exchange. It runs after what the operations share has been
// moved to the components, for no two of them have the same examples.
func (r *Router) addExamples(doc *huma.OpenAPI) {
	if len(r.examples) > 0 {
		r.dropFieldExamples()
	}
	uses, named := map[string]int{}, map[string]string{}
	for _, e := range r.examples {
		for _, answer := range e.Answers {
			uses[string(answer)]++
		}
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, op := range operationsOf(doc.Paths[path]) {
			e := r.examples[op.OperationID]
			if op.RequestBody != nil && e.Request != nil {
				op.RequestBody.Content = withExample(op.RequestBody.Content, &huma.MediaType{Example: e.Request})
			}
			for status, answer := range e.Answers {
				res, text, shown := op.Responses[status], string(answer), &huma.MediaType{Example: answer}
				if res == nil {
					continue
				}
				if uses[text] > 1 && len(text) >= sharedFrom || len(text) >= loneFrom {
					if named[text] == "" {
						named[text] = op.OperationID
						doc.Components.Examples[op.OperationID] = &huma.Example{Value: answer}
					}
					shown = &huma.MediaType{Examples: map[string]*huma.Example{"ok": {Ref: examplesPrefix + named[text]}}}
				}
				res.Content = withExample(res.Content, shown)
			}
		}
	}
}

// dropFieldExamples removes the examples of single fields, whose place the whole ones take.
func (r *Router) dropFieldExamples() {
	for _, s := range r.registry.schemas {
		walkSchemas(s, func(s *huma.Schema) { s.Examples = nil })
	}
}

// withExample is a copy of the content with an example: of its JSON, else of its only form.
func withExample(content map[string]*huma.MediaType, shown *huma.MediaType) map[string]*huma.MediaType {
	content = maps.Clone(content)
	for name, media := range content {
		if content[jsonType] == nil || name == jsonType {
			copied := *media
			copied.Example, copied.Examples = shown.Example, shown.Examples
			content[name] = &copied
		}
	}
	return content
}
