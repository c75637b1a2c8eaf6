package app

import (
	"maps"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// recordExamples is how an example is made.
const recordExamples = "play it in test/e2e/examples_story_test.go, then go test ./test/e2e -run TestExamples -update"

// TestEveryOperationHasAnExample: a whole one, of what is sent and of every success with a body.
// All together are as short as one share for each operation. That they fit their schemas is a
// matter of TestOpenAPI.
func TestEveryOperationHasAnExample(t *testing.T) {
	t.Parallel()
	const share = 700 // bytes
	_, doc := readDocument(t)
	left, most := maps.Clone(examples()), 0
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			most += share
			delete(left, op.OperationID)
			if op.RequestBody != nil && !exemplified(op.RequestBody.Value.Content) {
				t.Errorf("%s %s: the body has no example: %s", method, path, recordExamples)
			}
			for status, res := range op.Responses.Map() {
				if status < "300" && len(res.Value.Content) > 0 && !exemplified(res.Value.Content) {
					t.Errorf("%s %s: the answer %s has no example: %s", method, path, status, recordExamples)
				}
			}
		}
	}
	if len(recordedExamples) > most {
		t.Errorf("the examples have %d bytes together, more than %d", len(recordedExamples), most)
	}
	for name := range left {
		t.Errorf("examples.json has %s, which is no operation", name)
	}
}

func exemplified(content openapi3.Content) bool {
	for _, media := range content {
		if media.Example != nil || len(media.Examples) > 0 {
			return true
		}
	}
	return false
}
