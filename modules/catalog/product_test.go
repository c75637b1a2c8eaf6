package catalog

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"orderd/modules/catalog/events"
	media "orderd/modules/media/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func TestProduct(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		brandID, kitchen := s.brand(t, moka), s.category(t, "Kitchen", "")
		cups := s.category(t, "Cups", kitchen)
		created := s.product(t, cup(body{"brandId": brandID, "categoryIds": []string{cups}}))
		productID := created.Text("id")
		created.RequireFields(t, kit.Fields{
			"slug": "espresso-cup", "description": "Thick porcelain.", "status": "active", "taxClass": "reduced",
			"brand.name": "Moka & Söhne", "brandId": brandID, "categories.0.slug": "cups", "categoryIds.0": cups,
			"images.0.alt": "A cup", "images.1.alt": nil, "options.0.values.1": "Black", "priceFrom": 11.5,
			"rating.count": 0, "rating.average": nil,
			"variants.0.sku": "CUP-W", "variants.0.options.Color": "White", "variants.0.price": 12.9,
			"variants.0.compareAtPrice": 15, "variants.0.weightGrams": 310, "variants.0.available": 0,
			"variants.0.wholesalePrices.0.minQuantity": 24, "variants.0.wholesalePrices.1.price": 7.5,
			"variants.1.compareAtPrice": nil, "variants.1.weightGrams": nil,
		})
		if location := created.Header.Get("Location"); location != productPath(productID) {
			t.Errorf("Location: %s, want %s", location, productPath(productID))
		}
		if got := s.admin.Do(t, "GET", productPath(productID), nil).Require(t, 200); string(got.Body) != string(created.Body) {
			t.Errorf("read by an admin: %s, want %s", got.Body, created.Body)
		}
		for _, name := range []string{productID, "espresso-cup"} {
			s.requireShown(t, name, kit.Fields{
				"name": "Espresso cup", "variants.1.id": created.At("variants.1.id"), "taxClass": nil, "variants.0.wholesalePrices.#": 0,
			})
		}
		for path, below := range map[string]int{brandPath(brandID): 0, categoryPath(cups): 0, categoryPath(kitchen): 1} {
			s.admin.Do(t, "DELETE", path, nil).Require(t, 409, "in_use").RequireFields(t, kit.Fields{
				"products.0.id": productID, "products.0.name": "Espresso cup", "productCount": 1, "categories.#": below, "categoryCount": below,
			})
		}
	})
}

func TestArchiveProduct(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		productID := s.product(t, cup()).Text("id")
		log := eventbustest.Record(t, s.DB)
		s.admin.Do(t, "DELETE", productPath(productID), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", productPath(productID), nil).Require(t, 204)
		s.API.Do(t, "GET", "/v1/products/"+productID, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "POST", "/v1/admin/products", cup(body{"variants": nil, "options": nil})).Require(t, 409, "slug_taken")
		if got := eventbustest.Of[events.ProductSaved](log); len(got) != 1 || got[0].Status != events.ProductArchived || got[0].Created {
			t.Errorf("events: %+v, want one of an archived product", got)
		}
	})
}

func TestProductSavedEvent(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		created := s.product(t, cup())
		image, alt := "https://cdn.example.com/cup.png", "A cup"
		saved := events.ProductSaved{
			ProductID: created.Text("id"), Slug: "espresso-cup", Name: "Espresso cup", Status: events.ProductActive, TaxClass: events.TaxReduced,
			ImageURL: &image, Created: true, Tags: []string{}, Condition: events.ConditionNew,
			Images: []media.Image{media.ImageAt(image, &alt), media.ImageAt("https://cdn.example.com/two.png", nil)},
			Variants: []events.Variant{
				{
					VariantID: created.Text("variants.0.id"), SKU: "CUP-W", Options: map[string]string{"Color": "White"}, Price: 1290, Sold: true,
					WholesalePrices: []events.Tier{{MinQuantity: 24, Price: 890}, {MinQuantity: 100, Price: 750}}, WeightGrams: new(int64(310)),
					CompareAtKind: events.CompareAtWas,
				},
				{
					VariantID: created.Text("variants.1.id"), SKU: "CUP-B", Options: map[string]string{"Color": "Black"}, Price: 1150, Sold: true,
					WholesalePrices: []events.Tier{}, CompareAtKind: events.CompareAtWas,
				},
			},
		}
		s.admin.Do(t, "DELETE", productPath(saved.ProductID), nil).Require(t, 204)
		archived := saved
		archived.Status, archived.Created = events.ProductArchived, false
		log.RequireExactly(t, saved, archived)
	})
}

func TestEditProduct(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		created := s.product(t, cup())
		path := productPath(created.Text("id"))
		log := eventbustest.Record(t, s.DB)
		if got := s.admin.Do(t, "PATCH", path, body{}).Require(t, 200); string(got.Body) != string(created.Body) {
			t.Errorf("an edit that changes nothing: %s, want %s", got.Body, created.Body)
		}
		log.RequireExactly(t)
		edit := body{"name": "Mocha cup", "description": nil, "images": nil, "taxClass": "zero", "slug": "mocha"}
		s.admin.Do(t, "PATCH", path, edit).Require(t, 200).RequireFields(t, kit.Fields{
			"name": "Mocha cup", "description": nil, "images.#": 0, "taxClass": "zero", "slug": "mocha", "status": "active",
			"variants.0.id": created.At("variants.0.id"),
		})
		s.requireShown(t, "mocha", kit.Fields{"name": "Mocha cup"})
		s.admin.Do(t, "PATCH", path, body{"status": "draft"}).Require(t, 200)
		s.API.Do(t, "GET", "/v1/products/mocha", nil).Require(t, 404, "not_found")
	})
}

// Variants are matched by id or SKU, SKUs may change hands, and a variant that is left out is no
// longer sold. It gets its id back when it returns.
func TestEditVariants(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		created := s.product(t, cup())
		white, black := created.Text("variants.0.id"), created.Text("variants.1.id")
		log := eventbustest.Record(t, s.DB)
		size := func(sku, value string, price float64) body {
			return body{"sku": sku, "price": price, "options": body{"Size": value}}
		}
		for _, step := range []struct {
			name string
			edit body
			want kit.Fields
		}{
			{
				"matched", body{"options": nil, "variants": []body{size("CUP-B", "S", 9), with(size("CUP-X", "M", 10), body{"id": white})}},
				kit.Fields{"variants.0.id": black, "variants.1.id": white, "variants.1.sku": "CUP-X", "options.0.name": "Size", "priceFrom": 9},
			},
			{
				"swapped", body{"variants": []body{with(size("CUP-X", "S", 9), body{"id": black}), with(size("CUP-B", "M", 10), body{"id": white})}},
				kit.Fields{"variants.0.id": black, "variants.0.sku": "CUP-X", "variants.1.sku": "CUP-B"},
			},
			{"one left out", body{"variants": []body{size("CUP-B", "M", 10)}}, kit.Fields{"variants.#": 1, "variants.0.id": white, "priceFrom": 10}},
			{"back again", body{"variants": []body{size("CUP-X", "S", 8)}}, kit.Fields{"variants.#": 1, "variants.0.id": black}},
			{"all left out", body{"variants": []body{}}, kit.Fields{"variants.#": 0, "priceFrom": nil}},
		} {
			t.Run(step.name, func(t *testing.T) {
				s.admin.Do(t, "PATCH", productPath(created.Text("id")), step.edit).Require(t, 200).RequireFields(t, step.want)
			})
		}
		s.requireShown(t, "espresso-cup", kit.Fields{"priceFrom": nil})
		leftOut := eventbustest.Of[events.ProductSaved](log)[2].Variants
		if len(leftOut) != 2 || !leftOut[0].Sold || leftOut[1].VariantID != black || leftOut[1].Sold {
			t.Errorf("event without a variant: %+v", leftOut)
		}
	})
}

func TestListAsAdmin(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", "/v1/admin/products", nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", "/v1/admin/products", nil).Require(t, 403, "forbidden")
		requireRefused(t, s.admin, "GET", "/v1/admin/products?limit=0&status=sold",
			refusal{nil, []string{"?limit out_of_range", "?status not_allowed"}})
		for i, status := range []string{"draft", "active", "archived", "active"} {
			s.Clock.Advance(1e9)
			s.product(t, simple(fmt.Sprint("Größe 100%_", i), 1, body{"status": status}))
		}
		for query, want := range map[string][]string{
			"": {"3", "2", "1", "0"}, "status=active": {"3", "1"}, "status=draft": {"0"}, "page=2&limit=3": {"0"},
			"q=GROSSE": {"3", "2", "1", "0"}, "q=100%25_2": {"2"}, "q=grosse-100-1": {"1"},
			"q=SKU+Gr%C3%B6%C3%9Fe+100%25_0": {"0"}, "q=nothing": nil, "q=1000": nil, "status=archived&q=grosse": {"2"},
		} {
			got := fieldOfAll(t, s.admin.Do(t, "GET", "/v1/admin/products?"+query, nil), "name")
			for i := range got {
				got[i] = got[i][len(got[i])-1:]
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
	})
}

// Concurrent edits all count: each one sees the one before.
func TestEditsOfOneProductAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, s *setup) {
		productID := s.product(t, cup()).Text("id")
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				change := body{"description": fmt.Sprint("Text ", i)}
				if i%2 == 0 {
					change = body{"variants": []body{
						{"sku": "CUP-W", "price": i + 1, "options": body{"Color": "White"}},
						{"sku": fmt.Sprint("NEW-", i), "price": 5, "options": body{"Color": "Black"}},
					}}
				}
				got, err := kit.Patiently(func() (kit.Answer, error) { return s.admin.Try("PATCH", productPath(productID), change) })
				if err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
			})
		}
		wg.Wait()
		for query, want := range map[string]int64{
			"SELECT count(*) FROM catalog_variants":                  12,
			"SELECT count(*) FROM catalog_variants WHERE sold":       2,
			"SELECT count(*) FROM catalog_index WHERE word = 'text'": 1,
		} {
			var got int64
			if err := s.DB.Raw(query).Scan(&got).Error; err != nil || got != want {
				t.Errorf("%s: %d, want %d, %v", query, got, want, err)
			}
		}
		s.requireConsistentIndex(t)
	})
}
