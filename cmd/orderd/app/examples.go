package app

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"orderd/platform/httpapi"
)

// recordedExamples are the requests and responses of an end-to-end test, by operation. That test
// writes it (go test ./test/e2e -run TestExamples -update) and fails when the service answers
// another shape.
//
//go:embed examples.json
var recordedExamples []byte

// examples are the exchanges that the OpenAPI document shows.
func examples() map[string]httpapi.Example {
	var all map[string]httpapi.Example
	if err := json.Unmarshal(recordedExamples, &all); err != nil {
		panic(fmt.Sprintf("app: examples.json: %v", err)) // it is a part of the binary
	}
	return all
}
