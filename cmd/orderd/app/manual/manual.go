// Package manual holds the texts of the documentation that are about the service as a whole: the
// page at /docs/, the guides and the changelog.
package manual

import (
	_ "embed"
	"strings"

	"orderd/platform/docs"
	"orderd/platform/httpapi"
)

//go:embed changelog.md
var changelog string

// textURL is the service's address in the texts; pages show the public one.
const textURL = "http://127.0.0.1:8080"

// Mount registers the pages.
func Mount(r *httpapi.Router, s Service) {
	r.MountStart(s.page, s.json())
	r.MountPage("/docs/changelog", func() docs.Page {
		return docs.Page{Title: "Changelog", Body: docs.Markdown(changelog)}
	})
	r.MountPage("/docs/guides", guideList)
	for _, g := range guides {
		r.MountPage(g.path(), func() docs.Page {
			return docs.Page{
				Title: g.title, Body: docs.Markdown(strings.ReplaceAll(g.text(), textURL, s.PublicURL)), Beside: sideLinks(),
			}
		})
	}
}
