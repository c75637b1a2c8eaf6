package arch

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

var surfaceRules = []rule{
	{
		name:   "a module exports New, Deps and Config",
		reason: "what a module does is reached by routes and events: an exported name would be a third way",
		check:  moduleSurface,
		breaks: map[string]string{
			"modules/a/a.go": "package a\ntype Deps struct{}\ntype Config struct{}\nfunc New() {}\ntype store struct{}\nfunc (store) " +
				"Find() {}\nfunc Open() {}\ntype User struct{}\nvar Default, other int\nconst Limit = 1",
			"modules/a/events/e.go": "package events\ntype Fact struct{}",
			"modules/a/a_test.go":   "package a\nfunc TestX() {}",
		},
		want: []string{"a.go:7: exports Open", "a.go:8: exports User", "a.go:9: exports Default", "a.go:10: exports Limit"},
	},
	{
		name:   "a module is one package and its events",
		reason: "one folder without subfolders, with the same file names in every module: a reader knows where to look",
		check: func(t *tree) []string {
			return each(t.goes, func(f goFile) string {
				m := f.module()
				if m == "" || f.dir == "modules/"+m || f.dir == "modules/"+m+"/events" {
					return ""
				}
				return f.path + ": is a package inside a module"
			})
		},
		breaks: map[string]string{
			"modules/a/a.go": "package a", "modules/a/events/e.go": "package events", "modules/a/store/s.go": "package store",
		},
		want: []string{"modules/a/store/s.go"},
	},
	{
		name:   "a module has doc.go, module.go and http.go where it has routes",
		reason: "a reader opens doc.go, then http.go, then one verb file, and knows the module",
		check: func(t *tree) []string {
			var found []string
			for _, m := range t.domains() {
				for _, name := range []string{"doc.go", "module.go"} {
					if !slices.Contains(t.paths, "modules/"+m+"/"+name) {
						found = append(found, "modules/"+m+": has no "+name)
					}
				}
			}
			for _, f := range t.product() {
				f.selects("orderd/platform/httpapi", func(name string, n ast.Node) {
					if name == "Handle" && f.module() != "" && !strings.HasPrefix(f.path, f.dir+"/http") && !strings.HasSuffix(f.path, "_http.go") {
						found = append(found, t.at(n)+": registers a route outside http.go")
					}
				})
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/doc.go":    "package a",
			"modules/b/doc.go":    "package b",
			"modules/b/module.go": "package b",
			"modules/b/store.go":  "package b\nimport \"orderd/platform/httpapi\"\nfunc routes() { httpapi.Handle() }",
			"modules/b/http.go":   "package b\nimport \"orderd/platform/httpapi\"\nfunc routes() { httpapi.Handle() }",
		},
		want: []string{"modules/a: has no module.go", "modules/b/store.go:3: registers a route outside http.go"},
	},
	{
		name:   "every package says what it is for",
		reason: "go doc is the first thing that a newcomer reads",
		check: func(t *tree) []string {
			documented := map[string]bool{}
			first := map[string]string{}
			for _, f := range t.goes {
				if f.test {
					continue
				}
				documented[f.dir] = documented[f.dir] || f.Doc != nil
				if first[f.dir] == "" {
					first[f.dir] = f.path
				}
			}
			var found []string
			for dir, file := range first {
				if !documented[dir] {
					found = append(found, file+": the package has no comment")
				}
			}
			slices.Sort(found)
			return found
		},
		breaks: map[string]string{
			"platform/x/x.go": "// Package x is documented.\npackage x", "platform/x/y.go": "package x", "platform/z/z.go": "package z",
		},
		want: []string{"platform/z/z.go"},
	},
	{
		name:   "what the shop is comes from its settings",
		reason: "the configuration is a writer of the shop's settings: what reads it a second time sees another rate, name or account",
		check:  shopReads,
		breaks: map[string]string{
			"cmd/orderd/app/shop_settings.go":  "package app\nvar a = c.Shop.Name",
			"cmd/orderd/app/modules.go":        "package app\nvar b = c.Shop.Name\nvar d = cfg.Seller.IBAN\nvar e = links.Shop",
			"cmd/orderd/settings/validate.go":  "package settings\nvar f = c.Shop.Country",
			"cmd/orderd/app/app_setup_test.go": "package app\nvar g = c.Shop.Name",
		},
		want: []string{"modules.go:2: reads Shop.Name", "modules.go:3: reads Seller.IBAN"},
	},
}

func moduleSurface(t *tree) []string {
	allowed := []string{"New", "Deps", "Config"}
	var found []string
	for _, f := range t.product() {
		if m := f.module(); m == "" || f.dir != "modules/"+m {
			continue
		}
		for _, d := range f.Decls {
			for _, name := range exported(d) {
				if !slices.Contains(allowed, name) {
					found = append(found, fmt.Sprintf("%s: exports %s", t.at(d), name))
				}
			}
		}
	}
	return found
}

// exported are the exported names that a declaration adds to its package.
func exported(d ast.Decl) []string {
	var names []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name)
			case *ast.ValueSpec:
				names = append(names, s.Names...)
			}
		}
	}
	var found []string
	for _, n := range names {
		if n.IsExported() {
			found = append(found, n.Name)
		}
	}
	return found
}

// each collects what check says of each item; "" is nothing.
func each[T any](items []T, check func(T) string) []string {
	var found []string
	for _, item := range items {
		if said := check(item); said != "" {
			found = append(found, said)
		}
	}
	return found
}

// shopReads finds fields of the configuration's Shop and Seller in the composition root, but where
// they are written to the settings and where dev mode fills them.
func shopReads(t *tree) []string {
	var found []string
	for _, f := range t.product() {
		if !strings.HasPrefix(f.path, "cmd/orderd/app/") || slices.Contains(
			[]string{"cmd/orderd/app/shop_settings.go", "cmd/orderd/app/dev.go"}, f.path) {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			field, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			group, ok := field.X.(*ast.SelectorExpr)
			if ok && slices.Contains([]string{"Shop", "Seller"}, group.Sel.Name) {
				found = append(found, fmt.Sprintf("%s: reads %s.%s", t.at(n), group.Sel.Name, field.Sel.Name))
			}
			return true
		})
	}
	return found
}
