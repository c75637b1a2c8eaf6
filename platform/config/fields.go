package config

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// leaf is one key of the configuration and the place where its value goes.
type leaf struct {
	key   string
	value reflect.Value
}

// leaves lists the keys of a configuration struct (a pointer to it) in the order of its declaration.
func leaves(config any) []leaf { return leavesOf("", reflect.ValueOf(config).Elem()) }

func leavesOf(prefix string, v reflect.Value) []leaf {
	var all []leaf
	for i := range v.NumField() {
		key := prefix + v.Type().Field(i).Tag.Get("yaml")
		if v.Field(i).Kind() == reflect.Struct {
			all = append(all, leavesOf(key+".", v.Field(i))...)
		} else {
			all = append(all, leaf{key, v.Field(i)})
		}
	}
	return all
}

// setText gives the key a value as the environment writes it.
func (l leaf) setText(text string) error {
	switch p := l.value.Addr().Interface().(type) {
	case *string:
		*p = text
	case *Secret:
		*p = Secret(text)
	case *Secrets:
		*p = nil
		for _, item := range splitList(text) {
			*p = append(*p, Secret(item))
		}
	case *URL:
		*p = URL(text)
	case *bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("must be true or false")
		}
		*p = b
	case *int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return errors.New("must be a whole number")
		}
		*p = n
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return errors.New("must be a duration such as 90s, 15m or 72h")
		}
		*p = d
	case *[]string:
		*p = splitList(text)
	case *TaxRates:
		return p.parse(text)
	case *OpenLimits:
		return p.parse(text)
	default:
		panic(fmt.Sprintf("config: %s has a type that nobody can set", l.key))
	}
	return nil
}

// setNode gives the key a value as the YAML file writes it; an empty one leaves the default.
func (l leaf) setNode(n *yaml.Node) error {
	if n.Tag == "!!null" {
		return nil
	}
	switch p := l.value.Addr().Interface().(type) {
	case *[]string:
		if n.Kind == yaml.SequenceNode {
			return decode(n, p, "must be a list of texts")
		}
	case *Secrets:
		if n.Kind == yaml.SequenceNode {
			return decode(n, p, "must be a list of texts")
		}
	case *TaxRates:
		if n.Kind == yaml.MappingNode {
			*p = TaxRates{} // the file's rates replace the default ones
			return decode(n, p, "must give standard and reduced by country")
		}
	}
	if n.Kind != yaml.ScalarNode {
		return errors.New("must be a single value")
	}
	return l.setText(n.Value)
}

// decode says in the project's words what is wrong; the library's own would show Go types and values.
func decode(n *yaml.Node, into any, fault string) error {
	if err := n.Decode(into); err != nil {
		return errors.New(fault)
	}
	return nil
}

func splitList(text string) []string {
	var list []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}
