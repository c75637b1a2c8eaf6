package e2e

import (
	"net/http"
	"strings"
	"testing"

	"orderd/test/kit"
)

// The owner's looks are those of the pages: colors, the first page, links and lines.
func TestLooksOfThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Looked at")
		settings := "/v1/admin/settings/storefront"
		before := s.admin.Do(t, "GET", settings, nil).Require(t, 200).At("values").(map[string]any)
		defer s.admin.Do(t, "PUT", settings, object{
			"accent": nil, "scheme": nil, "home": nil, "menu": nil, "footerColumns": nil, "footerTexts": nil, "notices": nil,
		})
		looks := chosenLooks()
		made := s.admin.Do(t, "POST", settings+"/preview", looks).Require(t, 201)
		preview := "/preview/" + made.Text("token")
		if url := made.Text("url"); !strings.HasSuffix(url, preview+"/") {
			t.Errorf("the preview is at %s", url)
		}
		shown := []string{"Roasted on Tuesday.", "Bargains", "Just in", "Looked at", "Good coffee", "And <b>tea</b>.", "Our roast",
			"Every Tuesday .", "About us", "A small shop."}
		b := s.browser()
		b.open(preview+"/").require(200, shown...)
		b.follow("Looked at").require(200, "Looked at", "Roasted on Tuesday.", "A small shop.")
		if !strings.HasPrefix(b.url.Path, preview+"/p/") {
			t.Errorf("a link leads out of the preview: %s", b.url)
		}
		b.open(preview+"/de/").require(200, "Just in", "Warenkorb")
		b.open(preview + "A/").require(404)
		b.open("/").require(200, "New on the shelf")
		if strings.Contains(b.text(), "Bargains") {
			t.Error("what is not saved is shown")
		}

		page := s.api.Do(t, "GET", preview+"/", nil).Require(t, 200)
		policy := page.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "frame-ancestors 'self'") || page.Header.Get("Cache-Control") != "private, no-store" ||
			page.Header.Get("X-Robots-Tag") != "noindex" || strings.Contains(string(page.Body), "<script type=\"module\"") {
			t.Errorf("a preview has %v", page.Header)
		}
		public := s.api.Do(t, "GET", "/", nil).Require(t, 200)
		if policy := public.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("a page has %s", policy)
		}

		s.admin.Do(t, "PUT", settings, looks).Require(t, 200)
		kit.Eventually(t, "the looks are there", func() error { // the pages' shell may be a second old
			b.open("/")
			return textMissing(b.text(), shown)
		})
		theme := "/assets/theme-1.1d4ed8.ffffff.1b1916.figtree.6.1.cover.css"
		page = s.api.Do(t, "GET", "/", nil).Require(t, 200)
		if html := string(page.Body); !strings.Contains(html, `href="`+theme+`"`) || !strings.Contains(html, `data-scheme="light"`) {
			t.Errorf("the page has no theme: %.1500s", html)
		}
		sheet := s.api.Do(t, "GET", theme, nil).Require(t, 200)
		if !strings.Contains(string(sheet.Body), "--brand:#1d4ed8;") || !strings.Contains(sheet.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%v: %s", sheet.Header, sheet.Body)
		}
		if before["accent"] != "#12504a" {
			t.Errorf("the accent was %v", before["accent"])
		}
	})
}

// chosenLooks are what an owner may choose, as the settings take it.
func chosenLooks() object {
	title := func(text string) []object { return []object{{"locale": "en", "title": text}} }
	return object{
		"accent": "#1d4ed8", "scheme": "light",
		"home": []object{
			{"kind": "new", "texts": title("Just in")},
			{"kind": "hero", "link": "/search", "texts": []object{
				{"locale": "en", "title": "Good coffee", "text": "And <b>tea</b>.", "action": "Shop"},
			}},
			{"kind": "text", "texts": []object{{"locale": "en", "title": "Our roast", "text": "Every **Tuesday**."}}},
		},
		"menu": []object{
			{"link": "/search?onSale=true", "titles": title("Bargains")}, {"link": "https://example.com/", "titles": title("Elsewhere")},
		},
		"footerColumns": []object{{"titles": title("About us"), "links": []object{{"link": "/i/imprint", "titles": title("Who we are")}}}},
		"footerTexts":   []object{{"locale": "en", "text": "A small shop."}},
		"notices":       []object{{"locale": "en", "text": "Roasted on Tuesday."}},
	}
}

// textMissing returns an error for the first text that is not shown.
func textMissing(shown string, texts []string) error {
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			return &missingText{text, shown}
		}
	}
	return nil
}

type missingText struct{ text, shown string }

func (m *missingText) Error() string { return m.text + " is not in " + m.shown }

// Nothing is sent from a preview.
func TestNothingIsSentFromAPreview(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		s.newProduct("Only looked at")
		token := s.admin.Do(t, "POST", "/v1/admin/settings/storefront/preview", object{}).Require(t, 201).Text("token")
		req, err := http.NewRequest(http.MethodPost, s.api.Base+"/preview/"+token+"/cart/items", strings.NewReader("variantId=x"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
		s.browser().load(req).require(404)
	})
}

// A draft has a page for whoever has the token of its preview.
func TestDraftOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		made := s.admin.Do(t, "POST", "/v1/admin/products", object{
			"name": "Not yet", "variants": []object{{"sku": someone("sku"), "price": 10}},
		}).Require(t, 201)
		preview := s.admin.Do(t, "POST", "/v1/admin/products/"+made.Text("id")+"/preview", nil).Require(t, 201)
		at := "/draft/" + preview.Text("token") + "/p/" + made.Text("slug")
		if url := preview.Text("url"); !strings.HasSuffix(url, at) {
			t.Errorf("the preview is at %s", url)
		}
		s.browser().open(at).require(200, "Not yet", "€10.00")
		s.browser().open("/p/" + made.Text("slug")).require(404)
		s.browser().open("/draft/A/p/" + made.Text("slug")).require(404)
		page := s.api.Do(t, "GET", at, nil).Require(t, 200)
		if page.Header.Get("X-Robots-Tag") != "noindex" || page.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%v", page.Header)
		}
	})
}

// The draft of a text has a page for whoever has the token of its preview, in its own language. The
// other texts are as they are for everybody.
func TestDraftOfATextOnThePages(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const pages = "/v1/admin/pages/"
		s.admin.Do(t, "PUT", pages+"terms/en", object{"title": "Terms", "text": "For everybody."}).Require(t, 200)
		s.admin.Do(t, "POST", pages+"terms/en/publish", nil).Require(t, 200)
		for locale, path := range map[string]string{"en": "/i/imprint", "de": "/de/i/impressum"} {
			s.admin.Do(t, "PUT", pages+"imprint/"+locale, object{"title": "Draft " + locale, "text": "Not yet."}).Require(t, 200)
			preview := s.admin.Do(t, "POST", pages+"imprint/"+locale+"/preview", nil).Require(t, 201)
			at := "/draft/" + preview.Text("token")
			if url := preview.Text("url"); !strings.HasSuffix(url, at+path) {
				t.Errorf("the preview is at %s", url)
			}
			s.browser().open(at+path).require(200, "Draft "+locale, "Not yet.")
			s.browser().open(path).require(404)
			s.browser().open("/draft/A" + path).require(404)
			s.browser().open(at+"/i/terms").require(200, "For everybody.")
		}
	})
}
