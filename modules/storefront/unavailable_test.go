package storefront

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// An interface that hangs costs a visitor one wait, and the page says what is the matter. What
// stands around it is what it was.
func TestHangingInterface(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, req.Context().Err()
		}
		api := newMadeUp()
		working := api.answers["/v1/shop"]
		site := newTestSite(api)
		for _, path := range []string{"/v1/shop", "/v1/categories", "/v1/products"} {
			api.set(path, hang)
		}
		requireSoon := func(path string, texts ...string) {
			t.Helper()
			begun := time.Now()
			w := opened(site, path)
			if took := time.Since(begun); took > pageTime {
				t.Errorf("%s took %s", path, took)
			}
			requirePage(t, w, http.StatusServiceUnavailable, texts...)
			if w.Header().Get("Retry-After") == "" || !strings.Contains(w.Header().Get("Cache-Control"), "no-cache") {
				t.Errorf("%s: %v", path, w.Header())
			}
		}
		requireSoon("/", "We are back in a moment", "shop.example")
		requireSoon("/de/cart", "Wir sind gleich wieder da", `lang="de"`)
		api.set("/v1/shop", working)
		api.set("/v1/categories", newMadeUp().answers["/v1/categories"])
		requirePage(t, opened(site, "/cart"), http.StatusOK, "Halm &amp; Bohne")
		api.set("/v1/shop", hang)
		api.set("/v1/categories", hang)
		<-time.After(time.Minute)
		requireSoon("/search?q=x", "We are back in a moment", "Halm &amp; Bohne", "Coffee", `href="/search?q=x"`)
		// While one visitor waits for what stands around the pages, others do not.
		done := make(chan struct{})
		<-time.After(time.Minute)
		go func() { defer close(done); opened(site, "/cart") }()
		synctest.Wait()
		begun := time.Now()
		requirePage(t, opened(site, "/cart"), http.StatusOK, "Your cart is empty.")
		if took := time.Since(begun); took > 0 {
			t.Errorf("another visitor waited %s", took)
		}
		<-done
	})
}

// What is no answer of the interface is a page that says so, never half a page or empty shelves.
func TestBrokenInterface(t *testing.T) {
	t.Parallel()
	is := func(status int, kind, body string) func(*http.Request) (*http.Response, error) {
		return func(*http.Request) (*http.Response, error) { return answerOf(status, kind, body), nil }
	}
	const html = "text/html; charset=utf-8"
	for name, answer := range map[string]func(*http.Request) (*http.Response, error){
		"no connection":        func(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") },
		"a page":               is(200, html, "<html>Welcome to nginx!</html>"),
		"JSON called a text":   is(200, "text/plain", `{"id":"p","slug":"moka","data":[]}`),
		"a page called JSON":   is(200, "application/json", "<html>"),
		"garbage":              is(200, "application/json", "\x00\xff{{{"),
		"another form":         is(200, "application/json", `{"data":"none","slug":5}`),
		"nothing":              is(200, "application/json", ""),
		"a list cut off":       is(200, "application/json", `{"data":[{"name":"Mok`),
		"too much":             func(*http.Request) (*http.Response, error) { return endless(), nil },
		"JSON, and too much":   is(200, "application/json", `{"data":[]}`+strings.Repeat(" ", longestAnswer)),
		"cut off on the way":   func(*http.Request) (*http.Response, error) { return broken(), nil },
		"a redirect":           is(302, html, ""),
		"informational":        is(103, "application/json", "{}"),
		"another server's 404": is(404, html, "<h1>Not Found</h1>"),
		"a gateway's 404":      is(404, "application/json", `{"message":"no Route matched"}`),
		"a 500":                is(500, "application/problem+json", `{"status":500,"code":"internal","detail":"x"}`),
		"a 502":                is(502, html, "Bad Gateway"),
		"a 503":                is(503, "application/problem+json", `{"status":503,"code":"unavailable","detail":"x"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := newMadeUp()
			api.set("/v1/products", answer)
			api.set("/v1/products/moka", answer)
			site := newTestSite(api)
			for _, path := range []string{"/", "/search?q=x", "/p/moka", "/c/coffee"} {
				requirePage(t, opened(site, path), http.StatusServiceUnavailable, "We are back in a moment", "Halm &amp; Bohne")
			}
			api.set("/v1/shop", answer) // and from the beginning
			requirePage(t, opened(newTestSite(api), "/"), http.StatusServiceUnavailable, "We are back in a moment")
			for _, c := range api.calls {
				if c.URL.Host != "shop.example" || !strings.HasPrefix(c.URL.Path, "/v1/") {
					t.Errorf("it asks for %s", c.URL)
				}
			}
		})
	}
}

// endless is an answer that never ends.
func endless() *http.Response {
	a := answerOf(200, "application/json", "")
	a.Body = io.NopCloser(zeros{})
	return a
}

type zeros struct{}

// Read gives blanks.
func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// broken is an answer that breaks off.
func broken() *http.Response {
	a := answerOf(200, "application/json", "")
	a.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"data":[`), failing{}))
	return a
}

type failing struct{}

// Read fails.
func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// A visitor who has gone costs no more calls.
func TestGoneVisitor(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/shop", func(req *http.Request) (*http.Response, error) { return nil, req.Context().Err() })
	site := newTestSite(api)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	site.ServeHTTP(&discarded{}, req)
	if n := api.called(""); n > 1 {
		t.Errorf("%d calls", n)
	}
}

type discarded struct{ h http.Header }

// Header is the answer's.
func (d *discarded) Header() http.Header {
	if d.h == nil {
		d.h = http.Header{}
	}
	return d.h
}

// Write drops what it gets.
func (d *discarded) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader drops the status.
func (d *discarded) WriteHeader(int) {}
