package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"orderd/platform/httpapi"
)

// newWebApp is a router that serves an application of the files below /admin.
func newWebApp(t *testing.T, files fstest.MapFS) http.Handler {
	t.Helper()
	r, err := httpapi.New(httpapi.Options{PublicURL: publicURL})
	if err != nil {
		t.Fatal(err)
	}
	r.MountApp("/admin", files, "default-src 'none'", "http://localhost:8080")
	return r.Handler()
}

// A web application: its files, its page for every other path, its policy, and what caches may
// keep.
func TestMountApp(t *testing.T) {
	t.Parallel()
	app := newWebApp(t, fstest.MapFS{
		"index.html":        {Data: []byte("<!doctype html>page")},
		"favicon.svg":       {Data: []byte("<svg/>")},
		"assets/app-1x.js":  {Data: []byte(strings.Repeat("run();", 1000))},
		"assets/app-1x.css": {Data: []byte("a{}")},
	})
	get := func(path string, headers ...string) *httptest.ResponseRecorder {
		q := httptest.NewRequest(http.MethodGet, "http://localhost:8080"+path, nil)
		for i := 0; i < len(headers); i += 2 {
			q.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		app.ServeHTTP(w, q)
		return w
	}
	const html, immutable = "text/html; charset=utf-8", "public, max-age=31536000, immutable"
	for _, c := range []struct {
		path, contentType, cacheControl string
		status                          int
	}{
		{"/admin/", html, "no-cache", 200},
		{"/admin/orders/1", html, "no-cache", 200},
		{"/admin/favicon.svg", "image/svg+xml", "no-cache", 200},
		{"/admin/assets/app-1x.js", "text/javascript; charset=utf-8", immutable, 200},
		{"/admin/assets/app-1x.css", "text/css; charset=utf-8", immutable, 200},
		{"/admin/assets/app-0.js", "application/problem+json", "no-store", 404},
		{"/admin/assets/../index.html", "application/problem+json", "no-store", 404},
	} {
		w := get(c.path)
		h := w.Header()
		if w.Code != c.status || h.Get("Content-Type") != c.contentType || h.Get("Cache-Control") != c.cacheControl {
			t.Errorf("%s: %d %v", c.path, w.Code, h)
		}
		if w.Code == http.StatusOK && (h.Get("Content-Security-Policy") != "default-src 'none'" || h.Get("ETag") == "") {
			t.Errorf("%s: %v", c.path, h)
		}
	}
	if w := get("/admin"); w.Code != http.StatusPermanentRedirect || w.Header().Get("Location") != "/admin/" {
		t.Errorf("/admin: %d to %q", w.Code, w.Header().Get("Location"))
	}
	page := get("/admin/")
	if w := get("/admin/stock", "If-None-Match", page.Header().Get("ETag")); w.Code != http.StatusNotModified {
		t.Errorf("a page that the browser has: %d", w.Code)
	}
	if w := get("/admin/assets/app-1x.js", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "gzip" || w.Body.Len() > 1000 {
		t.Errorf("compressed: %v, %d bytes", w.Header(), w.Body.Len())
	}
}

// Opened under another name of this machine, the page moves to its origin, where the session's
// cookie and passkeys are. Behind a proxy that names its own host it stays where it is.
func TestMountAppAtItsOrigin(t *testing.T) {
	t.Parallel()
	app := newWebApp(t, fstest.MapFS{"index.html": {Data: []byte("page")}})
	for host, want := range map[string]string{
		"localhost:8080":    "",
		"127.0.0.1:8080":    "http://localhost:8080/admin/orders?page=2",
		"[::1]:8080":        "http://localhost:8080/admin/orders?page=2",
		"127.0.0.1:9090":    "", // another port may be a tunnel
		"backend:8080":      "",
		"shop.example.com":  "",
		"10.0.0.1:8080":     "",
		"localhost.:8080":   "http://localhost:8080/admin/orders?page=2",
		"evil.example:8080": "",
	} {
		q := httptest.NewRequest(http.MethodGet, "http://"+host+"/admin/orders?page=2", nil)
		w := httptest.NewRecorder()
		app.ServeHTTP(w, q)
		if got := w.Header().Get("Location"); got != want || (w.Code == http.StatusOK) != (want == "") {
			t.Errorf("%s: %d to %q, want %q", host, w.Code, got, want)
		}
	}
}
