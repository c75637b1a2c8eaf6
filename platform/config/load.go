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

const envPrefix = "ORDERD_"

// Faults is everything that is wrong with a configuration, a line each, with file and line where they are known.
type Faults []string

func (f Faults) Error() string {
	return "the configuration is not valid:\n  " + strings.Join(f, "\n  ")
}

// Load reads the configuration: the defaults, over them file (none when the name is empty), over that the variables
// ORDERD_… of environ, which has the form of os.Environ. An empty variable counts as not set.
// An unknown key is a fault in either. The error is Faults.
func Load(file string, environ []string) (Config, error) {
	l := &loader{config: Default(), set: map[string]bool{}, broken: map[string]bool{}}
	if file != "" {
		l.file(file)
	}
	l.environment(environ)
	l.config.derive(l.set)
	l.faults = append(l.faults, l.config.faults(l.broken)...)
	if len(l.faults) > 0 {
		return Config{}, l.faults
	}
	return l.config, nil
}

type loader struct {
	config Config
	set    map[string]bool // keys that were given; false for one that is there and empty
	broken map[string]bool // keys whose fault has been reported
	faults Faults
}

func (l *loader) fault(where, format string, args ...any) {
	l.faults = append(l.faults, where+": "+fmt.Sprintf(format, args...))
}

func (l *loader) file(name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		l.fault("--config", "%v", err)
		return
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF): // nothing but comments
		return
	case err != nil:
		l.fault(name, "%v", err)
		return
	}
	if !errors.Is(d.Decode(new(yaml.Node)), io.EOF) {
		l.fault(name, "holds more than one document")
	}
	byKey := map[string]leaf{}
	for _, f := range leaves(&l.config) {
		byKey[f.key] = f
	}
	l.mapping(name, "", doc.Content[0], byKey)
}

// mapping walks the keys of one level of the file. A section is a key that others begin with.
func (l *loader) mapping(file, prefix string, n *yaml.Node, byKey map[string]leaf) {
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			l.fault(at(file, n), "%s: must hold keys", strings.TrimSuffix(prefix, "."))
		}
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		key := prefix + name.Value
		f, known := byKey[key]
		switch {
		case seen[key]:
			l.fault(at(file, name), "%s: is there twice", key)
		case known:
			l.set[key] = value.Tag != "!!null"
			if err := f.setNode(value); err != nil {
				l.broken[key] = true
				l.fault(at(file, value), "%s: %v", key, err)
			}
		case isSection(key, byKey):
			l.mapping(file, key+".", value, byKey)
		default:
			l.fault(at(file, name), "%s: unknown key", key)
		}
		seen[key] = true
	}
}

func at(file string, n *yaml.Node) string { return fmt.Sprintf("%s:%d", file, n.Line) }

func isSection(key string, byKey map[string]leaf) bool {
	for known := range byKey {
		if strings.HasPrefix(known, key+".") {
			return true
		}
	}
	return false
}

func (l *loader) environment(environ []string) {
	byVariable := map[string]leaf{}
	for _, f := range leaves(&l.config) {
		byVariable[variable(f.key)] = f
	}
	for _, pair := range environ {
		name, text, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, envPrefix) || text == "" || fromKubernetes(name) {
			continue
		}
		f, known := byVariable[name]
		if !known {
			l.fault(name, "unknown variable")
			continue
		}
		l.set[f.key] = true
		if err := f.setText(text); err != nil {
			l.broken[f.key] = true
			l.fault(name, "%v", err)
		}
	}
}

// variable is the name of the environment variable of a key.
func variable(key string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// fromKubernetes tells the variables that Kubernetes puts into every pod beside a service named orderd.
func fromKubernetes(name string) bool {
	rest := strings.TrimPrefix(name, envPrefix)
	return strings.HasPrefix(rest, "SERVICE_") || rest == "PORT" || strings.HasPrefix(rest, "PORT_")
}
