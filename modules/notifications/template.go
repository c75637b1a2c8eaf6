package notifications

import (
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed texts.yaml
var textsYAML []byte

// text is a notification in one language, with {words} to fill in.
type text struct{ Title, Body string }

// texts are all of them, by kind and language.
var texts = func() (parsed map[string]map[string]text) {
	if err := yaml.Unmarshal(textsYAML, &parsed); err != nil {
		panic(fmt.Sprintf("notifications: texts.yaml: %v", err))
	}
	return parsed
}()

// textOf is the text of the kind in the language, its words filled in.
func textOf(kind, locale string, words map[string]string) (text, error) {
	t, ok := texts[kind][locale]
	if !ok {
		return text{}, fmt.Errorf("notifications: no text for %s in %q", kind, locale)
	}
	pairs := make([]string, 0, 2*len(words))
	for word, value := range words {
		pairs = append(pairs, "{"+word+"}", value)
	}
	fill := strings.NewReplacer(pairs...)
	return text{Title: fill.Replace(t.Title), Body: fill.Replace(t.Body)}, nil
}
