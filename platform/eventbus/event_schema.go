package eventbus

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// eventNamePattern is the form of an event's name: module, fact in the past tense, version.
var eventNamePattern = regexp.MustCompile(`^[a-z]+\.[a-z_]+\.v[0-9]+$`)

// eventSchema is what the bus knows of a type of event.
type eventSchema struct {
	personal []string // the JSON names of the fields tagged pii
	err      error    // the rule of Event that the type breaks
}

var eventSchemas sync.Map // reflect.Type → eventSchema

// ValidateEvent returns an error that names the rule of Event that the type of e breaks: a name
// that is not "module.fact.v1", a type that is no struct, a personal field below the top level,
// personal fields without a subject.
func ValidateEvent(e Event) error { return schemaOf(e).err }

func schemaOf(e Event) eventSchema {
	t := reflect.TypeOf(e)
	if s, ok := eventSchemas.Load(t); ok {
		return s.(eventSchema)
	}
	s := newEventSchema(t, e)
	eventSchemas.Store(t, s)
	return s
}

func newEventSchema(t reflect.Type, e Event) eventSchema {
	if t == nil || t.Kind() != reflect.Struct {
		return eventSchema{err: fmt.Errorf("eventbus: %v: an event is a struct, not a pointer", t)}
	}
	if name := e.EventName(); !eventNamePattern.MatchString(name) {
		return eventSchema{err: fmt.Errorf("eventbus: %s: the name %q does not match %s", t, name, eventNamePattern)}
	}
	var s eventSchema
	for _, f := range topLevelFields(t) {
		if isPersonal(f) && !f.Anonymous {
			s.personal = append(s.personal, jsonName(f))
			continue
		}
		if containsPersonal(f.Type, nil) {
			return eventSchema{err: fmt.Errorf("eventbus: %s.%s: a personal field below the top level can't be erased", t,
				f.Name)}
		}
	}
	if _, ok := e.(Subject); len(s.personal) > 0 && !ok {
		return eventSchema{err: fmt.Errorf("eventbus: %s has personal fields and no EventSubject", t)}
	}
	return s
}

func isPersonal(f reflect.StructField) bool { return f.Tag.Get("pii") == "true" }

// topLevelFields returns the fields that JSON puts at the top level: t's own fields and those of
// the structs that it embeds.
func topLevelFields(t reflect.Type) []reflect.StructField {
	var fields []reflect.StructField
	for f := range t.Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct && f.Tag == "" {
			fields = append(fields, topLevelFields(f.Type)...)
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

// containsPersonal reports whether a value of type t holds a personal field. parents are the types
// around t, so that a recursive type ends the walk.
func containsPersonal(t reflect.Type, parents []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return containsPersonal(t.Elem(), parents)
	case reflect.Struct:
		if slices.Contains(parents, t) {
			return false
		}
		for f := range t.Fields() {
			if isPersonal(f) || containsPersonal(f.Type, append(parents, t)) {
				return true
			}
		}
	}
	return false
}
