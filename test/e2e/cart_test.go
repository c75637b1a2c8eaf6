package e2e

import (
	"fmt"
	"testing"

	"orderd/test/kit"
)

// After the login the guest's cart is merged into the customer's, once, and can be ordered.
func TestAGuestCartMergesAtLogin(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		other, _ := s.newProduct("Kettle")
		s.admin.Do(t, "POST", "/v1/admin/promotions", object{"code": "SPRING", "kind": "percent", "value": 10, "active": true}).Require(t, 201)
		ada := s.customer("ada")
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(t, 201)

		opened := s.api.Do(t, "POST", "/v1/carts", nil).Require(t, 201)
		guest := s.api.With("X-Cart-Token", opened.Text("cartToken"))
		guest.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 2}).Require(t, 201)
		guest.Do(t, "POST", "/v1/cart/items", object{"productId": other, "quantity": 1}).Require(t, 201)
		guest.Do(t, "POST", "/v1/cart/discounts", object{"code": "SPRING"}).Require(t, 200)
		guest.Do(t, "POST", "/v1/checkout", object{"shippingMethodId": methodID, "paymentMethod": "cash_on_delivery"}).
			Require(t, 422, "validation_failed")

		both := s.session(s.login(ada.Email, password).Require(t, 200)).With("X-Cart-Token", opened.Text("cartToken"))
		for range 2 { // the second time the token is ignored
			merged := both.Do(t, "GET", "/v1/cart", nil).Require(t, 200)
			merged.RequireFields(t, kit.Fields{"itemCount": 4, "items.2": nil, "discounts.0.code": "SPRING", "total": 71.96})
		}
		guest.Do(t, "GET", "/v1/cart", nil).Require(t, 404, "not_found")
		order := both.Do(t, "POST", "/v1/checkout", object{"shippingMethodId": methodID, "paymentMethod": "cash_on_delivery",
			"recipient": toAda["recipient"]}).Require(t, 201)
		if order.Number("total") != 71.96+4.9 || order.At("items.1") == nil {
			t.Errorf("ordered: %s", order.Body)
		}
	})
}

// A wholesale account pays by quantity from its approval on, in the cart that was filled before;
// others never do.
func TestWholesalePricesInTheCart(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		made := s.admin.Do(t, "POST", "/v1/admin/products", object{"name": "Cup", "status": "active",
			"variants": []object{{"sku": someone("sku"), "price": 10, "wholesalePrices": []object{{"minQuantity": 5, "price": 8}}}}}).Require(t, 201)
		s.admin.Do(t, "PUT", "/v1/admin/stock/"+made.Text("variants.0.id"), object{"onHand": 10}).Require(t, 200)
		buyer := s.customer("buyer")
		filled := buyer.Do(t, "POST", "/v1/cart/items", object{"productId": made.Text("id"), "quantity": 5}).Require(t, 201)
		if filled.Number("total") != 50 {
			t.Errorf("a retail customer pays %s", filled.Body)
		}
		_, application := s.apply(buyer.Email)
		s.admin.Do(t, "POST", "/v1/admin/wholesale/applications/"+application+"/approve", object{}).Require(t, 200)
		kit.Eventually(t, "the cart has the price by quantity", func() error {
			if got := buyer.Do(t, "GET", "/v1/cart", nil).Require(t, 200); got.Number("items.0.unitPrice") != 8 || got.Number("total") != 40 {
				return fmt.Errorf("got %s", got.Body)
			}
			return nil
		})
		fewer := buyer.Do(t, "PATCH", "/v1/cart/items/"+filled.Text("items.0.id"), object{"quantity": 4}).Require(t, 200)
		if fewer.Number("items.0.unitPrice") != 10 || fewer.Number("total") != 40 {
			t.Errorf("below the smallest quantity: %s", fewer.Body)
		}
	})
}
