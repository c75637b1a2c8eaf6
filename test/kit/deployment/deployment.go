// Package deployment reads the files of deployments: compose files with the variables that they
// set, and the proxy's routes. Tests check them, and run what they describe.
package deployment

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

// Compose is what the tests read of a compose file.
type Compose struct {
	Text             string `yaml:"-"`
	Services         map[string]Service
	Secrets, Volumes map[string]any
}

// Service is a service of a compose file.
type Service struct {
	Image       string
	Environment map[string]string
	Command     []string
	Secrets     []string
	Volumes     []string
	Ports       []string
	ReadOnly    bool `yaml:"read_only"`
	Tmpfs       []string
	Restart     string
	Healthcheck struct{ Test []string }
	DependsOn   map[string]any `yaml:"depends_on"`
	Networks    map[string]struct {
		Address string `yaml:"ipv4_address"`
	}
}

// File is the path of a file of deployments, from anywhere in the repository.
func File(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "deployments", name)
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("the test does not run in the repository")
		}
		dir = filepath.Dir(dir)
	}
}

// Text is a file of deployments.
func Text(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(File(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ReadCompose reads a compose file of deployments.
func ReadCompose(t testing.TB, name string) (c Compose) {
	t.Helper()
	c.Text = Text(t, name)
	if err := yaml.Unmarshal([]byte(c.Text), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// placeholder is a variable of .env in a compose file: ${NAME}, ${NAME:-default}, ${NAME:?message}.
var placeholder = regexp.MustCompile(`\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}`)

// Placeholders are the names of the variables of .env that the file has, each once.
func (c Compose) Placeholders() (names []string) {
	for _, m := range placeholder.FindAllStringSubmatch(c.Text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Environ is the service's environment, in the form of os.Environ, with these values of .env.
func (s Service) Environ(dotEnv map[string]string) (environ []string) {
	for name, value := range s.Environment {
		environ = append(environ, name+"="+placeholder.ReplaceAllStringFunc(value, func(v string) string {
			m := placeholder.FindStringSubmatch(v)
			if m[2] == "" || dotEnv[m[1]] != "" {
				return dotEnv[m[1]]
			}
			return m[2]
		}))
	}
	slices.Sort(environ)
	return environ
}
