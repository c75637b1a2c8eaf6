// Package manual holds the texts of the documentation that are about the service as a whole: the changelog, the guides and the page at /.
package manual

import (
	_ "embed"

	"orderd/platform/docs"
	"orderd/platform/httpapi"
)

//go:embed changelog.md
var changelog string

// Mount registers the pages.
func Mount(r *httpapi.Router) {
	r.MountPage("/docs/changelog", func() docs.Page {
		return docs.Page{Title: "Changelog", Body: docs.Markdown(changelog)}
	})
}
