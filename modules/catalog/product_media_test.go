package catalog

import (
	"testing"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// picture announces an uploaded picture.
func (s *setup) picture(t *testing.T) (mediaID, url string) {
	t.Helper()
	mediaID = id.New()
	url = "https://api.example.com/media/" + mediaID + "/cup.jpg"
	s.Publish(t, media.Uploaded{MediaID: mediaID, URL: url, Width: 4, Height: 3})
	return mediaID, url
}

// A product names pictures by their ids or their addresses; others anywhere stay what they are. An
// id that is none of an uploaded picture is refused, and so is an image with neither.
func TestImagesOfMedia(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		first, firstURL := s.picture(t)
		second, secondURL := s.picture(t)
		const elsewhere = "https://cdn.example.com/media/cup.png"
		p := s.product(t, body{"name": "Cup", "images": []body{{"mediaId": first, "alt": "A cup"}, {"url": secondURL}, {"url": elsewhere}}})
		p.RequireFields(t, kit.Fields{
			"images.0.url": firstURL, "images.0.mediaId": first, "images.0.alt": "A cup",
			"images.1.url": secondURL, "images.1.mediaId": second, "images.2.url": elsewhere, "images.2.mediaId": nil,
		})
		// What was read may be sent back, and the address gives way to the id.
		s.admin.Do(t, "PATCH", productPath(p.Text("id")), body{"images": []body{{"mediaId": second, "url": elsewhere}}}).Require(t, 200).
			RequireFields(t, kit.Fields{"images.0.url": secondURL, "images.0.mediaId": second})
		requireRefused(t, s.admin, "PATCH", productPath(p.Text("id")),
			refusal{body{"images": []body{{"mediaId": second}, {"mediaId": id.New()}}}, []string{"/images/1/mediaId not_allowed"}},
			refusal{body{"images": []body{{"alt": "Nothing"}}}, []string{"/images/0/url required"}},
		)
	})
}

// A logo that is an uploaded picture is named by its brand until it has another, or the brand is
// deleted. Where the service is at http, its own pictures alone may be.
func TestLogosOfMedia(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		mediaID, url := s.picture(t)
		own := id.New()
		ownURL := "http://127.0.0.1:8080/media/" + own + "/moka.png"
		s.Publish(t, media.Uploaded{MediaID: own, URL: ownURL, Width: 4, Height: 3})
		log := eventbustest.Record(t, s.DB)
		brandID := s.admin.Do(t, "POST", "/v1/brands", body{"name": "Moka", "slug": "moka", "logoUrl": url}).Require(t, 201).Text("id")
		path := brandPath(brandID)
		asked := media.DeletionRequested{MediaID: mediaID}
		s.Publish(t, asked)
		s.admin.Do(t, "PATCH", path, body{"name": "Mokka"}).Require(t, 200)
		s.admin.Do(t, "PATCH", path, body{"logoUrl": ownURL}).Require(t, 200).RequireFields(t, kit.Fields{"logoUrl": ownURL})
		for _, wrong := range []string{"http://127.0.0.1:8080/media/" + id.New() + "/moka.png", "javascript:x/media/"} {
			requireRefused(t, s.admin, "PATCH", path, refusal{body{"logoUrl": wrong}, []string{"/logoUrl bad_format"}})
			requireRefused(t, s.admin, "POST", "/v1/brands", refusal{body{"name": "Other", "logoUrl": wrong}, []string{"/logoUrl bad_format"}})
		}
		s.admin.Do(t, "DELETE", path, nil).Require(t, 204)
		s.Publish(t, asked)
		named := func(name string, mediaIDs ...string) events.MediaNamed {
			return events.MediaNamed{OwnerID: brandID, Kind: events.OwnerBrand, Name: name, MediaIDs: append([]string{}, mediaIDs...)}
		}
		saved := func(name string, created bool) events.BrandSaved {
			return events.BrandSaved{BrandID: brandID, Name: name, Slug: "moka", Created: created}
		}
		log.RequireExactly(t, named("Moka", mediaID), saved("Moka", true), asked, events.MediaKept{MediaID: mediaID},
			named("Mokka", mediaID), saved("Mokka", false), named("Mokka", own), saved("Mokka", false),
			named("Mokka"), events.BrandDeleted{BrandID: brandID}, asked, events.MediaReleased{MediaID: mediaID})
	})
}

// No event names a logo that is elsewhere, whatever its address looks like.
func TestLogosElsewhere(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		made := body{"name": "Moka", "slug": "moka", "logoUrl": "https://cdn.example.com/media/moka.png"}
		brandID := s.admin.Do(t, "POST", "/v1/brands", made).Require(t, 201).Text("id")
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"name": "Mokka"}).Require(t, 200)
		s.admin.Do(t, "DELETE", brandPath(brandID), nil).Require(t, 204)
		log.RequireExactly(t,
			events.BrandSaved{BrandID: brandID, Name: "Moka", Slug: "moka", Created: true},
			events.BrandSaved{BrandID: brandID, Name: "Mokka", Slug: "moka"}, events.BrandDeleted{BrandID: brandID})
	})
}

// A deletion is released when nothing names the picture, and nothing can afterwards; else the
// picture is kept.
func TestReleaseOfMedia(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		mediaID, _ := s.picture(t)
		p := s.product(t, body{"name": "Cup", "images": []body{{"mediaId": mediaID}}})
		productID := p.Text("id")
		log := eventbustest.Record(t, s.DB)
		asked := media.DeletionRequested{MediaID: mediaID}
		s.Publish(t, asked)
		log.RequireExactly(t, asked, events.MediaKept{MediaID: mediaID})

		s.admin.Do(t, "PATCH", productPath(productID), body{"images": []body{}}).Require(t, 200)
		log = eventbustest.Record(t, s.DB)
		s.Publish(t, asked)
		log.RequireExactly(t, asked, events.MediaReleased{MediaID: mediaID})
		requireRefused(t, s.admin, "PATCH", productPath(productID),
			refusal{body{"images": []body{{"mediaId": mediaID}}}, []string{"/images/0/mediaId not_allowed"}})
		s.admin.Do(t, "PATCH", productPath(productID), body{"name": "Cup and saucer"}).Require(t, 200)

		// What the shop itself keeps is not deleted, and may be named again.
		s.Publish(t, shop.MediaKept{MediaID: mediaID})
		s.admin.Do(t, "PATCH", productPath(productID), body{"images": []body{{"mediaId": mediaID}}}).Require(t, 200)
		log = eventbustest.Record(t, s.DB)
		s.Publish(t, asked)
		log.RequireExactly(t, asked, events.MediaKept{MediaID: mediaID})
	})
}

// Whoever keeps pictures hears which a product names, as long as it names some.
func TestMediaNamed(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		mediaID, _ := s.picture(t)
		productID := s.product(t, body{"name": "Cup"}).Text("id")
		for _, step := range []struct {
			change body
			want   []string // nil: no event
		}{
			{body{"name": "Mug"}, nil},
			{body{"images": []body{{"mediaId": mediaID}, {"mediaId": mediaID, "alt": "Again"}}}, []string{mediaID}},
			{body{"images": []body{}}, []string{}},
			{body{"name": "Cup"}, nil},
		} {
			log := eventbustest.Record(t, s.DB)
			got := s.admin.Do(t, "PATCH", productPath(productID), step.change).Require(t, 200)
			named := 0
			for _, e := range log.Entries() {
				if e.Name == (events.MediaNamed{}).EventName() {
					named++
				}
			}
			if (step.want != nil) != (named == 1) {
				t.Errorf("%v: %d events, %s", step.change, named, got.Body)
			}
			var uses int64
			if err := s.DB.Model(&mediaUse{}).Where("owner_id = ?", productID).Count(&uses).Error; err != nil || int(uses) != len(step.want) {
				t.Errorf("%v: %d uses, %v", step.change, uses, err)
			}
		}
	})
}

// Pictures of products are https or the shop's own, by the API and in a file, as logos are. A
// picture that a product has from before may stay.
func TestPicturesAreHTTPSOrOwn(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		own := id.New()
		ownURL := "http://127.0.0.1:8080/media/" + own + "/moka.png"
		s.Publish(t, media.Uploaded{MediaID: own, URL: ownURL, Width: 4, Height: 3})
		const products = "/v1/admin/products"
		productID := s.product(t, simple("Moka", 1299, body{"images": []body{{"url": ownURL}}})).Text("id")
		for _, wrong := range []string{
			"http://cdn.example.com/two.png", "javascript:alert(1)", "data:image/png;base64,AAAA",
			"http://127.0.0.1:8080/media/" + id.New() + "/moka.png",
		} {
			images := []body{{"url": "https://cdn.example.com/one.png"}, {"url": wrong}}
			row := refusal{body{"name": "Other", "images": images}, []string{"/images/1/url bad_format"}}
			requireRefused(t, s.admin, "POST", products, row)
			requireRefused(t, s.admin, "PATCH", products+"/"+productID, refusal{body{"images": images}, row.want})
			s.importFile(t, "name,sku,price,images\nCup,CUP-1,3,"+wrong+"\n", 0, 1)
		}
		const old = "http://cdn.example.com/media/old.png"
		if err := s.DB.Exec(`UPDATE catalog_products SET images = ? WHERE id = ?`, `[{"url":"`+old+`"}]`, productID).Error; err != nil {
			t.Fatal(err)
		}
		s.admin.Do(t, "PATCH", products+"/"+productID, body{"name": "Mokka"}).Require(t, 200).RequireFields(t, kit.Fields{"images.0.url": old})
	})
}
