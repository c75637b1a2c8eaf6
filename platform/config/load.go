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

// Faults is everything that is wrong with a configuration, a line each: the key, what is allowed,
// the value and where it is set. A value that may be secret is left out.
type Faults []string

func (f Faults) Error() string {
	if len(f) == 1 {
		return "configuration: " + f[0]
	}
	return "the configuration is not valid:\n  " + strings.Join(f, "\n  ")
}

// Load reads the configuration: the defaults, over them file (none when the name is empty), over that the variables
// ORDERD_… of environ, which has the form of os.Environ. An empty variable counts as not set.
// An unknown key is a fault in either. The error is Faults.
func Load(file string, environ []string) (Config, error) { return read(file, environ, true) }

// LoadForCommand is Load for a command that starts no service: a key that only a service needs may be missing.
func LoadForCommand(file string, environ []string) (Config, error) { return read(file, environ, false) }

func read(file string, environ []string, whole bool) (Config, error) {
	l := newLoader()
	if file != "" {
		l.file(file)
	}
	l.environment(environ)
	l.config.derive(l.set)
	for _, f := range l.config.faults(l.broken) {
		if whole || l.set[f.key] {
			l.report(f.key, f.text)
		}
	}
	if len(l.faults) > 0 {
		return Config{}, l.faults
	}
	return l.config, nil
}

type loader struct {
	config Config
	set    map[string]bool // keys that were given; false for one that is there and empty
	broken map[string]bool // keys whose fault has been reported
	values map[string]value
	faults Faults
}

// value is what was given for a key, as it may be printed, and where.
type value struct{ text, place string }

func newLoader() *loader {
	return &loader{config: Default(), set: map[string]bool{}, broken: map[string]bool{}, values: map[string]value{}}
}

func (l *loader) fault(where, format string, args ...any) {
	l.faults = append(l.faults, where+": "+fmt.Sprintf(format, args...))
}

// report adds a fault of a key, with its value and the place that sets it.
func (l *loader) report(key, text string) {
	v, given := l.values[key]
	switch {
	case !given:
		l.fault(key, "%s (not set; %s sets it)", text, variable(key))
	case v.text == "":
		l.fault(key, "%s (%s)", text, v.place)
	default:
		l.fault(key, "%s; it is %q (%s)", text, v.text, v.place)
	}
}

// printable is the text of a key as a message may show it: "" for a secret, and *** for the password in an address.
func (l leaf) printable(text string) string {
	switch l.value.Interface().(type) {
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
		name, node := n.Content[i], n.Content[i+1]
		key := prefix + name.Value
		f, known := byKey[key]
		switch {
		case seen[key]:
			l.fault(at(file, name), "%s: is there twice", key)
		case known:
			l.setNode(f, node, at(file, node))
		case isSection(key, byKey):
			l.mapping(file, key+".", node, byKey)
		default:
			l.fault(at(file, name), "%s: unknown key", key)
		}
		seen[key] = true
	}
}

func (l *loader) setNode(f leaf, n *yaml.Node, place string) {
	l.set[f.key] = n.Tag != "!!null"
	l.values[f.key] = value{f.printable(n.Value), place}
	if err := f.setNode(n); err != nil {
		l.broken[f.key] = true
		l.report(f.key, err.Error())
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
		l.values[f.key] = value{f.printable(text), name}
		if err := f.setText(text); err != nil {
			l.broken[f.key] = true
			l.report(f.key, err.Error())
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
