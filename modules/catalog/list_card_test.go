package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	media "orderd/modules/media/events"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestCards(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		sh := newShop(t, s)
		s.product(t, cup(body{"brandId": sh.brandID}))
		list := s.API.Do(t, "GET", "/v1/products?fields=card&q=espresso", nil).Require(t, 200)
		list.RequireFields(t, kit.Fields{
			"meta.total": 1, "included": nil, "data.0.name": "Espresso cup", "data.0.slug": "espresso-cup",
			"data.0.image.url": "https://cdn.example.com/cup.png", "data.0.image.alt": "A cup", "data.0.brand.slug": "moka",
			"data.0.priceMode": "gross", "data.0.priceFrom": 11.5, "data.0.compareAtFrom": nil, "data.0.onSale": true, "data.0.inStock": false,
			"data.0.variantCount": 2, "data.0.rating.count": 0, "data.0.rating.average": nil,
		})
		var fields struct{ Data []map[string]json.RawMessage }
		if list.Decode(t, &fields); len(fields.Data[0]) != 15 || len(list.Text("data.0.brand")) > 0 {
			t.Errorf("fields: %s", list.Body)
		}
		s.API.Do(t, "GET", "/v1/products?fields=card&q=banana", nil).RequireFields(t, kit.Fields{
			"data.0.brand": nil, "data.0.image": nil, "data.0.inStock": true})
		// The same products in another shape are another page.
		s.API.Do(t, "GET", "/v1/products?q=espresso", nil).RequireFields(t, kit.Fields{"data.0.variants.#": 2, "data.0.image": nil})
		if n := s.Statements(t, s.API, "GET", "/v1/products?fields=card&limit=7", nil); n != 4 {
			t.Errorf("%d statements for a page of cards", n)
		}
		for query, want := range map[string]string{
			"fields=all": "?fields not_allowed", "fields=card&fields=card": "?fields not_allowed",
			"include=secrets": "?include not_allowed", "include=facets,secrets": "?include not_allowed",
		} {
			requireRefused(t, s.API, "GET", "/v1/products?"+query, refusal{nil, []string{want}})
		}
		requireRefused(t, s.API, "GET", "/v1/products/facets?fields=card&include=facets",
			refusal{nil, []string{"?fields unexpected_field", "?include unexpected_field"}})
	})
}

func TestListIncludes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		sh := newShop(t, s)
		get := func(query string) kit.Answer { return s.API.Do(t, "GET", "/v1/products?"+query, nil).Require(t, 200) }
		get("include=facets,category&category=kitchen,garden&limit=1").RequireFields(t, kit.Fields{
			"data.#": 1, "included.facets.total": 2, "included.facets.brands.0.slug": "moka",
			"included.category.id": sh.kitchenID, "included.category.productCount": 2,
		})
		get("include=facets&include=category").RequireFields(t, kit.Fields{"included.facets.total": 3, "included.category": nil})
		get("include=category&category=garden,kitchen").RequireFields(t, kit.Fields{"included.facets": nil, "included.category.slug": "garden"})
		get("include=category&category=kitchen,garden").RequireFields(t, kit.Fields{"included.category.slug": "kitchen"})
		get("include=category&category=none,garden").RequireFields(t, kit.Fields{"included.category": nil, "meta.total": 1})
		get("include=facets&brand=none").RequireFields(t, kit.Fields{"meta.total": 0, "data.#": 0, "included.facets.brands.0.slug": "moka"})
		facets := s.API.Do(t, "GET", "/v1/products/facets?q=banana", nil).Require(t, 200)
		if list := get("include=facets&q=banana"); !bytes.Contains(list.Body, facets.Body) {
			t.Errorf("%s is not in %s", facets.Body, list.Body)
		}
	})
}

// 24 cards fit into 4 kB, those of pictures with all smaller copies too.
func TestCardsAreSmall(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brandID := s.brand(t, moka)
		words := strings.Fields("walnut grinder copper kettle linen apron oak board porcelain dripper cast iron pan steel whisk")
		for i := range 24 {
			name := fmt.Sprintf("%s %s No %d", words[i%len(words)], words[(i*7+3)%len(words)], i)
			s.product(t, cup(body{"name": name, "brandId": brandID, "options": nil,
				"images":   []body{{"mediaId": s.uploadedLarge(t, strings.ReplaceAll(name, " ", "-")), "alt": name}},
				"variants": []body{{"sku": name, "price": float64(i) + 0.9}}}))
		}
		a := s.API.Do(t, "GET", "/v1/products?fields=card&limit=24", nil).Require(t, 200)
		a.RequireFields(t, kit.Fields{"data.#": 24, "data.0.image.renditions.#": 4, "data.23.image.renditions.#": 4})
		var packed strings.Builder
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		_, _ = w.Write(a.Body)
		if _ = w.Close(); packed.Len() > 4000 {
			t.Errorf("%d bytes", packed.Len())
		}
	})
}

// uploadedLarge announces a picture that has each of the smaller copies there are.
func (s *setup) uploadedLarge(t *testing.T, name string) (mediaID string) {
	t.Helper()
	mediaID = id.New()
	at := "https://api.example.com/media/" + mediaID + "/" + name
	e := media.Uploaded{MediaID: mediaID, URL: at + ".jpg", Width: 2400, Height: 1800}
	for _, width := range []int{320, 640, 1280, 1920} {
		e.Renditions = append(e.Renditions, media.Rendition{
			Width: width, URL: fmt.Sprintf("%s-%d.webp", at, width), ContentType: "image/webp",
		})
	}
	s.Publish(t, e)
	return mediaID
}
