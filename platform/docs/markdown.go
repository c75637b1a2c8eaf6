package docs

import (
	"bytes"
	"fmt"
	"html/template"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// markdown is CommonMark with tables; headings have ids. HTML in a text is left out.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable()),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(scrolledTable{}, 1))),
)

// Markdown is the HTML of a text.
func Markdown(text string) template.HTML {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(text), &b); err != nil {
		panic(fmt.Sprintf("docs: %v", err)) // a buffer takes everything
	}
	return template.HTML(b.String()) //nolint:gosec // goldmark escapes what it is given
}

// scrolledTable puts a table into a box that scrolls, for screens that are narrower than it.
type scrolledTable struct{}

func (scrolledTable) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(extensionast.KindTable, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus,
		error) {
		tag := "</table></div>\n"
		if entering {
			tag = `<div class="table"><table>` + "\n"
		}
		_, err := w.WriteString(tag)
		return ast.WalkContinue, err
	})
}

// HTML marks text that the program itself has written. Texts of others in it have been through
// Escape.
func HTML(text string) template.HTML {
	return template.HTML(text) //nolint:gosec // the program has written it
}

// Escape is the text as HTML shows it.
func Escape(text string) string { return template.HTMLEscapeString(text) }
