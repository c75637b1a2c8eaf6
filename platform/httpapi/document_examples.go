package httpapi

import (
	"encoding/json"
	"maps"

	"github.com/danielgtaylor/huma/v2"
)

// Example is one exchange of an operation as the document shows it: a request and its responses.
// Content that is no JSON is a JSON string.
type Example struct {
	Request json.RawMessage            `json:"request,omitempty"`
	Answers map[string]json.RawMessage `json:"answers,omitempty"` // by status: "201"
}

// A response is a component from these lengths on: one that several operations have in common, and
// one of a single operation. Long responses next to each other shrink to a seventh with gzip.
const (
	componentFromShared = 140
	componentFromSingle = 400
)

// addExamples adds each operation's exchange. It runs after shareParameters and shareFailures, for
// no two operations have the same examples.
func (r *Router) addExamples(doc *huma.OpenAPI) {
	if len(r.examples) == 0 {
		return
	}
	r.dropFieldExamples()
	w := exampleWriter{components: doc.Components.Examples, uses: map[string]int{}, names: map[string]string{}}
	for _, e := range r.examples {
		for _, body := range e.Answers {
			w.uses[string(body)]++
		}
	}
	for _, op := range allOperations(doc) {
		w.add(op, r.examples[op.OperationID])
	}
}

// exampleWriter adds examples to operations. Long bodies become components.
type exampleWriter struct {
	components map[string]*huma.Example
	uses       map[string]int    // of a body
	names      map[string]string // of the component that a body is
}

func (w *exampleWriter) add(op *huma.Operation, e Example) {
	if op.RequestBody != nil && e.Request != nil {
		op.RequestBody.Content = withExample(op.RequestBody.Content, &huma.MediaType{Example: e.Request})
	}
	for status, body := range e.Answers {
		if res := op.Responses[status]; res != nil {
			res.Content = withExample(res.Content, w.media(op.OperationID, body))
		}
	}
}

// media is the example of a response: its body, or a reference to the component that the first
// operation with that body has made.
func (w *exampleWriter) media(operationID string, body json.RawMessage) *huma.MediaType {
	text := string(body)
	if len(text) < componentFromSingle && (w.uses[text] < 2 || len(text) < componentFromShared) {
		return &huma.MediaType{Example: body}
	}
	if w.names[text] == "" {
		w.names[text] = operationID
		w.components[operationID] = &huma.Example{Value: body}
	}
	return &huma.MediaType{Examples: map[string]*huma.Example{"ok": {Ref: examplesPrefix + w.names[text]}}}
}

// dropFieldExamples removes the examples of single fields: the whole exchanges replace them.
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
