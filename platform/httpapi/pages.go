package httpapi

import (
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"orderd/platform/docs"
)

const htmlType = "text/html; charset=utf-8"

// mountFrame registers the files that every page of the documentation refers to.
func (r *Router) mountFrame() {
	r.MountFile(docs.StylePath, "text/css; charset=utf-8", func() []byte { return docs.Style })
	r.MountFile(docs.IconPath, "image/svg+xml", func() []byte { return docs.Icon })
}

// MountPage serves a page of the documentation under docs.Policy. It is written at its first request, when all operations
// are known, and once.
func (r *Router) MountPage(path string, page func() docs.Page) {
	r.MountFile(path, htmlType, func() []byte { p := page(); p.Path = path; return p.HTML() })
}

// MountFile serves a file of the documentation with an ETag and compressed. It is read at its first request, once.
func (r *Router) MountFile(path, contentType string, read func() []byte) {
	file := sync.OnceValue(func() *content { return newContent(read()) })
	r.engine.GET(path, func(c *gin.Context) {
		c.Writer.Header()["Content-Security-Policy"] = pagePolicy
		file().answer(of(c), "no-cache").sendAs(c, contentType)
	})
}

var pagePolicy = []string{docs.Policy}

// MountStart serves the page at /, which leads on: as a page to browsers, to whoever does not ask for HTML as the JSON of links.
func (r *Router) MountStart(page func() docs.Page, links any) {
	asPage := sync.OnceValue(func() *content { p := page(); p.Path = "/"; return newContent(p.HTML()) })
	asJSON := newContent([]byte(mustEncode(links)))
	r.engine.GET("/", func(c *gin.Context) {
		h := c.Writer.Header()
		h.Add("Vary", "Accept")
		if !strings.Contains(c.GetHeader("Accept"), "text/html") {
			asJSON.answer(of(c), "no-cache").sendAs(c, jsonType)
			return
		}
		h["Content-Security-Policy"] = pagePolicy
		asPage().answer(of(c), "no-cache").sendAs(c, htmlType)
	})
}
