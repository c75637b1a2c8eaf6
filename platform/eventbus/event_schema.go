package eventbus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
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

// ValidateEvent tells which rule of Event the type of e breaks: a name that is not "module.fact.v1", no struct, a personal field below the
// top level, personal fields without a subject.
func ValidateEvent(e Event) error { return shapeOf(e).fault }

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
	payload, personal = make([]byte, 0, len(all)), make([]byte, 0, len(all))
	for name, member := range members(all) {
		if slices.Contains(s.personal, name) {
			personal = append(append(personal, ','), member...)
		} else {
			payload = append(append(payload, ','), member...)
		}
	}
	return object(payload), object(personal), nil
}

// members are the members of an object that json.Marshal has written, which is without white space, by their names.
func members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		depth, quoted, start := 0, false, 1
		for i := 1; i < len(object); i++ {
			switch c := object[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '{' || c == '[':
				depth++
			case depth > 0 && (c == '}' || c == ']'):
				depth--
			case depth == 0 && i > start && (c == ',' || c == '}'):
				member := object[start:i]
				name, _, _ := bytes.Cut(member[1:], []byte{'"'})
				if !yield(string(name), member) {
					return
				}
				start = i + 1
			}
		}
	}
}

// object is the object of members, each with a comma before it.
func object(members []byte) []byte {
	if len(members) == 0 {
		return noFields
	}
	members[0] = '{'
	return append(members, '}')
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
