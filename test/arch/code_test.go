package arch

import (
	"fmt"
	"go/ast"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

var codeRules = []rule{
	{
		name:   "time comes from the clock",
		reason: "a test that can't move the clock can't test a deadline; and the two databases keep microseconds in UTC only",
		check: func(t *tree) []string {
			var found []string
			for _, f := range t.product() {
				f.selects("time", func(name string, n ast.Node) {
					if slices.Contains([]string{"Now", "Since", "Until"}, name) && f.dir != "platform/clock" {
						found = append(found, t.at(n)+": time."+name)
					}
				})
			}
			return found
		},
		breaks: map[string]string{
			"platform/clock/clock.go": "package clock\nimport \"time\"\nvar now = time.Now",
			"modules/a/a.go":          "package a\nimport clock \"time\"\nvar _ = clock.Now()\nvar _ = clock.Second",
			"modules/a/b.go":          "package a\nimport \"time\"\nvar _ = time.Until(x)\nvar _ = time.Since(x)",
		},
		want: []string{"modules/a/a.go:3", "modules/a/b.go:3", "modules/a/b.go:4"},
	},
	{
		name:   "tests wait for a signal or a probe",
		reason: "a sleep is too short on a busy machine and too long on every other; a skipped test passes nothing",
		check: func(t *tree) []string {
			var found []string
			for _, f := range t.goes {
				if !f.test && !strings.HasPrefix(f.path, "test/") {
					continue
				}
				f.selects("time", func(name string, n ast.Node) {
					if name == "Sleep" {
						found = append(found, t.at(n)+": time.Sleep")
					}
				})
				ast.Inspect(f.File, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, s.Sel.Name) {
						found = append(found, t.at(n)+": "+s.Sel.Name)
					}
					return true
				})
			}
			return found
		},
		breaks: map[string]string{"modules/a/a_test.go": "package a\nimport \"time\"\nfunc f() {\ntime.Sleep(1)\nt.Skip()\n}"},
		want:   []string{"a_test.go:4: time.Sleep", "a_test.go:5: Skip"},
	},
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
		name:   "nothing is left for later",
		reason: "a note in the code is read by nobody who plans; what is missing is an issue",
		check: func(t *tree) []string {
			later := regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX|HACK)\b`)
			var found []string
			for _, f := range t.goes {
				for _, group := range f.Comments {
					for _, c := range group.List {
						if later.MatchString(c.Text) {
							found = append(found, t.at(c)+": "+c.Text)
						}
					}
				}
			}
			return found
		},
		breaks: map[string]string{"platform/id/x.go": "package id\n// TO" + "DO: write it\n"},
		want:   []string{"platform/id/x.go:2"},
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
	{
		name:   "test functions are short",
		reason: "a test that does not fit on a screen hides which step proves what; its steps deserve names",
		check: func(t *tree) []string {
			const longest = 60
			var found []string
			for _, f := range t.goes {
				if !f.test && !strings.HasPrefix(f.path, "test/") {
					continue
				}
				for _, d := range f.Decls {
					fn, ok := d.(*ast.FuncDecl)
					if !ok {
						continue
					}
					if lines := t.fset.Position(fn.End()).Line - t.fset.Position(fn.Pos()).Line + 1; lines > longest {
						found = append(found, fmt.Sprintf("%s: %s has %d lines, more than %d", t.at(fn), fn.Name.Name, lines, longest))
					}
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/a_test.go": "package a\nfunc long() {\n" + strings.Repeat("\n", 59) + "}",
			"modules/a/b_test.go": "package a\nfunc short() {\n" + strings.Repeat("\n", 58) + "}",
			"modules/a/a.go":      "package a\nfunc product() {\n" + strings.Repeat("\n", 59) + "}",
		},
		want: []string{"a_test.go:2: long has 61 lines"},
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
		breaks: map[string]string{"modules/a/migrations/sqlite/00001_x.sql": "", "modules/a/migrations/postgres/00001_x.sql": "", "modules/a/migrations/sqlite/00002_y.sql": ""},
		want:   []string{"modules/a/migrations/sqlite/00002_y.sql: has no twin"},
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
