package arch

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

// shapeRules hold every module in the one shape that `make new-module` makes, as handlerRules do.
// They read the modules from the disk, so that a new one is held too.
var shapeRules = []rule{
	{
		name:   "consumers are subscribed in subscribe.go",
		reason: "one file lists which events a module handles, and by which consumer",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				f.selects("orderd/platform/eventbus", func(name string, n ast.Node) {
					if slices.Contains([]string{"On", "OnBatch", "OnReset"}, name) && !isSubscribeFile(f.path) {
						found = append(found, t.at(n)+": subscribes outside subscribe.go")
					}
				})
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/subscribe.go": "package a\nimport \"orderd/platform/eventbus\"\nfunc f() { eventbus.On() }",
			"modules/a/other.go":     "package a\nimport \"orderd/platform/eventbus\"\nfunc h() { eventbus.OnBatch() }",
			"modules/a/thing.go":     "package a\nimport \"orderd/platform/eventbus\"\nfunc g() { eventbus.On() }",
		},
		want: []string{"modules/a/other.go:3: subscribes", "modules/a/thing.go:3: subscribes"},
	},
	{
		name: "queries stand in store, load and copy files",
		reason: "who changes a table finds the queries on it together, and a use case or a handler reads as a story when they have names; " +
			"Create, Save and Delete of a model may stand in its use case",
		check: func(t *tree) []string {
			var found []string
			for _, f := range moduleFiles(t) {
				if !mayHoldQueries(f.path) {
					found = append(found, queriesIn(t, f)...)
				}
			}
			return found
		},
		breaks: map[string]string{
			"modules/a/store.go":       "package a\nfunc f() { db.Raw(`SELECT 1`) }",
			"modules/a/thing_load.go":  "package a\nfunc g() { db.Raw(`SELECT 1`) }",
			"modules/a/thing_store.go": "package a\nimport \"gorm.io/gorm/clause\"\nfunc g() { db.Clauses(clause.Returning{}) }",
			"modules/a/copy_x.go":      "package a\nfunc h() { db.Exec(\"DELETE FROM x\") }",
			"modules/a/erase.go":       "package a\nfunc h() { db.Exec(\"DELETE FROM x\") }",
			"modules/a/subscribe.go":   "package a\nfunc h() { eventbus.ResetSQL(`UPDATE x`); db.Order(\"id\") }",
			"modules/a/thing_http.go":  "package a\nfunc g() {\n db.Where(\"x = ?\", 1)\n s.Order(1)\n}",
			"modules/a/thing_make.go": "package a\nfunc i() {\n tx.Create(&x)\n c.tx.Model(&x).Updates(y)\n s.Exec(1)\n own(db).Find(&x)\n " +
				"database.ForUpdate(d).Take(&x)\n}",
			"modules/a/thing_mix.go": "package a\nimport \"gorm.io/gorm/clause\"\nvar lock = clause.Locking{}",
		},
		want: []string{
			"modules/a/subscribe.go:2: builds a query with Order", "modules/a/thing_http.go:3: builds a query with Where",
			"modules/a/thing_make.go:4: builds a query with Updates", "modules/a/thing_make.go:4: builds a query with Model",
			"modules/a/thing_make.go:6: builds a query with Find", "modules/a/thing_make.go:7: builds a query with Take",
			"modules/a/thing_mix.go:3: builds a query with clause.Locking",
		},
	},
}

// moduleFiles are the product files of the modules, without their events.
func moduleFiles(t *tree) []goFile {
	return slices.DeleteFunc(t.product(), func(f goFile) bool { return f.module() == "" || f.dir != "modules/"+f.module() })
}

func isSubscribeFile(file string) bool {
	name := path.Base(file)
	return name == "subscribe.go" || strings.HasPrefix(name, "subscribe_")
}

// mayHoldQueries reports whether the file is one for queries: store.go, erase.go, <noun>_store.go,
// <noun>_load.go or copy_<noun>.go.
func mayHoldQueries(file string) bool {
	name := strings.TrimSuffix(path.Base(file), ".go")
	for _, suffix := range []string{"_store", "_load"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return name == "store" || name == "erase" || strings.HasPrefix(name, "copy_")
}

// queryMethods are the methods of *gorm.DB that make or run a query with a condition.
var queryMethods = []string{
	"Where", "Or", "Not", "Raw", "Exec", "Joins", "Having", "Group", "Order", "Select", "Pluck", "Table", "Model", "Clauses", "Preload",
	"Find", "First", "Take", "Last", "Scan", "Count", "Update", "Updates", "UpdateColumn", "UpdateColumns", "Omit", "Distinct",
}

// queriesIn lists where the file builds a query: by a method of a handle, or by one whose first
// argument is a literal text, or with gorm's clauses.
func queriesIn(t *tree, f goFile) []string {
	const advice = ": give it a name in <noun>_store.go or <noun>_load.go"
	var found []string
	ast.Inspect(f.File, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if ok && slices.Contains(queryMethods, method.Sel.Name) && (isHandle(method.X) || beginsWithText(call)) {
			found = append(found, t.at(n)+": builds a query with "+method.Sel.Name+advice)
		}
		return true
	})
	f.selects("gorm.io/gorm/clause", func(name string, n ast.Node) {
		found = append(found, t.at(n)+": builds a query with clause."+name+advice)
	})
	return found
}

// isHandle reports whether the expression is a database handle by its looks: tx, db or q, a field
// of that name, or what a function or a chain of methods makes of one.
func isHandle(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return slices.Contains([]string{"tx", "db", "q", "query"}, x.Name)
	case *ast.SelectorExpr:
		return slices.Contains([]string{"tx", "db", "DB"}, x.Sel.Name)
	case *ast.CallExpr:
		if method, ok := x.Fun.(*ast.SelectorExpr); ok && isHandle(method.X) {
			return true
		}
		return slices.ContainsFunc(x.Args, isHandle) || isForUpdate(x)
	}
	return false
}

// isForUpdate reports whether the call is database.ForUpdate, whatever the handle is called.
func isForUpdate(call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "ForUpdate"
}

// beginsWithText reports whether the first argument of the call is a literal text.
func beginsWithText(call *ast.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}
	text, ok := call.Args[0].(*ast.BasicLit)
	return ok && text.Kind == token.STRING
}
