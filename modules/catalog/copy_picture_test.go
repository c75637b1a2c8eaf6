package catalog

import (
	"strings"
	"testing"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// uploaded announces a picture of 1600 × 1200 pixels with two smaller copies.
func (s *setup) uploaded(t *testing.T) media.Uploaded {
	t.Helper()
	mediaID := id.New()
	at := "https://api.example.com/media/" + mediaID
	e := media.Uploaded{MediaID: mediaID, URL: at + "/cup.jpg", Width: 1600, Height: 1200, Renditions: []media.Rendition{
		{Width: 320, URL: at + "/cup-320.webp", ContentType: "image/webp"}, {Width: 640, URL: at + "/cup-640.webp", ContentType: "image/webp"},
	}}
	s.Publish(t, e)
	return e
}

// shownAs are the fields of an Image of the picture, below a path.
func shownAs(path string, e media.Uploaded) kit.Fields {
	return kit.Fields{
		path + ".url": e.URL, path + ".mediaId": e.MediaID, path + ".width": 1600.0, path + ".height": 1200.0, path + ".renditions.#": 2,
		path + ".renditions.0.width": 320.0, path + ".renditions.0.url": e.Renditions[0].URL,
		path + ".renditions.1.contentType": "image/webp",
	}
}

// imageOf is the picture as events have it.
func imageOf(e media.Uploaded) media.Image {
	return media.Image{URL: e.URL, MediaID: &e.MediaID, Width: &e.Width, Height: &e.Height, Renditions: e.Renditions}
}

// Products, brands and categories show sizes and smaller copies, by id and by address; a picture
// that is elsewhere has none.
func TestImages(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		first, second := s.uploaded(t), s.uploaded(t)
		brandID := s.admin.Do(t, "POST", "/v1/brands", body{"name": "Moka", "logoUrl": first.URL}).Require(t, 201).Text("id")
		category := s.admin.Do(t, "POST", "/v1/categories", body{"name": "Cups", "mediaId": strings.ToUpper(first.MediaID)}).Require(t, 201)
		const elsewhere = "https://cdn.example.com/cup.png"
		p := s.product(t, cup(body{"brandId": brandID, "categoryIds": []string{category.Text("id")},
			"images": []body{{"mediaId": first.MediaID, "alt": "A cup"}, {"url": second.URL}, {"url": elsewhere}}}))
		away := kit.Fields{"images.2.url": elsewhere, "images.2.mediaId": nil, "images.2.width": nil, "images.2.height": nil,
			"images.2.renditions.#": 0}
		category.RequireFields(t, shownAs("image", first)).RequireFields(t, kit.Fields{"mediaId": first.MediaID})
		one := s.API.Do(t, "GET", "/v1/products/"+p.Text("slug"), nil).Require(t, 200)
		list := s.API.Do(t, "GET", "/v1/products", nil).Require(t, 200)
		for _, want := range []kit.Fields{
			shownAs("images.0", first), shownAs("images.1", second), away, shownAs("brand.logo", first),
			{"images.0.alt": "A cup", "brand.logoUrl": first.URL},
		} {
			one.RequireFields(t, want)
			listed := kit.Fields{}
			for path, value := range want {
				listed["data.0."+path] = value
			}
			list.RequireFields(t, listed)
		}
		s.API.Do(t, "GET", "/v1/brands", nil).RequireFields(t, shownAs("data.0.logo", first))
		s.API.Do(t, "GET", "/v1/categories", nil).RequireFields(t, shownAs("data.0.image", first))
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"logoUrl": "https://cdn.example.com/moka.png"}).Require(t, 200).RequireFields(t,
			kit.Fields{"logo.url": "https://cdn.example.com/moka.png", "logo.width": nil, "logo.renditions.#": 0, "logo.mediaId": nil})
		s.admin.Do(t, "PATCH", brandPath(brandID), body{"logoUrl": nil}).Require(t, 200).RequireFields(t, kit.Fields{"logo": nil, "logoUrl": nil})
	})
}

// A category names a picture until it has another, or is deleted. One that is none is refused.
func TestPicturesOfCategories(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		first, second := s.uploaded(t), s.uploaded(t)
		for _, unknown := range []any{id.New(), s.category(t, "Other", "")} {
			requireRefused(t, s.admin, "POST", "/v1/categories",
				refusal{body{"name": "Cups", "mediaId": unknown}, []string{"/mediaId not_allowed"}})
		}
		log := eventbustest.Record(t, s.DB)
		made := s.admin.Do(t, "POST", "/v1/categories", body{"name": "Cups", "mediaId": first.MediaID}).Require(t, 201)
		categoryID, path := made.Text("id"), "/v1/categories/"+made.Text("id")
		asked := media.DeletionRequested{MediaID: first.MediaID}
		s.Publish(t, asked)
		requireRefused(t, s.admin, "PATCH", path, refusal{body{"mediaId": id.New()}, []string{"/mediaId not_allowed"}})
		s.admin.Do(t, "PATCH", path, body{"mediaId": first.MediaID}).Require(t, 200).RequireFields(t, kit.Fields{"version": 1.0})
		s.admin.Do(t, "PATCH", path, body{"mediaId": second.MediaID}).Require(t, 200).RequireFields(t, shownAs("image", second))
		s.admin.Do(t, "PATCH", path, body{"name": "Mugs", "slug": "mugs"}).Require(t, 200).RequireFields(t, shownAs("image", second))
		s.admin.Do(t, "PATCH", path, body{"mediaId": nil}).Require(t, 200).RequireFields(t, kit.Fields{"image": nil, "mediaId": nil})
		s.Publish(t, asked)
		requireRefused(t, s.admin, "PATCH", path, refusal{body{"mediaId": first.MediaID}, []string{"/mediaId not_allowed"}})
		s.admin.Do(t, "PATCH", path, body{"mediaId": second.MediaID}).Require(t, 200)
		s.admin.Do(t, "DELETE", path, nil).Require(t, 204)
		named := func(name string, mediaIDs ...string) events.MediaNamed {
			return events.MediaNamed{OwnerID: categoryID, Kind: events.OwnerCategory, Name: name, MediaIDs: append([]string{}, mediaIDs...)}
		}
		saved := func(name, slug string, created bool) events.CategorySaved {
			return events.CategorySaved{CategoryID: categoryID, Name: name, Slug: slug, Created: created}
		}
		log.RequireExactly(t, named("Cups", first.MediaID), saved("Cups", "cups", true), asked, events.MediaKept{MediaID: first.MediaID},
			named("Cups", second.MediaID), saved("Cups", "cups", false), named("Mugs", second.MediaID), saved("Mugs", "mugs", false),
			named("Mugs"), saved("Mugs", "mugs", false), asked, events.MediaReleased{MediaID: first.MediaID},
			named("Mugs", second.MediaID), saved("Mugs", "mugs", false), named("Mugs"), events.CategoryDeleted{CategoryID: categoryID})
	})
}

// A variant is shown by one of the product's images. When that goes, and the change names no
// variants, the first shows it.
func TestPicturesOfVariants(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		first, second, other := s.uploaded(t), s.uploaded(t), s.uploaded(t)
		images := []body{{"mediaId": first.MediaID}, {"url": second.URL}}
		variants := func(mediaID any) []body {
			return []body{{"sku": "CUP-S", "price": 1, "options": body{"Size": "S"}},
				{"sku": "CUP-L", "price": 2, "options": body{"Size": "L"}, "mediaId": mediaID}}
		}
		log := eventbustest.Record(t, s.DB)
		p := s.product(t, simple("Cup", 1, body{"images": images, "variants": variants(strings.ToUpper(second.MediaID))}))
		path := productPath(p.Text("id"))
		p.RequireFields(t, kit.Fields{"variants.0.mediaId": nil, "variants.1.mediaId": second.MediaID})
		s.API.Do(t, "GET", "/v1/products/"+p.Text("slug"), nil).RequireFields(t, kit.Fields{"variants.1.mediaId": second.MediaID})
		for _, e := range log.Entries() {
			if e.Name == (events.ProductSaved{}).EventName() && !strings.Contains(string(e.Payload), `"mediaId": "`+second.MediaID) &&
				!strings.Contains(string(e.Payload), `"mediaId":"`+second.MediaID) {
				t.Errorf("%s", e.Payload)
			}
		}
		wrong := []string{"/variants/1/mediaId not_allowed"}
		for _, mediaID := range []string{other.MediaID, id.New()} {
			requireRefused(t, s.admin, "PATCH", path, refusal{body{"variants": variants(mediaID)}, wrong})
			requireRefused(t, s.admin, "POST", "/v1/admin/products",
				refusal{body{"name": "Mug", "images": images, "variants": []body{{"sku": "M", "price": 1, "options": body{"Size": "S"}},
					{"sku": "N", "price": 1, "options": body{"Size": "L"}, "mediaId": mediaID}}}, wrong})
		}
		requireRefused(t, s.admin, "PATCH", path,
			refusal{body{"images": images[:1], "variants": variants(second.MediaID)}, wrong})
		s.admin.Do(t, "PATCH", path, body{"name": "Mug"}).Require(t, 200).RequireFields(t, kit.Fields{"variants.1.mediaId": second.MediaID})
		s.importFile(t, "slug,sku,price\n"+p.Text("slug")+",CUP-L,3\n", 1, 0)
		s.requireShown(t, p.Text("slug"), kit.Fields{"variants.1.mediaId": second.MediaID, "variants.1.price": 3.0})
		s.admin.Do(t, "PATCH", path, body{"images": images[:1]}).Require(t, 200).RequireFields(t, kit.Fields{"variants.1.mediaId": nil})
		s.admin.Do(t, "PATCH", path, body{"images": images, "variants": variants(second.MediaID)}).Require(t, 200)
		s.importFile(t, "slug,images\n"+p.Text("slug")+","+first.URL+"\n", 1, 0)
		s.requireShown(t, p.Text("slug"), kit.Fields{"variants.1.mediaId": nil, "images.#": 1})
	})
}

// What named a picture before its size was known shows it when it is, and so does who listens; no
// version changes. What is known stays when the log is replayed.
func TestPicturesFromBefore(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		before := s.uploaded(t)
		brandID := s.admin.Do(t, "POST", "/v1/brands", body{"name": "Moka", "logoUrl": before.URL}).Require(t, 201).Text("id")
		categoryID := s.admin.Do(t, "POST", "/v1/categories", body{"name": "Cups", "mediaId": before.MediaID}).Require(t, 201).Text("id")
		p := s.product(t, simple("Cup", 1, body{"brandId": brandID, "categoryIds": []string{categoryID},
			"images": []body{{"mediaId": before.MediaID}}}))
		for _, statement := range []string{
			`UPDATE catalog_media SET width = NULL, height = NULL, renditions = '[]'`, `UPDATE catalog_brands SET logo = NULL`,
			`UPDATE catalog_products SET images = '[{"url":"` + before.URL + `","alt":null,"mediaId":"` + before.MediaID + `"}]'`,
			`UPDATE catalog_categories SET image = '{"url":"` + before.URL + `","mediaId":"` + before.MediaID + `"}'`,
			`UPDATE catalog_state SET revision = revision + 1, version = version + 1, taxonomy = taxonomy + 1`,
		} {
			if err := s.DB.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		shown := "/v1/products/" + p.Text("slug")
		s.API.Do(t, "GET", shown, nil).RequireFields(t, kit.Fields{
			"images.0.url": before.URL, "images.0.width": nil, "images.0.renditions.#": 0, "brand.logo.url": before.URL, "brand.logo.width": nil,
		})
		categoryPath := "/v1/categories/" + categoryID
		s.API.Do(t, "GET", categoryPath, nil).RequireFields(t, kit.Fields{"image.url": before.URL, "image.renditions.#": 0})
		log := eventbustest.Record(t, s.DB)
		described := media.Described{MediaID: before.MediaID, URL: before.URL, Width: 1600, Height: 1200, Renditions: before.Renditions}
		pictured := events.ProductPictured{ProductID: p.Text("id"), Images: []media.Image{imageOf(before)},
			Variants: []events.VariantPicture{{VariantID: p.Text("variants.0.id")}}}
		s.Publish(t, described)
		log.RequireExactly(t, described, pictured)
		got := s.API.Do(t, "GET", shown, nil).Require(t, 200)
		for _, path := range []string{"images.0", "brand.logo"} {
			got.RequireFields(t, shownAs(path, before))
		}
		s.API.Do(t, "GET", categoryPath, nil).RequireFields(t, shownAs("image", before))
		old := before
		old.Renditions = nil
		s.Publish(t, described, old)
		s.admin.Do(t, "GET", productPath(p.Text("id")), nil).RequireFields(t, shownAs("images.0", before)).
			RequireFields(t, kit.Fields{"version": 1.0, "updatedAt": p.Text("updatedAt")})
		log.RequireExactly(t, described, pictured, described, old)
	})
}
