package eventbus

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// eventName is the form of an event's name: module, fact in the past tense, version.
var eventName = regexp.MustCompile(`^[a-z]+\.[a-z_]+\.v[0-9]+$`)

// shape is what the bus knows of a type of event.
type shape struct {
	personal []string // the JSON names of the fields tagged pii
	fault    error    // the rule that the type breaks
}

var shapes sync.Map // reflect.Type → shape

// Check tells which rule of Event the type of e breaks: a name that is not "module.fact.v1", no struct, a personal field below the
// top level, personal fields without a subject.
func Check(e Event) error { return shapeOf(e).fault }

func shapeOf(e Event) shape {
	t := reflect.TypeOf(e)
	if s, ok := shapes.Load(t); ok {
		return s.(shape)
	}
	s := examine(t, e)
	shapes.Store(t, s)
	return s
}

func examine(t reflect.Type, e Event) shape {
	if t == nil || t.Kind() != reflect.Struct {
		return shape{fault: fmt.Errorf("eventbus: %v: an event is a struct, not a pointer", t)}
	}
	if name := e.EventName(); !eventName.MatchString(name) {
		return shape{fault: fmt.Errorf("eventbus: %s: the name %q does not match %s", t, name, eventName)}
	}
	var s shape
	for _, f := range topLevel(t) {
		if f.Tag.Get("pii") == "true" && !f.Anonymous {
			s.personal = append(s.personal, jsonName(f))
			continue
		}
		if hidesPersonal(f.Type, nil) {
			return shape{fault: fmt.Errorf("eventbus: %s.%s: a personal field below the top level can't be erased", t, f.Name)}
		}
	}
	if _, ok := e.(Subject); len(s.personal) > 0 && !ok {
		return shape{fault: fmt.Errorf("eventbus: %s has personal fields and no EventSubject", t)}
	}
	return s
}

// topLevel are the fields that JSON puts at the top level: t's own, and those of the structs that it embeds.
func topLevel(t reflect.Type) []reflect.StructField {
	var fields []reflect.StructField
	for f := range t.Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct && f.Tag == "" {
			fields = append(fields, topLevel(f.Type)...)
			continue
		}
		fields = append(fields, f)
	}
	return fields
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		return f.Name
	}
	return name
}

// hidesPersonal tells whether a value of type t holds a field tagged pii.
func hidesPersonal(t reflect.Type, above []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hidesPersonal(t.Elem(), above)
	case reflect.Struct:
		if slices.Contains(above, t) {
			return false
		}
		for f := range t.Fields() {
			if f.Tag.Get("pii") == "true" || hidesPersonal(f.Type, append(above, t)) {
				return true
			}
		}
	}
	return false
}

// split encodes an event: the personal fields apart from the rest.
func (s shape) split(e Event) (payload, personal []byte, err error) {
	all, err := json.Marshal(e)
	if err != nil || len(s.personal) == 0 {
		return all, noFields, err
	}
	rest := map[string]json.RawMessage{}
	if err := json.Unmarshal(all, &rest); err != nil {
		return nil, nil, err
	}
	theirs := map[string]json.RawMessage{}
	for _, name := range s.personal {
		if v, ok := rest[name]; ok {
			theirs[name] = v
			delete(rest, name)
		}
	}
	if payload, err = json.Marshal(rest); err != nil {
		return nil, nil, err
	}
	personal, err = json.Marshal(theirs)
	return payload, personal, err
}

var noFields = []byte("{}")

// merge makes one JSON object of the two that split made.
func merge(payload, personal string) []byte {
	switch {
	case personal == "{}":
		return []byte(payload)
	case payload == "{}":
		return []byte(personal)
	}
	return []byte(payload[:len(payload)-1] + "," + personal[1:])
}
