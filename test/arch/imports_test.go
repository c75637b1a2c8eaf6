package arch

import (
	"fmt"
	"go/ast"
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
		want: []string{"modules/a/a.go:3: imports orderd/modules/b", "modules/a/a_test.go:2: imports orderd/modules/b", "modules/a/cmd.go:2: imports orderd/cmd"},
	},
	{
		name:   "platform knows no domain",
		reason: "platform is what every module stands on: knowing one would tie it to all",
		check: func(t *tree) []string {
			return forbidden(t, "platform/", func(f goFile, p string) bool {
				return (f.test || strings.HasSuffix(f.dir, "test")) && strings.HasPrefix(p, "orderd/test/") || strings.HasPrefix(p, "orderd/platform/")
			})
		},
		breaks: map[string]string{
			"platform/x/x.go":      "package x\nimport _ \"orderd/modules/a/events\"",
			"platform/x/y.go":      "package x\nimport _ \"orderd/test/kit\"",
			"platform/x/x_test.go": "package x\nimport _ \"orderd/test/kit\"",
		},
		want: []string{"platform/x/x.go:2: imports orderd/modules/a/events", "platform/x/y.go:2: imports orderd/test/kit"},
	},
	{
		name:   "the test kit imports platform only",
		reason: "every module's tests use the kit: a module in it would be a cycle, and a second composition root",
		check: func(t *tree) []string {
			return forbidden(t, "test/kit/", func(_ goFile, p string) bool {
				return strings.HasPrefix(p, "orderd/platform/") || strings.HasPrefix(p, "orderd/test/kit")
			})
		},
		breaks: map[string]string{"test/kit/x.go": "package kit\nimport (\n_ \"orderd/platform/id\"\n_ \"orderd/modules/a/events\"\n)"},
		want:   []string{"test/kit/x.go:4: imports orderd/modules/a/events"},
	},
	{
		name:   "events are plain facts",
		reason: "a module's events are read by strangers, for years: they hold no model and pull in no database",
		check: func(t *tree) []string {
			var found []string
			for _, f := range t.product() {
				if f.module() == "" || !strings.HasSuffix(f.dir, "/events") {
					continue
				}
				for p, spec := range f.imported() {
					if strings.Contains(p, ".") || strings.HasPrefix(p, "orderd/") && !slices.Contains([]string{"orderd/platform/convert", "orderd/platform/id", "orderd/platform/money"}, p) {
						found = append(found, fmt.Sprintf("%s: imports %s", t.at(spec), p))
					}
				}
			}
			return found
		},
		breaks: map[string]string{"modules/a/events/e.go": "package events\nimport (\n_ \"time\"\n_ \"orderd/platform/id\"\n_ \"gorm.io/gorm\"\n)"},
		want:   []string{"modules/a/events/e.go:5: imports gorm.io/gorm"},
	},
	{
		name:   "gin and huma stand behind platform/httpapi",
		reason: "httpapi.Handle makes the audience a required argument: a route registered past it is a route without a check. A type may give its schema",
		check: func(t *tree) []string {
			const gin, huma = "github.com/gin-gonic/gin", "github.com/danielgtaylor/huma/v2"
			var found []string
			for _, f := range t.goes {
				if f.dir == "platform/httpapi" {
					continue
				}
				for p, spec := range f.imported() {
					if strings.HasPrefix(p, gin) || strings.HasPrefix(p, huma+"/") {
						found = append(found, fmt.Sprintf("%s: imports %s", t.at(spec), p))
					}
				}
				f.selects(huma, func(name string, n ast.Node) {
					if name != "Schema" && name != "Registry" && !strings.HasPrefix(name, "Type") {
						found = append(found, fmt.Sprintf("%s: uses huma.%s", t.at(n), name))
					}
				})
			}
			return found
		},
		breaks: map[string]string{
			"platform/httpapi/x.go": "package httpapi\nimport _ \"github.com/gin-gonic/gin\"",
			"modules/a/http.go":     "package a\nimport _ \"github.com/gin-gonic/gin\"",
			"modules/b/http.go":     "package b\nimport \"github.com/danielgtaylor/huma/v2\"\nvar _ = huma.Schema{}\nvar _ = huma.Register",
			"modules/c/http.go":     "package c\nimport _ \"github.com/danielgtaylor/huma/v2/adapters/humagin\"",
		},
		want: []string{"modules/a/http.go:2", "modules/b/http.go:4: uses huma.Register", "modules/c/http.go:2"},
	},
	{
		name:   "only the composition root knows the modules",
		reason: "one place that knows them all is enough to wire them, and the only one that a new module changes",
		check: func(t *tree) []string {
			return forbidden(t, "cmd/", func(f goFile, p string) bool {
				return f.dir == "cmd/orderd/app" || !strings.HasPrefix(p, "orderd/modules/")
			})
		},
		breaks: map[string]string{
			"cmd/orderd/main.go":    "package main\nimport _ \"orderd/modules/a\"",
			"cmd/orderd/app/app.go": "package app\nimport _ \"orderd/modules/a\"",
		},
		want: []string{"cmd/orderd/main.go:2: imports orderd/modules/a"},
	},
}

func moduleImports(t *tree) []string {
	return forbidden(t, "modules/", func(f goFile, p string) bool {
		own := "orderd/modules/" + f.module()
		parts := strings.Split(p, "/")
		switch {
		case strings.HasPrefix(p, "orderd/platform/"), p == own, strings.HasPrefix(p, own+"/"):
			return true
		case strings.HasPrefix(p, "orderd/modules/"):
			return len(parts) == 4 && parts[3] == "events"
		default:
			return f.test && strings.HasPrefix(p, "orderd/test/kit")
		}
	})
}

// forbidden lists the imports of the project's own packages, in the files below prefix, that
// allowed denies.
func forbidden(t *tree, prefix string, allowed func(f goFile, importPath string) bool) []string {
	var found []string
	for _, f := range t.goes {
		if !strings.HasPrefix(f.path, prefix) {
			continue
		}
		for p, spec := range f.imported() {
			if strings.HasPrefix(p, "orderd/") && !allowed(f, p) {
				found = append(found, fmt.Sprintf("%s: imports %s", t.at(spec), p))
			}
		}
	}
	slices.Sort(found)
	return found
}
