package storefront

import (
	"reflect"
	"sync"
	"time"
)

// putInZone puts every time that an answer has into the zone. value is what the answer was decoded
// into.
func putInZone(value reflect.Value, zone *time.Location) {
	switch t := value.Type(); {
	case !hasTimes(t):
		return
	case t == timeType:
		value.Set(reflect.ValueOf(value.Interface().(time.Time).In(zone)))
		return
	}
	switch value.Kind() { //nolint:exhaustive // hasTimes knows no others
	case reflect.Pointer:
		if !value.IsNil() {
			putInZone(value.Elem(), zone)
		}
	case reflect.Slice:
		for i := range value.Len() {
			putInZone(value.Index(i), zone)
		}
	case reflect.Struct:
		for f := range value.Type().Fields() {
			if isDecoded(f) {
				putInZone(value.FieldByIndex(f.Index), zone)
			}
		}
	}
}

var timeType = reflect.TypeFor[time.Time]()

// isDecoded reports whether the fields of an answer may be in this one.
func isDecoded(f reflect.StructField) bool { return f.IsExported() || f.Anonymous }

// timed is what hasTimes has found of a type.
var timed sync.Map // bool by reflect.Type

// hasTimes reports whether the values of a type have times that the interface may set.
func hasTimes(t reflect.Type) bool {
	if has, known := timed.Load(t); known {
		return has.(bool)
	}
	has := t == timeType
	switch t.Kind() { //nolint:exhaustive // others have none
	case reflect.Pointer, reflect.Slice:
		has = hasTimes(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			has = has || isDecoded(f) && hasTimes(f.Type)
		}
	}
	timed.Store(t, has)
	return has
}
