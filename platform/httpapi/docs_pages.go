package httpapi

import (
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"orderd/platform/docs"
)

const htmlType = "text/html; charset=utf-8"

var pagePolicy = []string{docs.Policy}

// mountDocsFiles registers the files that every page of the documentation refers to.
func (r *Router) mountDocsFiles() {
	r.MountFile(docs.StylePath, "text/css; charset=utf-8", func() []byte { return docs.Style })
	r.MountFile(docs.IconPath, "image/svg+xml", func() []byte { return docs.Icon })
}

// MountPage serves a page of the documentation under docs.Policy. It is written once, at its first
// request, when all operations are known.
func (r *Router) MountPage(path string, page func() docs.Page) {
	r.MountFile(path, htmlType, func() []byte { return r.html(path, page()) })
}

// MountFile serves a file of the documentation with an ETag and compressed. It is read once, at its
// first request.
func (r *Router) MountFile(path, contentType string, read func() []byte) {
	file := sync.OnceValue(func() *content { return newSharedContent(read()) })
	r.engine.GET(path, func(c *gin.Context) {
		c.Writer.Header()["Content-Security-Policy"] = pagePolicy
		file().respond(requestFrom(c), "no-cache").sendAs(c, contentType)
	})
}

// MountStart serves the start page at /docs/, and at / where no site is: the page to browsers, the
// links as JSON to a client that does not accept HTML.
func (r *Router) MountStart(page func() docs.Page, links any) {
	asPage := sync.OnceValue(func() *content { return newSharedContent(r.html("/docs/", page())) })
	asJSON := newSharedContent([]byte(mustEncode(links)))
	start := func(c *gin.Context) {
		h := c.Writer.Header()
		h.Add("Vary", "Accept")
		if !strings.Contains(c.GetHeader("Accept"), "text/html") {
			asJSON.respond(requestFrom(c), "no-cache").sendAs(c, jsonType)
			return
		}
		h["Content-Security-Policy"] = pagePolicy
		asPage().respond(requestFrom(c), "no-cache").sendAs(c, htmlType)
	}
	r.engine.GET("/docs/", start)
	if r.site == nil {
		r.engine.GET("/", start)
	}
}

// html is the page as it is served at the path.
func (r *Router) html(path string, p docs.Page) []byte {
	p.Service, p.Path = r.title, path
	return p.HTML()
}
