package shop

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	media "orderd/modules/media/events"
	"orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// uploaded announces an uploaded picture with one smaller copy.
func (s *setup) uploaded(t *testing.T, name string) (mediaID, url string) {
	t.Helper()
	mediaID = id.New()
	base := "https://api.example.com/media/" + mediaID + "/" + name
	s.Publish(t, media.Uploaded{
		MediaID: mediaID, URL: base + ".png", Width: 400, Height: 300,
		Renditions: []media.Rendition{{Width: 320, URL: base + "-320.webp", ContentType: "image/webp"}},
	})
	return mediaID, base + ".png"
}

func TestLogoAndIcon(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		logo, logoURL := s.uploaded(t, "logo")
		icon, iconURL := s.uploaded(t, "icon")
		p := path(events.GroupProfile)
		s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"values.logoMediaId": nil, "values.logo": nil, "values.iconMediaId": nil, "values.icon": nil,
		})
		s.API.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"logo": nil, "icon": nil})

		s.admin.Do(t, "PUT", p, body{"logoMediaId": strings.ToUpper(logo), "iconMediaId": icon}).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 2, "values.logoMediaId": logo, "values.logo.url": logoURL, "values.logo.mediaId": logo, "values.logo.width": 400,
			"values.logo.height": 300, "values.logo.alt": nil, "values.logo.renditions.#": 1, "values.logo.renditions.0.width": 320,
			"values.iconMediaId": icon, "values.icon.url": iconURL,
		})
		s.API.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"logo.url": logoURL, "logo.renditions.0.contentType": "image/webp", "icon.url": iconURL, "icon.mediaId": icon,
		})
		// The same again changes nothing, and looks nothing up.
		looks := s.StatementsOn("shop_media", func() {
			s.admin.Do(t, "PUT", p, body{"logoMediaId": logo, "phone": nil}).Require(t, 200).RequireFields(t, kit.Fields{"version": 2})
			s.admin.Do(t, "PUT", p, body{"name": "Moka"}).Require(t, 200).RequireFields(t, kit.Fields{"version": 3, "values.logo.url": logoURL})
		})
		if looks != 0 {
			t.Errorf("%d statements", looks)
		}
		for _, unknown := range []string{id.New(), "x", ""} {
			got := s.admin.Do(t, "PUT", p, body{"logoMediaId": unknown, "iconMediaId": unknown, "locale": "de", "locales": []string{"en"}}).
				Require(t, 422, "validation_failed").Pointers()
			if slices.Sort(got); !slices.Equal(got, []string{"/iconMediaId not_allowed", "/locale not_allowed", "/logoMediaId not_allowed"}) {
				t.Errorf("%q: %q", unknown, got)
			}
		}
		s.admin.Do(t, "PUT", p, body{"logoMediaId": icon, "iconMediaId": nil}).Require(t, 200).RequireFields(t, kit.Fields{
			"version": 4, "values.logo.url": iconURL, "values.iconMediaId": nil, "values.icon": nil,
		})
		// A picture is shown, and not set: what was read may be sent back.
		read := s.admin.Do(t, "GET", p, nil).Require(t, 200)
		s.admin.Do(t, "PUT", p, read.At("values")).Require(t, 200).RequireFields(t, kit.Fields{"version": 4, "values.logo.url": iconURL})
		s.admin.Do(t, "PUT", p, body{"logo": nil}).Require(t, 200).RequireFields(t, kit.Fields{"version": 4, "values.logo.url": iconURL})
	})
}

// A picture from before has its smaller copies when media describes it. That is a new version,
// which no one has made.
func TestDescribedPictures(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		mediaID := id.New()
		described := media.Described{
			MediaID: mediaID, URL: "https://api.example.com/media/" + mediaID + "/logo.png", Width: 400, Height: 300,
			Renditions: []media.Rendition{
				{Width: 320, URL: "https://api.example.com/media/" + mediaID + "/logo-320.webp", ContentType: "image/webp"},
			},
		}
		s.Publish(t, media.Uploaded{MediaID: mediaID, URL: described.URL, Width: 400, Height: 300})
		p := path(events.GroupProfile)
		s.admin.Do(t, "PUT", p, body{"logoMediaId": mediaID}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 2, "values.logo.renditions.#": 0})
		for range 2 {
			s.Publish(t, described)
			s.admin.Do(t, "GET", p, nil).Require(t, 200).RequireFields(t, kit.Fields{
				"version": 3, "values.logo.renditions.#": 1, "updatedBy.id": s.adminID,
			})
		}
		if n := s.saved(t, events.GroupProfile); n != 3 {
			t.Errorf("%d events", n)
		}
		// One that is new to the shop may be named.
		described.MediaID = id.New()
		s.Publish(t, described)
		s.admin.Do(t, "PUT", p, body{"iconMediaId": described.MediaID}).Require(t, 200).RequireFields(t, kit.Fields{"version": 4})
	})
}

// A picture that is to be deleted is released when the profile does not name it, and can not be
// named afterwards; else it is kept.
func TestReleaseOfPictures(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		logo, url := s.uploaded(t, "logo")
		p := path(events.GroupProfile)
		s.admin.Do(t, "PUT", p, body{"iconMediaId": logo}).Require(t, 200)
		asked := media.ReleaseRequested{MediaID: logo}
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, asked)
		log.RequireExactly(t, asked, events.MediaKept{MediaID: logo})

		s.admin.Do(t, "PUT", p, body{"iconMediaId": nil}).Require(t, 200)
		log = eventbustest.Record(t, s.DB)
		s.Publish(t, asked)
		log.RequireExactly(t, asked, events.MediaReleased{MediaID: logo})
		s.Publish(t, media.Described{MediaID: logo, URL: url, Width: 400, Height: 300})
		got := s.admin.Do(t, "PUT", p, body{"logoMediaId": logo}).Require(t, 422, "validation_failed").Pointers()
		if !slices.Equal(got, []string{"/logoMediaId not_allowed"}) {
			t.Errorf("%q", got)
		}
		// An unknown one is free.
		unknown := media.ReleaseRequested{MediaID: id.New()}
		log = eventbustest.Record(t, s.DB)
		s.Publish(t, unknown)
		log.RequireExactly(t, unknown, events.MediaReleased(unknown))
	})
}

// Whoever wins, the profile names no picture that is released.
func TestReleaseWhileTheProfileIsSaved(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		p := path(events.GroupProfile)
		for range 8 {
			logo, _ := s.uploaded(t, "logo")
			log := eventbustest.Record(t, s.DB)
			outcomes := kit.AtOnce(2, func(n int) string {
				if n == 0 {
					return fmt.Sprint("ask ", s.Announce(t.Context(), media.ReleaseRequested{MediaID: logo}))
				}
				return fmt.Sprint("save ", s.admin.Do(t, "PUT", p, body{"logoMediaId": logo}).Status)
			})
			eventbustest.Drain(t, s.DB)
			kept, released := len(eventbustest.Of[events.MediaKept](log)), len(eventbustest.Of[events.MediaReleased](log))
			named := outcomes["save 200"] == 1
			if !named && outcomes["save 422"] != 1 || kept+released != 1 || named != (kept == 1) {
				t.Fatalf("%v: kept %d times, released %d times", outcomes, kept, released)
			}
		}
	})
}

// A picture that a page shows by its address is kept as long as the page is there, or its draft.
func TestReleaseOfPicturesOnPages(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		mediaID, _ := s.uploaded(t, "shopfront")
		text := "![Our shop](http://localhost:8080/media/" + strings.ToUpper(mediaID) + "/shopfront.png)"
		asked := media.ReleaseRequested{MediaID: mediaID}
		requireKept := func(what string, kept bool) {
			t.Helper()
			log := eventbustest.Record(t, s.DB)
			s.Publish(t, asked)
			if n := len(eventbustest.Of[events.MediaKept](log)); kept != (n == 1) {
				t.Fatalf("%s: kept %d times", what, n)
			}
		}
		s.admin.Do(t, "PUT", imprintEN, body{"title": "Imprint", "text": text}).Require(t, 200)
		requireKept("a draft", true)
		s.admin.Do(t, "POST", imprintEN+"/publish", nil).Require(t, 200)
		requireKept("a page", true)
		s.admin.Do(t, "PUT", imprintEN, body{"title": "Imprint", "text": "None"}).Require(t, 200)
		requireKept("a page with a draft without it", true)
		s.admin.Do(t, "DELETE", imprintEN, nil).Require(t, 204)
		hero := body{"kind": "text", "texts": []body{{"locale": "en", "text": "![x](https://shop.example/media/" + mediaID + "/shopfront.png)"}}}
		s.admin.Do(t, "PUT", path(events.GroupStorefront), body{"home": []body{hero}}).Require(t, 200)
		requireKept("the first page", true)
		s.admin.Do(t, "PUT", path(events.GroupStorefront), body{"home": []body{}}).Require(t, 200)
		requireKept("nothing", false)
		got := s.admin.Do(t, "PUT", imprintEN, body{"title": "Imprint", "text": text}).Require(t, 422, "validation_failed").Pointers()
		if !slices.Equal(got, []string{"/text not_allowed"}) {
			t.Errorf("%q", got)
		}
	})
}
