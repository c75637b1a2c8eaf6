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

var eventRules = []rule{
	{
		name:   "an event's name says whose it is and which version",
		reason: "the name is stored for good and read by others: it must not depend on a Go type's name",
		check: func(t *tree) []string {
			form := regexp.MustCompile(`^[a-z]+\.[a-z]+(_[a-z]+)*\.v[0-9]+$`)
			seen := map[string]string{}
			return each(catalogue(t), func(e event) string {
				switch first := seen[e.name]; {
				case !form.MatchString(e.name) || !strings.HasPrefix(e.name, e.module+"."):
					return fmt.Sprintf("%s: %q is not %s.<what_happened>.v<n>", e.at, e.name, e.module)
				case first != "":
					return fmt.Sprintf("%s: %q is the name of %s too", e.at, e.name, first)
				}
				seen[e.name] = e.typ
				return ""
			})
		},
		breaks: map[string]string{
			"modules/a/events/e.go": "package events\nfunc (X) EventName() string { return \"a.x_happened.v1\" }\nfunc (Y) EventName() string { " +
				"return \"b.y_happened.v1\" }\nfunc (Z) EventName() string { return \"a.z\" }\nfunc (W) EventName() string { return " +
				"\"a.x_happened.v1\" }",
		},
		want: []string{"events/e.go:3", "events/e.go:4", "events/e.go:5"},
	},
	{
		name:   "every event is published by its module",
		reason: "a subscriber bound to an event that nobody emits waits for ever",
		check: func(t *tree) []string {
			return each(catalogue(t), func(e event) string {
				if slices.Contains(e.publishers, e.module) && len(e.publishers) == 1 {
					return ""
				}
				return fmt.Sprintf("%s: %s is made by %v, want its own module", e.at, e.name, e.publishers)
			})
		},
		breaks: map[string]string{
			"modules/a/events/e.go": "package events\nfunc (X) EventName() string { return \"a.x.v1\" }\nfunc (Y) EventName() string { return " +
				"\"a.y.v1\" }\nfunc (Z) EventName() string { return \"a.z.v1\" }",
			"modules/a/a.go": "package a\nimport \"orderd/modules/a/events\"\nvar x = events.X{A: 1}",
			"modules/b/b.go": "package b\nimport ae \"orderd/modules/a/events\"\nvar x = ae.Z{}",
		},
		want: []string{"events/e.go:3: a.y.v1 is made by []", "events/e.go:4: a.z.v1 is made by [b]"},
	},
	{
		name:   "the catalogue in modules/README.md is true",
		reason: "who changes an event looks there for who hears it, and an event that nobody hears yet has to say so",
		check:  catalogueInReadme,
		breaks: map[string]string{
			"modules/a/events/e.go": "package events\nfunc (X) EventName() string { return \"a.x.v1\" }\nfunc (Y) EventName() string { return " +
				"\"a.y.v1\" }\nfunc (Z) EventName() string { return \"a.z.v1\" }\nfunc (W) EventName() string { return \"a.w.v1\" }\nfunc (V) " +
				"EventName() string { return \"a.v.v1\" }",
			"modules/b/b.go": "package b\nimport (\nae \"orderd/modules/a/events\"\n\"orderd/platform/eventbus\"\n)\nfunc f(m " +
				"eventbus.Message[ae.X], w ae.W) {}\nvar _ = eventbus.On[ae.Y]",
			"modules/c/c.go": "package c\nimport ae \"orderd/modules/a/events\"\nvar audited = []string{nameOf[ae.Y](), nameOf[ae.Z]()}\nvar " +
				"left = []x{public[ae.V]()}",
			"modules/README.md": "| `a.x.v1` | it happened | b |\n| `a.y.v1` | it happened | audit |\n| `a.z.v1` | it happened | audit |\n| " +
				"`a.old.v1` | it happened | b |\n",
			"platform/p/p.go": "package p\nimport \"orderd/platform/eventbus\"\nfunc (P) EventName() string { return \"p.p.v1\" }\nvar p = P{A: " +
				"1}\nfunc f(m eventbus.Message[P]) {}",
		},
		want: []string{
			"a.old.v1 stands there, and no event", "add | `a.v.v1` | when | webhooks |", "add | `a.w.v1` | when | b |",
			"a.y.v1 is handled by \"b, audit\", and the page says by \"audit\"",
			"add | `p.p.v1` | when | p |",
		},
	},
	{
		name:   "a consumer's name begins with its module's",
		reason: "the name is stored: it says whose queue stands still",
		check: func(t *tree) []string {
			var found []string
			for _, f := range t.product() {
				if f.module() == "" {
					continue
				}
				ast.Inspect(f.File, func(n ast.Node) bool {
					lit, ok := n.(*ast.CompositeLit)
					if !ok || !strings.HasSuffix(exprString(lit.Type), "eventbus.Consumer") {
						return true
					}
					for _, el := range lit.Elts {
						kv, ok := el.(*ast.KeyValueExpr)
						if !ok || exprString(kv.Key) != "Name" {
							continue
						}
						if v, ok := kv.Value.(*ast.BasicLit); ok && !strings.HasPrefix(strings.Trim(v.Value, "\"`"), f.module()+".") {
							found = append(found, t.at(v)+": "+v.Value)
						}
					}
					return true
				})
			}
			return found
		},
		breaks: map[string]string{"modules/a/a.go": "package a\nimport \"orderd/platform/eventbus\"\nvar x = eventbus.Consumer{Name: " +
			"\"a.x\"}\nvar y = eventbus.Consumer{Name: \"b.y\"}"},
		want: []string{"modules/a/a.go:4: \"b.y\""},
	},
}

// event is a type of a module's events package, with the modules that publish and consume it; or
// one of a package of the platform, which alone publishes and consumes it.
type event struct {
	module, typ, name, at string
	publishers, hearers   []string
	public, audited       bool
}

// catalogue reads the events of all modules off the code. A composite literal publishes an event;
// eventbus.Message[E], eventbus.On[E] or a function of another module that takes an E consumes it;
// public[E] sends it to webhooks, nameOf[E] puts it into the audit.
func catalogue(t *tree) []event {
	var all []event
	for _, f := range t.product() {
		if f.module() == "" || path.Base(f.dir) != "events" {
			continue
		}
		for _, d := range f.Decls {
			if typ, name, ok := constantMethod(d, "EventName"); ok {
				all = append(all, event{module: f.module(), typ: typ, name: name, at: t.at(d)})
			}
		}
	}
	for i := range all {
		e := &all[i]
		for _, f := range t.product() {
			if f.module() == "" || path.Base(f.dir) == "events" {
				continue
			}
			for how := range uses(f, "orderd/modules/"+e.module+"/events", e.typ) {
				switch how {
				case made:
					e.publishers = append(e.publishers, f.module())
				case heard:
					e.hearers = append(e.hearers, f.module())
				case public:
					e.public = true
				case audited:
					e.audited = true
				}
			}
		}
		slices.Sort(e.publishers)
		e.publishers = slices.Compact(e.publishers)
		slices.Sort(e.hearers)
		e.hearers = slices.Compact(e.hearers)
	}
	return append(all, platformEvents(t)...)
}

// platformEvents reads the events of the platform's packages.
func platformEvents(t *tree) (all []event) {
	for _, f := range t.product() {
		if !strings.HasPrefix(f.dir, "platform/") {
			continue
		}
		for _, d := range f.Decls {
			typ, name, ok := constantMethod(d, "EventName")
			if !ok {
				continue
			}
			e := event{module: path.Base(f.dir), typ: typ, name: name, at: t.at(d)}
			how := usesInPackage(t, f.dir, typ)
			if how[made] {
				e.publishers = []string{e.module}
			}
			if how[heard] {
				e.hearers = []string{e.module}
			}
			all = append(all, e)
		}
	}
	return all
}

// usesInPackage finds how the files of a folder use a type of their own package.
func usesInPackage(t *tree, dir, typ string) map[string]bool {
	found := map[string]bool{}
	for _, f := range t.product() {
		if f.dir != dir {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr:
				if strings.HasSuffix("."+exprString(n.X), ".Message") && exprString(n.Index) == typ {
					found[heard] = true
				}
			case *ast.CompositeLit:
				if n.Type != nil && exprString(n.Type) == typ {
					found[made] = true
				}
			}
			return true
		})
	}
	return found
}

// How a file uses an event's type.
const (
	made    = "made"
	heard   = "heard"
	public  = "public"
	audited = "audited"
)

// uses finds how a file uses an event's type.
func uses(f goFile, events, typ string) map[string]bool {
	role := map[ast.Node]string{} // of a type, by where it stands
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			switch exprString(n.X) {
			case "eventbus.Message", "eventbus.On", "eventbus.OnBatch", "eventbus.Handler", "eventbus.BatchHandler":
				role[n.Index] = heard
			case "public":
				role[n.Index] = public
			case "nameOf":
				role[n.Index] = audited
			}
		case *ast.FuncType:
			if !strings.HasPrefix(events, "orderd/modules/"+f.module()+"/") {
				for _, p := range n.Params.List { // what takes another module's event does so to hear it
					role[p.Type] = heard
				}
			}
		case *ast.CompositeLit:
			role[n.Type] = made
		}
		return true
	})
	found := map[string]bool{}
	f.selects(events, func(name string, n ast.Node) {
		if how := role[n]; name == typ && how != "" {
			found[how] = true
		}
	})
	return found
}

// exprString writes a name, dotted or not.
func exprString(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return exprString(e.X) + "." + e.Sel.Name
	default:
		return ""
	}
}

// row matches a line of the catalogue in modules/README.md: name, when, handled by.
var row = regexp.MustCompile("(?m)^\\| `([a-z_.]+\\.v[0-9]+)` \\|.*\\| ([a-z, ]+) \\|$")

func catalogueInReadme(t *tree) []string {
	text, err := fs.ReadFile(t.texts, "modules/README.md")
	if err != nil {
		return []string{err.Error()}
	}
	said := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		said[m[1]] = m[2]
	}
	var found []string
	for _, e := range catalogue(t) {
		by := slices.Clone(e.hearers)
		if e.public && !slices.Contains(by, "webhooks") {
			by = append(by, "webhooks")
			slices.Sort(by)
		}
		if e.audited {
			by = append(by, "audit")
		}
		if len(by) == 0 {
			by = []string{"no module yet"}
		}
		is := strings.Join(by, ", ")
		switch says, ok := said[e.name]; {
		case !ok:
			found = append(found, fmt.Sprintf("modules/README.md: %[1]s is missing: add | `%[1]s` | when | %[2]s |", e.name, is))
		case says != is:
			found = append(found, fmt.Sprintf("modules/README.md: %s is handled by %q, and the page says by %q", e.name, is, says))
		}
		delete(said, e.name)
	}
	for name := range said {
		found = append(found, "modules/README.md: "+name+" stands there, and no event has the name: delete the row")
	}
	slices.Sort(found)
	return found
}
