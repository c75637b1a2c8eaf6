// Package docs renders the pages of the documentation: Markdown texts in one frame (header,
// navigation, stylesheet). It does not know what the texts are about; platform/httpapi serves them.
package docs

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

// Where the frame's own files are expected.
const (
	StylePath = "/docs/style.css"
	IconPath  = "/docs/icon.svg"
)

// Policy is the Content-Security-Policy of a page: its stylesheet, pictures of this service, and
// nothing else.
const Policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'"

// Style and Icon are the files that every page refers to.
var (
	//go:embed style.css
	Style []byte
	//go:embed icon.svg
	Icon []byte
)

//go:embed page.html
var pageSource string

var frame = template.Must(template.New("page").Funcs(template.FuncMap{"current": current}).Parse(pageSource))

// Link is an entry of a navigation.
type Link struct {
	Path string
	Text string
}

// navigation leads from every page to the parts of the documentation.
var navigation = []Link{
	{"/docs", "Store API"},
	{"/docs/admin", "Administration API"},
	{"/docs/guides", "Guides"},
	{"/docs/errors", "Errors"},
	{"/docs/changelog", "Changelog"},
	{"/openapi.json", "openapi.json"},
}

// Page is a page of the documentation.
type Page struct {
	Service string // the name of the service, which leads to the start
	Path    string // where it is served
	Title   string
	Body    template.HTML // what stands in <main>
	// Beside lists the pages next to this one, in a column beside the text.
	Beside []Link
	// Styles and Scripts are paths of further files that the page loads. A page with scripts needs
	// a policy of its own.
	Styles, Scripts []string
	// Wide lets the body use the whole width instead of that of a text.
	Wide bool
}

// HTML is the page in the frame.
func (p Page) HTML() []byte {
	var b bytes.Buffer
	view := struct {
		Page
		Navigation            []Link
		StylePath, Icon, Name string
	}{Page: p, Navigation: navigation, StylePath: StylePath, Icon: IconPath, Name: p.Service}
	if err := frame.Execute(&b, view); err != nil {
		panic(fmt.Sprintf("docs: %s: %v", p.Path, err)) // only a mistake in the template
	}
	return b.Bytes()
}

// current is the value of aria-current for a link on the page at path: "page" for the page itself,
// "true" for a page below.
func current(link, path string) string {
	switch {
	case link == path:
		return "page"
	case link != "/docs" && link != "/docs/admin" && strings.HasPrefix(path, link+"/"):
		return "true"
	}
	return ""
}
