package e2e

import (
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit"
)

// guestOrder orders one of the product without an account.
func (s *shop) guestOrder(email, productID, methodID string) kit.Answer {
	s.t.Helper()
	cart := s.api.Do(s.t, "POST", "/v1/carts", nil).Require(s.t, 201)
	guest := s.api.With("X-Cart-Token", cart.Text("cartToken"))
	guest.Do(s.t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(s.t, 201)
	return guest.Do(s.t, "POST", "/v1/checkout", object{
		"shippingMethodId": methodID, "paymentMethod": "bank_transfer", "cartId": cart.Text("cart.id"),
		"contact": object{"email": email, "fullName": "Ada Lovelace"},
		"shipTo":  object{"fullName": "Ada Lovelace", "line1": email + " 1", "postalCode": "10117", "city": "Berlin", "country": "DE"},
	})
}

// from is the shop as a client of another network calls it.
func (s *shop) from(address string) *shop {
	there := *s
	there.api = s.api.With("X-Forwarded-For", address)
	return &there
}

// Checkouts without an account are limited by email and network of the client, and by its address;
// those of users are not. A stranger's orders do not keep the email's owner from ordering
// elsewhere.
func TestGuestCheckoutsAreLimited(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada, user := someone("ada"), s.customer("bob")
		for range 3 {
			s.guestOrder(ada, productID, methodID).Require(t, 201)
		}
		if a := s.guestOrder("ADA"+ada[3:], productID, methodID).Require(t, 429, "rate_limited"); a.Header.Get("Retry-After") == "" {
			t.Error(a.Header)
		}
		otherID, _ := s.newProduct("Grinder")
		s.from("203.0.113.9").guestOrder(ada, otherID, methodID).Require(t, 201)
		for range 5 {
			s.guestOrder(someone("carl"), productID, methodID).Require(t, 201)
		}
		s.guestOrder(user.Email, productID, methodID).Require(t, 201) // an account's email is as good
		s.guestOrder(someone("carl"), productID, methodID).Require(t, 429, "rate_limited")
		s.orderFor(user, productID, methodID, toAda)
		s.advance(time.Hour)
		s.guestOrder(ada, productID, methodID).Require(t, 409, "insufficient_stock")
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1")
}

// Refused checkouts do not count for the email: nothing was mailed there.
func TestRefusedGuestCheckouts(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := someone("ada")
		for range 4 {
			s.guestOrder(ada, productID, id.New()).Require(t, 422, "validation_failed")
		}
		for range 3 {
			s.guestOrder(ada, productID, methodID).Require(t, 201)
		}
		s.guestOrder(ada, productID, methodID).Require(t, 429, "rate_limited")
	}, "ORDERD_LIMITS_ENABLED=true")
}

// A guest who has lost the token opens the order with a code that is mailed, and cancels it with
// the token of the answer. Whoever asks for a code learns nothing.
func TestAGuestLooksUpTheOrder(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada, user := someone("ada"), s.customer("bob")
		order := s.guestOrder(ada, productID, methodID).Require(t, 201)
		s.awaitMails(ada, 1)
		theirs := s.orderFor(user, productID, methodID, toAda)
		ask := func(number, email string) {
			t.Helper()
			got := s.api.Do(t, "POST", "/v1/orders/lookup", object{"number": number, "email": email}).Require(t, 202)
			if whole(t, got); got.Text("lookupId") == "" {
				t.Errorf("%s", got.Body)
			}
		}
		verify := func(code string) kit.Answer {
			return s.api.Do(t, "POST", "/v1/orders/lookup/verify", object{"number": order.Text("number"), "email": ada, "code": code})
		}
		stranger := someone("stranger")
		ask(order.Text("number"), stranger)
		ask(order.Text("number"), user.Email)
		ask(theirs.Text("number"), user.Email)
		ask(order.Text("number"), ada)
		mailed := code(t, s.awaitMails(ada, 2)[0])
		verify(wrong(mailed)).Require(t, 400, "invalid_code")
		opened := verify(mailed).Require(t, 200)
		verify(mailed).Require(t, 400, "invalid_code")
		guest := s.api.With("X-Order-Token", opened.Text("orderToken"))
		path := "/v1/orders/" + order.Text("id")
		for _, part := range []string{"", "/tracking", "/payment", "/returns"} {
			guest.Do(t, "GET", path+part, nil).Require(t, 200)
		}
		guest.Do(t, "POST", path+"/cancel", nil).Require(t, 200)
		s.awaitMails(ada, 3)
		if mails := s.mails(stranger); len(mails) > 0 {
			t.Errorf("a stranger got %v", mails)
		}
	})
}

// Orders that strangers make as guests, with another person's email and to their address, keep
// guests from ordering like that, and not the account that has the email.
func TestStrangersKeepNoOwnerFromBuying(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		variantID := s.api.Do(t, "GET", "/v1/products/"+productID, nil).Require(t, 200).Text("variants.0.id")
		s.admin.Do(t, "PUT", "/v1/admin/stock/"+variantID, object{"onHand": 100}).Require(t, 200)
		ada := s.customer("ada")
		guestOrder := func(email string) kit.Answer {
			t.Helper()
			cart := s.api.Do(t, "POST", "/v1/carts", nil).Require(t, 201)
			guest := s.api.With("X-Cart-Token", cart.Text("cartToken"))
			guest.Do(t, "POST", "/v1/cart/items", object{"productId": productID, "quantity": 1}).Require(t, 201)
			return guest.Do(t, "POST", "/v1/checkout", object{
				"shippingMethodId": methodID, "paymentMethod": "bank_transfer", "contact": object{"email": email, "fullName": "Mallory"},
				"shipTo": object{"fullName": "Mallory", "line1": "Main Street 1", "postalCode": "10117", "city": "Berlin", "country": "DE"},
			})
		}
		for range 3 {
			guestOrder(ada.Email).Require(t, 201)
		}
		guestOrder(ada.Email).Require(t, 429, "rate_limited")
		for range 7 {
			guestOrder(someone("mallory")).Require(t, 201)
		}
		if got := guestOrder(someone("mallory")).Require(t, 409, "too_many_open_orders"); got.Text("scope") != "destination" {
			t.Errorf("%s", got.Body)
		}
		s.orderFor(ada, productID, methodID, object{"recipient": object{
			"fullName": "Ada Lovelace", "contactPhone": "1", "address": "Main Street 1, 10117 Berlin", "country": "DE"}})
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_LIMITS_GUEST_CHECKOUT=100/1h")
}

// Look-ups are limited by email, whether there is an order or not.
func TestLookupsAreLimited(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := someone("ada")
		order := s.guestOrder(ada, productID, methodID).Require(t, 201)
		for _, email := range []string{ada, someone("stranger")} {
			asked := object{"number": order.Text("number"), "email": email}
			s.api.Do(t, "POST", "/v1/orders/lookup", asked).Require(t, 202)
			s.api.Do(t, "POST", "/v1/orders/lookup", asked).Require(t, 429, "rate_limited")
		}
	}, "ORDERD_LIMITS_ENABLED=true")
}
