package ordering

import (
	"slices"
	"testing"

	"orderd/platform/id"
)

// carts counts all carts.
func (s *setup) carts(t *testing.T) (n int64) {
	t.Helper()
	if err := s.DB.Model(&cart{}).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// The first item of a caller without any token makes a cart; a repeat with its key finds the same
// cart and token, also when the item could not be added any more.
func TestTheFirstItemMakesACart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it, before := s.sell(t, 1999, 10), s.carts(t)
		first := body{"productId": it.ProductID, "quantity": 2}
		keyed := s.API.With("Idempotency-Key", id.New())
		made := keyed.Do(t, "POST", "/v1/cart/items", first).Require(t, 201)
		token := made.Header.Get("X-Cart-Token")
		if len(token) != 43 || made.Header.Get("Location") != "/v1/cart" || !slices.Equal(contents(t, made), []string{it.SKU + "×2"}) {
			t.Fatalf("token %q, %s", token, made.Body)
		}
		again := keyed.Do(t, "POST", "/v1/cart/items", first).Require(t, 201)
		if again.Header.Get("X-Cart-Token") != token || string(again.Body) != string(made.Body) ||
			again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("again: %v %s", again.Header, again.Body)
		}
		guest := s.API.With("X-Cart-Token", token)
		if got := guest.Do(t, "GET", "/v1/cart", nil).Require(t, 200); got.Text("id") != made.Text("id") {
			t.Errorf("another cart: %s", got.Body)
		}
		more := put(t, guest, it, 1)
		if more.Header.Get("X-Cart-Token") != "" || !slices.Equal(contents(t, more), []string{it.SKU + "×3"}) {
			t.Errorf("with the token: %v %s", more.Header, more.Body)
		}
		if n := s.carts(t); n != before+1 {
			t.Errorf("%d carts were made", n-before)
		}
		s.reprice(t, it, 1999, false)
		if sold := keyed.Do(t, "POST", "/v1/cart/items", first).Require(t, 201); sold.Header.Get("X-Cart-Token") != token {
			t.Errorf("not sold any more: %v", sold.Header)
		}
		keyed.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 3}).
			Require(t, 422, "idempotency_key_reused")
		if another := s.API.Do(t, "POST", "/v1/cart/items", body{"productId": s.sell(t, 500, 1).ProductID, "quantity": 1}).
			Require(t, 201); another.Header.Get("X-Cart-Token") == token || another.Text("id") == made.Text("id") {
			t.Errorf("the same cart for another caller: %s", another.Body)
		}
	})
}

// What is refused makes no cart, and users and unknown tokens are as they were.
func TestARefusedItemMakesNoCart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1999, 10)
		c := s.customer(t)
		c.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
		before := s.carts(t)
		valid := body{"productId": it.ProductID, "quantity": 1}
		s.API.Do(t, "POST", "/v1/cart/items", body{"productId": id.New(), "quantity": 1}).Require(t, 404, "product_not_found")
		s.API.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 0}).Require(t, 422)
		s.API.As("nonsense").Do(t, "POST", "/v1/cart/items", valid).Require(t, 401, "unauthenticated")
		s.API.With("X-Cart-Token", "nonsense").Do(t, "POST", "/v1/cart/items", valid).Require(t, 404, "not_found")
		keyed := c.With("Idempotency-Key", id.New())
		for range 2 {
			if got := keyed.Do(t, "POST", "/v1/cart/items", valid).Require(t, 201); got.Header.Get("X-Cart-Token") != "" {
				t.Errorf("a user has the token %v", got.Header)
			}
		}
		if got := keyed.Do(t, "POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 0}).
			Require(t, 422); got.Header.Get("X-Cart-Token") != "" {
			t.Errorf("a user has the token %v", got.Header)
		}
		if n := s.carts(t); n != before {
			t.Errorf("%d carts were made", n-before)
		}
	})
}
