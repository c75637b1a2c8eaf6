package catalog

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/preview"
	"orderd/test/kit"
)

// The token of a preview shows the draft for half an hour. Without one it is not found.
func TestDraftIsPreviewed(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		draft := s.product(t, body{"name": "Secret cup", "variants": []body{{
			"sku": "SECRET", "price": 10, "wholesalePrices": []body{{"minQuantity": 10, "price": 8}},
		}}})
		other := s.product(t, body{"name": "Other cup"}).Text("slug")
		productID, at := draft.Text("id"), "/v1/products/secret-cup"
		made := s.admin.Do(t, "POST", "/v1/admin/products/"+productID+"/preview", nil).Require(t, 201)
		made.RequireFields(t, kit.Fields{"url": nil})
		token := made.Text("token")

		s.API.Do(t, "GET", at, nil).Require(t, 404, "not_found")
		for _, path := range []string{at, "/v1/products/" + productID} {
			got := s.API.Do(t, "GET", path+"?preview="+token, nil).Require(t, 200)
			got.RequireFields(t, kit.Fields{
				"name": "Secret cup", "status": "draft", "variants.0.price": 10, "variants.0.wholesalePrices.#": 0,
			})
			if cache := got.Header.Get("Cache-Control"); cache != "no-store" || got.Header.Get("ETag") != "" {
				t.Errorf("%s, %s", cache, got.Header.Get("ETag"))
			}
		}
		for _, refused := range []string{
			"/v1/products/" + other + "?preview=" + token, at + "?preview=x", at + "?preview=" + strings.ToLower(token),
		} {
			s.API.Do(t, "GET", refused, nil).Require(t, 404, "not_found")
		}
		s.API.Do(t, "GET", "/v1/products", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 0})
		s.Clock.Advance(preview.Life - time.Minute)
		s.API.Do(t, "GET", at+"?preview="+token, nil).Require(t, 200)
		s.Clock.Advance(time.Minute)
		s.API.Do(t, "GET", at+"?preview="+token, nil).Require(t, 404, "not_found")
	})
}

func TestWhoMayPreviewDrafts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		productID := s.product(t, body{"name": "Secret cup"}).Text("id")
		at := "/v1/admin/products/" + productID + "/preview"
		customer, _ := s.As(t, auth.RoleCustomer)
		reader, _ := s.AsKey(t, "products:read")
		s.API.Do(t, "POST", at, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "POST", at, nil).Require(t, 403, "forbidden")
		reader.Do(t, "POST", at, nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "POST", "/v1/admin/products/"+id.New()+"/preview", nil).Require(t, 404, "not_found")
	})
}

// There are at most so many previews: a new one ends the oldest.
func TestManyPreviewsOfDrafts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		productID := s.product(t, body{"name": "Secret cup"}).Text("id")
		newPreview := func() string {
			return s.admin.Do(t, "POST", "/v1/admin/products/"+productID+"/preview", nil).Require(t, 201).Text("token")
		}
		first := newPreview()
		rows := []productPreview{}
		for i := range preview.Most - 1 {
			rows = append(rows, productPreview{Hash: fmt.Sprint(i), ProductID: productID, ExpiresAt: s.Clock.Now().Add(preview.Life + time.Second)})
		}
		if err := s.DB.CreateInBatches(rows, 100).Error; err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second)
		last := newPreview()
		s.API.Do(t, "GET", "/v1/products/secret-cup?preview="+first, nil).Require(t, 404, "not_found")
		s.API.Do(t, "GET", "/v1/products/secret-cup?preview="+last, nil).Require(t, 200)
	})
}
