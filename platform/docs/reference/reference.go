// Package reference holds the page that shows the operations of the API and lets a reader try them:
// Scalar's renderer, and a log-in form.
package reference

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"

	"orderd/platform/docs"
)

// Policy is the Content-Security-Policy of the page. The renderer writes styles into the page,
// hence 'unsafe-inline' for those; scripts are files of this service alone.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: " +
	"blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// File is a file that the page loads.
type File struct {
	Path string // holds a digest of the body: what is at a path never changes
	Type string
	Body []byte
	// Gzipped is true when Body is compressed already.
	Gzipped bool
}

var (
	//go:embed body.html
	bodySource string
	//go:embed session.js
	session []byte
	//go:embed reference.js
	start []byte
	//go:embed reference.css
	style []byte
	// renderer is @scalar/api-reference; the target `reference` of the Makefile fetches it.
	//
	//go:embed scalar.js.gz
	renderer []byte
)

var body = template.Must(template.New("reference").Parse(bodySource))

const script = "text/javascript; charset=utf-8"

var (
	styles  = []File{file("reference", "css", style, "text/css; charset=utf-8")}
	scripts = []File{file("session", "js", session, script), gzipped(file("scalar", "js", renderer, script)),
		file("reference", "js", start, script)}
)

func file(name, suffix string, content []byte, mediaType string) File {
	sum := sha256.Sum256(content)
	digest := base64.RawURLEncoding.EncodeToString(sum[:9])
	return File{Path: "/docs/files/" + name + "-" + digest + "." + suffix, Type: mediaType, Body: content}
}

func gzipped(f File) File {
	f.Gzipped = true
	return f
}

// Files are the files that the page loads.
func Files() []File { return append(append([]File{}, styles...), scripts...) }

// Operation is a line of the list that a reader sees until the renderer takes its place.
type Operation struct{ ID, Method, Path, Summary string }

// Page shows the operations in their order.
func Page(title string, operations []Operation) docs.Page {
	var b bytes.Buffer
	if err := body.Execute(&b, operations); err != nil {
		panic("reference: " + err.Error()) // only a mistake in the template
	}
	return docs.Page{
		Title: title, Wide: true, Styles: paths(styles), Scripts: paths(scripts),
		Body: template.HTML(b.String()), //nolint:gosec // the template escapes the operations
	}
}

func paths(files []File) []string {
	var all []string
	for _, f := range files {
		all = append(all, f.Path)
	}
	return all
}
