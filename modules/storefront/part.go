package storefront

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"sync"
	"text/template/parse"

	"orderd/platform/locale"
)

// Templates are walked by reflection, and a page has some hundred texts and links that are the same
// on every page. Some is done once in place of each time: texts without a number or a name in them
// are written into the templates (fixTexts), and parts of what stands around a page, and cards of
// products, are rendered once (keepParts, keepCards). The shop's own templates alone: a
// theme's are as they are written.

// keptParts are the templates, each given a frame, that are rendered once for a shell and a
// language. Where one differs between pages of the same shell, the function says in what.
var keptParts = map[string]func(frame) string{
	"sheets":     alike,
	"logo":       alike,
	"head-menu":  currentLink,
	"foot-links": func(f frame) string { return strconv.FormatBool(f.SignedIn()) },
	"foot-texts": alike,
}

func alike(frame) string { return "" }

// currentLink is the place of the page's own link in the menu; "" where it is in none.
func currentLink(f frame) string {
	for i, l := range f.Menu() {
		if l.Current {
			return strconv.Itoa(i)
		}
	}
	return ""
}

// keepParts has the templates take the parts that were rendered before.
func keepParts(in *template.Template) {
	fresh := template.Must(in.Clone())
	in.Funcs(template.FuncMap{"kept": func(name string, f frame) (template.HTML, error) { return f.part(fresh, name) }})
	for name := range keptParts {
		template.Must(in.New(name).Parse(fmt.Sprintf(`{{kept %q .}}`, name)))
	}
}

// keptCards are cards as HTML, which pages share: a row of the first page and a list show the same
// ones over and over.
type keptCards struct {
	mu   sync.Mutex
	html map[cardKey]template.HTML
}

// cardKey is all that a card's HTML depends on within a language: the address of the first page,
// which says what others begin with, what the interface says of the card, and where it stands.
type cardKey struct {
	home, text     string
	plusVAT, first bool
}

// mostCards is how many are kept: some 4 MB. When there are more, all begin anew.
const mostCards = 2000

func (k *keptCards) get(key cardKey) (template.HTML, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	html, found := k.html[key]
	return html, found
}

func (k *keptCards) put(key cardKey, html template.HTML) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.html == nil || len(k.html) >= mostCards {
		k.html = map[cardKey]template.HTML{}
	}
	k.html[key] = html
}

// keepCards has the templates take cards that were rendered before.
func keepCards(in *template.Template) {
	fresh, kept := template.Must(in.Clone()), &keptCards{}
	in.Funcs(template.FuncMap{"keptCard": func(c cardView) (template.HTML, error) {
		if html, found := kept.get(c.key); found {
			return html, nil
		}
		html, err := renderPart(fresh, "card", c)
		if err == nil && c.key.text != "" {
			kept.put(c.key, html)
		}
		return html, err
	}})
	template.Must(in.New("card").Parse(`{{keptCard .}}`))
}

// part is a part of what stands around the page. Of a preview, whose links are its own, and of a
// page without a shell it is rendered anew.
func (f frame) part(from *template.Template, name string) (template.HTML, error) {
	if f.v.shell == nil || f.v.preview.token != "" {
		return renderPart(from, name, f)
	}
	key := partKey{f.v.language, name, keptParts[name](f)}
	if kept, found := f.v.shell.parts.kept.Load(key); found {
		return kept.(template.HTML), nil
	}
	made, err := renderPart(from, name, f)
	if err == nil {
		f.v.shell.parts.kept.Store(key, made)
	}
	return made, err
}

func renderPart(from *template.Template, name string, view any) (template.HTML, error) {
	var b strings.Builder
	err := from.ExecuteTemplate(&b, name, view)
	return template.HTML(b.String()), err //nolint:gosec // html/template has made it
}

// parts are those of one shell that were rendered. There are few: as many as links in the menu, and
// a handful beside, in each language.
type parts struct{ kept sync.Map } // template.HTML by partKey

type partKey struct {
	language locale.Code
	name     string
	differs  string
}

// fixTexts writes the texts that take nothing, such as {{t "cart.title"}}, and the addresses of the
// shop's files into the templates. All of them stand in HTML text or in an attribute between
// quotation marks.
func fixTexts(in *template.Template, w words, asset func(name string) string) {
	fixed := func(call, argument string) (text string, is bool) {
		switch call {
		case "t":
			text, is = w[argument]
		case "asset":
			text, is = asset(argument), true
		}
		return template.HTMLEscapeString(text), is
	}
	for _, t := range in.Templates() {
		if t.Tree != nil {
			fixNodes(t.Tree.Root, fixed)
		}
	}
}

func fixNodes(list *parse.ListNode, fixed func(call, argument string) (string, bool)) {
	if list == nil {
		return
	}
	for i, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			if text, is := fixed(plainCall(n.Pipe)); is {
				list.Nodes[i] = &parse.TextNode{NodeType: parse.NodeText, Pos: n.Pos, Text: []byte(text)}
			}
		case *parse.IfNode:
			fixNodes(n.List, fixed)
			fixNodes(n.ElseList, fixed)
		case *parse.WithNode:
			fixNodes(n.List, fixed)
			fixNodes(n.ElseList, fixed)
		case *parse.RangeNode:
			fixNodes(n.List, fixed)
			fixNodes(n.ElseList, fixed)
		}
	}
}

// plainCall is the function and the text that it is given of a pipe which is nothing else.
func plainCall(p *parse.PipeNode) (call, argument string) {
	if len(p.Decl) > 0 || len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 2 {
		return "", ""
	}
	name, isName := p.Cmds[0].Args[0].(*parse.IdentifierNode)
	text, isText := p.Cmds[0].Args[1].(*parse.StringNode)
	if !isName || !isText {
		return "", ""
	}
	return name.Ident, text.Text
}
