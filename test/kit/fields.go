package kit

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Fields maps paths of a body, as At takes them, to the values wanted there. nil stands for null
// and for an absent field. "variants.#" is the length of the list variants. Numbers may be of any
// type.
type Fields map[string]any

// RequireFields fails the test for each field with another value, and shows both values.
func (a Answer) RequireFields(t testing.TB, want Fields) Answer {
	t.Helper()
	failed := false
	for _, path := range slices.Sorted(maps.Keys(want)) {
		got := a.At(path)
		if list, ok := strings.CutSuffix(path, ".#"); ok {
			items, _ := a.At(list).([]any)
			got = float64(len(items))
		}
		if wanted := asJSON(want[path]); !reflect.DeepEqual(got, wanted) {
			t.Errorf("%s: %v, want %v", path, got, wanted)
			failed = true
		}
	}
	if failed {
		t.Logf("in %s", a.Body)
	}
	return a
}

// asJSON turns a number into what encoding/json decodes it to.
func asJSON(v any) any {
	number := reflect.ValueOf(v)
	switch {
	case v == nil:
		return nil
	case number.CanInt():
		return float64(number.Int())
	case number.CanFloat():
		return number.Float()
	}
	return v
}
