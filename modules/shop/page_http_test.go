package shop

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

const (
	imprintDE = "/v1/admin/pages/imprint/de"
	imprintEN = "/v1/admin/pages/imprint/en"
)

// put publishes a page with the title as its text.
func (s *setup) put(t *testing.T, path, title string) {
	t.Helper()
	s.admin.Do(t, "PUT", path, body{"title": title, "text": "# " + title}).Require(t, 200)
	s.admin.Do(t, "POST", path+"/publish", nil).Require(t, 200)
}

func TestWhoMaySeeAndChangePages(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "settings:read")
		writer, _ := s.AsKey(t, "settings:write")
		s.put(t, imprintDE, "Impressum")
		for _, row := range []struct {
			method, path string
			sent         any
		}{
			{"GET", "/v1/admin/pages", nil}, {"GET", imprintDE, nil}, {"GET", imprintDE + "/versions/1", nil},
			{"PUT", imprintDE, body{"title": "A", "text": "B"}}, {"POST", imprintDE + "/publish", nil}, {"DELETE", imprintDE, nil},
		} {
			s.API.Do(t, row.method, row.path, row.sent).Require(t, 401, "unauthenticated")
			customer.Do(t, row.method, row.path, row.sent).Require(t, 403, "forbidden")
			allowed := reader
			if row.method != "GET" {
				reader.Do(t, row.method, row.path, row.sent).Require(t, 403, "forbidden")
				allowed = writer
			}
			if got := allowed.Do(t, row.method, row.path, row.sent); got.Status >= 300 {
				t.Errorf("%s %s: %d", row.method, row.path, got.Status)
			}
		}
	})
}

// A page is drafted, published, drafted again, taken off and brought back; versions only grow.
func TestPageLife(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		recorded := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "POST", imprintDE+"/publish", nil).Require(t, 409, "invalid_transition")
		s.admin.Do(t, "DELETE", imprintDE, nil).Require(t, 404, "not_found")
		got := s.admin.Do(t, "PUT", imprintDE, body{"title": " Impressum ", "text": "## Wer\r\n\r\nMoka"}).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"kind": "imprint", "locale": "de", "slug": "impressum", "version": 0, "publishedOn": nil, "published": nil,
			"draft.title": "Impressum", "draft.text": "## Wer\n\nMoka",
		})
		if tag := got.Header.Get("ETag"); tag != fmt.Sprintf(`"%v"`, got.Number("revision")) {
			t.Errorf("the ETag is %s of %s", tag, got.Body)
		}
		// The same again changes nothing.
		again := s.admin.Do(t, "PUT", imprintDE, body{"title": "Impressum", "text": "## Wer\n\nMoka"}).Require(t, 200)
		if again.Number("revision") != got.Number("revision") {
			t.Errorf("%s", again.Body)
		}
		s.API.Do(t, "GET", "/v1/shop/pages/impressum", nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 404, "not_found")

		day := s.Clock.Now().In(berlin(t)).Format(time.DateOnly)
		s.admin.Do(t, "POST", imprintDE+"/publish", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 1, "publishedOn": day, "draft": nil, "published.title": "Impressum", "versions.0.version": 1,
			"versions.0.publishedOn": day, "versions.0.by.id": s.adminID, "versions.0.by.name": "Some Body",
		})
		s.admin.Do(t, "POST", imprintDE+"/publish", nil).Require(t, 409, "invalid_transition")
		read := s.API.Do(t, "GET", "/v1/shop/pages/impressum", nil).Require(t, 200)
		read.RequireFields(t, kit.Fields{
			"kind": "imprint", "slug": "impressum", "locale": "de", "title": "Impressum", "version": 1, "publishedOn": day,
			"markdown": "## Wer\n\nMoka", "html": "<h3 id=\"wer\">Wer</h3>\n<p>Moka</p>\n", "alternates.0.locale": "de",
			"alternates.0.slug": "impressum",
		})
		s.admin.Do(t, "PUT", imprintDE, body{"title": "Impressum 2", "text": "Zwei"}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 1, "draft.title": "Impressum 2", "published.title": "Impressum"})
		s.API.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 200).RequireFields(t, kit.Fields{"title": "Impressum"})
		s.admin.Do(t, "POST", imprintDE+"/publish", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 2, "versions.0.version": 2, "versions.1.version": 1})
		s.API.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"title": "Impressum 2", "html": "<p>Zwei</p>\n"})
		s.admin.Do(t, "GET", imprintDE+"/versions/1", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"title": "Impressum", "text": "## Wer\n\nMoka"})
		for _, n := range []string{"3", "0", "-1", "one", "99999999999999999999"} {
			s.admin.Do(t, "GET", imprintDE+"/versions/"+n, nil).Require(t, 404, "not_found")
		}

		s.admin.Do(t, "DELETE", imprintDE, nil).Require(t, 204)
		s.admin.Do(t, "DELETE", imprintDE, nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 404, "not_found")
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 2, "publishedOn": nil, "published": nil, "draft": nil, "versions.1.version": 1,
		})
		s.put(t, imprintDE, "Impressum 3")
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 3})
		page := func(title string) events.PageSaved {
			return events.PageSaved{Kind: events.PageImprint, Locale: "de", Slug: "impressum", Title: title}
		}
		published := func(version int64, title string) events.PagePublished {
			return events.PagePublished{
				Kind: events.PageImprint, Locale: "de", Slug: "impressum", Title: title, Version: version, PublishedOn: day,
			}
		}
		recorded.RequireExactly(t, page("Impressum"), published(1, "Impressum"), page("Impressum 2"), published(2, "Impressum 2"),
			events.PageDeleted{Kind: events.PageImprint, Locale: "de", Slug: "impressum", Version: 2},
			page("Impressum 3"), published(3, "Impressum 3"))
	})
}

func berlin(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// Who has read an older state changes nothing.
func TestPageGuards(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.admin.With("If-Match", `"1"`).Do(t, "PUT", imprintDE, body{"title": "A", "text": "B"}).Require(t, 412, "precondition_failed")
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 404, "not_found")
		old := s.admin.Do(t, "PUT", imprintDE, body{"title": "A", "text": "B"}).Require(t, 200).Header.Get("ETag")
		stale := s.admin.With("If-Match", old)
		now := stale.Do(t, "PUT", imprintDE, body{"title": "A", "text": "C"}).Require(t, 200).Header.Get("ETag")
		stale.Do(t, "PUT", imprintDE, body{"title": "A", "text": "D"}).Require(t, 412, "precondition_failed")
		stale.Do(t, "POST", imprintDE+"/publish", nil).Require(t, 412, "precondition_failed")
		stale.Do(t, "DELETE", imprintDE, nil).Require(t, 412, "precondition_failed")
		s.admin.With("If-Match", now).Do(t, "POST", imprintDE+"/publish", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"published.text": "C"})
	})
}

// Of twenty who have read the same draft, one saves; of twenty who publish it, one does.
func TestPagesAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := kit.StatusesAtOnce(t, 20, func(i int) (kit.Answer, error) {
			return s.admin.Try("PUT", imprintDE, body{"title": "A", "text": fmt.Sprint("B", i)})
		})
		if made[200] != 20 {
			t.Errorf("made: %v", made)
		}
		read := s.admin.Do(t, "GET", imprintDE, nil).Require(t, 200).Header.Get("ETag")
		saved := kit.StatusesAtOnce(t, 20, func(i int) (kit.Answer, error) {
			return s.admin.With("If-Match", read).Try("PUT", imprintDE, body{"title": "A", "text": fmt.Sprint("C", i)})
		})
		if saved[200] != 1 || saved[412] != 19 {
			t.Errorf("saved: %v", saved)
		}
		published := kit.StatusesAtOnce(t, 20, func(int) (kit.Answer, error) { return s.admin.Try("POST", imprintDE+"/publish", nil) })
		if published[200] != 1 || published[409] != 19 {
			t.Errorf("published: %v", published)
		}
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
	})
}

// A slug is one page's. Without one a page has that of its kind and language.
func TestPageSlugs(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for kind, want := range map[string][2]string{
			"imprint": {"imprint", "impressum"}, "terms": {"terms", "agb"}, "privacy": {"privacy", "datenschutz"},
			"withdrawal": {"withdrawal", "widerruf"}, "shipping": {"shipping", "versand"},
		} {
			for i, locale := range []string{"en", "de"} {
				s.admin.Do(t, "PUT", "/v1/admin/pages/"+kind+"/"+locale, body{"title": "A", "text": "B"}).Require(t, 200).
					RequireFields(t, kit.Fields{"slug": want[i]})
			}
		}
		save := func(slug any) kit.Answer {
			return s.admin.Do(t, "PUT", imprintDE, body{"title": "A", "text": "B", "slug": slug})
		}
		save("agb").Require(t, 409, "slug_taken")
		save("terms").Require(t, 409, "slug_taken")
		s.admin.Do(t, "DELETE", "/v1/admin/pages/terms/en", nil).Require(t, 204)
		save("terms").Require(t, 409, "slug_taken") // the kind's
		save("wir").Require(t, 200).RequireFields(t, kit.Fields{"slug": "wir"})
		s.admin.Do(t, "PUT", imprintDE, body{"title": "A", "text": "B2"}).Require(t, 200).RequireFields(t, kit.Fields{"slug": "wir"})
		for slug, code := range map[string]string{
			"Wir": "bad_format", "a/b": "bad_format", "": "bad_format", "-a": "bad_format", id.New(): "not_allowed",
			strings.Repeat("a", 121): "too_long",
		} {
			got := save(slug).Require(t, 422, "validation_failed").Pointers()
			if !slices.Equal(got, []string{"/slug " + code}) {
				t.Errorf("%q: %q", slug, got)
			}
		}
		// A page that was never published leaves its slug to others.
		s.admin.Do(t, "DELETE", imprintDE, nil).Require(t, 204)
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "PUT", imprintEN, body{"title": "A", "text": "B", "slug": "wir"}).Require(t, 200)
	})
}

// The language of a public page: the one asked for, the caller's, the shop's, any.
func TestPublicPageLanguages(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.put(t, imprintDE, "Impressum")
		require := func(api *kit.API, path, locale string) {
			t.Helper()
			got := api.Do(t, "GET", "/v1/shop/pages/"+path, nil).Require(t, 200).RequireFields(t, kit.Fields{"locale": locale})
			if h := got.Header; h.Get("Content-Language") != locale || !slices.Contains(h.Values("Vary"), "Accept-Language") {
				t.Errorf("%s: %v", path, h)
			}
		}
		require(s.API, "imprint?locale=en", "de") // the only one
		s.put(t, imprintEN, "Imprint")
		german := s.API.With("Accept-Language", "fr, de-AT;q=0.8, en;q=0.5")
		require(s.API, "imprint?locale=de", "de")
		require(s.API, "impressum?locale=en", "en")
		require(german, "imprint", "de")
		require(german, "imprint?locale=en", "en")
		require(s.API.With("Accept-Language", "fr"), "impressum", "en")
		require(s.API, "impressum", "en")
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"locale": "de"}).Require(t, 200)
		require(s.API, "imprint", "de")
		s.API.Do(t, "GET", "/v1/shop/pages/imprint?locale=fr", nil).Require(t, 422, "validation_failed")
		s.API.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"alternates.0.locale": "de", "alternates.0.slug": "impressum", "alternates.1.locale": "en", "alternates.1.slug": "imprint",
		})
		// What the shop no longer speaks is not offered.
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"locales": []string{"de"}}).Require(t, 200)
		refused := s.API.Do(t, "GET", "/v1/shop/pages/imprint?locale=en", nil).Require(t, 422, "validation_failed")
		if got := refused.Pointers(); !slices.Equal(got, []string{"?locale not_allowed"}) {
			t.Errorf("%q", got)
		}
		got := s.API.With("Accept-Language", "en").Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 200)
		if got.RequireFields(t, kit.Fields{"locale": "de"}); len(got.At("alternates").([]any)) != 1 {
			t.Errorf("%s", got.Body)
		}
	})
}

// A public page costs one statement, and a caller who has it gets a 304.
func TestPublicPageIsCached(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.put(t, imprintDE, "Impressum")
		s.put(t, imprintEN, "Imprint")
		for _, path := range []string{"imprint", "impressum", "imprint?locale=de"} {
			if n := s.Statements(t, s.API, "GET", "/v1/shop/pages/"+path, nil); n != 1 {
				t.Errorf("%s: %d statements", path, n)
			}
		}
		got := s.API.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 200)
		if c := got.Header.Get("Cache-Control"); c != "public, no-cache" {
			t.Errorf("%s", c)
		}
		had := s.API.With("If-None-Match", got.Header.Get("ETag"))
		same := had.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, http.StatusNotModified)
		if same.Header.Get("Content-Language") != "en" || len(same.Body) != 0 {
			t.Errorf("%v %s", same.Header, same.Body)
		}
		had.Do(t, "GET", "/v1/shop/pages/imprint?locale=de", nil).Require(t, 200)
		s.put(t, imprintEN, "Imprint 2")
		had.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 200)
	})
}

func TestBadPages(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for _, path := range []string{"about/de", "imprint/fr", "imprint/DE", "Imprint/de", "imprint/%00"} {
			s.admin.Do(t, "GET", "/v1/admin/pages/"+path, nil).Require(t, 404, "not_found")
			s.admin.Do(t, "PUT", "/v1/admin/pages/"+path, body{"title": "A", "text": "B"}).Require(t, 404, "not_found")
			s.admin.Do(t, "DELETE", "/v1/admin/pages/"+path, nil).Require(t, 404, "not_found")
		}
		for _, row := range []struct {
			sent body
			want []string
		}{
			{body{}, []string{"/text required", "/title required"}},
			{body{"title": " ", "text": "\n"}, []string{"/text required", "/title required"}},
			{body{"title": strings.Repeat("a", 121), "text": strings.Repeat("ä", 100_001)}, []string{"/text too_long", "/title too_long"}},
			{body{"title": "a\nb", "text": "a\u0000b"}, []string{"/text bad_format", "/title bad_format"}},
			{body{"title": "A", "text": "<script>alert(1)</script>", "slug": "X", "html": "x"},
				[]string{"/html unexpected_field", "/slug bad_format", "/text bad_format"}},
			{body{"title": "A", "text": "[x](javascript:alert(1))"}, []string{"/text bad_format"}},
			{body{"title": "A", "text": strings.Repeat("- ", 49_999) + "a"}, []string{"/text bad_format"}},
		} {
			got := s.admin.Do(t, "PUT", imprintDE, row.sent).Require(t, 422).Pointers()
			if slices.Sort(got); !slices.Equal(got, row.want) {
				t.Errorf("%.80v: %q, want %q", row.sent, got, row.want)
			}
		}
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "PUT", imprintDE, body{"title": "A", "text": manyLinks + "c"}).Require(t, 422, "validation_failed")
		s.admin.Do(t, "PUT", imprintDE, body{"title": "A", "text": manyLinks}).Require(t, 200)
		s.admin.Do(t, "POST", imprintDE+"/publish", nil).Require(t, 200)
		s.API.Do(t, "GET", "/v1/shop/pages/imprint", nil).Require(t, 200).RequireFields(t, kit.Fields{"version": 1})
	})
}

// The group of legal pages says which ones the shop lacks.
func TestLegalSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const at = "/v1/admin/settings"
		before := s.admin.Do(t, "GET", at, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"groups.legal.group": "legal", "groups.legal.version": 1, "groups.legal.missing.0": "imprint",
			"groups.legal.missing.4": "shipping", "groups.legal.updatedBy": nil,
		})
		if len(before.At("groups.legal.values.pages").([]any)) != 0 {
			t.Errorf("%s", before.Body)
		}
		s.put(t, imprintDE, "Impressum")
		s.put(t, imprintEN, "Imprint")
		s.admin.Do(t, "PUT", "/v1/admin/pages/terms/en", body{"title": "Terms", "text": "Draft"}).Require(t, 200)
		s.admin.Do(t, "PUT", "/v1/admin/pages/privacy/en", body{"title": "Privacy", "text": "Draft"}).Require(t, 200)
		s.admin.Do(t, "DELETE", "/v1/admin/pages/privacy/en", nil).Require(t, 204)
		got := s.admin.Do(t, "GET", at, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"groups.legal.missing.0": "terms", "groups.legal.missing.3": "shipping", "groups.legal.updatedBy.id": s.adminID,
			"groups.legal.values.pages.0.locale": "de", "groups.legal.values.pages.0.title": "Impressum",
			"groups.legal.values.pages.1.slug": "imprint", "groups.legal.values.pages.1.version": 1,
			"groups.legal.values.pages.2.hasDraft": true, "groups.legal.values.pages.2.publishedOn": nil,
		})
		list := s.admin.Do(t, "GET", "/v1/admin/pages", nil).Require(t, 200)
		if fmt.Sprint(list.At("data")) != fmt.Sprint(got.At("groups.legal.values.pages")) || len(list.At("data").([]any)) != 3 {
			t.Errorf("%s", list.Body)
		}
		s.admin.Do(t, "PUT", at+"/legal", body{}).Require(t, 404, "not_found")
	})
}

// The list of the public data: a page of each kind, in the language that is nearest.
func TestPublishedPages(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.put(t, imprintDE, "Impressum")
		s.put(t, imprintEN, "Imprint")
		s.put(t, "/v1/admin/pages/shipping/de", "Versand")
		s.admin.Do(t, "PUT", "/v1/admin/pages/terms/en", body{"title": "Terms", "text": "Draft"}).Require(t, 200)
		requireTitles := func(wanted map[string]string) {
			t.Helper()
			for language, want := range wanted {
				got := s.API.With("Accept-Language", language).Do(t, "GET", shopPath, nil).Require(t, 200)
				if titles := got.Text("pages.0.title") + ", " + got.Text("pages.1.title"); titles != want {
					t.Errorf("%s: %s, want %s", language, titles, want)
				}
			}
		}
		requireTitles(map[string]string{"en": "Imprint, Versand", "de": "Impressum, Versand", "fr": "Imprint, Versand"})
		s.API.Do(t, "GET", shopPath, nil).RequireFields(t, kit.Fields{"pages.#": 2, "pages.1.kind": "shipping", "pages.1.slug": "versand"})
		s.admin.Do(t, "DELETE", imprintEN, nil).Require(t, 204)
		requireTitles(map[string]string{"en": "Impressum, Versand", "de": "Impressum, Versand"})
	})
}

// The names of who has published go with the account; the versions stay.
func TestPageErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.put(t, imprintDE, "Impressum")
		s.Publish(t, identity.AccountErased{UserID: s.adminID})
		s.admin.Do(t, "GET", imprintDE, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"versions.0.by": nil, "versions.0.version": 1, "published.title": "Impressum"})
		s.admin.Do(t, "GET", "/v1/admin/settings", nil).Require(t, 200).RequireFields(t, kit.Fields{"groups.legal.updatedBy": nil})
	})
}
