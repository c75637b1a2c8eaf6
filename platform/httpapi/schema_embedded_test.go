package httpapi

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

type embeddedBase struct {
	ID    string  `json:"id" format:"uuid" doc:"The id."`
	Note  *string `json:"note" example:"x"`
	Ended *Time   `json:"ended"`
}

type flatView struct {
	ID    string  `json:"id" format:"uuid" doc:"The id."`
	Note  *string `json:"note" example:"x"`
	Ended *Time   `json:"ended"`
	Extra bool    `json:"extra" example:"false"`
}

type composedView struct {
	embeddedBase
	Extra bool `json:"extra" example:"false"`
}

type hidingView struct {
	embeddedBase
	Note int `json:"note" example:"3"`
}

type hiddenView struct {
	ID    string `json:"id" format:"uuid" doc:"The id."`
	Ended *Time  `json:"ended"`
	Note  int    `json:"note" example:"3"`
}

// A view that embeds another one has the schema and the JSON of the flat struct.
func TestEmbeddedStructsAreFlat(t *testing.T) {
	t.Parallel()
	text := func(v any) string {
		t.Helper()
		encoded, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	schemaOf := func(v any) string { return text(newRegistry().Schema(reflect.TypeOf(v), false, "")) }
	if got, want := schemaOf(composedView{}), schemaOf(flatView{}); got != want {
		t.Errorf("schema\n%s, want\n%s", got, want)
	}
	if got, want := schemaOf(hidingView{}), schemaOf(hiddenView{}); got != want {
		t.Errorf("a field that hides another\n%s, want\n%s", got, want)
	}
	note, at := "n", TimeOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	base := embeddedBase{ID: "1", Note: &note, Ended: &at}
	if got, want := text(composedView{base, true}), text(flatView{"1", &note, &at, true}); got != want {
		t.Errorf("JSON %s, want %s", got, want)
	}
}
