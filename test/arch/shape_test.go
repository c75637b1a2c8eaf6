package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

// shapeRules hold every module in the one shape that `make new-module` makes. They read the modules
// from the disk, so that a new one is held too.
var shapeRules = []rule{
	{
		name:   "handlers stand in <noun>_http.go, routes in http.go",
		reason: "a reader finds the HTTP types and handlers of a noun beside it, and all routes of a module in one list",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok && answersHTTP(fn) && !isHTTPFile(f.path) {
						found = append(found, fmt.Sprintf("%s: %s answers HTTP outside <noun>_http.go", t.at(fn), fn.Name.Name))
					}
				}
				f.selects("orderd/platform/httpapi", func(name string, n ast.Node) {
					if slices.Contains([]string{"Handle", "HandleStream", "HandleUpload"}, name) && !isHTTPFile(f.path) && path.Base(f.path) != "http.go" {
						found = append(found, t.at(n)+": registers a route outside http.go")
					}
				})
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/http.go":       "package a\nimport \"orderd/platform/httpapi\"\nfunc routes() { httpapi.Handle() }\nfunc (a *api) get() (*httpapi.Reply[view], error) { return nil, nil }",
			"modules/a/thing_http.go": "package a\nimport \"orderd/platform/httpapi\"\nfunc (a *api) list() (*httpapi.Reply[view], error) { return nil, nil }",
			"modules/a/thing.go":      "package a\nimport \"orderd/platform/httpapi\"\nfunc routes() { httpapi.Handle() }",
		},
		want: []string{"modules/a/http.go:4: get", "modules/a/thing.go:3"},
	},
	{
		name:   "handlers have no prefix",
		reason: "in all modules a handler has the name of what it does",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok && answersHTTP(fn) && strings.HasPrefix(fn.Name.Name, "handle") {
						found = append(found, fmt.Sprintf("%s: %s", t.at(fn), fn.Name.Name))
					}
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/thing_http.go": "package a\nfunc (a *api) handleGet() (*httpapi.Reply[view], error) { return nil, nil }\nfunc (a *api) get() (*httpapi.Reply[view], error) { return nil, nil }",
		},
		want: []string{"modules/a/thing_http.go:2: handleGet"},
	},
	{
		name:   "consumers are subscribed in subscribe.go",
		reason: "one file lists which events a module handles, and by which consumer",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				f.selects("orderd/platform/eventbus", func(name string, n ast.Node) {
					if (name == "On" || name == "OnReset") && !isSubscribeFile(f.path) {
						found = append(found, t.at(n)+": subscribes outside subscribe.go")
					}
				})
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/subscribe.go": "package a\nimport \"orderd/platform/eventbus\"\nfunc f() { eventbus.On() }",
			"modules/a/thing.go":     "package a\nimport \"orderd/platform/eventbus\"\nfunc g() { eventbus.On() }",
		},
		want: []string{"modules/a/thing.go:3: subscribes"},
	},
	{
		name:   "handlers and consumers build no queries",
		reason: "a handler decodes, calls a use case and encodes; what it reads has a name in store.go",
		check: func(t *tree) []string {
			return queriesOutside(t, queryMethods, func(file string) bool {
				return !isHTTPFile(file) && !isSubscribeFile(file) && path.Base(file) != "http.go"
			})
		},
		breaks: map[string]string{
			"modules/a/thing.go":      "package a\nfunc f() { db.Where(\"x = ?\", 1) }",
			"modules/a/thing_http.go": "package a\nfunc g() {\n db.Where(\"x = ?\", 1)\n s.Order(1)\n}",
			"modules/a/subscribe.go":  "package a\nfunc h() { eventbus.ResetSQL(`UPDATE x`); db.Order(\"id\") }",
		},
		want: []string{"modules/a/subscribe.go:2: builds a query with Order", "modules/a/thing_http.go:3: builds a query with Where"},
	},
	{
		name:   "hand-written SQL stands in store, load and copy files",
		reason: "who changes a table finds the statements on it together; a use case reads as a story when they have names",
		check: func(t *tree) []string {
			return queriesOutside(t, []string{"Raw", "Exec", "Joins", "Table", "Having", "Group"}, mayHoldSQL)
		},
		breaks: map[string]string{
			"modules/a/store.go":      "package a\nfunc f() { db.Raw(`SELECT 1`) }",
			"modules/a/thing_load.go": "package a\nfunc g() { db.Raw(`SELECT 1`) }",
			"modules/a/copy_x.go":     "package a\nfunc h() { db.Exec(\"DELETE FROM x\") }",
			"modules/a/thing_make.go": "package a\nfunc i() {\n db.Where(\"x = ?\", 1)\n db.Exec(\"DELETE FROM x\")\n s.Exec(1)\n}",
		},
		want: []string{"thing_make.go:4: builds a query with Exec"},
	},
}

// moduleFiles are the product files of the modules, without their events.
func moduleFiles(t *tree) []goFile {
	return slices.DeleteFunc(t.product(), func(f goFile) bool { return f.module() == "" || f.dir != "modules/"+f.module() })
}

func isHTTPFile(file string) bool { return strings.HasSuffix(file, "_http.go") }

func isSubscribeFile(file string) bool {
	name := path.Base(file)
	return name == "subscribe.go" || strings.HasPrefix(name, "subscribe_")
}

// mayHoldSQL reports whether the file is one for queries: store.go, erase.go, <noun>_store.go,
// <noun>_load.go, <noun>_write.go or copy_<noun>.go.
func mayHoldSQL(file string) bool {
	name := strings.TrimSuffix(path.Base(file), ".go")
	return name == "store" || name == "erase" || strings.HasSuffix(name, "_store") || strings.HasSuffix(name, "_load") || strings.HasSuffix(name, "_write") || strings.HasPrefix(name, "copy_")
}

// answersHTTP reports whether the function returns an *httpapi.Reply.
func answersHTTP(fn *ast.FuncDecl) bool {
	if fn.Type.Results == nil {
		return false
	}
	for _, r := range fn.Type.Results.List {
		star, ok := r.Type.(*ast.StarExpr)
		if !ok {
			continue
		}
		index, ok := star.X.(*ast.IndexExpr)
		if !ok {
			continue
		}
		if s, ok := index.X.(*ast.SelectorExpr); ok && s.Sel.Name == "Reply" {
			return true
		}
	}
	return false
}

// queryMethods are the methods of *gorm.DB whose first argument is SQL.
var queryMethods = []string{"Where", "Or", "Not", "Raw", "Exec", "Joins", "Having", "Group", "Order", "Select", "Pluck", "Update", "Table"}

// queriesOutside lists the calls of the methods with a literal text in the modules' files that are
// not allowed to build queries.
func queriesOutside(t *tree, methods []string, allowed func(file string) bool) []string {
	var found []string
	for _, f := range moduleFiles(t) {
		if allowed(f.path) {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			if method, ok := queryMethod(n); ok && slices.Contains(methods, method) {
				found = append(found, t.at(n)+": builds a query with "+method)
			}
			return true
		})
	}
	return found
}

// queryMethod returns the method that n calls with a literal text as the first argument.
func queryMethod(n ast.Node) (method string, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	s, isMethod := call.Fun.(*ast.SelectorExpr)
	text, isLiteral := call.Args[0].(*ast.BasicLit)
	if !isMethod || !isLiteral || text.Kind != token.STRING {
		return "", false
	}
	return s.Sel.Name, true
}
