package app

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"orderd/platform/httpapi"
)

// recorded is what a story of the end-to-end tests sent and got, by operation. That test writes it
// (go test ./test/e2e -run TestExamples -update) and fails when the service answers another shape.
//
//go:embed examples.json
var recorded []byte

// examples are the exchanges that the OpenAPI document shows.
func examples() map[string]httpapi.Example {
	var all map[string]httpapi.Example
	if err := json.Unmarshal(recorded, &all); err != nil {
		panic(fmt.Sprintf("app: examples.json: %v", err)) // it is a part of the binary
	}
	return all
}
