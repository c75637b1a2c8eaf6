package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// ownPaths begin what belongs to the interface and the pages beside it: a site answers none of
// them.
var ownPaths = []string{"/v1/", "/admin/", "/docs/", "/media/", "/dev/", "/healthz/", "/readyz/", "/.well-known/"}

// isOwnPath reports whether a path is below one of ownPaths, or one of the documents.
func isOwnPath(path string) bool {
	for _, own := range ownPaths {
		if path+"/" == own || strings.HasPrefix(path, own) {
			return true
		}
	}
	return strings.HasPrefix(path, "/openapi.")
}

// MountSite serves a site of pages at every path that nothing else has, and that does not belong to
// the interface. It is called before MountStart, whose page then stands at /docs/ alone.
func (r *Router) MountSite(site http.Handler) {
	r.site = site
	r.engine.NoRoute(func(c *gin.Context) {
		if isOwnPath(c.Request.URL.Path) {
			r.noRoute(c)
			return
		}
		requestFrom(c).mounted = true
		c.Status(http.StatusOK) // gin begins with 404
		site.ServeHTTP(c.Writer, c.Request)
	})
}

// ClientAddress is the address of the client of a request: the peer's, or what a trusted proxy
// says.
func (r *Router) ClientAddress(req *http.Request) string { return r.proxies.clientAddress(req) }

// ClientAddress is Router.ClientAddress for a process without a Router, with its trusted proxies.
func ClientAddress(trusted []string) (func(*http.Request) string, error) {
	p, err := parseProxies(trusted)
	return p.clientAddress, err
}

type noVisitorKey struct{}

// ForNoVisitor marks a read that the site of this process makes for nobody in particular, such as
// one for its site map: it counts like that of a storefront's key without a visitor.
func ForNoVisitor(ctx context.Context) context.Context {
	return context.WithValue(ctx, noVisitorKey{}, true)
}

// ownSite stands for the id of a storefront's key where the site of this process reads.
const ownSite = "own site"
