package httpapi_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"orderd/platform/docs"
	"orderd/platform/httpapi"
)

// TestSite: a site answers every path that is nobody else's, and no other; without one the start
// page is at / too.
func TestSite(t *testing.T) {
	t.Parallel()
	page := func() docs.Page { return docs.Page{Title: "Start"} }
	with, without := plain(t), plain(t)
	with.MountSite(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "the site at "+r.URL.Path)
	}))
	for _, b := range []*bundle{with, without} {
		b.MountStart(page, map[string]string{"docs": "/docs"})
	}
	for _, path := range []string{"/", "/cart", "/de/p/x", "/v1x", "/administration", "/openapi", "/sitemap.xml"} {
		a := with.api(t).Do(t, "GET", path, nil)
		if a.Status != 200 || string(a.Body) != "the site at "+path {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	for _, path := range []string{"/v1", "/v1/", "/v1/nothing", "/docs/nothing", "/media/x", "/dev/mail", "/admin", "/openapi.xml",
		"/.well-known/security.txt", "/healthz/x"} {
		with.api(t).Do(t, "GET", path, nil).Require(t, 404, "not_found")
	}
	for b, starts := range map[*bundle][]string{with: {"/docs/"}, without: {"/docs/", "/"}} {
		for _, path := range starts {
			browser := b.api(t).With("Accept", "text/html")
			if a := browser.Do(t, "GET", path, nil).Require(t, 200); !strings.Contains(string(a.Body), "<title>Start") {
				t.Errorf("%s: %s", path, a.Body)
			}
			if a := b.api(t).Do(t, "GET", path, nil).Require(t, 200); a.Text("docs") != "/docs" {
				t.Errorf("%s: %s", path, a.Body)
			}
		}
	}
}

// TestClientAddressWithoutARouter believes trusted proxies alone.
func TestClientAddressWithoutARouter(t *testing.T) {
	t.Parallel()
	address, err := httpapi.ClientAddress([]string{"127.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Forwarded-For", "198.51.100.1, 203.0.113.7")
	for peer, want := range map[string]string{"127.0.0.1:1": "203.0.113.7", "192.0.2.1:1": "192.0.2.1"} {
		if req.RemoteAddr = peer; address(req) != want {
			t.Errorf("%s: %s, want %s", peer, address(req), want)
		}
	}
	if _, err := httpapi.ClientAddress([]string{"nowhere"}); err == nil {
		t.Error("a proxy that is none is taken")
	}
}
