// Package sites runs the service as several sites: a process of the real binary for each, with a
// part of the modules and a PostgreSQL database of its own, NATS between them, and a proxy in front
// that chooses the site by the path, from `orderd routes`.
package sites

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"orderd/platform/auth"
	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// Admin and Password are those of the first admin.
const (
	Admin    = "admin@example.com"
	Password = "the keeper of these sites"
)

// Site is a part of the modules with a database.
type Site struct {
	Name     string
	Modules  string // the value of the key modules
	Database string // its URL
	Process  *kit.Process

	paths *regexp.Regexp // of its modules' operations
}

// World is all sites with what is around them.
type World struct {
	URL   string // of the proxy: http.public_url
	Sites []*Site
}

// Start runs a site for each list of modules until the end of the test, in dev mode without rate
// limits; the first list has identity. Settings ("ORDERD_…=…") are for all of them.
func Start(t testing.TB, modules []string, settings ...string) *World {
	t.Helper()
	w := &World{}
	proxy := httptest.NewServer(w.handler())
	t.Cleanup(proxy.Close)
	w.URL = proxy.URL
	keys := filepath.Join(t.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(keys); err != nil {
		t.Fatal(err)
	}
	shared := append([]string{
		"ORDERD_DEV=true", "ORDERD_HTTP_PUBLIC_URL=" + w.URL, "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1", "ORDERD_LIMITS_ENABLED=false",
		"ORDERD_AUTH_KEYS_FILE=" + keys, "ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32),
		"ORDERD_ADMIN_EMAIL=" + Admin, "ORDERD_ADMIN_PASSWORD=" + Password,
		"ORDERD_EVENTS_URL=" + natsserver.Start(t).URL(),
	}, settings...)
	var names []string
	for i := range modules {
		names = append(names, fmt.Sprintf("site-%d", i+1))
	}
	for i, list := range modules {
		s := &Site{Name: names[i], Modules: list, Database: kit.PostgresURL(t), paths: pathsOf(t, list)}
		others := slices.Delete(slices.Clone(names), i, i+1)
		s.Process = kit.Prepare(t, append(slices.Clone(shared), "ORDERD_MODULES="+list, "ORDERD_DATABASE_URL="+s.Database,
			"ORDERD_EVENTS_SOURCE="+s.Name, "ORDERD_EVENTS_SITES="+strings.Join(others, ","))...)
		w.Sites = append(w.Sites, s)
	}
	for _, s := range w.Sites {
		s.Process.Launch()
	}
	for _, s := range w.Sites {
		s.Process.AwaitReady()
	}
	return w
}

// pathsOf returns the expression for the paths of modules.
func pathsOf(t testing.TB, modules string) *regexp.Regexp {
	t.Helper()
	routes := exec.CommandContext(t.Context(), kit.Binary(t), "routes", "--regexp", "--modules", modules)
	routes.Env = []string{"HOME=" + t.TempDir()}
	pattern, err := routes.Output()
	if err != nil {
		t.Fatalf("orderd routes: %v", err)
	}
	return regexp.MustCompile(strings.TrimSpace(string(pattern)))
}

// Of returns the site that answers at a path: the first for what is the same at every site, and for
// dev mode's mailbox the mailer's.
func (w *World) Of(path string) *Site {
	if strings.HasPrefix(path, "/dev/") {
		path = "/v1/admin/mails"
	}
	for _, s := range w.Sites {
		if s.paths.MatchString(path) {
			return s
		}
	}
	return w.Sites[0]
}

// handler passes a request to the site of its path.
func (w *World) handler() http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		target, err := url.Parse(w.Of(r.In.URL.Path).Process.Base)
		if err != nil {
			panic(err) // the kit has made it
		}
		r.SetURL(target)
		r.SetXForwarded()
		r.Out.Host = r.In.Host
	}}
}
