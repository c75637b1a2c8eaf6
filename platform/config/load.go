package config

import (
	"fmt"
	"strings"
)

const envPrefix = "ORDERD_"

// Settings are a pointer to a struct that Load fills. The struct holds the defaults.
//
// Its fields are of the types string, bool, int, time.Duration, []string, Secret, Secrets and URL,
// types that implement encoding.TextUnmarshaler, and structs of such fields.
type Settings interface {
	// Derive sets the defaults that depend on other keys. isSet reports whether a source has set a
	// key.
	Derive(isSet func(key string) bool)
	// Validate checks the values.
	Validate(c *Checker)
}

// Faults are all faults of a configuration, a line each: the key, what is allowed, the value and
// where it is set. A value that may be secret is left out.
type Faults []string

func (f Faults) Error() string {
	if len(f) == 1 {
		return "configuration: " + f[0]
	}
	return "the configuration is not valid:\n  " + strings.Join(f, "\n  ")
}

// Load fills s from file (no file when the name is empty), then from the variables ORDERD_… of
// environ, which has the form of os.Environ. An empty variable counts as not set. An unknown key or
// variable is a fault. The error is a Faults.
func Load(s Settings, file string, environ []string) error { return load(s, file, environ, true) }

// LoadForCommand is Load for a command that starts no service: keys that only a service needs may
// be missing.
func LoadForCommand(s Settings, file string, environ []string) error {
	return load(s, file, environ, false)
}

func load(s Settings, file string, environ []string, requireAll bool) error {
	l := newLoader(s)
	if file != "" {
		l.readFile(file)
	}
	l.readEnvironment(environ)
	s.Derive(func(key string) bool { return l.set[key] })
	checker := &Checker{broken: l.broken}
	s.Validate(checker)
	for _, f := range checker.faults {
		if requireAll || l.set[f.key] {
			l.reportKey(f.key, f.text)
		}
	}
	if len(l.faults) > 0 {
		return l.faults
	}
	return nil
}

type loader struct {
	keys   []keyField
	set    map[string]bool // keys that a source names; false for one that the file leaves empty
	broken map[string]bool // keys with a reported fault
	values map[string]givenValue
	faults Faults
}

// givenValue is the text that a source has for a key, as it may be printed, and where it stands.
type givenValue struct{ text, place string }

func newLoader(s Settings) *loader {
	return &loader{keys: keysOf(s), set: map[string]bool{}, broken: map[string]bool{}, values: map[string]givenValue{}}
}

func (l *loader) report(where, format string, args ...any) {
	l.faults = append(l.faults, where+": "+fmt.Sprintf(format, args...))
}

// reportKey adds a fault of a key, with its value and the place that sets it.
func (l *loader) reportKey(name, text string) {
	v, given := l.values[name]
	switch {
	case !given:
		l.report(name, "%s (not set; %s sets it)", text, variableOf(name))
	case v.text == "":
		l.report(name, "%s (%s)", text, v.place)
	default:
		l.report(name, "%s; it is %q (%s)", text, v.text, v.place)
	}
}
