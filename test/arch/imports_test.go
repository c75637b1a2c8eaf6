package arch

import (
	"fmt"
	"slices"
	"strings"
)

var importRules = []rule{
	{
		name:   "a module imports platform, itself and the events of others",
		reason: "modules talk only through events: whatever else one sees of another can't change without the other",
		check:  moduleImports,
		breaks: map[string]string{
			"modules/a/a.go":        "package a\nimport (\n_ \"orderd/modules/b\"\n_ \"orderd/modules/b/events\"\n_ \"orderd/platform/id\"\n)",
			"modules/a/a_test.go":   "package a\nimport _ \"orderd/modules/b\"",
			"modules/a/cmd.go":      "package a\nimport _ \"orderd/cmd/orderd/app\"",
			"modules/b/events/e.go": "package events",
		},
		want: []string{"modules/a/a.go:3: imports orderd/modules/b", "modules/a/a_test.go:2: imports orderd/modules/b",
			"modules/a/cmd.go:2: imports orderd/cmd"},
	},
	{
		name:   "an edge imports platform alone, and no database",
		reason: "what a client of the interface can't see, an edge must not see: only so can it be replaced",
		check:  edgeImports,
		breaks: map[string]string{
			"modules/storefront/a.go": "package storefront\nimport (\n_ \"orderd/modules/b/events\"\n_ \"orderd/platform/database\"\n" +
				"_ \"orderd/platform/id\"\n_ \"gorm.io/gorm\"\n)",
			"modules/b/events/e.go": "package events",
		},
		want: []string{"modules/storefront/a.go:3: imports orderd/modules/b/events",
			"modules/storefront/a.go:4: imports orderd/platform/database",
			"modules/storefront/a.go:6: imports gorm.io/gorm"},
	},
}

func moduleImports(t *tree) []string {
	var found []string
	for _, f := range t.goes {
		if f.module() == "" {
			continue
		}
		for p, spec := range f.imported() {
			if strings.HasPrefix(p, "orderd/") && !f.mayImport(p) {
				found = append(found, fmt.Sprintf("%s: imports %s", t.at(spec), p))
			}
		}
	}
	slices.Sort(found)
	return found
}

func edgeImports(t *tree) []string {
	forbidden := []string{"orderd/modules/", "orderd/platform/database", "orderd/platform/eventbus", "gorm.io/"}
	var found []string
	for _, f := range t.goes {
		if !slices.Contains(edges, f.module()) {
			continue
		}
		for p, spec := range f.imported() {
			if slices.ContainsFunc(forbidden, func(begin string) bool { return strings.HasPrefix(p, begin) }) {
				found = append(found, fmt.Sprintf("%s: imports %s", t.at(spec), p))
			}
		}
	}
	slices.Sort(found)
	return found
}

// mayImport reports whether the file, of a module, may import a package of the project.
func (f goFile) mayImport(p string) bool {
	own, parts := "orderd/modules/"+f.module(), strings.Split(p, "/")
	switch {
	case strings.HasPrefix(p, "orderd/platform/"), p == own, strings.HasPrefix(p, own+"/"):
		return true
	case strings.HasPrefix(p, "orderd/modules/"):
		return len(parts) == 4 && parts[3] == "events"
	default:
		return f.test && strings.HasPrefix(p, "orderd/test/kit")
	}
}
