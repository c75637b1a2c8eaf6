package media

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
	"orderd/modules/media/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

var errNotYet = errors.New("not yet")

var testTime = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

// awaitEmpty waits until neither a row nor an object is left.
func (s *setup) awaitEmpty(t *testing.T) {
	t.Helper()
	kit.Eventually(t, "nothing is left", func() error {
		if s.rows(t) != 0 || s.stored(t) != 0 {
			return errNotYet
		}
		return nil
	})
}

// released lets a picture go, as catalog and shop do when nothing of theirs names it.
func (s *setup) released(t *testing.T, mediaID string) {
	t.Helper()
	s.Publish(t, catalog.MediaReleased{MediaID: mediaID})
	s.Publish(t, shop.MediaReleased{MediaID: mediaID})
}

// A picture goes when catalog has released it, and then shop; until then everybody may read it.
func TestDelete(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		got := s.uploaded(t, "cup.png", pngOf(t, photo(400, 400)))
		s.awaitRendition(t, got, 0)
		mediaID := got.Text("id")
		log := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 204)
		log.RequireExactly(t, events.DeletionRequested{MediaID: mediaID})
		s.served(t, got.Text("url")).Require(t, 200)
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 404, "not_found")
		s.Publish(t, catalog.MediaReleased{MediaID: mediaID})
		log.RequireExactly(t, events.DeletionRequested{MediaID: mediaID}, catalog.MediaReleased{MediaID: mediaID},
			events.ReleaseRequested{MediaID: mediaID})
		s.served(t, got.Text("url")).Require(t, 200)
		s.Publish(t, shop.MediaReleased{MediaID: mediaID})
		s.served(t, got.Text("url")).Require(t, 404, "not_found")
		s.awaitEmpty(t)
		log = eventbustest.Record(t, s.DB)
		late := []eventbus.Event{
			catalog.MediaReleased{MediaID: mediaID}, catalog.MediaKept{MediaID: mediaID}, shop.MediaReleased{MediaID: mediaID},
			shop.MediaKept{MediaID: mediaID},
		}
		s.Publish(t, late...)
		log.RequireExactly(t, late...)
		s.awaitEmpty(t)
		for _, unknown := range []string{mediaID, newID(), "x"} {
			s.admin.Do(t, "DELETE", mediaPath+"/"+unknown, nil).Require(t, 404, "not_found")
		}
	})
}

// What names a picture keeps it, and the refusal says what that is.
func TestDeleteInUse(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		mediaID, cup, plate, brand := s.uploaded(t, "cup.png", pngOf(t, photo(4, 4))).Text("id"), newID(), newID(), newID()
		s.names(t, cup, "Cup", mediaID)
		s.names(t, plate, "Plate", mediaID)
		s.Publish(t, catalog.MediaNamed{OwnerID: brand, Kind: catalog.OwnerBrand, Name: "Moka", MediaIDs: []string{mediaID}})
		refused := s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 409, "in_use")
		refused.RequireFields(t, kit.Fields{
			"products.0.id": cup, "products.0.name": "Cup", "products.1.name": "Plate", "productCount": 2, "brands.0.name": "Moka", "brandCount": 1,
		})

		s.names(t, cup, "Cup")
		s.names(t, plate, "Plate")
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 409, "in_use")
		s.Publish(t, catalog.MediaNamed{OwnerID: brand, Kind: catalog.OwnerBrand, Name: "Moka", MediaIDs: []string{}})
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 204)
	})
}

// So does the shop's profile.
func TestDeleteOfALogo(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		logo, icon := s.uploaded(t, "logo.png", pngOf(t, photo(4, 4))).Text("id"), s.uploaded(t, "icon.png", pngOf(t, photo(4, 4))).Text("id")
		var version int64
		profile := func(logo, icon *string) {
			t.Helper()
			version++
			after, err := json.Marshal(shop.Profile{Name: "Moka", LogoMediaID: logo, IconMediaID: icon})
			if err != nil {
				t.Fatal(err)
			}
			s.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: version, After: after})
		}
		profile(&logo, &icon)
		for _, mediaID := range []string{logo, icon} {
			s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
				"groups.#": 1, "groups.0": "profile", "productCount": 0, "brandCount": 0, "categoryCount": 0,
			})
		}
		// Other groups name none.
		s.Publish(t, shop.SettingsSaved{Group: shop.GroupMail, Version: 1, After: json.RawMessage(`{"senderName":"Moka"}`)})
		s.admin.Do(t, "DELETE", mediaPath+"/"+logo, nil).Require(t, 409, "in_use")
		profile(nil, &icon)
		s.admin.Do(t, "DELETE", mediaPath+"/"+logo, nil).Require(t, 204)
		s.admin.Do(t, "DELETE", mediaPath+"/"+icon, nil).Require(t, 409, "in_use")
	})
}

// Settings that were saved just before the deletion keep the picture: shop says so.
func TestDeleteThatShopRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		got := s.uploaded(t, "logo.png", pngOf(t, photo(4, 4)))
		mediaID := got.Text("id")
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 204)
		s.Publish(t, catalog.MediaReleased{MediaID: mediaID})
		s.Publish(t, shop.MediaKept{MediaID: mediaID})
		s.served(t, got.Text("url")).Require(t, 200)
		// Nothing asks for it any more.
		s.Publish(t, shop.MediaReleased{MediaID: mediaID})
		s.served(t, got.Text("url")).Require(t, 200)
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 204)
	})
}

// A product that was saved just before the deletion keeps the picture: catalog says so.
func TestDeleteThatCatalogRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		got := s.uploaded(t, "cup.png", pngOf(t, photo(4, 4)))
		mediaID := got.Text("id")
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 204)
		s.Publish(t, catalog.MediaKept{MediaID: mediaID})
		s.served(t, got.Text("url")).Require(t, 200)
		s.names(t, newID(), "Cup", mediaID)
		s.admin.Do(t, "DELETE", mediaPath+"/"+mediaID, nil).Require(t, 409, "in_use")
		// A release that is no answer to a deletion does nothing.
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, catalog.MediaReleased{MediaID: mediaID})
		log.RequireExactly(t, catalog.MediaReleased{MediaID: mediaID})
		s.served(t, got.Text("url")).Require(t, 200)
	})
}

// Pictures that nothing has named for 30 days are deleted, and so is what an interrupted upload has
// left.
func TestSweep(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		unused, used := s.uploaded(t, "unused.png", pngOf(t, photo(4, 4))).Text("id"), s.uploaded(t, "used.png", pngOf(t, photo(5, 4))).Text("id")
		product := newID()
		s.names(t, product, "Cup", used)
		log := eventbustest.Record(t, s.DB)
		s.Clock.Advance(unusedFor - time.Hour)
		s.sweep(t)
		log.RequireExactly(t)
		s.Clock.Advance(2 * time.Hour)
		s.sweep(t)
		log.RequireExactly(t, events.DeletionRequested{MediaID: unused})
		s.released(t, unused)

		// The time counts from the last use.
		s.names(t, product, "Cup")
		s.Clock.Advance(unusedFor - time.Hour)
		s.sweep(t)
		if n := s.rows(t); n < 1 {
			t.Errorf("%d pictures are left", n)
		}
		s.Clock.Advance(2 * time.Hour)
		s.sweep(t)
		s.released(t, used)
		s.awaitEmpty(t)
	})
}

func (s *setup) sweep(t *testing.T) {
	t.Helper()
	if err := s.lib.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.lib.removeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// An upload that ends between its steps leaves nothing.
func TestInterruptedUpload(t *testing.T) {
	eachStore(t, func(t *testing.T, s *setup) {
		file := pngOf(t, photo(400, 4))
		m, _, err := s.lib.beginUpload(t.Context(), "cup.png", bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if s.rows(t) != 1 || s.stored(t) != 1 {
			t.Fatalf("%d rows, %d objects", s.rows(t), s.stored(t))
		}
		s.sweep(t)
		if s.rows(t) != 1 {
			t.Error("an upload that is under way was removed")
		}
		s.served(t, publicURL+"/media/"+m.ID+"/"+m.Name).Require(t, 404, "not_found")
		s.Clock.Advance(interruptedAfter + time.Minute)
		s.sweep(t)
		s.awaitEmpty(t)
	})
}
