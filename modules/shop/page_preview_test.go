package shop

import (
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/preview"
	"orderd/test/kit"
)

const imprintPreview = imprintDE + "/preview"

// The token of a preview shows the draft of its page for half an hour, as it is saved; without one
// everybody reads what is published.
func TestPageIsPreviewed(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.put(t, imprintDE, "Impressum")
		s.put(t, "/v1/admin/pages/terms/de", "AGB")
		s.admin.Do(t, "PUT", imprintDE, body{"title": "Neues Impressum", "text": "## Wer"}).Require(t, 200)
		made := s.admin.Do(t, "POST", imprintPreview, nil).Require(t, 201)
		made.RequireFields(t, kit.Fields{"url": nil})
		token := made.Text("token")
		if other := s.admin.Do(t, "POST", imprintPreview, nil).Require(t, 201).Text("token"); other == token {
			t.Error("two previews have one token")
		}

		const at = "/v1/shop/pages/impressum"
		s.API.Do(t, "GET", at, nil).Require(t, 200).RequireFields(t, kit.Fields{"title": "Impressum", "version": 1})
		for _, path := range []string{at, "/v1/shop/pages/imprint"} {
			got := s.API.Do(t, "GET", path+"?locale=en&preview="+token, nil).Require(t, 200)
			got.RequireFields(t, kit.Fields{
				"kind": "imprint", "locale": "de", "slug": "impressum", "title": "Neues Impressum", "version": 2,
				"markdown": "## Wer", "html": "<h3 id=\"wer\">Wer</h3>\n", "alternates.#": 1,
			})
			if cache := got.Header.Get("Cache-Control"); cache != "no-store" || got.Header.Get("ETag") != "" {
				t.Errorf("%s, %s", cache, got.Header.Get("ETag"))
			}
		}
		looks := s.admin.Do(t, "POST", previewPath, body{}).Require(t, 201).Text("token")
		for _, refused := range []string{
			"/v1/shop/pages/agb?preview=" + token, "/v1/shop/pages/terms?preview=" + token, at + "?preview=x",
			at + "?preview=" + strings.ToLower(token), at + "?preview=" + looks, looksPath + "?preview=" + token,
		} {
			s.API.Do(t, "GET", refused, nil).Require(t, 404, "not_found")
		}
		s.API.Do(t, "GET", at+"?preview="+strings.Repeat("A", 101), nil).Require(t, 422, "validation_failed")

		s.admin.Do(t, "PUT", imprintDE, body{"title": "Noch ein Impressum", "text": "## Wer"}).Require(t, 200)
		s.Clock.Advance(preview.Life - time.Minute)
		s.API.Do(t, "GET", at+"?preview="+token, nil).Require(t, 200).RequireFields(t, kit.Fields{"title": "Noch ein Impressum"})
		s.Clock.Advance(time.Minute)
		s.API.Do(t, "GET", at+"?preview="+token, nil).Require(t, 404, "not_found")
	})
}

// A page without a draft has nothing to preview, and a draft that is gone nothing to show.
func TestPageWithoutADraft(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.admin.Do(t, "POST", imprintPreview, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "PUT", imprintDE, body{"title": "Impressum", "text": "A"}).Require(t, 200)
		token := s.admin.Do(t, "POST", imprintPreview, nil).Require(t, 201).Text("token")
		s.admin.Do(t, "POST", imprintDE+"/publish", nil).Require(t, 200)
		s.admin.Do(t, "POST", imprintPreview, nil).Require(t, 409, "invalid_transition")
		s.API.Do(t, "GET", "/v1/shop/pages/impressum?preview="+token, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "PUT", imprintEN, body{"title": "Imprint", "text": "A"}).Require(t, 200)
		token = s.admin.Do(t, "POST", imprintEN+"/preview", nil).Require(t, 201).Text("token")
		s.admin.Do(t, "DELETE", imprintEN, nil).Require(t, 204)
		s.API.Do(t, "GET", "/v1/shop/pages/imprint?preview="+token, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "POST", imprintEN+"/preview", nil).Require(t, 404, "not_found")
		for _, path := range []string{"/v1/admin/pages/about/de/preview", "/v1/admin/pages/imprint/fr/preview"} {
			s.admin.Do(t, "POST", path, nil).Require(t, 404, "not_found")
		}
	})
}

func TestWhoMayPreviewPages(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "settings:read")
		writer, _ := s.AsKey(t, "settings:write")
		s.admin.Do(t, "PUT", imprintDE, body{"title": "Impressum", "text": "A"}).Require(t, 200)
		s.API.Do(t, "POST", imprintPreview, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", imprintPreview, nil).Require(t, 403, "forbidden")
		reader.Do(t, "POST", imprintPreview, nil).Require(t, 403, "forbidden")
		writer.Do(t, "POST", imprintPreview, nil).Require(t, 201)
	})
}
