package e2e

import (
	"fmt"
	"strings"
	"testing"

	"orderd/cmd/orderd/app/seed"
	"orderd/test/kit"
)

// TestDemoShop fills a shop and walks through it as a visitor does.
func TestDemoShop(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		o := seed.Options{URL: s.api.Base, Email: adminEmail, Password: adminPassword}
		if empty, err := seed.Empty(t.Context(), o); err != nil || !empty {
			t.Fatalf("empty: %v, %v", empty, err)
		}
		added, err := seed.Run(t.Context(), o)
		if err != nil || added < 60 {
			t.Fatalf("added %d, %v", added, err)
		}
		if again, err := seed.Run(t.Context(), o); err != nil || again != 0 {
			t.Fatalf("added %d the second time, %v", again, err)
		}
		for path, want := range map[string]float64{
			"/v1/products": float64(added), "/v1/brands": 8, "/v1/categories": 6, "/v1/admin/shipping-methods": 3, "/v1/admin/promotions": 2,
			"/v1/products?q=cofee&category=coffee": 10, "/v1/products?brand=moka&sort=price": 4,
		} {
			if got := s.admin.Do(t, "GET", path, nil).Require(t, 200).Number("meta.total"); got != want {
				t.Errorf("%s: %v, want %v", path, got, want)
			}
		}
		found := s.api.Do(t, "GET", "/v1/products?q=grindr&maxPrice=100&sort=price", nil).Require(t, 200)
		if !strings.Contains(found.Text("data.0.name"), "Grinder") {
			t.Errorf("found: %s", found.Body)
		}
		if given, err := seed.Pictures(t.Context(), o, 1); err != nil || given != 1 {
			t.Fatalf("%d products have got pictures: %v", given, err)
		}
		pictured := s.api.Do(t, "GET", "/v1/products/nordlicht-house-espresso", nil).Require(t, 200)
		_, path, _ := strings.Cut(pictured.Text("images.0.url"), "/media/") // below http.public_url
		picture := s.api.Do(t, "GET", "/media/"+path, nil).Require(t, 200)
		if picture.Header.Get("Content-Type") != "image/jpeg" || picture.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("picture: %v", picture.Header)
		}
		former := s.api.Do(t, "GET", "/media/demo/travel-mug.svg", nil).Require(t, 200)
		if former.Header.Get("Content-Type") != "image/webp" {
			t.Errorf("former picture: %v", former.Header)
		}
		s.api.Do(t, "GET", "/media/demo/none.svg", nil).Require(t, 404, "not_found")
		kit.Eventually(t, "the stock is shown", func() error {
			if got := s.api.Do(t, "GET", "/v1/products?inStock=false", nil).Require(t, 200).Number("meta.total"); got != 0 {
				return fmt.Errorf("%v products are not in stock", got)
			}
			return nil
		})
		mug := s.api.Do(t, "GET", "/v1/products/travel-mug", nil).Require(t, 200)
		mug.RequireFields(t, kit.Fields{"variants.1.available": 118, "variants.2.available": 0, "variants.2.compareAtPrice": 27.9})
	})
}

// TestWholesalePricesFromApprovalOn: a wholesale buyer sees the prices by quantity from the moment
// of approval, with the token of before.
func TestWholesalePricesFromApprovalOn(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		made := s.admin.Do(t, "POST", "/v1/admin/products", object{"name": "Cup", "status": "active",
			"variants": []object{{"sku": someone("sku"), "price": 10, "wholesalePrices": []object{{"minQuantity": 5, "price": 8}}}}}).Require(t, 201)
		path := "/v1/products/" + made.Text("id")
		buyer := s.customer("buyer")
		before := buyer.Do(t, "GET", path, nil).Require(t, 200)
		if before.At("variants.0.wholesalePrices.0") != nil {
			t.Fatalf("a retail customer sees %s", before.Body)
		}
		s.api.Do(t, "POST", "/v1/wholesale/apply", application(buyer.Email)).Require(t, 201)
		id := s.admin.Do(t, "GET", "/v1/admin/wholesale/applications?q="+buyer.Email, nil).Require(t, 200).Text("data.0.id")
		s.admin.Do(t, "POST", "/v1/admin/wholesale/applications/"+id+"/approve", object{}).Require(t, 200)
		var after kit.Answer
		kit.Eventually(t, "the buyer sees wholesale prices", func() error {
			after = buyer.With("If-None-Match", before.Header.Get("ETag")).Do(t, "GET", path, nil)
			if after.Status != 200 || after.Number("variants.0.wholesalePrices.0.price") != 8 {
				return fmt.Errorf("%d %s", after.Status, after.Body)
			}
			return nil
		})
		s.api.With("If-None-Match", after.Header.Get("ETag")).Do(t, "GET", path, nil).Require(t, 200)
	})
}
