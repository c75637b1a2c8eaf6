package httpapi

import (
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"orderd/platform/fault"
)

// webApp is a web application of one page: its files, and index.html for every other path.
type webApp struct {
	router *Router
	policy []string
	origin *url.URL
	files  map[string]func() *content // by path below the folder; each is read at its first request
}

// MountApp serves a web application below the prefix, under a content security policy. index.html
// answers every path that is not a file, because the application finds its page by the path. A page
// that is opened under another name of this machine than that of the origin moves there.
// Files below assets/ have a digest of their bytes in their name: caches keep them for ever, and an
// unknown one is not found. Files must hold index.html.
func (r *Router) MountApp(prefix string, files fs.FS, policy, origin string) {
	home, err := url.Parse(origin)
	if err != nil {
		panic("httpapi: " + err.Error()) // the configuration was checked
	}
	app := &webApp{router: r, policy: []string{policy}, origin: home, files: map[string]func() *content{}}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		app.files[name] = sync.OnceValue(func() *content {
			body, err := fs.ReadFile(files, name)
			if err != nil {
				panic("httpapi: " + err.Error()) // it was there when the folder was listed
			}
			return newSharedContent(body)
		})
		return nil
	})
	if err != nil || app.files["index.html"] == nil {
		panic("httpapi: there is no application to serve below " + prefix)
	}
	r.engine.GET(prefix, func(c *gin.Context) { c.Redirect(http.StatusPermanentRedirect, prefix+"/") })
	r.engine.GET(prefix+"/*file", app.serve)
}

func (a *webApp) serve(c *gin.Context) {
	name := strings.TrimPrefix(c.Param("file"), "/")
	file, cacheControl := a.files[name], "no-cache"
	switch {
	case strings.HasPrefix(name, "assets/"):
		if file == nil {
			a.router.fail(c, fault.New(fault.NotFound, "There is no such file."))
			return
		}
		cacheControl = immutable
	case file == nil:
		if elsewhere := a.addressAtOrigin(c.Request); elsewhere != "" {
			c.Redirect(http.StatusTemporaryRedirect, elsewhere)
			return
		}
		name, file = "index.html", a.files["index.html"]
	}
	c.Writer.Header()["Content-Security-Policy"] = a.policy
	file().respond(requestFrom(c), cacheControl).sendAs(c, contentTypeOf(name))
}

// addressAtOrigin is where a page is to be opened that was asked for under another name of this
// machine (127.0.0.1 for localhost), or "". The session's cookie and passkeys belong to the origin.
// Other hosts stay: a proxy may name the service by a host of its own.
func (a *webApp) addressAtOrigin(q *http.Request) string {
	if q.Host == a.origin.Host || !isLoopback(q.Host) || !isLoopback(a.origin.Host) || portOf(q.Host) != a.origin.Port() {
		return ""
	}
	return (&url.URL{Scheme: a.origin.Scheme, Host: a.origin.Host, Path: q.URL.Path, RawQuery: q.URL.RawQuery}).String()
}

// isLoopback reports whether a Host names this machine.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(plainHost(host))
	return plainHost(host) == "localhost" || err == nil && ip.IsLoopback()
}

func portOf(host string) string {
	_, port, _ := net.SplitHostPort(host)
	return port
}

// contentTypeOf is the type of a file by its ending, the same on every machine.
func contentTypeOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return htmlType
	case ".svg":
		return "image/svg+xml"
	case ".md":
		return "text/markdown; charset=utf-8"
	}
	return "application/octet-stream"
}
