package ordering

import (
	"testing"

	catalog "orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

// pictureAt is an uploaded picture of 1600 × 1200 pixels.
func pictureAt(name string) media.Image {
	mediaID, width, height := id.New(), 1600, 1200
	at := "https://api.example.com/media/" + mediaID + "/" + name
	return media.Image{URL: at + ".jpg", MediaID: &mediaID, Width: &width, Height: &height,
		Renditions: []media.Rendition{{Width: 320, URL: at + "-320.webp", ContentType: "image/webp"}}}
}

// shownImage are the fields of a line with the image.
func shownImage(i media.Image, first string) kit.Fields {
	return kit.Fields{
		"items.0.imageUrl": first, "items.0.image.url": i.URL, "items.0.image.mediaId": *i.MediaID, "items.0.image.width": 1600.0,
		"items.0.image.height": 1200.0, "items.0.image.renditions.#": 1, "items.0.image.renditions.0.url": i.Renditions[0].URL,
		"items.0.image.renditions.0.contentType": "image/webp",
	}
}

// Lines of carts and orders show the variant's image, else the product's first; an order keeps that
// of its checkout. What was stored before there were images has its address alone.
func TestImagesOfLines(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		first, second := pictureAt("front"), pictureAt("back")
		var saved catalog.ProductSaved
		of := func(mediaID *string) kit.Fields {
			if mediaID == nil {
				return shownImage(first, first.URL)
			}
			return shownImage(second, first.URL)
		}
		for _, mediaID := range []*string{nil, second.MediaID} {
			it := s.sell(t, 10, 1000, func(p *catalog.ProductSaved) {
				p.ImageURL, p.Images, p.Variants[0].MediaID = &first.URL, []media.Image{first, second}, mediaID
				saved = *p
			})
			ada := s.customer(t)
			ada.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "variantId": it.VariantID, "quantity": 1}).
				Require(t, 201).RequireFields(t, of(mediaID))
			ada.Do(t, "GET", "/v1/cart", nil).Require(t, 200).RequireFields(t, of(mediaID))
			placed := postCheckout(t, ada.API, s.method(t)).Require(t, 201)
			placed.RequireFields(t, of(mediaID))
			saved.Images, saved.ImageURL = nil, nil
			s.Publish(t, saved)
			order := "/v1/orders/" + placed.Text("id")
			ada.Do(t, "GET", order, nil).Require(t, 200).RequireFields(t, of(mediaID))
			listed := kit.Fields{}
			for path, value := range of(mediaID) {
				listed["data.0."+path] = value
			}
			ada.Do(t, "GET", "/v1/orders", nil).Require(t, 200).RequireFields(t, listed)
			if err := s.DB.Exec(`UPDATE ordering_order_items SET image = NULL`).Error; err != nil {
				t.Fatal(err)
			}
			ada.Do(t, "GET", order, nil).RequireFields(t, kit.Fields{
				"items.0.image.url": first.URL, "items.0.image.width": nil, "items.0.image.renditions.#": 0,
			})
			if err := s.DB.Exec(`UPDATE ordering_order_items SET image_url = NULL`).Error; err != nil {
				t.Fatal(err)
			}
			ada.Do(t, "GET", order, nil).RequireFields(t, kit.Fields{"items.0.image": nil, "items.0.imageUrl": nil})
		}
	})
}

// What becomes known of pictures later is shown, unless the product was saved since.
func TestImagesFromBefore(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		front, back := pictureAt("front"), pictureAt("back")
		var saved catalog.ProductSaved
		it := s.sell(t, 10, 1000, func(p *catalog.ProductSaved) {
			p.ImageURL = &front.URL
			saved = *p
		})
		ada := s.customer(t)
		ada.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "variantId": it.VariantID, "quantity": 1}).Require(t, 201).
			RequireFields(t, kit.Fields{"items.0.image.url": front.URL, "items.0.image.mediaId": nil, "items.0.image.renditions.#": 0})
		pictured := func(images ...media.Image) catalog.ProductPictured {
			return catalog.ProductPictured{ProductID: it.ProductID, Images: images,
				Variants: []catalog.VariantPicture{{VariantID: it.VariantID, MediaID: back.MediaID}}}
		}
		s.Publish(t, pictured(front, back))
		ada.Do(t, "GET", "/v1/cart", nil).RequireFields(t, shownImage(back, front.URL))
		saved.Images = []media.Image{front}
		s.Publish(t, saved)
		ada.Do(t, "GET", "/v1/cart", nil).RequireFields(t, shownImage(front, front.URL))
		if err := updateImage(s.DB.WithContext(t.Context()), it.VariantID, &back, 1); err != nil {
			t.Fatal(err)
		}
		ada.Do(t, "GET", "/v1/cart", nil).RequireFields(t, shownImage(front, front.URL))
	})
}
