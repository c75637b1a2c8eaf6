// Package metadata keeps short texts under names that clients of the API choose: what another
// system knows of a thing. Nothing in the service reads them, but lists can be filtered by them.
package metadata

import (
	"encoding/json"
	"iter"
	"maps"
	"regexp"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"orderd/platform/fault"
	"orderd/platform/httpapi"
)

// The limits of an Object. Migrations repeat those of keys and values.
const (
	MaxKeys  = 50
	MaxValue = 500 // characters
)

var keyPattern = regexp.MustCompile(`^[a-z0-9_.-]{1,40}$`)

// IsKey reports whether an Object may have the key.
func IsKey(key string) bool { return keyPattern.MatchString(key) }

// Object has the values of one thing by their keys. As a field of a request it is trimmed like a
// httpapi.Text; what its schema does not say, Check does. Its zero value is written as {}.
type Object map[string]string

// Schema is the object's schema.
func (Object) Schema(huma.Registry) *huma.Schema {
	value := httpapi.Text("").Schema(nil)
	value.MinLength, value.MaxLength = new(1), new(MaxValue)
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: value, Examples: []any{map[string]string{"erp.id": "4711"}},
		Description: "For staff and other systems: at most 50 texts by keys of 1 to 40 of a-z, 0-9, _, . and -.",
	}
}

// UnmarshalJSON trims the values.
func (o *Object) UnmarshalJSON(b []byte) error {
	var values map[string]httpapi.Text
	if err := json.Unmarshal(b, &values); err != nil {
		return err
	}
	*o = Object{}
	for key, value := range values {
		(*o)[key] = string(value)
	}
	return nil
}

// MarshalJSON writes {} for nil.
func (o Object) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(map[string]string(o))
}

// Check returns what is wrong with the keys, at the pointer of the object or below it. Of many
// wrong keys it names the first ones.
func (o Object) Check(pointer string) (found []fault.Field) {
	if len(o) > MaxKeys {
		found = append(found, fault.Field{Pointer: pointer, Code: fault.TooLong, Detail: "must have at most 50 keys"})
	}
	return append(found, checkKeys(maps.Keys(o), pointer)...)
}

func checkKeys(keys iter.Seq[string], pointer string) (found []fault.Field) {
	for _, key := range slices.Sorted(keys) {
		if !IsKey(key) && len(found) < MaxKeys {
			found = append(found, fault.Field{
				Pointer: pointer + "/" + httpapi.EscapePointer(key), Code: fault.BadFormat,
				Detail: "must have a key of 1 to 40 of a-z, 0-9, _, . and -",
			})
		}
	}
	return found
}

// Equal reports whether both have the same values.
func (o Object) Equal(other Object) bool { return maps.Equal(o, other) }

// ChangeOf is the object that a field of a PATCH asks for, an empty one for null, and nil when the
// field is absent.
func ChangeOf(field httpapi.Optional[Object]) *Object {
	if !field.Set {
		return nil
	}
	return new(field.Value.OrEmpty())
}

// ChangedKeys are the keys that only one of both has, or that have another value in each.
func (o Object) ChangedKeys(other Object) []string {
	changed := map[string]bool{}
	for key, value := range o {
		if was, ok := other[key]; !ok || was != value {
			changed[key] = true
		}
	}
	for key := range other {
		if _, ok := o[key]; !ok {
			changed[key] = true
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// OrEmpty is the object, and an empty one for nil.
func (o Object) OrEmpty() Object {
	if o == nil {
		return Object{}
	}
	return o
}
