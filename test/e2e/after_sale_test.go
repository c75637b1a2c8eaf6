package e2e

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"orderd/test/kit"
)

// newProduct puts a product on sale and returns its id, and the id of a way to send it.
func (s *shop) newProduct(name string) (productID, shippingMethodID string) {
	s.t.Helper()
	made := s.admin.Do(s.t, "POST", "/v1/admin/products", object{
		"name": name, "status": "active", "variants": []object{{"sku": someone("sku"), "price": 19.99}},
	}).Require(s.t, 201)
	s.admin.Do(s.t, "PUT", "/v1/admin/stock/"+made.Text("variants.0.id"), object{"onHand": 10}).Require(s.t, 200)
	method := s.admin.Do(s.t, "POST", "/v1/admin/shipping-methods", object{"name": "Standard", "price": 4.9, "minDays": 2, "maxDays": 4}).
		Require(s.t, 201)
	return made.Text("id"), method.Text("id")
}

// orderFor checks out one of the product; to says whom it is for.
func (s *shop) orderFor(c session, productID, methodID string, to object) kit.Answer {
	s.t.Helper()
	c.Do(s.t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(s.t, 201)
	checkout := object{"shippingMethodId": methodID, "paymentMethod": "cash_on_delivery"}
	maps.Copy(checkout, to)
	return c.Do(s.t, "POST", "/v1/checkout", checkout).Require(s.t, 201)
}

// An address that is typed at a checkout is in the book in the request that follows, once, and in
// no other book; the next order may go there by its id.
func TestBuyingToATypedAddress(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada, grace := s.customer("ada"), s.customer("grace")
		to := object{"saveAddress": true, "shipTo": object{"fullName": "Ada King", "company": "Analytical Engines Ltd", "line1": "Torstraße 12",
			"line2": "c/o Babbage", "postalCode": "10119", "city": "Berlin", "country": "DE"}}
		for range 2 {
			s.orderFor(ada, productID, methodID, to).RequireFields(t, kit.Fields{"shipTo.line2": "c/o Babbage", "recipientId": nil})
			book := ada.Do(t, "GET", "/v1/users/me/addresses", nil).Require(t, 200)
			book.RequireFields(t, kit.Fields{"1": nil, "0.company": "Analytical Engines Ltd", "0.line1": "Torstraße 12", "0.isDefault": true})
			quote := ada.Do(t, "POST", "/v1/checkout/quote?include=addresses", object{}).Require(t, 200)
			quote.RequireFields(t, kit.Fields{"included.addresses.#": 1, "included.addresses.0.id": book.Text("0.id"),
				"included.addresses.0.line2": "c/o Babbage", "included.addresses.0.company": "Analytical Engines Ltd"})
		}
		s.orderFor(ada, productID, methodID, object{}).RequireFields(t, kit.Fields{
			"shipTo.address": "Torstraße 12, c/o Babbage, 10119 Berlin", "shipTo.company": "Analytical Engines Ltd", "shipTo.postalCode": "10119",
		})
		for _, empty := range []string{"/v1/users/me/addresses", "/v1/customers"} {
			caller := map[bool]session{true: ada, false: grace}[empty == "/v1/customers"]
			if got := caller.Do(t, "GET", empty, nil).Require(t, 200); strings.Contains(string(got.Body), "Torstraße") {
				t.Errorf("%s: %s", empty, got.Body)
			}
		}

		named := object{"recipient": object{"fullName": "Grace Hopper", "contactPhone": "1", "line1": "Navy Street 12", "postalCode": "10115",
			"city": "Berlin"}}
		saved := s.orderFor(ada, productID, methodID, named).Text("recipientId")
		ada.Do(t, "GET", "/v1/customers/"+saved, nil).Require(t, 200).
			RequireFields(t, kit.Fields{"line1": "Navy Street 12", "postalCode": "10115", "city": "Berlin", "country": "DE"})
		s.orderFor(ada, productID, methodID, object{"recipientId": saved}).
			RequireFields(t, kit.Fields{"shipTo.postalCode": "10115", "shipTo.line1": "Navy Street 12"})
	})
}

func TestBuyingForAnotherPerson(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := s.customer("ada")
		home := ada.Do(t, "POST", "/v1/users/me/addresses", object{"fullName": "Ada Lovelace", "line1": "Torstraße 12", "city": "Berlin",
			"postalCode": "10119", "country": "DE"}).Require(t, 201)
		s.orderFor(ada, productID, methodID, object{"addressId": home.Text("id")})
		if got := ada.Do(t, "GET", "/v1/customers", nil).Require(t, 200); got.Number("meta.total") != 0 {
			t.Errorf("an order to the own address made %s", got.Body)
		}

		first := s.orderFor(ada, productID, methodID, object{"recipient": object{
			"fullName": "Grace Hopper", "contactPhone": "+49 30 7654321", "address": "Navy Street 12, Berlin",
		}})
		s.orderFor(ada, productID, methodID, object{"recipient": object{
			"fullName": "grace hopper", "contactPhone": "+49 (30) 765-4321", "address": "Vassar Street 1, Berlin",
		}})
		path := "/v1/customers/" + first.Text("recipientId")
		got := ada.Do(t, "GET", path, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{"totalOrders": 2, "address": "Vassar Street 1, Berlin"})
		third := s.orderFor(ada, productID, methodID, object{"recipientId": first.Text("recipientId")})
		third.RequireFields(t, kit.Fields{"shipTo.address": "Vassar Street 1, Berlin", "recipientId": first.At("recipientId")})
		ada.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"totalOrders": 3})

		ada.Do(t, "DELETE", path, nil).Require(t, 204)
		ada.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(t, 201)
		ada.Do(t, "POST", "/v1/checkout", object{"shippingMethodId": methodID, "paymentMethod": "cash_on_delivery",
			"recipientId": first.Text("recipientId")}).Require(t, 422)
		again := ada.Do(t, "POST", "/v1/checkout", object{"shippingMethodId": methodID, "paymentMethod": "cash_on_delivery",
			"recipient": object{"fullName": "Grace Hopper", "contactPhone": "+49307654321", "address": "Main Street 2, Berlin"}}).Require(t, 201)
		again.RequireFields(t, kit.Fields{"recipientId": first.At("recipientId")})
		ada.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"totalOrders": 1})
	})
}

func TestReviewsMakeTheRating(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Coffee grinder")
		ada, grace := s.customer("ada"), s.customer("grace")
		order := s.orderFor(ada, productID, methodID, object{"recipient": object{
			"fullName": "Ada Lovelace", "contactPhone": "1", "address": "Torstraße 12, Berlin",
		}})
		for _, command := range []struct {
			name string
			body object
		}{{"process", object{}}, {"ship", object{"carrier": "DHL", "trackingNumber": "1"}}, {"deliver", object{}}} {
			s.admin.Do(t, "POST", "/v1/admin/orders/"+order.Text("id")+"/"+command.name, command.body).Require(t, 200)
		}

		bought := ada.Do(t, "POST", "/v1/reviews", object{"productId": productID, "rating": 5, "message": "Even grounds."}).Require(t, 201)
		grace.Do(t, "POST", "/v1/reviews", object{"productId": productID, "rating": 2, "message": "Loud."}).Require(t, 201)
		grace.Do(t, "POST", "/v1/reviews", object{"productId": productID, "rating": 1, "message": "Loud!"}).
			Require(t, 409, "review_already_exists")
		if bought.At("verifiedPurchase") != true || bought.Text("author.displayName") != "Ada" {
			t.Errorf("a review: %s", bought.Body)
		}
		s.requireRating(productID, 3.5, 2)

		s.admin.Do(t, "POST", "/v1/admin/reviews/"+bought.Text("id")+"/hide", object{"reason": "It was paid for."}).Require(t, 200)
		s.requireRating(productID, 2, 1)
		kit.Eventually(t, "the author is told", func() error {
			if got := ada.Do(t, "GET", "/v1/notifications", nil).Require(t, 200); got.Text("data.0.kind") != "review_hidden" {
				return fmt.Errorf("got %s", got.Body)
			}
			return nil
		})
		grace.Do(t, "DELETE", "/v1/users/me", object{"password": password}).Require(t, 202)
		kit.Eventually(t, "nothing counts", func() error {
			if got := s.api.Do(t, "GET", "/v1/products/"+productID, nil).Require(t, 200); got.Number("rating.count") != 0 {
				return fmt.Errorf("got %s", got.Body)
			}
			return nil
		})
	})
}

// requireRating checks what the catalogue says of the product.
func (s *shop) requireRating(productID string, average, count float64) {
	s.t.Helper()
	if got := s.api.Do(s.t, "GET", "/v1/products/"+productID, nil).Require(s.t, 200); got.Number("rating.average") != average ||
		got.Number("rating.count") != count {
		s.t.Errorf("the rating is %v, want %v of %v", got.At("rating"), average, count)
	}
}
