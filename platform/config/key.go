package config

import (
	"encoding"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// keyField is one key of the configuration and the field of its value.
type keyField struct {
	name  string
	value reflect.Value
}

// keysOf returns the keys of a struct, given a pointer to it, in the order of its fields.
func keysOf(settings any) []keyField { return keysBelow("", reflect.ValueOf(settings).Elem()) }

func keysBelow(prefix string, v reflect.Value) []keyField {
	var keys []keyField
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		name := prefix + v.Type().Field(i).Tag.Get("yaml")
		if v.Field(i).Kind() == reflect.Struct {
			keys = append(keys, keysBelow(name+".", v.Field(i))...)
		} else {
			keys = append(keys, keyField{name, v.Field(i)})
		}
	}
	return keys
}

// Keys returns the names of all keys of a struct, given a pointer to it, in the order of its
// fields.
func Keys(settings any) []string {
	var names []string
	for _, k := range keysOf(settings) {
		names = append(names, k.name)
	}
	return names
}

// Strings yields the names and values of a struct's fields of type string, given a pointer to it.
func Strings(section any) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, k := range keysOf(section) {
			if text, ok := reflect.TypeAssert[string](k.value); ok && !yield(k.name, text) {
				return
			}
		}
	}
}

// setText sets the value from a text of the environment.
func (k keyField) setText(text string) error {
	switch p := k.value.Addr().Interface().(type) {
	case *string:
		*p = text
	case *Secret:
		*p = Secret(text)
	case *Secrets:
		*p = nil
		for _, item := range SplitList(text) {
			*p = append(*p, Secret(item))
		}
	case *URL:
		*p = URL(text)
	case *[]string:
		*p = SplitList(text)
	case *bool:
		return setParsed(p, text, strconv.ParseBool, "must be true or false")
	case *int:
		return setParsed(p, text, strconv.Atoi, "must be a whole number")
	case *int64:
		parse := func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }
		return setParsed(p, text, parse, "must be a whole number")
	case *time.Duration:
		return setParsed(p, text, time.ParseDuration, "must be a duration such as 90s, 15m or 72h")
	case encoding.TextUnmarshaler:
		return p.UnmarshalText([]byte(text))
	default:
		panic(fmt.Sprintf("config: %s has a type that has no text form", k.name))
	}
	return nil
}

func setParsed[T any](p *T, text string, parse func(string) (T, error), fault string) error {
	v, err := parse(text)
	if err != nil {
		return errors.New(fault)
	}
	*p = v
	return nil
}

// setNode sets the value from a node of the YAML file. An empty node leaves the default.
func (k keyField) setNode(n *yaml.Node) error {
	if n.Tag == "!!null" {
		return nil
	}
	target := k.value.Addr().Interface()
	switch p := target.(type) {
	case *[]string, *Secrets:
		if n.Kind == yaml.SequenceNode {
			if n.Decode(p) != nil { // its error would show Go types and values
				return errors.New("must be a list of texts")
			}
			return nil
		}
	case yaml.Unmarshaler:
		if n.Kind == yaml.MappingNode {
			return p.UnmarshalYAML(n)
		}
	}
	if n.Kind != yaml.ScalarNode {
		return errors.New("must be a single value")
	}
	return k.setText(n.Value)
}

// printable returns a text of the key as a message may show it: "" for a secret, and *** for the
// password in a URL.
func (k keyField) printable(text string) string {
	switch k.value.Interface().(type) {
	case Secret, Secrets:
		return ""
	case URL:
		return URL(text).String()
	}
	if strings.Contains(text, "://") {
		return URL(text).String()
	}
	return text
}

// SplitList returns the items of a list with commas, without the spaces around them.
func SplitList(text string) []string {
	var list []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}
