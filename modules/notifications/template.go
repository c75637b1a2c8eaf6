package notifications

import (
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed templates.yaml
var templatesYAML []byte

// text is the title and the body of a notification. In a template they have {placeholders}.
type text struct{ Title, Body string }

// templates are by kind and language.
var templates = func() (parsed map[kind]map[string]text) {
	if err := yaml.Unmarshal(templatesYAML, &parsed); err != nil {
		panic(fmt.Sprintf("notifications: templates.yaml: %v", err))
	}
	return parsed
}()

// textOf fills in the template of the kind in the language.
func textOf(k kind, locale string, values map[string]string) (text, error) {
	t, ok := templates[k][locale]
	if !ok {
		return text{}, fmt.Errorf("notifications: no template for %s in %q", k, locale)
	}
	pairs := make([]string, 0, 2*len(values))
	for name, value := range values {
		pairs = append(pairs, "{"+name+"}", value)
	}
	fill := strings.NewReplacer(pairs...)
	return text{Title: fill.Replace(t.Title), Body: fill.Replace(t.Body)}, nil
}
