package storefront

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

type readMap struct {
	URLs []struct {
		Location  string `xml:"loc"`
		Modified  string `xml:"lastmod"`
		Alternate []struct {
			Language string `xml:"hreflang,attr"`
			Address  string `xml:"href,attr"`
		} `xml:"http://www.w3.org/1999/xhtml link"`
	} `xml:"url"`
}

// A site map of a hundred thousand products in two languages has parts within the bounds of
// sitemaps.org, which name every page once in each language, and is made once however often it is
// asked for.
func TestSiteMap(t *testing.T) {
	t.Parallel()
	const products = 100_000
	api := newMadeUp()
	api.set("/v1/products/slugs", slugsOf(products))
	api.set("/v1/collections", map[string]any{"data": []any{map[string]any{"name": "Gifts", "slug": "gifts"}}})
	site := newTestSite(api)
	var index struct {
		Parts []struct {
			Location string `xml:"loc"`
			Modified string `xml:"lastmod"`
		} `xml:"sitemap"`
	}
	w := opened(site, "/sitemap.xml")
	for n := 0; w.Code == http.StatusServiceUnavailable && n < 10; n++ { // a busy machine
		w = opened(site, "/sitemap.xml")
	}
	readXML(t, w, &index)
	pages := map[string]bool{}
	for _, part := range index.Parts {
		w := opened(site, strings.TrimPrefix(part.Location, shopURL))
		if w.Body.Len() > 50<<20 || part.Modified != "2026-11-01T08:00:00Z" {
			t.Errorf("%s: %d bytes, %s", part.Location, w.Body.Len(), part.Modified)
		}
		var urls readMap
		readXML(t, w, &urls)
		if len(urls.URLs) > 50_000 {
			t.Errorf("%s names %d addresses", part.Location, len(urls.URLs))
		}
		for _, u := range urls.URLs {
			if pages[u.Location] || !strings.HasPrefix(u.Location, shopURL) {
				t.Fatalf("%s is there twice, or elsewhere", u.Location)
			}
			pages[u.Location] = true
			if len(u.Alternate) != 3 { // x-default too
				t.Fatalf("%s: %v", u.Location, u.Alternate)
			}
		}
	}
	if want := 2 * (products + 5); len(pages) != want { // home, imprint, category, collection, brand
		t.Errorf("%d pages, want %d", len(pages), want)
	}
	for _, path := range []string{"", "/de", "/c/coffee", "/de/b/kaldera", "/collections/gifts", "/i/imprint", "/p/product-0",
		"/de/p/product-99999"} {
		if !pages[shopURL+path] && !pages[shopURL+path+"/"] {
			t.Errorf("%q is missing", path)
		}
	}
	if n := api.called("/v1/products/slugs"); n != 2 {
		t.Errorf("%d calls for the products", n)
	}
	again := opened(site, "/sitemap.xml")
	if w := opened(site, "/sitemap.xml", "If-None-Match", again.Header().Get("ETag")); w.Code != http.StatusNotModified {
		t.Errorf("the site map again: %d", w.Code)
	}
}

// A slug that is markup, or an ampersand, stays a slug.
func TestSiteMapOfStrangeSlugs(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products/slugs", map[string]any{"data": []any{map[string]any{
		"id": "p", "slug": `a&b"><url><loc>https://evil.example</loc></url>`, "updatedAt": "2026-11-01T08:00:00Z",
	}}})
	site := newTestSite(api)
	opened(site, "/sitemap.xml")
	var urls readMap
	readXML(t, opened(site, "/sitemaps/1.xml"), &urls)
	for _, u := range urls.URLs {
		if !strings.HasPrefix(u.Location, shopURL+"/") && u.Location != shopURL {
			t.Errorf("it names %s", u.Location)
		}
	}
}

// While the interface is away the former site map is handed out, and it is not asked for by every
// crawler.
func TestSiteMapWithoutAnInterface(t *testing.T) {
	t.Parallel()
	api := newMadeUp()
	api.set("/v1/products/slugs", func(*http.Request) (*http.Response, error) { return answerOf(500, "text/html", ""), nil })
	site := newTestSite(api)
	for range 20 {
		requirePage(t, opened(site, "/sitemap.xml"), http.StatusServiceUnavailable, "We are back in a moment")
	}
	if n := api.called("/v1/products/slugs"); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// readXML reads a document whole, and requires that it says what it is.
func readXML(t *testing.T, w *httptest.ResponseRecorder, into any) {
	t.Helper()
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/xml; charset=utf-8" || w.Header().Get("Set-Cookie") != "" {
		t.Fatalf("%d %v %.300s", w.Code, w.Header(), w.Body)
	}
	if err := xml.Unmarshal(w.Body.Bytes(), into); err != nil {
		t.Fatal(fmt.Errorf("%w:\n%.1000s", err, w.Body))
	}
}
