// Package sites runs the service as several sites: processes of the real binary for each, with a
// part of the modules and a PostgreSQL database of its own, NATS between them, and a proxy in front
// that chooses the site by the path, from `orderd routes`.
package sites

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
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

// Definition says what a site runs.
type Definition struct {
	Name     string
	Modules  string // the value of the key modules
	Paths    string // a regular expression: those that it answers; "" for the rest
	Replicas int
	Settings []string // "ORDERD_…=…", of this site alone
	Database string   // its URL; "" for a new one
}

// Site is a part of the modules with a database.
type Site struct {
	Name     string
	Modules  string // the value of the key modules
	Database string // its URL
	Process  *kit.Process
	Replicas []*kit.Process // Process is the first

	paths *regexp.Regexp
	turn  replicaTurn
}

// World is all sites with what is around them.
type World struct {
	URL     string // of the proxy: http.public_url
	Sites   []*Site
	NATS    *natsserver.Node // of Start
	Mailbox http.Handler     // answers /dev/mail.json, or nil: the site of the mailer does

	open      sync.RWMutex
	transport *http.Transport
}

// Start runs a site for each list of modules until the end of the test, in dev mode without rate
// limits; the first list has identity. Settings ("ORDERD_…=…") are for all of them.
func Start(t testing.TB, modules []string, settings ...string) *World {
	t.Helper()
	return StartOn(t, make([]string, len(modules)), modules, settings...)
}

// StartOn is Start with the URLs of the sites' databases.
func StartOn(t testing.TB, databases, modules []string, settings ...string) *World {
	t.Helper()
	var all []Definition
	for i, list := range modules {
		all = append(all, Definition{
			Name: fmt.Sprintf("site-%d", i+1), Modules: list, Paths: pathsOf(t, list), Replicas: 1, Database: databases[i],
		})
	}
	for i, d := range all {
		var others []string
		for _, other := range slices.Delete(slices.Clone(all), i, i+1) {
			others = append(others, other.Name)
		}
		all[i].Settings = []string{"ORDERD_MODULES=" + d.Modules, "ORDERD_EVENTS_SOURCE=" + d.Name,
			"ORDERD_EVENTS_SITES=" + strings.Join(others, ",")}
	}
	w := New(t)
	w.NATS = natsserver.Start(t)
	w.Run(t, all, append([]string{"ORDERD_DEV=true", "ORDERD_EVENTS_URL=" + w.NATS.URL()}, settings...)...)
	return w
}

// New makes a world of which the proxy alone runs.
func New(t testing.TB) *World {
	t.Helper()
	w := &World{transport: http.DefaultTransport.(*http.Transport).Clone()}
	proxy := httptest.NewServer(w.handler())
	t.Cleanup(proxy.Close)
	w.URL = proxy.URL
	return w
}

// Run runs sites with a database each until the end of the test, without rate limits. Settings
// ("ORDERD_…=…") are for all of them.
func (w *World) Run(t testing.TB, all []Definition, settings ...string) {
	t.Helper()
	keys := filepath.Join(t.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(keys); err != nil {
		t.Fatal(err)
	}
	shared := append([]string{
		"ORDERD_HTTP_PUBLIC_URL=" + w.URL, "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1", "ORDERD_LIMITS_ENABLED=false",
		"ORDERD_AUTH_KEYS_FILE=" + keys, "ORDERD_AUTH_SECRET=" + strings.Repeat("s", 32),
		"ORDERD_ADMIN_EMAIL=" + Admin, "ORDERD_ADMIN_PASSWORD=" + Password,
	}, settings...)
	for _, d := range all {
		s := &Site{Name: d.Name, Modules: d.Modules, Database: d.Database, paths: regexp.MustCompile(d.Paths)}
		if s.Database == "" {
			s.Database = kit.PostgresURL(t)
		}
		for range d.Replicas {
			environ := slices.Concat(d.Settings, shared, []string{"ORDERD_DATABASE_URL=" + s.Database})
			s.Replicas = append(s.Replicas, kit.Prepare(t, environ...))
		}
		s.Process = s.Replicas[0]
		w.Sites = append(w.Sites, s)
	}
	for _, s := range w.Sites {
		for _, replica := range s.Replicas {
			replica.Launch()
		}
	}
	for _, s := range w.Sites {
		for _, replica := range s.Replicas {
			replica.AwaitReady()
		}
	}
}

// pathsOf returns the expression for the paths of modules.
func pathsOf(t testing.TB, modules string) string {
	t.Helper()
	routes := exec.CommandContext(t.Context(), kit.Binary(t), "routes", "--regexp", "--modules", modules)
	routes.Env = []string{"HOME=" + t.TempDir()}
	pattern, err := routes.Output()
	if err != nil {
		t.Fatalf("orderd routes: %v", err)
	}
	return strings.TrimSpace(string(pattern))
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
