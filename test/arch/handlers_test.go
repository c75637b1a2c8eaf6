package arch

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

// handlerRules say where a module answers HTTP, and that handlers leave the work to functions.
var handlerRules = []rule{
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
			"modules/a/http.go": "package a\nimport \"orderd/platform/httpapi\"\nfunc routes() { httpapi.Handle() }\nfunc (a *api) get() " +
				"(*httpapi.Reply[view], error) { return nil, nil }",
			"modules/a/thing_http.go": "package a\nimport \"orderd/platform/httpapi\"\nfunc (a *api) list() (*httpapi.Reply[view], error) { " +
				"return nil, nil }",
			"modules/a/thing.go": "package a\nimport \"orderd/platform/httpapi\"\nfunc routes() { httpapi.Handle() }",
		},
		want: []string{"modules/a/http.go:4: get", "modules/a/thing.go:3"},
	},
	{
		name: "methods of api stand in http.go and <noun>_http.go",
		reason: "api answers HTTP and nothing else: what it calls is a function that takes what it needs, so that a job, a consumer or a test " +
			"can call it too",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				if isHTTPFile(f.path) || path.Base(f.path) == "http.go" {
					continue
				}
				for _, fn := range methodsOf(f, "api") {
					found = append(found, fmt.Sprintf("%s: api.%s: make it a function, or a handler in <noun>_http.go", t.at(fn), fn.Name.Name))
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/http.go":       "package a\nfunc (a *api) routes() {}",
			"modules/a/thing_http.go": "package a\nfunc (a *api) limit() error { return nil }",
			"modules/a/thing_make.go": "package a\nfunc (d Deps) sweep() {}\nfunc (a *api) make() error { return nil }\nfunc (a api) check() " +
				"error { return nil }",
			"modules/a/thing_view.go": "package a\nfunc (t *thing) api() {}",
		},
		want: []string{"modules/a/thing_make.go:3: api.make", "modules/a/thing_make.go:4: api.check"},
	},
	{
		name:   "handlers call no methods of Deps",
		reason: "methods of Deps are what the platform calls outside HTTP; a use case is a function, so that its arguments say what it needs",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				if isHTTPFile(f.path) {
					found = append(found, callsOfDeps(t, f)...)
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/thing_make.go": "package a\nfunc (d Deps) make() error { return nil }\nfunc (d *Deps) list() {}\nfunc (d Deps) run() { " +
				"d.list() }",
			"modules/a/thing_http.go": "package a\nfunc (a *api) list() error { return a.make() }\nfunc (a *api) get() error { a.list(); return " +
				"a.Deps.make() }",
			"modules/b/thing_http.go": "package b\nfunc (a *api) get() error { return x.make() }",
		},
		want: []string{"modules/a/thing_http.go:2: calls Deps.make", "modules/a/thing_http.go:3: calls Deps.make"},
	},
	{
		name:   "requests stand in <noun>_http.go",
		reason: "a reader looks for the types of the interface beside its handlers",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				if isHTTPFile(f.path) {
					continue
				}
				for _, name := range requestsIn(f) {
					found = append(found, fmt.Sprintf("%s: %s is a request", t.at(name), name.Name))
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/thing_http.go": "package a\ntype makeInput struct { Body struct{ Name string } }",
			"modules/a/thing_input.go": "package a\ntype editInput struct { Body struct{ Name string } }\ntype note struct { Body string }\ntype " +
				"one struct { ID string `path:\"id\"` }",
		},
		want: []string{"modules/a/thing_input.go:2: editInput", "modules/a/thing_input.go:4: one"},
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
			"modules/a/thing_http.go": "package a\nfunc (a *api) handleGet() (*httpapi.Reply[view], error) { return nil, nil }\nfunc (a *api) " +
				"get() (*httpapi.Reply[view], error) { return nil, nil }",
		},
		want: []string{"modules/a/thing_http.go:2: handleGet"},
	},
}

// methodsOf are the methods of the type in the file.
func methodsOf(f goFile, typeName string) []*ast.FuncDecl {
	var methods []*ast.FuncDecl
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv == nil {
			continue
		}
		receiver := fn.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		if named, ok := receiver.(*ast.Ident); ok && named.Name == typeName {
			methods = append(methods, fn)
		}
	}
	return methods
}

// callsOfDeps lists where the file calls a method of its module's Deps, by the api's receiver a or
// its field Deps. A method of api that has the same name hides that of Deps.
func callsOfDeps(t *tree, f goFile) []string {
	ofDeps, ofAPI := map[string]bool{}, map[string]bool{}
	for _, other := range moduleFiles(t) {
		if other.dir != f.dir {
			continue
		}
		for _, fn := range methodsOf(other, "Deps") {
			ofDeps[fn.Name.Name] = true
		}
		for _, fn := range methodsOf(other, "api") {
			ofAPI[fn.Name.Name] = true
		}
	}
	var found []string
	ast.Inspect(f.File, func(n ast.Node) bool {
		method, ok := n.(*ast.SelectorExpr)
		if !ok || !ofDeps[method.Sel.Name] {
			return true
		}
		byField := false
		if field, ok := method.X.(*ast.SelectorExpr); ok {
			byField = field.Sel.Name == "Deps"
		}
		receiver, ok := method.X.(*ast.Ident)
		if byField || ok && receiver.Name == "a" && !ofAPI[method.Sel.Name] {
			found = append(found, fmt.Sprintf("%s: calls Deps.%s: make it a function", t.at(n), method.Sel.Name))
		}
		return true
	})
	return found
}

// requestsIn are the names of the types that huma decodes a request into: structs with a parameter,
// and those named …Input with a body.
func requestsIn(f goFile) []*ast.Ident {
	var found []*ast.Ident
	ast.Inspect(f.File, func(n ast.Node) bool {
		declared, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := declared.Type.(*ast.StructType); ok && slices.ContainsFunc(s.Fields.List, func(field *ast.Field) bool {
			return isParameter(field) || strings.HasSuffix(declared.Name.Name, "Input") && isNamed(field, "Body")
		}) {
			found = append(found, declared.Name)
		}
		return true
	})
	return found
}

// parameterTag is the tag of a parameter in the path, the query or the header.
var parameterTag = regexp.MustCompile(`\b(path|query|header):"`)

func isParameter(field *ast.Field) bool {
	return field.Tag != nil && parameterTag.MatchString(field.Tag.Value)
}

func isNamed(field *ast.Field, name string) bool {
	return slices.ContainsFunc(field.Names, func(n *ast.Ident) bool { return n.Name == name })
}

func isHTTPFile(file string) bool { return strings.HasSuffix(file, "_http.go") }

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
