package shop

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"orderd/modules/shop/events"
	"orderd/platform/fault"
)

// group is one group of settings.
type group struct {
	Name          events.Group `gorm:"primaryKey"`
	Version       int64
	FieldValues   string    // JSON of the group's type
	Pinned        string    // JSON of []events.Pin
	UpdatedAt     time.Time `gorm:"autoUpdateTime:false"`
	UpdatedByID   *string   // nil: the configuration, or an API key
	UpdatedByName *string
}

func (group) TableName() string { return "shop_groups" }

// fields are the values of a group by the names of its fields, each as its JSON.
type fields map[string]json.RawMessage

// fieldsOf are the fields of values, which are of a group's type.
func fieldsOf(values any) (f fields, err error) {
	text, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	return f, json.Unmarshal(text, &f)
}

// changed are the names of the fields that have other values in the JSON of a group, in their
// order.
func (f fields) changed(text string) (names []string, err error) {
	var after fields
	if err := json.Unmarshal([]byte(text), &after); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if string(f[name]) != string(after[name]) {
			names = append(names, name)
		}
	}
	return names, nil
}

// with is f with the named fields of other.
func (f fields) with(other fields, names []string) fields {
	merged := maps.Clone(f)
	for _, name := range names {
		merged[name] = other[name]
	}
	return merged
}

// without is f without the fields that have faults by themselves: what they are to be is not known,
// and the rules of the whole look at what they are.
func (f fields) without(faults []fault.Field) fields {
	left := maps.Clone(f)
	for _, found := range faults {
		name, _, _ := strings.Cut(strings.TrimPrefix(found.Pointer, "/"), "/")
		delete(left, name)
	}
	return left
}

func (g *group) pins() (pins []events.Pin, err error) {
	return pins, json.Unmarshal([]byte(g.Pinned), &pins)
}
