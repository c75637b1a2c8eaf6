package storefront

import (
	"net/http"
	"strings"
	"testing"
)

// previewed is an interface with looks that are not saved, of the token AB12, and a text that is
// not published, of the token CD34.
func previewed() *madeUp {
	api := newMadeUp()
	api.set(looksPath, func(req *http.Request) (*http.Response, error) {
		switch req.URL.Query().Get("preview") {
		case "":
			return answerOf(200, "application/json", `{"font":"figtree","home":[{"kind":"hero"}]}`), nil
		case "AB12":
			return answerOf(200, "application/json",
				`{"font":"figtree","home":[{"kind":"hero"}],"notice":"Not saved","menu":[{"title":"New","link":"/c/new"}]}`), nil
		}
		return answerOf(404, "application/problem+json", `{"status":404,"code":"not_found","detail":"It has ended."}`), nil
	})
	api.set("/v1/shop/pages/imprint", func(req *http.Request) (*http.Response, error) {
		switch req.URL.Query().Get("preview") {
		case "":
			return answerOf(200, "application/json", `{"slug":"imprint","title":"Imprint","html":"<p>Public</p>"}`), nil
		case "CD34":
			return answerOf(200, "application/json", `{"slug":"imprint","title":"Imprint","html":"<p>A draft</p>"}`), nil
		}
		return answerOf(404, "application/problem+json", `{"status":404,"code":"not_found","detail":"It has ended."}`), nil
	})
	return api
}

// TestPreviewIsNobodyElses: what is not saved is on the pages of its token alone, whatever was
// asked for before, and all their links lead to others of the preview.
func TestPreviewIsNobodyElses(t *testing.T) {
	t.Parallel()
	site := newTestSite(previewed())
	for range 2 {
		public := opened(site, "/")
		requirePage(t, public, 200, `<a class="logo" href="/">`)
		if strings.Contains(public.Body.String(), "Not saved") {
			t.Fatal("strangers are shown what is not saved")
		}
		shown := opened(site, "/preview/AB12/")
		requirePage(t, shown, 200, "Not saved", `<a class="logo" href="/preview/AB12/">`, `href="/preview/AB12/c/new"`,
			`href="/preview/AB12/i/imprint"`, `<meta name="robots" content="noindex">`)
		h := shown.Header()
		if h.Get("Cache-Control") != "private, no-store" || h.Get("X-Robots-Tag") != "noindex" ||
			!strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
			t.Errorf("it has %v", h)
		}
		requirePage(t, opened(site, "/preview/AB12/de/"), 200, "Not saved", `<a class="logo" href="/preview/AB12/de">`)
	}
}

// TestFirstStepsOfAnEmptyShop: whoever looks at an empty shop from the back office sees the first
// steps there; everybody else a polite page, unless the shop runs in dev mode.
func TestFirstStepsOfAnEmptyShop(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		path, admin string
		dev, shown  bool
	}{
		{"/", "/admin", false, false}, {"/", "/admin", true, true}, {"/", "", true, false},
		{"/preview/AB12/", "https://staff.example/admin", false, true}, {"/preview/AB12/", "", false, false},
	} {
		api := previewed()
		api.set(looksPath, func(*http.Request) (*http.Response, error) {
			return answerOf(200, "application/json", `{"font":"figtree","home":[{"kind":"new"}]}`), nil
		})
		site := newTestSite(api, func(d *Deps) { d.Admin, d.Dev = row.admin, row.dev })
		w := opened(site, row.path)
		requirePage(t, w, 200, "We open soon")
		if shown := strings.Contains(w.Body.String(), `href="`+row.admin+`/products/new"`); shown != row.shown {
			t.Errorf("%+v: the steps are shown: %t", row, shown)
		}
		if says := strings.Contains(w.Body.String(), "dev mode"); says != (row.shown && row.dev) {
			t.Errorf("%+v: it speaks of dev mode: %t", row, says)
		}
	}
}

// TestPreviewThatIsNone: of a token that has ended or is none there is no page, and nothing is sent
// from a preview.
func TestPreviewThatIsNone(t *testing.T) {
	t.Parallel()
	api := previewed()
	site := newTestSite(api)
	opened(site, "/") // the shell is there
	requirePage(t, opened(site, "/preview/EF56/"), 404)
	asked := api.called(looksPath)
	for _, path := range []string{"/preview/A-B/", "/preview/" + strings.Repeat("A", longestToken+1) + "/", "/preview/%22/"} {
		requirePage(t, opened(site, path), 404)
	}
	if n := api.called(looksPath) - asked; n != 0 {
		t.Errorf("%d calls for what is no token", n)
	}
	asked = api.called("/v1/cart/items")
	requirePage(t, sent(site, http.MethodPost, "/preview/AB12/cart/items", "product=x", "Sec-Fetch-Site", "same-origin"), 404)
	if api.called("/v1/cart/items") != asked {
		t.Error("a preview puts something into the cart")
	}
}

// TestDraftOfAText: a token shows the draft of its text; others are as they are for everybody.
func TestDraftOfAText(t *testing.T) {
	t.Parallel()
	site := newTestSite(previewed())
	for range 2 {
		requirePage(t, opened(site, "/draft/CD34/i/imprint"), 200, "A draft")
		requirePage(t, opened(site, "/draft/EF56/i/imprint"), 200, "Public")
		requirePage(t, opened(site, "/i/imprint"), 200, "Public")
	}
}

// A text of the shop has an address of its own in each language that it is written in.
func TestTextInOtherLanguages(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	s.change("/v1/shop/pages/imprint", func(page object) {
		page["alternates"] = []object{{"locale": "en", "slug": "imprint"}, {"locale": "de", "slug": "impressum"}}
	})
	page := opened(newTestSite(s), "/i/imprint").Body.String()
	for _, want := range []string{
		`hreflang="en" href="https://shop.example/i/imprint"`, `hreflang="de" href="https://shop.example/de/i/impressum"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	s.change("/v1/shop/pages/imprint", func(page object) { page["alternates"] = []object{{"locale": "en", "slug": "imprint"}} })
	if page := opened(newTestSite(s), "/i/imprint").Body.String(); strings.Contains(page, `rel="alternate" hreflang="de"`) {
		t.Error("the page is said to be in German, too")
	}
}
