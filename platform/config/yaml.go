package config

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML returns settings as a YAML file, with *** for every secret. Durations are in Go's form.
func YAML(settings any) string {
	var b strings.Builder
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(settings); err != nil {
		panic(err) // a struct of texts and numbers
	}
	return b.String()
}
