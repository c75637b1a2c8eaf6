package arch

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

var codeRules = []rule{
	{
		name:   "no drawer for odds and ends",
		reason: "a package is named after what it provides; in util nobody finds anything and everything ends up",
		check: func(t *tree) []string {
			var found []string
			for _, f := range t.goes {
				name := strings.TrimSuffix(f.Name.Name, "_test")
				if slices.Contains([]string{"util", "utils", "common", "types", "helper", "helpers", "misc", "shared", "base", "lib"}, name) {
					found = append(found, f.path+": package "+name)
				}
			}
			return found
		},
		breaks: map[string]string{"platform/util/x.go": "package util", "platform/id/x.go": "package id"},
		want:   []string{"platform/util/x.go"},
	},
	{
		name:   "files are short",
		reason: "one file, one job: a long one hides the story",
		check: func(t *tree) []string {
			const longest, longestMain = 350, 60
			var found []string
			for _, f := range t.product() {
				lines, limit := t.fset.Position(f.FileEnd).Line, longest
				if path.Base(f.path) == "main.go" && strings.HasPrefix(f.path, "cmd/") {
					limit = longestMain
				}
				if lines > limit {
					found = append(found, fmt.Sprintf("%s: has %d lines, more than %d", f.path, lines, limit))
				}
			}
			return found
		},
		breaks: map[string]string{
			"cmd/orderd/main.go": "package main\n" + strings.Repeat("\n", 60),
			"platform/x/x.go":    "package x\n" + strings.Repeat("\n", 350),
			"platform/x/y.go":    "package x\n" + strings.Repeat("\n", 300),
		},
		want: []string{"cmd/orderd/main.go", "platform/x/x.go"},
	},
}

var layoutRules = []rule{
	{
		name:   "the top level is fixed",
		reason: "the owner of the project fixed these folders: a newcomer has nine things to look at",
		check: func(t *tree) []string {
			top := []string{"modules", "platform", "cmd", "configs", "deployments", "test", "go.mod", "go.sum", "Makefile", "README.md"}
			var found []string
			for _, p := range t.paths {
				first, _, _ := strings.Cut(p, "/")
				if !slices.Contains(top, first) && !strings.HasPrefix(first, ".") && !slices.Contains(found, first) {
					found = append(found, first)
				}
			}
			return found
		},
		breaks: map[string]string{"pkg/x.go": "package pkg", "modules/a/a.go": "package a", "docs.md": "", "go.mod": ""},
		want:   []string{"docs.md", "pkg"},
	},
	{
		name:   "both dialects have the same migrations",
		reason: "the service behaves the same on SQLite and PostgreSQL: a step that one lacks is a difference",
		check: func(t *tree) []string {
			var found []string
			for _, p := range t.paths {
				for _, pair := range [][2]string{{"/sqlite/", "/postgres/"}, {"/postgres/", "/sqlite/"}} {
					if twin := strings.Replace(p, "migrations"+pair[0], "migrations"+pair[1], 1); twin != p && !slices.Contains(t.paths, twin) {
						found = append(found, p+": has no twin "+twin)
					}
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/migrations/sqlite/00001_x.sql": "", "modules/a/migrations/postgres/00001_x.sql": "",
			"modules/a/migrations/sqlite/00002_y.sql": "",
		},
		want: []string{"modules/a/migrations/sqlite/00002_y.sql: has no twin"},
	},
	{
		name:   "the composition root wires every module",
		reason: "a module that nobody wires passes its own tests and does nothing",
		check: func(t *tree) []string {
			wired := map[string]bool{}
			for _, f := range t.product() {
				if f.dir == "cmd/orderd/app" {
					for p := range f.imported() {
						wired[p] = true
					}
				}
			}
			return each(t.modules(), func(m string) string {
				if wired["orderd/modules/"+m] {
					return ""
				}
				return "modules/" + m + ": is not in cmd/orderd/app"
			})
		},
		breaks: map[string]string{
			"modules/a/a.go": "package a", "modules/b/b.go": "package b",
			"cmd/orderd/app/modules.go": "package app\nimport _ \"orderd/modules/a\"",
		},
		want: []string{"modules/b: is not in"},
	},
	{
		name:   "every module is in the table of modules/README.md",
		reason: "the page is where a newcomer learns what each package is for",
		check: func(t *tree) []string {
			text, err := fs.ReadFile(t.texts, "modules/README.md")
			if err != nil {
				return []string{err.Error()}
			}
			return each(t.modules(), func(m string) string {
				if strings.Contains(string(text), "| ["+m+"]("+m+"/doc.go) |") {
					return ""
				}
				return "modules/" + m + ": is not in modules/README.md"
			})
		},
		breaks: map[string]string{"modules/README.md": "| [a](a/doc.go) | x |", "modules/a/a.go": "package a", "modules/b/b.go": "package b"},
		want:   []string{"modules/b: is not in"},
	},
}
