package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

func (l *loader) readFile(name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		l.report("--config", "%v", err)
		return
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF): // nothing but comments
		return
	case err != nil:
		l.report(name, "%v", err)
		return
	}
	if !errors.Is(d.Decode(new(yaml.Node)), io.EOF) {
		l.report(name, "holds more than one document")
	}
	byName := map[string]keyField{}
	for _, k := range l.keys {
		byName[k.name] = k
	}
	l.readMapping(name, "", doc.Content[0], byName)
}

// readMapping reads the keys of one level of the file. A section is a name that other keys begin
// with.
func (l *loader) readMapping(file, prefix string, n *yaml.Node, byName map[string]keyField) {
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			l.report(placeOf(file, n), "%s: must hold keys", strings.TrimSuffix(prefix, "."))
		}
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		label, node := n.Content[i], n.Content[i+1]
		name := prefix + label.Value
		k, known := byName[name]
		switch {
		case seen[name]:
			l.report(placeOf(file, label), "%s: is there twice", name)
		case known:
			l.setNode(k, node, placeOf(file, node))
		case isSection(name, byName):
			l.readMapping(file, name+".", node, byName)
		default:
			l.report(placeOf(file, label), "%s: unknown key", name)
		}
		seen[name] = true
	}
}

func (l *loader) setNode(k keyField, n *yaml.Node, place string) {
	l.set[k.name] = n.Tag != "!!null"
	l.values[k.name] = givenValue{k.printable(n.Value), place}
	if err := k.setNode(n); err != nil {
		l.broken[k.name] = true
		l.reportKey(k.name, err.Error())
	}
}

func placeOf(file string, n *yaml.Node) string { return fmt.Sprintf("%s:%d", file, n.Line) }

func isSection(name string, byName map[string]keyField) bool {
	for known := range byName {
		if strings.HasPrefix(known, name+".") {
			return true
		}
	}
	return false
}
