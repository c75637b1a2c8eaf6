package storefront

import (
	"fmt"
	"html/template"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
)

// blockTrees are the templates of a file of a theme by their names: the block itself, and those
// that it defines for itself.
type blockTrees map[string]*parse.Tree

// builtins are those functions of text/template that a theme may use. The others call what they are
// given, or write it at any length.
var builtins = []string{"and", "or", "not", "len", "index", "slice", "print", "eq", "ne", "lt", "le", "gt", "ge"}

// themeFunctions are the functions that a theme may use, for its parser, which looks at the names
// alone.
func themeFunctions() map[string]any {
	all := map[string]any{}
	for name := range functions(languages[0], words{}, nil) {
		all[name] = true
	}
	for _, name := range builtins {
		all[name] = true
	}
	return all
}

// themeVersion is the version in the first line of a block.
var themeVersion = regexp.MustCompile(`^\{\{-? ?/\*[^\n]*\bversion ([0-9]+)\b`)

// parse reads the block's text and finds what no theme may do. A fault is at its line.
func (b *themeBlock) parse() []themeFault {
	first := themeVersion.FindStringSubmatch(b.text)
	if first == nil {
		return []themeFault{b.note("the first line must say of which version this is a copy: {{- /* %s, version %d: … */ -}}",
			b.name, b.version)}
	}
	b.copied, _ = strconv.Atoi(first[1]) // these are digits, and no version is 0
	if b.copied < 1 || b.copied > b.version {
		return []themeFault{b.note("there is no version %s of this block, but version %d", first[1], b.version)}
	}
	trees, err := parse.Parse(b.file(), b.text, "", "", themeFunctions())
	if err == nil && parse.IsEmptyTree(trees[b.file()].Root) {
		// text/template takes no empty template for another.
		trees, err = parse.Parse(b.file(), b.text+`{{""}}`, "", "", themeFunctions())
	}
	if err != nil {
		return []themeFault{b.syntaxFault(err)}
	}
	b.trees = blockTrees{}
	w := treeWalk{block: b, names: reachable(b.view)}
	for _, name := range sortedKeys(trees) {
		tree := trees[name]
		if name == b.file() {
			b.trees[b.name] = tree
		} else {
			if !strings.HasPrefix(name, b.name+"-") || ownBlocks()[name].name != "" {
				w.fault(tree.Root, "defines %q: a template of its own begins with %q and is no block", name, b.name+"-")
			}
			b.trees[name] = tree
		}
		w.list(tree.Root)
	}
	return w.faults
}

// syntaxPlace is how the parser says where: "template: blocks/card.html:3: …".
var syntaxPlace = regexp.MustCompile(`^template: [^:]*:([0-9]+):(?:[0-9]+:)? `)

func (b *themeBlock) syntaxFault(err error) themeFault {
	text := err.Error()
	place := syntaxPlace.FindStringSubmatch(text)
	if place == nil {
		return themeFault{file: b.file(), text: text}
	}
	line, _ := strconv.Atoi(place[1]) // these are digits
	return themeFault{file: b.file(), line: line, text: strings.TrimPrefix(text, place[0])}
}

// addTo adds copies of the block's templates to a set, in place of the shop's own.
func (b themeBlock) addTo(set *template.Template) {
	for name, tree := range b.trees {
		template.Must(set.AddParseTree(name, tree.Copy())) // nothing of the set was executed yet
	}
}

// treeWalk looks at every node of a template.
type treeWalk struct {
	block  *themeBlock
	names  map[string]bool // of fields and methods
	faults []themeFault
}

func (w *treeWalk) fault(at parse.Node, format string, args ...any) {
	line := lineOf([]byte(w.block.text), int(at.Position()))
	w.faults = append(w.faults, themeFault{file: w.block.file(), line: line, text: fmt.Sprintf(format, args...)})
}

func (w *treeWalk) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		w.node(n)
	}
}

func (w *treeWalk) node(n parse.Node) {
	switch n := n.(type) {
	case *parse.ActionNode:
		w.pipe(n.Pipe)
	case *parse.IfNode:
		w.branch(&n.BranchNode)
	case *parse.RangeNode:
		w.branch(&n.BranchNode)
	case *parse.WithNode:
		w.branch(&n.BranchNode)
	case *parse.TemplateNode:
		w.pipe(n.Pipe)
	case *parse.PipeNode:
		w.pipe(n)
	case *parse.ChainNode:
		w.node(n.Node)
		w.fields(n, n.Field)
	case *parse.FieldNode:
		w.fields(n, n.Ident)
	case *parse.VariableNode:
		w.fields(n, n.Ident[1:])
	}
}

func (w *treeWalk) branch(n *parse.BranchNode) {
	w.pipe(n.Pipe)
	w.list(n.List)
	w.list(n.ElseList)
}

func (w *treeWalk) pipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	for _, c := range p.Cmds {
		for _, arg := range c.Args {
			w.node(arg)
		}
	}
}

func (w *treeWalk) fields(at parse.Node, names []string) {
	for _, name := range names {
		if !w.names[name] {
			w.fault(at, "there is no .%s in what the block is given", name)
		}
	}
}

// circleFrom is a way from a template of the set back to one on the way, or nil. A template that
// calls itself would end with the memory of the process.
func circleFrom(set *template.Template, name string) []string {
	done := map[string]bool{}
	var walk func(name string, way []string) []string
	walk = func(name string, way []string) []string {
		if slices.Contains(way, name) {
			return append(way, name)
		}
		called := set.Lookup(name)
		if done[name] || called == nil || called.Tree == nil {
			return nil
		}
		for _, next := range callsOf(called.Tree.Root) {
			if circle := walk(next, append(slices.Clone(way), name)); circle != nil {
				return circle
			}
		}
		done[name] = true
		return nil
	}
	return walk(name, nil)
}

// callsOf are the names of the templates that a list calls.
func callsOf(list *parse.ListNode) []string {
	if list == nil {
		return nil
	}
	names := map[string]bool{}
	add := func(branch *parse.BranchNode) {
		for _, inner := range []*parse.ListNode{branch.List, branch.ElseList} {
			for _, name := range callsOf(inner) {
				names[name] = true
			}
		}
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TemplateNode:
			names[n.Name] = true
		case *parse.IfNode:
			add(&n.BranchNode)
		case *parse.RangeNode:
			add(&n.BranchNode)
		case *parse.WithNode:
			add(&n.BranchNode)
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// sortedKeys are the keys of a map, in order.
func sortedKeys[M ~map[string]V, V any](m M) []string { return slices.Sorted(maps.Keys(m)) }
