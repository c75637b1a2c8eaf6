package catalog

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"orderd/modules/catalog/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

func productPath(id string) string { return "/v1/admin/products/" + id }

// cup is a product with two variants.
func cup(changes ...body) body {
	return with(body{
		"name": "Espresso cup", "description": "Thick porcelain.", "status": "active", "taxClass": "reduced",
		"images":  []body{{"url": "https://cdn.example.com/cup.png", "alt": "A cup"}, {"url": "http://cdn.example.com/two.png"}},
		"options": []body{{"name": "Color", "values": []string{"White", "Black"}}},
		"variants": []body{
			{"sku": "CUP-W", "options": body{"Color": "White"}, "price": 12.9, "compareAtPrice": 15, "weightGrams": 310,
				"wholesalePrices": []body{{"minQuantity": 100, "price": 7.5}, {"minQuantity": 24, "price": 8.9}}},
			{"sku": "CUP-B", "options": body{"Color": "Black"}, "price": 11.5},
		},
	}, changes...)
}

// product adds a product and returns it as admins see it.
func (s *setup) product(t *testing.T, b body) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "POST", "/v1/admin/products", b).Require(t, 201)
}

func TestProduct(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		log := eventbustest.Record(t, s.DB)
		brandID := s.admin.Do(t, "POST", "/v1/brands", moka).Require(t, 201).Text("id")
		root := s.category(t, "Kitchen", "")
		cups := s.category(t, "Cups", root)
		made := s.product(t, cup(body{"brandId": brandID, "categoryIds": []string{cups}}))
		productID, white, black := made.Text("id"), made.Text("variants.0.id"), made.Text("variants.1.id")
		for path, want := range map[string]any{
			"slug": "espresso-cup", "description": "Thick porcelain.", "status": "active", "taxClass": "reduced", "brand.name": "Moka & Söhne", "brandId": brandID,
			"categories.0.slug": "cups", "categoryIds.0": cups, "images.0.alt": "A cup", "images.1.alt": nil, "options.0.values.1": "Black", "priceFrom": 11.5,
			"rating.count": 0.0, "rating.average": nil, "variants.0.sku": "CUP-W", "variants.0.options.Color": "White", "variants.0.price": 12.9,
			"variants.0.compareAtPrice": 15.0, "variants.0.weightGrams": 310.0, "variants.0.available": 0.0, "variants.0.wholesalePrices.0.minQuantity": 24.0,
			"variants.0.wholesalePrices.1.price": 7.5, "variants.1.compareAtPrice": nil, "variants.1.weightGrams": nil,
		} {
			if got := made.At(path); got != want {
				t.Errorf("%s: %v, want %v", path, got, want)
			}
		}
		if location := made.Header.Get("Location"); location != productPath(productID) {
			t.Errorf("Location: %s", location)
		}
		if got := s.admin.Do(t, "GET", productPath(productID), nil).Require(t, 200); string(got.Body) != string(made.Body) {
			t.Errorf("read by an admin: %s\nnot %s", got.Body, made.Body)
		}
		for _, name := range []string{productID, "espresso-cup"} {
			got := s.API.Do(t, "GET", "/v1/products/"+name, nil).Require(t, 200)
			if got.Text("name") != "Espresso cup" || got.Text("variants.1.id") != black || got.At("taxClass") != nil || len(got.At("variants.0.wholesalePrices").([]any)) != 0 {
				t.Errorf("read by everybody as %s: %s", name, got.Body)
			}
		}
		s.admin.Do(t, "DELETE", brandPath(brandID), nil).Require(t, 409, "in_use")
		s.admin.Do(t, "DELETE", categoryPath(cups), nil).Require(t, 409, "in_use")
		s.admin.Do(t, "DELETE", categoryPath(root), nil).Require(t, 409, "in_use")
		s.admin.Do(t, "DELETE", productPath(productID), nil).Require(t, 204)
		s.admin.Do(t, "DELETE", productPath(productID), nil).Require(t, 204)
		s.API.Do(t, "GET", "/v1/products/"+productID, nil).Require(t, 404, "not_found")
		s.admin.Do(t, "POST", "/v1/admin/products", cup(body{"variants": nil, "options": nil})).Require(t, 409, "slug_taken")

		image := "https://cdn.example.com/cup.png"
		saved := events.ProductSaved{
			ProductID: productID, Slug: "espresso-cup", Name: "Espresso cup", Status: "active", TaxClass: "reduced", ImageURL: &image, Created: true,
			Variants: []events.Variant{
				{VariantID: white, SKU: "CUP-W", Options: map[string]string{"Color": "White"}, Price: 1290, WholesalePrices: []events.Tier{{MinQuantity: 24, Price: 890}, {MinQuantity: 100, Price: 750}}, Sold: true},
				{VariantID: black, SKU: "CUP-B", Options: map[string]string{"Color": "Black"}, Price: 1150, WholesalePrices: []events.Tier{}, Sold: true},
			},
		}
		gone := saved
		gone.Status, gone.Created = "archived", false
		if got := eventbustest.Of[events.ProductSaved](log); len(got) != 2 || fmt.Sprint(got[0].Variants) != fmt.Sprint(saved.Variants) || got[1].Status != "archived" || got[1].Created {
			t.Errorf("announced: %+v", got)
		}
		log.RequireExactly(t, append(brandAndCategories(log), saved, gone)...)
	})
}

func TestEditProduct(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		made := s.product(t, cup())
		productID, white, black := made.Text("id"), made.Text("variants.0.id"), made.Text("variants.1.id")
		log := eventbustest.Record(t, s.DB)
		edit := func(b body) kit.Answer {
			t.Helper()
			return s.admin.Do(t, "PATCH", productPath(productID), b).Require(t, 200)
		}
		if got := edit(body{}); string(got.Body) != string(made.Body) {
			t.Errorf("an edit that changes nothing: %s", got.Body)
		}
		log.RequireExactly(t)
		got := edit(body{"name": "Mocha cup", "description": nil, "images": nil, "taxClass": "zero", "slug": "mocha"})
		if got.Text("name") != "Mocha cup" || got.At("description") != nil || len(got.At("images").([]any)) != 0 || got.Text("taxClass") != "zero" || got.Text("slug") != "mocha" ||
			got.Text("variants.0.id") != white || got.Text("status") != "active" {
			t.Errorf("edited: %s", got.Body)
		}

		// Variants are matched by id or SKU, SKUs may change hands, the ones left out are no longer sold, and come back with their ids.
		got = edit(body{"options": nil, "variants": []body{{"sku": "CUP-B", "price": 9, "options": body{"Size": "S"}}, {"id": white, "sku": "CUP-X", "price": 10, "options": body{"Size": "M"}}}})
		if got.Text("variants.0.id") != black || got.Text("variants.1.id") != white || got.Text("variants.1.sku") != "CUP-X" || got.Text("options.0.name") != "Size" || got.Number("priceFrom") != 9 {
			t.Errorf("matched: %s", got.Body)
		}
		got = edit(body{"variants": []body{{"id": black, "sku": "CUP-X", "price": 9, "options": body{"Size": "S"}}, {"id": white, "sku": "CUP-B", "price": 10, "options": body{"Size": "M"}}}})
		if got.Text("variants.0.id") != black || got.Text("variants.0.sku") != "CUP-X" || got.Text("variants.1.sku") != "CUP-B" {
			t.Errorf("swapped: %s", got.Body)
		}
		got = edit(body{"variants": []body{{"sku": "CUP-B", "price": 10, "options": body{"Size": "M"}}}})
		if len(got.At("variants").([]any)) != 1 || got.Text("variants.0.id") != white || got.Number("priceFrom") != 10 {
			t.Errorf("left out: %s", got.Body)
		}
		told := eventbustest.Of[events.ProductSaved](log)
		if last := told[len(told)-1]; len(last.Variants) != 2 || !last.Variants[0].Sold || last.Variants[1].VariantID != black || last.Variants[1].Sold {
			t.Errorf("announced: %+v", last)
		}
		got = edit(body{"variants": []body{{"sku": "CUP-X", "price": 8, "options": body{"Size": "S"}}}})
		if got.Text("variants.0.id") != black {
			t.Errorf("back again: %s", got.Body)
		}
		if got = edit(body{"variants": []body{}}); got.At("priceFrom") != nil || len(got.At("variants").([]any)) != 0 {
			t.Errorf("without variants: %s", got.Body)
		}
		if got = s.API.Do(t, "GET", "/v1/products/mocha", nil).Require(t, 200); got.At("priceFrom") != nil {
			t.Errorf("without variants, for everybody: %s", got.Body)
		}
		edit(body{"status": "draft"})
		s.API.Do(t, "GET", "/v1/products/mocha", nil).Require(t, 404, "not_found")
	})
}

func TestListAsAdmin(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", "/v1/admin/products", nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", "/v1/admin/products", nil).Require(t, 403, "forbidden")
		refuser(t, s.admin, "GET", "/v1/admin/products?limit=0&status=sold")(nil, "?limit out_of_range", "?status not_allowed")
		for i, status := range []string{draft, active, archived, active} {
			s.Clock.Advance(1e9)
			s.product(t, simple(fmt.Sprint("Größe 100%_", i), 1, body{"status": status}))
		}
		for query, want := range map[string][]string{
			"": {"3", "2", "1", "0"}, "status=active": {"3", "1"}, "status=draft": {"0"}, "q=GROSSE": {"3", "2", "1", "0"}, "q=100%25_2": {"2"}, "q=grosse-100-1": {"1"},
			"q=SKU+Gr%C3%B6%C3%9Fe+100%25_0": {"0"}, "q=nothing": nil, "page=2&limit=3": {"0"}, "q=1000": nil, "status=archived&q=grosse": {"2"},
		} {
			got := column(t, s.admin.Do(t, "GET", "/v1/admin/products?"+query, nil), "name")
			for i := range got {
				got[i] = got[i][len(got[i])-1:]
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
	})
}

// Edits at once all count: each one sees the one before.
func TestEditsOfOneProductAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		productID := s.product(t, cup()).Text("id")
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				change := body{"description": fmt.Sprint("Text ", i)}
				if i%2 == 0 {
					change = body{"variants": []body{{"sku": "CUP-W", "price": i + 1, "options": body{"Color": "White"}}, {"sku": fmt.Sprint("NEW-", i), "price": 5, "options": body{"Color": "Black"}}}}
				}
				if got, err := s.admin.Try("PATCH", productPath(productID), change); err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
			})
		}
		wg.Wait()
		var rows, sold, indexed int64
		for query, into := range map[string]*int64{
			"SELECT count(*) FROM catalog_variants":                  &rows,
			"SELECT count(*) FROM catalog_variants WHERE sold":       &sold,
			"SELECT count(*) FROM catalog_index WHERE word = 'text'": &indexed,
		} {
			if err := s.DB.Raw(query).Scan(into).Error; err != nil {
				t.Fatal(err)
			}
		}
		if rows != 12 || sold != 2 || indexed != 1 {
			t.Errorf("%d variants, %d sold, %d in the index", rows, sold, indexed)
		}
		s.indexAgrees(t)
	})
}

// indexAgrees checks the dictionary's numbers against the index.
func (s *setup) indexAgrees(t *testing.T) {
	t.Helper()
	var wrong []string
	err := s.DB.Raw(`SELECT w.word FROM catalog_words w WHERE w.uses <> (SELECT count(*) FROM catalog_index i WHERE i.word = w.word)
		UNION SELECT i.word FROM catalog_index i WHERE NOT EXISTS (SELECT 1 FROM catalog_words w WHERE w.word = i.word)`).Scan(&wrong).Error
	if err != nil || len(wrong) > 0 {
		t.Errorf("the dictionary is wrong about %v, %v", wrong, err)
	}
}

// brandAndCategories are what a recording says of those.
func brandAndCategories(r *eventbustest.Recorder) (all []eventbus.Event) {
	for _, e := range eventbustest.Of[events.BrandSaved](r) {
		all = append(all, e)
	}
	for _, e := range eventbustest.Of[events.CategorySaved](r) {
		all = append(all, e)
	}
	return slices.Clip(all)
}
