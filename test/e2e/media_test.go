package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"orderd/test/kit"
)

// upload uploads a picture and returns its id and its address.
func (s *shop) upload(name string) (mediaID, url string) {
	s.t.Helper()
	contentType, form := kit.FileForm(s.t, name, kit.PNG(s.t, 40, 30))
	got := s.admin.With("Content-Type", contentType).Do(s.t, "POST", "/v1/admin/media", form).Require(s.t, 201)
	return got.Text("id"), got.Text("url")
}

// A product shows an uploaded picture to everybody. The picture stays as long as the product shows
// it, also when a file that was exported is imported again, and goes afterwards.
func TestPicturesOfProducts(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		mediaID, url := s.upload("Cup.png")
		product := s.admin.Do(t, "POST", "/v1/admin/products", object{
			"name": "Pictured " + mediaID, "status": "active",
			"images": []object{{"mediaId": mediaID, "alt": "A cup"}, {"url": "https://cdn.example.com/two.png"}},
		}).Require(t, 201)
		productID := product.Text("id")
		shown := s.api.Do(t, "GET", "/v1/products/"+productID, nil).Require(t, 200)
		if shown.Text("images.0.url") != url || shown.Text("images.0.mediaId") != mediaID ||
			shown.Text("images.1.url") != "https://cdn.example.com/two.png" || shown.At("images.1.mediaId") != nil {
			t.Errorf("images: %s", shown.Body)
		}
		s.api.Do(t, "GET", url[strings.Index(url, "/media/"):], nil).Require(t, 200)

		at := "/v1/admin/media/" + mediaID
		if refused := s.admin.Do(t, "DELETE", at, nil).Require(t, 409, "in_use"); refused.Text("products.0.id") != productID {
			t.Errorf("in use: %s", refused.Body)
		}
		file := "slug,images\n" + product.Text("slug") + ",\"" + url + " A cup\nhttps://cdn.example.com/two.png\"\n"
		s.admin.With("Content-Type", "text/csv").Do(t, "POST", "/v1/admin/products/import", file).Require(t, 200).
			RequireFields(t, kit.Fields{"saved": 1.0})
		s.admin.Do(t, "GET", "/v1/admin/products/"+productID, nil).RequireFields(t, kit.Fields{
			"images.0.mediaId": mediaID, "images.0.alt": "A cup", "updatedAt": product.Text("updatedAt"),
		})
		s.admin.Do(t, "DELETE", at, nil).Require(t, 409, "in_use")

		s.admin.Do(t, "PATCH", "/v1/admin/products/"+productID, object{"images": []object{}}).Require(t, 200)
		s.admin.Do(t, "DELETE", at, nil).Require(t, 204)
		s.api.Do(t, "GET", url[strings.Index(url, "/media/"):], nil).Require(t, 404, "not_found")
		again := s.admin.Do(t, "PATCH", "/v1/admin/products/"+productID, object{"images": []object{{"mediaId": mediaID}}}).Require(t, 422)
		if !slices.Equal(again.Pointers(), []string{"/images/0/mediaId not_allowed"}) {
			t.Errorf("a picture that is gone: %v", again.Pointers())
		}
	})
}

// A picture has its size and its smaller copies wherever it is shown: with products, categories and
// brands, and with the lines of a cart, where a variant may have its own.
func TestPicturesEverywhere(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		contentType, form := kit.FileForm(t, "Cup.png", kit.PNG(t, 400, 300))
		upload := func() kit.Answer {
			return s.admin.With("Content-Type", contentType).Do(t, "POST", "/v1/admin/media", form).Require(t, 201)
		}
		first, second := upload(), upload()
		shown := func(path string, of kit.Answer) kit.Fields {
			return kit.Fields{
				path + ".url": of.Text("url"), path + ".mediaId": of.Text("id"), path + ".width": 400.0, path + ".height": 300.0,
				path + ".renditions.#": 1, path + ".renditions.0.width": 320.0, path + ".renditions.0.contentType": "image/webp",
				path + ".renditions.0.url": of.Text("renditions.0.url"),
			}
		}
		mediaID := first.Text("id")
		category := s.admin.Do(t, "POST", "/v1/categories", object{"name": "Cups " + mediaID, "mediaId": mediaID}).Require(t, 201)
		brand := s.admin.Do(t, "POST", "/v1/brands", object{"name": "Moka " + mediaID, "logoUrl": first.Text("url")}).Require(t, 201)
		product := s.admin.Do(t, "POST", "/v1/admin/products", object{
			"name": "Pictured " + mediaID, "status": "active", "brandId": brand.Text("id"), "categoryIds": []string{category.Text("id")},
			"images": []object{{"mediaId": mediaID}, {"mediaId": second.Text("id")}},
			"variants": []object{
				{"sku": "S-" + mediaID, "price": 5, "options": object{"Size": "S"}},
				{"sku": "L-" + mediaID, "price": 6, "options": object{"Size": "L"}, "mediaId": second.Text("id")},
			},
		}).Require(t, 201)
		page := s.api.Do(t, "GET", "/v1/products/"+product.Text("id"), nil).Require(t, 200)
		for path, of := range map[string]kit.Answer{
			"images.0": first, "images.1": second, "brand.logo": first,
		} {
			page.RequireFields(t, shown(path, of))
		}
		s.api.Do(t, "GET", "/v1/categories/"+category.Text("id"), nil).RequireFields(t, shown("image", first))
		s.admin.Do(t, "DELETE", "/v1/admin/media/"+mediaID, nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
			"categories.0.id": category.Text("id"), "categoryCount": 1, "brandCount": 1, "productCount": 1,
		})
		guest := s.api.Do(t, "POST", "/v1/carts", nil).Require(t, 201)
		cart := s.api.With("X-Cart-Token", guest.Text("cartToken"))
		for i, of := range []kit.Answer{first, second} {
			cart.Do(t, "POST", "/v1/cart/items", object{
				"productId": product.Text("id"), "variantId": product.Text(fmt.Sprintf("variants.%d.id", i)), "quantity": 1,
			}).Require(t, 201).RequireFields(t, shown(fmt.Sprintf("items.%d.image", i), of))
		}
		cart.Do(t, "GET", "/v1/cart", nil).RequireFields(t, kit.Fields{
			"items.0.imageUrl": first.Text("url"), "items.1.imageUrl": first.Text("url"),
		})
		path := first.Text("renditions.0.url")
		path = path[strings.Index(path, "/media/"):]
		kit.Eventually(t, "the smaller copy is made", func() error {
			if got := s.api.Do(t, "GET", path, nil).Require(t, 200).Header.Get("Content-Type"); got != "image/webp" {
				return fmt.Errorf("it is %s", got)
			}
			return nil
		})
	})
}

// An uploaded logo stays as long as its brand shows it.
func TestLogosOfBrands(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		mediaID, url := s.upload("Logo.png")
		brand := s.admin.Do(t, "POST", "/v1/brands", object{"name": "Branded " + mediaID, "logoUrl": url}).Require(t, 201)
		at := "/v1/admin/media/" + mediaID
		s.admin.Do(t, "DELETE", at, nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
			"brands.0.id": brand.Text("id"), "brands.0.name": brand.Text("name"), "brandCount": 1, "productCount": 0,
		})
		s.admin.Do(t, "PATCH", "/v1/brands/"+brand.Text("id"), object{"logoUrl": nil}).Require(t, 200)
		s.admin.Do(t, "DELETE", at, nil).Require(t, 204)
	})
}

// Deletions and saves race: whoever wins, no product shows a picture that is gone.
func TestDeleteWhileProductsAreSaved(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		for i := range 8 {
			mediaID, url := s.upload("raced.png")
			outcomes := kit.AtOnce(2, func(n int) string {
				if n == 0 {
					return fmt.Sprint("delete ", s.admin.Do(t, "DELETE", "/v1/admin/media/"+mediaID, nil).Status)
				}
				return fmt.Sprint("save ", s.admin.Do(t, "POST", "/v1/admin/products", object{
					"name": fmt.Sprint("Raced ", mediaID, i), "images": []object{{"mediaId": mediaID}},
				}).Status)
			})
			path, saved := url[strings.Index(url, "/media/"):], outcomes["save 201"] == 1
			if !saved && outcomes["save 422"] == 0 {
				t.Fatalf("outcomes: %v", outcomes)
			}
			kit.Eventually(t, "the picture is there as long as a product shows it", func() error {
				got := s.admin.Do(t, "GET", "/v1/admin/media?q="+mediaID, nil).Number("meta.total")
				if served := s.api.Do(t, "GET", path, nil).Status; saved != (got == 1) || saved != (served == 200) {
					return fmt.Errorf("%v: %v in the list, %d", outcomes, got, served)
				}
				return nil
			})
		}
	})
}

// The shop's logo and icon stay as long as its profile names them.
func TestLogoOfTheShop(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const profile = "/v1/admin/settings/profile"
		mediaID, url := s.upload("Logo.png")
		at := "/v1/admin/media/" + mediaID
		s.admin.Do(t, "PUT", profile, object{"logoMediaId": mediaID, "iconMediaId": mediaID}).Require(t, 200).
			RequireFields(t, kit.Fields{"values.logo.url": url, "values.icon.url": url})
		s.api.Do(t, "GET", "/v1/shop", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"logo.url": url, "logo.width": 40, "logo.height": 30, "icon.mediaId": mediaID,
		})
		s.admin.Do(t, "DELETE", at, nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
			"groups.0": "profile", "productCount": 0, "brandCount": 0, "categoryCount": 0,
		})
		s.admin.Do(t, "PUT", profile, object{"logoMediaId": nil}).Require(t, 200)
		s.admin.Do(t, "DELETE", at, nil).Require(t, 409, "in_use")
		s.admin.Do(t, "PUT", profile, object{"iconMediaId": nil}).Require(t, 200)
		s.admin.Do(t, "DELETE", at, nil).Require(t, 204)
		s.api.Do(t, "GET", url[strings.Index(url, "/media/"):], nil).Require(t, 404, "not_found")
		again := s.admin.Do(t, "PUT", profile, object{"logoMediaId": mediaID}).Require(t, 422)
		if !slices.Equal(again.Pointers(), []string{"/logoMediaId not_allowed"}) {
			t.Errorf("a picture that is gone: %v", again.Pointers())
		}

		// Deletions and saves race: whoever wins, the shop shows no picture that is gone, and what stays
		// can be named by products.
		for i := range 8 {
			mediaID, url := s.upload("raced.png")
			outcomes := kit.AtOnce(2, func(n int) string {
				if n == 0 {
					return fmt.Sprint("delete ", s.admin.Do(t, "DELETE", "/v1/admin/media/"+mediaID, nil).Status)
				}
				return fmt.Sprint("save ", s.admin.Do(t, "PUT", profile, object{"logoMediaId": mediaID}).Status)
			})
			path, saved := url[strings.Index(url, "/media/"):], outcomes["save 200"] == 1
			if !saved && outcomes["save 422"] == 0 {
				t.Fatalf("outcomes: %v", outcomes)
			}
			kit.Eventually(t, "the picture is there as long as the shop shows it", func() error {
				got := s.admin.Do(t, "GET", "/v1/admin/media?q="+mediaID, nil).Number("meta.total")
				if served := s.api.Do(t, "GET", path, nil).Status; saved != (got == 1) || saved != (served == 200) {
					return fmt.Errorf("%v: %v in the list, %d", outcomes, got, served)
				}
				return nil
			})
			if saved {
				s.admin.Do(t, "POST", "/v1/admin/products", object{
					"name": fmt.Sprint("Logo ", mediaID, i), "images": []object{{"mediaId": mediaID}},
				}).Require(t, 201)
			}
		}
	})
}
