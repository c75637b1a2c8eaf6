package arch

import (
	"fmt"
	"go/ast"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var pageRules = []rule{
	{
		name:   "comments are at most 100 columns wide",
		reason: "prose is read in columns; a longer line is wrapped by every viewer in another place",
		check: func(t *tree) []string {
			var found []string
			for _, f := range t.goes {
				for _, group := range f.Comments {
					for _, c := range group.List {
						if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//nolint") {
							continue
						}
						column := t.fset.Position(c.Pos()).Column - 1
						for line := range strings.Lines(c.Text) {
							if width := column + utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > 100 {
								found = append(found, fmt.Sprintf("%s: the comment ends in column %d", t.at(c), width))
							}
							column = 0
						}
					}
				}
			}
			return found
		},
		breaks: map[string]string{
			"platform/x/x.go": "package x\n\n// " + strings.Repeat("a ", 48) + "a\n\n// " + strings.Repeat("a ", 49) + "\nvar x = 1 // " +
				strings.Repeat("b", 90),
		},
		want: []string{"x.go:5", "x.go:6"},
	},
	{
		name:   "links of a page lead to files of the project",
		reason: "a page that names a file which was renamed sends its reader nowhere",
		check: func(t *tree) []string {
			var found []string
			for name, text := range t.pages() {
				for _, m := range link.FindAllStringSubmatch(text, -1) {
					target, _, _ := strings.Cut(m[1], "#")
					if target == "" || strings.Contains(target, ":") || strings.HasPrefix(target, "/") {
						continue // a heading, another site, a path of the running service
					}
					if _, err := fs.Stat(t.texts, path.Join(path.Dir(name), target)); err != nil {
						found = append(found, fmt.Sprintf("%s: %s is not there", name, target))
					}
				}
			}
			return found
		},
		breaks: map[string]string{"modules/README.md": "[a](a/doc.go) [b](b.go) [c](https://example.com/x) [d](#d)",
			"modules/a/doc.go": "package a"},
		want: []string{"modules/README.md: b.go is not there"},
	},
	{
		name:   "pages name declarations that exist",
		reason: "a reader looks for the name; a renamed function is not found",
		check: func(t *tree) []string {
			var found []string
			for name, text := range t.pages() {
				for _, pattern := range []*regexp.Regexp{declaredAfter, declaredBefore} {
					for _, m := range pattern.FindAllStringSubmatch(text, -1) {
						file, ident := m[pattern.SubexpIndex("file")], m[pattern.SubexpIndex("name")]
						if !t.declares(path.Join(path.Dir(name), file), ident) {
							found = append(found, fmt.Sprintf("%s: %s does not declare %s", name, file, ident))
						}
					}
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/README.md": "[x](a/a.go) (`cancel`), [x](a/a.go) (`gone`), `order` in [x](a/a.go), `lost` in [x](a/a.go)",
			"modules/a/a.go":    "package a\nfunc cancel() {}\ntype order struct{}",
		},
		want: []string{"does not declare gone", "does not declare lost"},
	},
	{
		name:   "platform/README.md lists every package",
		reason: "a reader looks there for what exists; what is not listed is written a second time",
		check: func(t *tree) []string {
			text := t.pages()["platform/README.md"]
			var found []string
			for _, f := range t.product() {
				name, below := strings.CutPrefix(f.dir, "platform/")
				row := fmt.Sprintf("[%[1]s](%[1]s)", name)
				if below && !strings.Contains(name, "/") && !strings.Contains(text, row) {
					found = append(found, fmt.Sprintf("%s has no row %s", f.dir, row))
				}
			}
			slices.Sort(found)
			return slices.Compact(found)
		},
		breaks: map[string]string{
			"platform/README.md": "| [a](a), [b](b) | x |",
			"platform/a/a.go":    "package a", "platform/b/b.go": "package b",
			"platform/c/c.go": "package c", "platform/c/d.go": "package c", "platform/c/x/x.go": "package x",
		},
		want: []string{"platform/c has no row [c](c)"},
	},
}

var (
	link           = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	declaredAfter  = regexp.MustCompile("\\]\\((?P<file>[^)\\s]+\\.go)\\)\\s+\\(`(?P<name>\\w+)`\\)")
	declaredBefore = regexp.MustCompile("`(?P<name>\\w+)` in\\s+\\[[^]]+\\]\\((?P<file>[^)\\s]+\\.go)\\)")
)

// pages are the texts of the project's Markdown files, by path.
func (t *tree) pages() map[string]string {
	all := map[string]string{}
	for _, p := range t.paths {
		if path.Ext(p) != ".md" {
			continue
		}
		if text, err := fs.ReadFile(t.texts, p); err == nil {
			all[p] = string(text)
		}
	}
	return all
}

// declares reports whether the file declares a function, method, type, variable or constant of
// that name at its top level.
func (t *tree) declares(file, name string) bool {
	for _, f := range t.goes {
		if f.path != file {
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == name {
					return true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						if spec.Name.Name == name {
							return true
						}
					case *ast.ValueSpec:
						for _, id := range spec.Names {
							if id.Name == name {
								return true
							}
						}
					}
				}
			}
		}
	}
	return false
}
