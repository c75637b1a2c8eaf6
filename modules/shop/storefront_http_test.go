package shop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	media "orderd/modules/media/events"
	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/preview"
	"orderd/test/kit"
)

const (
	looksPath   = "/v1/shop/storefront"
	previewPath = "/v1/admin/settings/storefront/preview"
)

// title is the title of a link in a language.
func title(locale, text string) body { return body{"locale": locale, "title": text} }

func TestStorefrontIsShown(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		picture, url := s.uploaded(t, "hero")
		s.API.Do(t, "GET", looksPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"accent": "#12504a", "light.accent": "#12504a", "light.onAccent": "#ffffff", "dark.paper": "#161513", "font": "figtree",
			"radius": 6, "ratio": "1", "fit": "cover", "scheme": "system", "home.#": 6, "home.0.kind": "hero", "home.0.title": nil,
			"home.0.image": nil, "menu.#": 0, "footerColumns.#": 0, "footerText": nil, "notice": nil,
		})
		s.change(t, events.GroupStorefront, body{
			"accent": "#FFE500", "scheme": "light", "font": "serif", "radius": 16, "ratio": "4/5", "fit": "contain",
			"home": []body{
				{"kind": "text", "texts": []body{{"locale": "en", "title": "Our *roast*", "text": "Every **Tuesday**.\n\n[More](/i/roast)"}}},
				{"kind": "hero", "mediaId": picture, "link": "/c/coffee", "texts": []body{
					{"locale": "en", "title": "Good coffee", "text": "And <b>tea</b>", "action": "Shop"}, {"locale": "de", "title": "Guter Kaffee"},
				}},
				{"kind": "new"},
			},
			"menu": []body{{"link": "/c/coffee", "titles": []body{title("de", "Kaffee"), title("en", "Coffee")}},
				{"link": "https://example.com", "titles": []body{title("de", "Nur deutsch")}}},
			"footerColumns": []body{{
				"titles": []body{title("en", "Help")}, "links": []body{{"link": "/i/faq", "titles": []body{title("en", "Questions")}}},
			}},
			"footerTexts": []body{{"locale": "en", "text": "A small shop."}}, "notices": []body{{"locale": "de", "text": "Bald Ostern."}},
		})
		got := s.API.Do(t, "GET", looksPath+"?locale=en", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"accent": "#ffe500", "scheme": "light", "radius": 16, "ratio": "4/5", "fit": "contain", "home.#": 3,
			"home.0.html": "<p>Every <strong>Tuesday</strong>.</p>\n<p><a href=\"/i/roast\">More</a></p>\n", "home.0.title": "Our *roast*",
			"home.1.title": "Good coffee", "home.1.text": "And <b>tea</b>", "home.1.html": nil, "home.1.action": "Shop",
			"home.1.link": "/c/coffee", "home.1.image.url": url, "home.1.image.width": 400, "home.2.kind": "new", "home.2.title": nil,
			"menu.0.title": "Coffee", "menu.0.link": "/c/coffee", "menu.1.title": "Nur deutsch", "footerColumns.0.title": "Help",
			"footerColumns.0.links.0.title": "Questions", "footerText": "A small shop.", "notice": nil,
		})
		// A yellow can't be read on white: what is shown can. Light pages alone have one set of colors.
		if shown := got.Text("light.accent"); shown == "#ffe500" || shown != got.Text("dark.accent") {
			t.Errorf("the accent is shown as %s, and %s", shown, got.Text("dark.accent"))
		}
		s.API.Do(t, "GET", looksPath+"?locale=de", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"home.1.title": "Guter Kaffee", "home.1.text": nil, "home.0.title": "Our *roast*", "menu.0.title": "Kaffee",
			"notice": "Bald Ostern.", "footerText": "A small shop.",
		})
		if n := s.Statements(t, s.API, "GET", looksPath, nil); n != 0 {
			t.Errorf("%d statements", n)
		}
		again := s.API.With("If-None-Match", got.Header.Get("ETag")).With("Accept-Language", "en")
		again.Do(t, "GET", looksPath+"?locale=en", nil).Require(t, 304)
		if cache := got.Header.Get("Cache-Control"); cache != "public, no-cache" || got.Header.Get("Content-Language") != "en" {
			t.Errorf("%s, in %s", cache, got.Header.Get("Content-Language"))
		}
		s.API.Do(t, "GET", looksPath+"?locale=fr", nil).Require(t, 422, "validation_failed")
	})
}

// blocks are n texts.
func blocks(n int) []body {
	return slices.Repeat([]body{{"kind": "text", "texts": []body{{"locale": "en", "text": "A"}}}}, n)
}

func TestBadStorefronts(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		long := func(n int) string { return strings.Repeat("x", n) }
		links := func(n int) []body {
			return slices.Repeat([]body{{"link": "/c/coffee", "titles": []body{title("en", "Coffee")}}}, n)
		}
		for _, row := range []struct {
			sent body
			want []string
		}{
			{body{
				"accent": "red", "paper": "#fff", "ink": "#12345g", "radius": 17, "font": "Comic Sans", "ratio": "2", "fit": "fill",
				"scheme": "dark",
			},
				[]string{"/accent bad_format", "/fit not_allowed", "/font not_allowed", "/ink bad_format", "/paper bad_format",
					"/radius out_of_range", "/ratio not_allowed", "/scheme not_allowed"}},
			{body{"home": blocks(13), "menu": links(13), "radius": -1}, []string{"/home too_long", "/menu too_long", "/radius out_of_range"}},
			{body{"home": []body{{"kind": "slider"}}}, []string{"/home/0/kind not_allowed"}},
			{body{"home": []body{{"kind": "new"}, {"kind": "text"}, {"kind": "new"}}},
				[]string{"/home/1/texts required", "/home/2/kind not_allowed"}},
			{body{"home": []body{{"kind": "sale", "link": "/", "mediaId": "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", "texts": []body{
				{"locale": "en", "title": "Cheap", "text": "A", "action": "B"}, {"locale": "en"},
			}}}}, []string{"/home/0/link not_allowed", "/home/0/mediaId not_allowed", "/home/0/texts/0/action not_allowed",
				"/home/0/texts/0/text not_allowed", "/home/0/texts/1/locale not_allowed"}},
			{body{"home": []body{{"kind": "hero", "texts": []body{{"locale": "en", "action": "Shop"}, {"locale": "de"}}}}},
				[]string{"/home/0/link required", "/home/0/texts/1/title required"}},
			{body{"home": []body{{"kind": "text", "link": "javascript:alert(1)", "texts": []body{
				{"locale": "en", "text": "<script>"}, {"locale": "de", "text": "[x](javascript:alert(1))"},
			}}}}, []string{"/home/0/link bad_format", "/home/0/texts/0/text bad_format", "/home/0/texts/1/text bad_format"}},
			{body{"home": []body{{"kind": "text", "texts": []body{{"locale": "fr", "title": long(121), "text": long(2001), "action": long(41)}}}}},
				[]string{"/home/0/texts/0/action too_long", "/home/0/texts/0/locale not_allowed", "/home/0/texts/0/text too_long",
					"/home/0/texts/0/title too_long"}},
			{body{"home": []body{{"kind": "text", "mediaId": "x", "texts": []body{{"locale": "en", "text": "A"}}}}},
				[]string{"/home/0/mediaId not_allowed"}},
			{body{"menu": []body{
				{"link": "//example.com", "titles": []body{title("en", "A"), title("en", "B")}},
				{"link": "http://example.com", "titles": []body{title("en", "A")}},
				{"link": "/", "titles": []body{}}}},
				[]string{"/menu/0/link bad_format", "/menu/0/titles/1/locale not_allowed", "/menu/1/link bad_format", "/menu/2/titles too_short"}},
			{body{"menu": []body{{"link": "/" + long(500), "titles": []body{title("en", long(61))}}}},
				[]string{"/menu/0/link too_long", "/menu/0/titles/0/title too_long"}},
			{body{"footerColumns": slices.Repeat([]body{{"titles": []body{title("en", "A")}, "links": links(1)}}, 5)},
				[]string{"/footerColumns too_long"}},
			{body{"footerColumns": []body{{"titles": []body{}, "links": links(11)}, {"titles": []body{title("en", "A")}, "links": []body{}}}},
				[]string{"/footerColumns/0/links too_long", "/footerColumns/0/titles too_short", "/footerColumns/1/links too_short"}},
			{body{
				"notices":     []body{{"locale": "en", "text": long(201)}, {"locale": "en", "text": "A"}},
				"footerTexts": []body{{"locale": "de", "text": " "}},
			},
				[]string{"/footerTexts/0/text required", "/notices/0/text too_long", "/notices/1/locale not_allowed"}},
		} {
			for _, at := range []struct{ method, path string }{{"PUT", path(events.GroupStorefront)}, {"POST", previewPath}} {
				got := s.admin.Do(t, at.method, at.path, row.sent).Require(t, 422, "validation_failed").Pointers()
				if slices.Sort(got); !slices.Equal(got, row.want) {
					t.Errorf("%s: %q, want %q: %.300v", at.method, got, row.want, row.sent)
				}
			}
		}
		s.admin.Do(t, "GET", path(events.GroupStorefront), nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
		s.change(t, events.GroupStorefront, body{"home": blocks(12), "menu": links(12), "radius": 0})
	})
}

// A preview shows what is not saved to whoever has its token, for half an hour, and is in no cache.
func TestStorefrontPreview(t *testing.T) {
	c := defaults()
	c.PagesURL = "https://shop.example"
	eachWith(t, c, func(t *testing.T, s *setup) {
		s.change(t, events.GroupStorefront, body{"radius": 3, "notices": []body{{"locale": "en", "text": "Saved."}}})
		recorded := eventbustest.Record(t, s.DB)
		made := s.admin.Do(t, "POST", previewPath, body{"accent": "#ffe500", "home": blocks(1)}).Require(t, 201)
		token := made.Text("token")
		made.RequireFields(t, kit.Fields{"url": "https://shop.example/preview/" + token + "/", "light.paper": "#ffffff"})
		if shown := made.Text("light.accent"); shown == "#ffe500" || len(token) != 26 {
			t.Errorf("the accent is %s; token %s", shown, token)
		}
		recorded.RequireExactly(t)

		at := looksPath + "?preview=" + token
		got := s.API.Do(t, "GET", at+"&locale=de", nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"accent": "#ffe500", "radius": 3, "home.#": 1, "home.0.html": "<p>A</p>\n", "notice": "Saved.",
			"light.accent": made.Text("light.accent"),
		})
		if cache := got.Header.Get("Cache-Control"); cache != "no-store" || got.Header.Get("ETag") != "" {
			t.Errorf("%s, %s", cache, got.Header.Get("ETag"))
		}
		s.API.Do(t, "GET", looksPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"accent": "#12504a", "home.#": 6})
		s.admin.Do(t, "GET", path(events.GroupStorefront), nil).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 2, "values.accent": "#12504a"})
		// The content of a preview stays, whatever is saved or previewed afterwards.
		s.admin.Do(t, "POST", previewPath, body{}).Require(t, 201).RequireFields(t, kit.Fields{"light.accent": "#12504a"})
		s.change(t, events.GroupStorefront, body{"radius": 9})
		s.API.Do(t, "GET", at, nil).Require(t, 200).RequireFields(t, kit.Fields{"radius": 3})

		for _, unknown := range []string{"x", strings.ToLower(token), token + "A"} {
			s.API.Do(t, "GET", looksPath+"?preview="+unknown, nil).Require(t, 404, "not_found")
		}
		s.API.Do(t, "GET", looksPath+"?preview="+strings.Repeat("A", 101), nil).Require(t, 422)
		s.Clock.Advance(preview.Life - time.Minute)
		s.API.Do(t, "GET", at, nil).Require(t, 200)
		s.Clock.Advance(time.Minute)
		s.API.Do(t, "GET", at, nil).Require(t, 404, "not_found")
		later, _ := s.AsKey(t, "settings:write")
		later.Do(t, "POST", previewPath, body{}).Require(t, 201)
		s.requirePreviews(t, 1)
	})
}

func (s *setup) requirePreviews(t *testing.T, want int64) {
	t.Helper()
	var n int64
	if err := s.DB.Model(&storefrontPreview{}).Count(&n).Error; err != nil || n != want {
		t.Errorf("%d previews are stored, want %d: %v", n, want, err)
	}
}

// Without pages of its own the service names none.
func TestWhoMayPreview(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "settings:read")
		writer, _ := s.AsKey(t, "settings:write")
		s.API.Do(t, "POST", previewPath, body{}).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", previewPath, body{}).Require(t, 403, "forbidden")
		reader.Do(t, "POST", previewPath, body{}).Require(t, 403, "forbidden")
		writer.Do(t, "POST", previewPath, body{}).Require(t, 201).RequireFields(t, kit.Fields{"url": nil})
	})
}

// There are at most so many previews: a new one ends the oldest.
func TestManyPreviews(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		first := s.admin.Do(t, "POST", previewPath, body{}).Require(t, 201).Text("token")
		rows := make([]storefrontPreview, preview.Most-1)
		for i := range rows {
			rows[i] = storefrontPreview{Hash: fmt.Sprint(i), FieldValues: "{}", ExpiresAt: s.Clock.Now().Add(preview.Life + time.Second)}
		}
		if err := s.DB.CreateInBatches(rows, 100).Error; err != nil {
			t.Fatal(err)
		}
		s.API.Do(t, "GET", looksPath+"?preview="+first, nil).Require(t, 200)
		s.Clock.Advance(time.Second)
		last := s.admin.Do(t, "POST", previewPath, body{}).Require(t, 201).Text("token")
		s.API.Do(t, "GET", looksPath+"?preview="+first, nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", looksPath+"?preview="+last, nil).Require(t, 200)
		s.requirePreviews(t, preview.Most)
	})
}

// A picture on the first page is kept while it is there, and shown as media describes it.
func TestPicturesOfTheFirstPage(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		picture, url := s.uploaded(t, "hero")
		hero := func(mediaID any) body { return body{"home": []body{{"kind": "hero", "mediaId": mediaID}}} }
		s.change(t, events.GroupStorefront, hero(strings.ToUpper(picture)))
		asked := media.ReleaseRequested{MediaID: picture}
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, asked)
		log.RequireExactly(t, asked, events.MediaKept{MediaID: picture})
		s.Publish(t, media.Described{MediaID: picture, URL: url, Width: 400, Height: 300})
		s.API.Do(t, "GET", looksPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"home.0.image.url": url, "home.0.image.mediaId": picture, "home.0.image.renditions.#": 0,
		})
		s.change(t, events.GroupStorefront, hero(nil))
		log = eventbustest.Record(t, s.DB)
		s.Publish(t, asked)
		log.RequireExactly(t, asked, events.MediaReleased{MediaID: picture})
		got := s.admin.Do(t, "PUT", path(events.GroupStorefront), hero(picture)).Require(t, 422, "validation_failed").Pointers()
		if !slices.Equal(got, []string{"/home/0/mediaId not_allowed"}) {
			t.Errorf("%q", got)
		}
	})
}
