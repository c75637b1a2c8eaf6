package kit

import (
	"encoding/json"
	"testing"
)

// JSON is the value's.
func JSON(t testing.TB, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
