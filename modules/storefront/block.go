package storefront

import (
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"text/template/parse"

	"orderd/platform/locale"
)

// block is a part of the pages that a theme may replace. It is given one struct, and its version
// rises when a theme's copy has to be looked at: with what it is given, and with what it has to
// show.
type block struct {
	name    string
	version int
	about   string // what it is, for whoever copies it
	source  string // as it is copied, with the version in its first line
	view    reflect.Type
}

// blockViews are what the blocks are given.
var blockViews = map[string]any{
	// of every page
	"head": frame{}, "notice": frame{}, "foot": frame{}, "message": messageView{}, "empty": emptyView{},
	"not-found": failureView{},
	// of the home page
	"hero": blockFrame{}, "departments": blockFrame{}, "row": blockFrame{},
	// of goods
	"card": cardView{}, "price": priceView{}, "facets": listView{}, "gallery": productView{}, "buy": productView{},
	"tiers": productView{}, "facts": productView{}, "reviews": productView{}, "related": productView{},
	// of the cart and the checkout
	"cart-line": cartLineView{}, "summary": summaryView{}, "address-fields": addressFieldsView{},
	"methods":    methodsView{},
	"legal-note": frame{},
	// of orders and the account
	"order-progress": orderView{}, "account-nav": frame{}, "points": pointsView{},
}

// blockLine is the first line of a block: its name, its version and what it is.
var blockLine = regexp.MustCompile(`^\{\{- /\* ([a-z-]+), version ([0-9]+): (.+) \*/ -\}\}\n`)

// ownBlocks are the shop's blocks by their name. They are part of the binary, so that a fault in
// one of them is one of the program's.
var ownBlocks = sync.OnceValue(func() map[string]block {
	names, err := fs.Glob(templateFiles, "templates/block_*.html")
	if err != nil {
		panic("storefront: " + err.Error()) // the pattern is right
	}
	all := map[string]block{}
	for _, name := range names {
		source, err := templateFiles.ReadFile(name)
		if err != nil {
			panic("storefront: " + err.Error()) // it was listed
		}
		b := block{name: strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "block_"), ".html"), source: string(source)}
		first := blockLine.FindStringSubmatch(b.source)
		if first == nil || first[1] != b.name || blockViews[b.name] == nil {
			panic(fmt.Sprintf("storefront: %s has no version in its first line, or no view", name))
		}
		b.version, _ = strconv.Atoi(first[2]) // these are digits
		b.about, b.view = first[3], reflect.TypeOf(blockViews[b.name])
		all[b.name] = b
	}
	return all
})

// addBlocks adds the shop's own blocks to the templates of a language.
func addBlocks(to *template.Template) {
	for name, b := range ownBlocks() {
		template.Must(to.New(name).Parse(strings.TrimSuffix(b.source, "\n")))
	}
}

// replaceBlocks makes each block of the theme stand in for the shop's own, which stays for when
// that fails.
func replaceBlocks(t *themeFolder, l locale.Code, in *template.Template) {
	in.Funcs(template.FuncMap{"themed": func(name string, view any) themedBlock { return t.render(l, name, view) }})
	for name := range t.blocks {
		template.Must(in.AddParseTree("own "+name, in.Lookup(name).Tree.Copy()))
		template.Must(in.New(name).Parse(fmt.Sprintf(
			`{{$b := themed %[1]q .}}{{if $b.Done}}{{$b.HTML}}{{else}}{{template "own %[1]s" .}}{{end}}`, name)))
	}
}

// themedBlock is what has come of a block of a theme.
type themedBlock struct {
	Done bool // false: it failed, and the shop's own is shown
	HTML template.HTML
}

// reachable are the names of the fields and methods that the templates of a block may use: those of
// its struct and of what the functions of templates return, and of all that these lead to within
// this package. Types of other packages, such as a time, have none: a block passes them to a
// function, and can't call their methods, of which some change their receiver.
func reachable(view reflect.Type) map[string]bool {
	names, seen := map[string]bool{}, map[reflect.Type]bool{}
	for _, t := range []reflect.Type{
		view, reflect.TypeFor[picture](), reflect.TypeFor[input](), reflect.TypeFor[countryChoice](),
	} {
		reach(t, names, seen)
	}
	return names
}

func reach(t reflect.Type, names map[string]bool, seen map[reflect.Type]bool) {
	switch t.Kind() { //nolint:exhaustive // others lead to nothing
	case reflect.Pointer, reflect.Slice, reflect.Array:
		reach(t.Elem(), names, seen)
		return
	case reflect.Map:
		reach(t.Key(), names, seen)
		reach(t.Elem(), names, seen)
		return
	}
	own := t.PkgPath() == reflect.TypeFor[block]().PkgPath()
	if seen[t] || !own && t.Name() != "" {
		return
	}
	seen[t] = true
	for method := range reflect.PointerTo(t).Methods() {
		if method.Name == "UnmarshalJSON" { // changes its receiver
			continue
		}
		names[method.Name] = true
		for out := range method.Type.Outs() {
			reach(out, names, seen)
		}
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for f := range t.Fields() {
		if f.IsExported() {
			names[f.Name] = true
		}
		if f.IsExported() || f.Anonymous {
			reach(f.Type, names, seen)
		}
	}
}

// counted begins every piece of a template that may be run many times, the body of a range and a
// template, with a text of nothing. Writing that is what the limits of a block count: text/template
// can be stopped by what it writes to, and by nothing else.
func counted(list *parse.ListNode) {
	if list == nil {
		return
	}
	list.Nodes = append([]parse.Node{&parse.TextNode{NodeType: parse.NodeText}}, list.Nodes...)
	for _, n := range list.Nodes {
		countRanges(n)
	}
}

func countRanges(n parse.Node) {
	each := func(lists ...*parse.ListNode) {
		for _, list := range lists {
			if list == nil {
				continue
			}
			for _, inner := range list.Nodes {
				countRanges(inner)
			}
		}
	}
	switch n := n.(type) {
	case *parse.RangeNode:
		counted(n.List)
		each(n.ElseList)
	case *parse.IfNode:
		each(n.List, n.ElseList)
	case *parse.WithNode:
		each(n.List, n.ElseList)
	case *parse.ListNode:
		each(n)
	}
}
