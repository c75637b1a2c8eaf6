package storefront

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
)

// No path leads to another site, into the answer's headers, or out of the interface.
func TestPathsOfAttackers(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products/moka", map[string]any{"id": "p1", "name": "Moka", "slug": "moka"})
	site := newTestSite(api)
	for path, status := range map[string]int{
		"//evil.example":                     404,
		"//evil.example/de":                  404,
		"/en//evil.example":                  404,
		"/de//evil.example":                  404,
		"/en/\\evil.example":                 404,
		"/\\evil.example":                    404,
		"/de/de":                             404,
		"/en/en":                             301, // to /en, which is none
		"/en/cart?x=1":                       301,
		"/p/../../v1/admin/users":            404,
		"/p/..":                              404,
		"/p/./moka":                          404,
		"/..":                                404,
		"/p/x\r\nSet-Cookie: a=b":            404,
		"/en/x\r\nSet-Cookie: a=b":           404,
		"/p/\x00":                            404,
		"/p/\xff\xfe":                        404,
		"/p/a/b":                             404,
		"/p/" + strings.Repeat("x", 5000):    404,
		"/wp-admin.php":                      404,
		"/.git/config":                       404,
		"/assets/../site.go":                 404,
		"/assets/shop.css":                   404,
		"/DE/cart":                           404,
		"/cart/":                             404,
		"/sitemaps/0.xml":                    404,
		"/sitemaps/99999999999999999999.xml": 404,
		"/sitemaps/+1.xml":                   404,
		"*":                                  404,
	} {
		w := opened(site, path)
		if w.Code != status {
			t.Errorf("%.60q: status %d, want %d", path, w.Code, status)
		}
		if to := w.Header().Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") ||
			strings.HasPrefix(to, "/\\")) {
			t.Errorf("%.60q leads to %q", path, to)
		}
		for _, bad := range []string{`href="//`, `href="/de//`, `action="//`, `href="/\`} {
			if strings.Contains(w.Body.String(), bad) {
				t.Errorf("the page of %.60q has %s", path, bad)
			}
		}
		if w.Header().Get("Set-Cookie") != "" {
			t.Errorf("%.60q sets a cookie", path)
		}
	}
	for _, c := range api.calls {
		if !strings.HasPrefix(c.URL.Path, "/v1/") || strings.Contains(c.URL.Path, "..") || strings.Contains(c.URL.Path, "admin") {
			t.Errorf("the interface was asked for %s", c.URL)
		}
	}
	if to := opened(site, "/en/search?q=a%20b").Header().Get("Location"); to != "/search?q=a%20b" {
		t.Errorf("the query is lost: %s", to)
	}
}

// localPath takes addresses of this shop's pages alone.
func TestOpenRedirects(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"", "https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "/\n/evil.example",
		"javascript:alert(1)", "https:evil.example", "http:/evil.example", "cart", "?x", "/%zz", "///evil.example", "//evil.example/%2e%2e",
		"/%2F/evil.example", "/%5Cevil.example", "data:text/html,x", "/x\r\nSet-Cookie: a=b",
	} {
		if got := localPath(bad, "/account"); got != "/account" {
			t.Errorf("%q leads to %q", bad, got)
		}
	}
	for _, good := range []string{"/", "/cart", "/p/moka?variant=MS%201&quantity=2", "/orders/0199?said=paid"} {
		if got := localPath(good, "/account"); got != good {
			t.Errorf("%q leads to %q", good, got)
		}
	}
}

// A form of another site is refused, whatever its browser says of it; those of this one are not,
// nor is a client without a browser's headers. Nothing is asked for before.
func TestFormsOfOtherSites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		headers []string
		refused bool
	}{
		{[]string{"Origin", "null"}, true},
		{[]string{"Origin", "https://evil.example"}, true},
		{[]string{"Origin", "https://shop.example.evil.example"}, true},
		{[]string{"Origin", "https://shop.example:8443"}, true},
		{[]string{"Sec-Fetch-Site", "cross-site"}, true},
		{[]string{"Sec-Fetch-Site", "same-site"}, true},
		{[]string{"Sec-Fetch-Site", "cross-site", "Origin", shopURL + ".evil.example"}, true},
		{[]string{"Sec-Fetch-Site", "same-origin", "Origin", shopURL}, false},
		{[]string{"Origin", shopURL}, false},
		{nil, false},
	} {
		api := newMadeUp()
		site := newTestSite(api)
		w := sent(site, http.MethodPost, "/logout", "x=1", c.headers...)
		if refused := w.Code == http.StatusForbidden; refused != c.refused {
			t.Errorf("%v: status %d", c.headers, w.Code)
		}
		if c.refused && (api.called("") > 0 || w.Header().Get("Set-Cookie") != "") {
			t.Errorf("%v: %d calls, %v", c.headers, api.called(""), w.Header())
		}
	}
}

// A form is bounded, and must be one.
func TestFormsThatAreNone(t *testing.T) {
	t.Parallel()
	site := newTestSite(newMadeUp())
	requirePage(t, sent(site, http.MethodPost, "/login", "email="+strings.Repeat("x", longestForm)), http.StatusRequestEntityTooLarge,
		"That was too much")
	requirePage(t, sent(site, http.MethodPost, "/login", "email=%zz"), http.StatusBadRequest, "That could not be read")
	requirePage(t, sent(site, http.MethodPost, "/cart", "x=1"), http.StatusNotFound, "This shelf is empty")
	requirePage(t, sent(site, http.MethodPut, "/cart", "x=1"), http.StatusNotFound, "This shelf is empty")
}

// Ten thousand requests of a crawler that makes up addresses leave nothing behind, and cost no more
// each at the end than at the beginning.
func TestCrawler(t *testing.T) {
	api := newMadeUp()
	api.set("/v1/products", func(*http.Request) (*http.Response, error) {
		return answerOf(200, "application/json", `{"data":[],"meta":{"totalPages":0},"included":{}}`), nil
	})
	site := newTestSite(countingOnly{api})
	paths := []string{"/search?q=%d&option.x=%[1]d", "/p/%d", "/c/coffee?page=%d&utm=%[1]d", "/de/%d", "/b/%d?sort=%[1]d", "/i/%d", "/%d"}
	crawl := func(from, to int) {
		for i := from; i < to; i++ {
			if w := opened(site, fmt.Sprintf(paths[i%len(paths)], i), "Cookie", fmt.Sprintf("__Host-shop=%d; x=%d", i, i)); w.Code >= 500 {
				t.Fatalf("%d: %s", w.Code, w.Body)
			}
		}
	}
	crawl(0, 1000)
	before := heap()
	crawl(1000, 10_000)
	if after := heap(); after > before+8<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
}

// countingOnly forgets the calls that it passes on.
type countingOnly struct{ *madeUp }

// RoundTrip answers a call.
func (c countingOnly) RoundTrip(req *http.Request) (*http.Response, error) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.calls = nil
	}()
	return c.madeUp.RoundTrip(req)
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A page that is not there asks for nothing but itself, and search engines keep none of them.
func TestFailurePages(t *testing.T) {
	t.Parallel()
	site := newTestSite(newMadeUp())
	for path, texts := range map[string][]string{
		"/p/nothing":    {"This shelf is empty", `action="/search"`, `<meta name="robots" content="noindex">`},
		"/de/p/nothing": {"Dieses Regal ist leer", `action="/de/search"`, `<html lang="de">`},
	} {
		w := opened(site, path)
		requirePage(t, w, http.StatusNotFound, texts...)
		page := w.Body.String()
		if strings.Count(page, `role="search"`) != 1 || strings.Contains(page, "canonical") || strings.Contains(page, "og:") {
			t.Errorf("%s", page)
		}
		policy := w.Header().Get("Content-Security-Policy")
		if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "script-src 'self'") {
			t.Errorf("the policy is %s", policy)
		}
	}
}

// An empty shop is polite to everybody, and leads to the back office in dev mode alone.
func TestEmptyShop(t *testing.T) {
	t.Parallel()
	requirePage(t, opened(newTestSite(newMadeUp()), "/"), 200, "We open soon", "hello@shop.example")
	if page := opened(newTestSite(newMadeUp()), "/").Body.String(); strings.Contains(page, "admin") || strings.Contains(page, "First") {
		t.Errorf("%s", page)
	}
	site := newTestSite(newMadeUp(), func(d *Deps) { d.Admin, d.Dev = "http://localhost:8080/admin", true })
	requirePage(t, opened(site, "/"), 200, "still empty", `href="http://localhost:8080/admin/products/new"`, "We open soon")
	requirePage(t, opened(site, "/de"), 200, "noch leer", "Wir öffnen bald")
}

// Pictures are shown over https, and from an interface without it, and nothing else comes from
// elsewhere.
func TestPolicy(t *testing.T) {
	t.Parallel()
	for api, want := range map[string]string{
		"": "img-src 'self' https:;", "https://api.example": "img-src 'self' https:;",
		"http://127.0.0.1:8080": "img-src 'self' http://127.0.0.1:8080 https:;",
	} {
		w := opened(newTestSite(newMadeUp(), func(d *Deps) { d.APIURL = api }), "/cart")
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.Contains(policy, want) {
			t.Errorf("%s: %s", api, policy)
		}
		for part := range strings.SplitSeq(policy, ";") {
			if name, _, _ := strings.Cut(strings.TrimSpace(part), " "); name != "img-src" && strings.Contains(part, "http") {
				t.Errorf("%s: %s", api, part)
			}
		}
	}
}

// What crawlers may look at does not end in addresses without end.
func TestRobots(t *testing.T) {
	t.Parallel()
	w := opened(newTestSite(newMadeUp()), "/robots.txt")
	for _, want := range []string{
		"Disallow: /cart\n", "Disallow: /de/cart\n", "Disallow: /de/search\n", "Sitemap: " + shopURL + "/sitemap.xml\n",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q is missing: %s", want, w.Body)
		}
	}
	if _, err := url.Parse(shopURL); err != nil || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("%v", w.Header())
	}
}

// What stands around every page is everybody's, and counts for no visitor: whoever reads pages that
// have not changed asks for nothing of their own.
func TestWhatCountsForAVisitor(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	requirePage(t, opened(newTestSite(api), "/"), http.StatusOK, "We open soon")
	own := 0
	for _, c := range api.calls {
		if c.Header.Get("X-Visitor-Address") == "" {
			continue
		}
		if own++; c.URL.Path != "/v1/products" {
			t.Errorf("%s counts for the visitor", c.URL.Path)
		}
	}
	if own == 0 {
		t.Error("the goods count for nobody")
	}
}
