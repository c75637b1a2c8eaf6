package config

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML is the configuration in force as a file, with *** for every secret. Durations are in Go's form.
func (c Config) YAML() string {
	var b strings.Builder
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(c); err != nil {
		panic(err) // a struct of texts and numbers
	}
	return b.String()
}
