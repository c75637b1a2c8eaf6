package e2e

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"orderd/test/kit"
)

// Pages are kept for strangers, and show within a second what has changed; what a visitor has of
// their own, or may see alone, is on none of them.
func TestPagesAreKept(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		made := s.admin.Do(t, "POST", "/v1/admin/products", object{
			"name": "Moka pot", "status": "active",
			"variants": []object{{"sku": "POT", "price": 19.99, "wholesalePrices": []object{{"minQuantity": 12, "price": 6.66}}}},
		}).Require(t, 201)
		variantID := made.Text("variants.0.id")
		s.admin.Do(t, "PUT", "/v1/admin/stock/"+variantID, object{"onHand": 10}).Require(t, 200)
		admin := s.browser().open("/login").submit("Log in", map[string]string{"email": adminEmail, "password": adminPassword})
		guest := s.browser()
		kit.Eventually(t, "the goods are there", func() error {
			return shows(guest.open("/p/moka-pot"), "In stock")
		})
		guest.submit("Add to cart", map[string]string{"quantity": "3"}).require(200, "is in your cart.")
		const count, tier = "Cart 3 3 items", "€6.66"
		for range 3 {
			s.browser().open("/p/moka-pot").require(200, "€19.99").lacks(count).lacks(tier).lacks("Log out")
			admin.open("/p/moka-pot").require(200, tier, "Log out").lacks(count)
			guest.open("/p/moka-pot").require(200, count).lacks(tier).lacks("Log out")
		}

		first := s.fetch("/p/moka-pot", "")
		if first.StatusCode != http.StatusOK || first.Header.Get("Cache-Control") != "public, no-cache" {
			t.Errorf("a stranger's page: %s, %v", first.Status, first.Header)
		}
		if again := s.fetch("/p/moka-pot", first.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("the same page again: %s", again.Status)
		}
		s.admin.Do(t, "PATCH", "/v1/admin/products/"+made.Text("id"), object{
			"variants": []object{{"id": variantID, "sku": "POT", "price": 20.5}},
		}).Require(t, 200)
		for _, path := range []string{"/p/moka-pot", "/de/p/moka-pot", "/", "/search"} {
			price := "20.50"
			if strings.HasPrefix(path, "/de") {
				price = "20,50"
			}
			kit.Eventually(t, "the new price is on "+path, func() error { return shows(s.browser().open(path), price) })
		}
		if changed := s.fetch("/p/moka-pot", first.Header.Get("ETag")); changed.StatusCode != http.StatusOK {
			t.Errorf("the page with another price: %s", changed.Status)
		}

		// A review, its text and its end.
		ada := s.customer("ada")
		review := "/v1/reviews/" + ada.Do(t, "POST", "/v1/reviews", object{"productId": made.Text("id"), "rating": 4, "message": "It leaks."}).
			Require(t, 201).Text("id")
		kit.Eventually(t, "the review is on the page", func() error { return shows(s.browser().open("/p/moka-pot"), "It leaks.") })
		ada.Do(t, "PATCH", review, object{"message": "It was the lid."}).Require(t, 200)
		kit.Eventually(t, "its other text is", func() error { return shows(s.browser().open("/p/moka-pot"), "It was the lid.") })
		ada.Do(t, "DELETE", review, nil).Require(t, 204)
		kit.Eventually(t, "it is not any more", func() error { return shows(s.browser().open("/p/moka-pot"), "Nobody has") })
	})
}

// shows returns an error unless the page shows the text.
func shows(b *browser, text string) error {
	if shown := b.text(); !strings.Contains(shown, text) {
		return errors.New(shown)
	}
	return nil
}

// fetch asks for a page as a stranger whose browser keeps it under the ETag, unless that is "".
func (s *shop) fetch(path, etag string) *http.Response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.api.Base+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if etag != "" {
		req.Header.Set("If-None-Match", etag)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	return res
}
