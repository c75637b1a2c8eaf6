package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"orderd/platform/config"
)

// sample has a field of each type that the package knows.
type sample struct {
	Name    string `yaml:"name"`
	Section struct {
		On      bool           `yaml:"on"`
		Count   int            `yaml:"count"`
		Wait    time.Duration  `yaml:"wait"`
		Hosts   []string       `yaml:"hosts"`
		Upper   upper          `yaml:"upper"`
		Key     config.Secret  `yaml:"key"`
		Keys    config.Secrets `yaml:"keys"`
		Address config.URL     `yaml:"address"`
	} `yaml:"section"`
}

// upper is a type with a text form of its own.
type upper string

func (u *upper) UnmarshalText(text []byte) error {
	if len(text) > 5 {
		return errors.New("must have at most 5 letters")
	}
	*u = upper(strings.ToUpper(string(text)))
	return nil
}

func (s *sample) Derive(isSet func(key string) bool) {
	if !isSet("name") {
		s.Name = "derived"
	}
}

func (s *sample) Validate(c *config.Checker) {
	c.Check("section.count", s.Section.Count >= 0, "must not be negative")
	c.Check("section.key", s.Section.Key != "", "is required")
}

// load loads a sample from a file with this text, and variables.
func load(t *testing.T, yaml string, environ ...string) (*sample, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sample.yaml")
	if err := os.WriteFile(file, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	s := new(sample)
	s.Section.Count = 1
	return s, config.Load(s, file, environ)
}

// The environment takes precedence over the file, and the file over the defaults.
func TestLoad(t *testing.T) {
	t.Parallel()
	s, err := load(t, "section:\n  count: 2\n  wait: 1m\n  hosts: [a, b]\n  keys: [k1, k2]\n  upper: abc\n",
		"ORDERD_SECTION_WAIT=90s", "ORDERD_SECTION_KEY=hush", "ORDERD_SECTION_ON=true", "ORDERD_NAME=", "HOME=/root")
	if err != nil {
		t.Fatal(err)
	}
	for what, ok := range map[string]bool{
		"name is derived":      s.Name == "derived",
		"count is the file's":  s.Section.Count == 2,
		"wait is a variable's": s.Section.Wait == 90*time.Second,
		"on is a variable's":   s.Section.On,
		"hosts is a list":      slices.Equal(s.Section.Hosts, []string{"a", "b"}),
		"keys is a list":       slices.Equal(s.Section.Keys.Reveal(), []string{"k1", "k2"}),
		"upper has its form":   s.Section.Upper == "ABC",
	} {
		if !ok {
			t.Errorf("not so: %s: %+v", what, s)
		}
	}
}

func TestLoadReportsAllFaults(t *testing.T) {
	t.Parallel()
	_, err := load(t, "nam: x\nsection:\n  count: -1\n  on: [yes]\n  upper: abcdef\n",
		"ORDERD_SECTION_WAIT=soon", "ORDERD_SECTION_KEI=x", "ORDERD_SECTION_ADDRESS=postgres://u:hush@db/x")
	faults, ok := errors.AsType[config.Faults](err)
	if !ok {
		t.Fatalf("the error is %v", err)
	}
	want := []string{
		"nam: unknown key", "section.on: must be a single value", "section.upper: must have at most 5 letters",
		"section.wait: must be a duration", "ORDERD_SECTION_KEI: unknown variable",
		"section.count: must not be negative; it is \"-1\"", "section.key: is required (not set; ORDERD_SECTION_KEY sets it)",
	}
	if len(faults) != len(want) {
		t.Fatalf("%d faults, want %d:\n%v", len(faults), len(want), err)
	}
	for i := range want {
		if !strings.Contains(faults[i], want[i]) {
			t.Errorf("fault %d is %q, want %q", i, faults[i], want[i])
		}
	}
}

func TestLoadForCommandRequiresNothing(t *testing.T) {
	t.Parallel()
	if err := config.LoadForCommand(new(sample), "", nil); err != nil {
		t.Error(err)
	}
	if err := config.LoadForCommand(new(sample), "", []string{"ORDERD_SECTION_COUNT=-1"}); err == nil {
		t.Error("an invalid value was accepted")
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	s, err := load(t, "", "ORDERD_SECTION_KEY=hush", "ORDERD_SECTION_KEYS=hush,hush",
		"ORDERD_SECTION_ADDRESS=postgres://u:hush@db/x?password=hush")
	if err != nil {
		t.Fatal(err)
	}
	if printed := config.YAML(s) + fmt.Sprintf("%v %+v %#v", *s, *s, *s); strings.Contains(printed, "hush") {
		t.Error(printed)
	}
	if s.Section.Key.Reveal() != "hush" || !strings.Contains(s.Section.Address.Reveal(), "u:hush@") {
		t.Error("Reveal hides the value")
	}
}

func TestKeysAndStrings(t *testing.T) {
	t.Parallel()
	s := sample{Name: "n"}
	if keys := config.Keys(&s); len(keys) != 9 || keys[0] != "name" || keys[1] != "section.on" {
		t.Errorf("keys: %v", keys)
	}
	for name, text := range config.Strings(&s) {
		if name != "name" || text != "n" {
			t.Errorf("%s is %q", name, text)
		}
	}
}
