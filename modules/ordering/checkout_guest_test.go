package ordering

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/grant"
	"orderd/platform/id"
	"orderd/test/kit"
)

// guest is a caller with the token of a cart and nothing else.
type guest struct {
	*kit.API
	CartID, Email string
}

// guestWith fills the cart of a new guest.
func (s *setup) guestWith(t *testing.T, email string, lines ...bought) guest {
	t.Helper()
	made := s.API.Do(t, "POST", "/v1/carts", nil).Require(t, 201)
	g := guest{API: s.API.With("X-Cart-Token", made.Text("cartToken")), CartID: made.Text("cart.id"), Email: email}
	for _, l := range lines {
		g.Do(t, "POST", "/v1/cart/items", body{"productId": l.ProductID, "quantity": l.Quantity}).Require(t, 201)
	}
	return g
}

// order is the body of the guest's checkout, with changes; nil takes a field out.
func (g guest) order(s *setup, t *testing.T, changes ...body) body {
	t.Helper()
	b := body{
		"shippingMethodId": s.standardMethod(t), "paymentMethod": "bank_transfer", "cartId": g.CartID,
		"contact": body{"email": g.Email, "fullName": "Ada Lovelace", "phone": "+49 30 1", "locale": "de"},
		"shipTo":  body{"fullName": "Ada Lovelace", "line1": "Unter den Linden 1", "postalCode": "10117", "city": "Berlin", "country": "DE"},
	}
	for _, change := range changes {
		for name, value := range change {
			if b[name] = value; value == nil {
				delete(b, name)
			}
		}
	}
	return b
}

func (g guest) checkout(s *setup, t *testing.T, changes ...body) kit.Answer {
	t.Helper()
	return g.Do(t, "POST", "/v1/checkout", g.order(s, t, changes...))
}

// withToken calls with the order token of an answer.
func (s *setup) withToken(t *testing.T, a kit.Answer) *kit.API {
	t.Helper()
	token := a.Header.Get("X-Order-Token")
	if token == "" {
		t.Fatalf("no order token: %s", a.Body)
	}
	return s.API.With("X-Order-Token", token)
}

func TestGuestCheckout(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		lines := s.mokaAndCup(t)
		g := s.guestWith(t, "Ada@Example.com", lines...)
		quote := g.Do(t, "POST", "/v1/checkout/quote", g.order(s, t)).Require(t, 200)
		log := eventbustest.Record(t, s.DB)
		made := g.checkout(s, t, body{"expectedTotal": quote.Number("total")}).Require(t, 201)
		buyer := kit.Pseudonyms.OfEmail("ada@example.com")
		if made.Text("customer.id") != buyer || made.At("customer.guest") != true || made.Text("customer.email") != "ada@example.com" ||
			made.Text("shipTo.phone") != "+49 30 1" || made.Text("shipTo.address") != "Unter den Linden 1, 10117 Berlin" ||
			made.At("recipientId") != nil {
			t.Errorf("%s", made.Body)
		}
		requireActions(t, made, "cancel", "withdraw", "change-payment")
		placed := eventbustest.Of[events.OrderPlaced](log)
		if len(placed) != 1 || !placed[0].Guest || placed[0].UserID != buyer || placed[0].Locale != "de" || placed[0].RecipientID != nil ||
			placed[0].Recipient != "self" {
			t.Errorf("%+v", placed)
		}
		for _, e := range log.Entries() { // those of the module's own jobs beside it
			if e.Name == (events.OrderPlaced{}).EventName() && e.Actor != "guest:"+buyer {
				t.Errorf("actor %q", e.Actor)
			}
		}
		s.requireStock(t, lines[0].item, 10, 3)
		if strings.Contains(string(made.Body), made.Header.Get("X-Order-Token")) {
			t.Error("the token is in the body, which is stored")
		}
		// The cart is gone, and its token repeats the checkout by the cart's id alone.
		g.Do(t, "GET", "/v1/cart", nil).Require(t, 404)
		again := g.checkout(s, t).Require(t, 200)
		if again.Text("id") != made.Text("id") {
			t.Error("another order")
		}
		s.withToken(t, again).Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 200)
		g.checkout(s, t, body{"cartId": nil}).Require(t, 404)
		g.Do(t, "POST", "/v1/checkout/quote", g.order(s, t)).Require(t, 404)
		stranger := s.guestWith(t, "bob@example.com", lines[0])
		stranger.CartID = g.CartID
		stranger.checkout(s, t).Require(t, 422, "validation_failed")
	})
}

func TestGuestCheckoutRefuses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		lines := []bought{{s.sell(t, 1999, 10), 1, 1999}}
		g := s.guestWith(t, "ada@example.com", lines...)
		named := func(name string) body { return body{"email": g.Email, "fullName": name} }
		recipient := body{"fullName": "Grace", "contactPhone": "1", "address": "Torstraße 12"}
		berlin := body{"line1": "Unter den Linden 1", "postalCode": "10117", "city": "Berlin", "country": "DE"}
		for _, row := range []struct {
			change   body
			pointers []string
		}{
			{body{"contact": nil}, []string{"/contact required"}},
			{body{"shipTo": nil}, []string{"/shipTo required"}},
			{body{"recipient": recipient}, []string{"/recipient not_allowed", "/shipTo not_allowed"}},
			{body{"shipTo": body{"fullName": "Ada", "line1": "1", "country": "DE"}},
				[]string{"/shipTo/city required", "/shipTo/postalCode required"}},
			{body{"shipTo": body{"fullName": "Ada", "line1": "1", "country": "QA"}}, []string{"/shipTo/city required"}},
			{body{"shipTo": nil, "recipientId": id.New()}, []string{"/recipientId not_allowed", "/shipTo required"}},
			{body{"shipTo": nil, "addressId": id.New()}, []string{"/addressId not_allowed", "/shipTo required"}},
			{body{"paymentMethod": "invoice"}, []string{"/paymentMethod not_allowed"}},
			{body{"contact": named("Win at https://evil.example")}, []string{"/contact/fullName bad_format"}},
			{body{"contact": named("www.evil")}, []string{"/contact/fullName bad_format"}},
			{body{"contact": named("cheap-pills.com now")}, []string{"/contact/fullName bad_format"}},
			{body{"contact": named("Win at bit.ly/abc")}, []string{"/contact/fullName bad_format"}},
			{body{"contact": body{"email": "nonsense", "fullName": "Ada"}}, []string{"/contact/email bad_format"}},
			{body{"cartId": id.New()}, []string{"/cartId not_allowed"}},
			{body{"saveAddress": true}, []string{"/saveAddress not_allowed"}},
			{body{"shipTo": nil, "recipient": recipient, "saveAddress": true}, []string{"/saveAddress not_allowed"}},
			{body{"shipTo": nil, "recipient": with(body{}, recipient, body{"fullName": "www.evil"})},
				[]string{"/recipient/fullName bad_format"}},
			{body{"shipTo": with(body{}, berlin, body{"fullName": "evil.com"}), "paymentMethod": nil},
				[]string{"/paymentMethod required", "/shipTo/fullName bad_format"}},
			{body{"shipTo": with(body{}, berlin, body{"fullName": "evil.com"}), "contact": named("evil.com"), "paymentMethod": "invoice"},
				[]string{"/contact/fullName bad_format", "/paymentMethod not_allowed", "/shipTo/fullName bad_format"}},
			{body{"shipTo": with(body{}, berlin, body{"fullName": "evil.com"}), "contact": nil},
				[]string{"/contact required", "/shipTo/fullName bad_format"}},
		} {
			got := g.checkout(s, t, row.change).Require(t, 422, "validation_failed").Pointers()
			slices.Sort(got)
			if !slices.Equal(got, row.pointers) {
				t.Errorf("%v: %v", row.change, got)
			}
		}
		s.API.Do(t, "POST", "/v1/checkout", g.order(s, t)).Require(t, 401, "unauthenticated")
		s.API.With("X-Cart-Token", "unknown").Do(t, "POST", "/v1/checkout", g.order(s, t, body{"cartId": nil})).Require(t, 404, "not_found")
		s.guestWith(t, "bob@example.com").checkout(s, t, body{"cartId": nil}).Require(t, 409, "cart_empty")
		user := s.customer(t)
		s.fillCart(t, user.ID, lines, []string{})
		refused := user.Do(t, "POST", "/v1/checkout", g.order(s, t, body{"cartId": nil})).Require(t, 422).Pointers()
		slices.Sort(refused)
		if !slices.Equal(refused, []string{"/contact not_allowed"}) {
			t.Errorf("a user's: %v", refused)
		}
		g.checkout(s, t, body{"shipTo": nil, "recipient": recipient, "contact": named("Dr.Ada St. John-O'Neil")}).Require(t, 201)
	})
}

func TestGuestsHaveNoVouchers(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		ada := s.customer(t)
		code := s.voucher(t, ada.ID, 500)
		g := s.guestWith(t, ada.Email, bought{s.sell(t, 1999, 10), 1, 1999})
		if err := s.DB.Exec(`UPDATE ordering_carts SET codes = ? WHERE id = ?`, `["`+code+`"]`, g.CartID).Error; err != nil {
			t.Fatal(err)
		}
		g.checkout(s, t).Require(t, 409, "code_not_applicable")
	})
}

// perCustomerLimit counts emails: orders with the account and without count together, and a
// cancelled one not at all.
func TestPromotionLimitCountsEmails(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		lines := []bought{{s.sell(t, 1999, 100), 1, 1999}}
		s.promotion(t, body{"code": "ONCE", "kind": "amount", "value": 1, "perCustomerLimit": 1})
		withCode := func(email string) guest {
			g := s.guestWith(t, email, lines...)
			g.Do(t, "POST", "/v1/cart/discounts", body{"code": "ONCE"}).Require(t, 200)
			return g
		}
		user := s.customer(t)
		ada := s.AsUser(t, auth.Principal{UserID: user.ID, SessionID: id.New(), Role: auth.RoleCustomer, Email: "Ada@example.com"})
		s.fillCart(t, user.ID, lines, []string{"ONCE"})
		order := body{"shippingMethodId": s.standardMethod(t), "paymentMethod": "bank_transfer"}
		made := withCode("ada@example.com").checkout(s, t).Require(t, 201)
		again := withCode("ADA@example.com")
		again.checkout(s, t).Require(t, 409, "code_not_applicable")
		ada.Do(t, "POST", "/v1/checkout", order).Require(t, 409, "code_not_applicable")
		withCode("bob@example.com").checkout(s, t).Require(t, 201)
		s.withToken(t, made).Do(t, "POST", "/v1/orders/"+made.Text("id")+"/cancel", nil).Require(t, 200)
		ada.Do(t, "POST", "/v1/checkout", order).Require(t, 201)
		again.checkout(s, t).Require(t, 409, "code_not_applicable")
	})
}

func TestGuestCheckoutOff(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		g := s.guestWith(t, "ada@example.com", bought{s.sell(t, 1999, 10), 1, 1999})
		g.checkout(s, t).Require(t, 401, "unauthenticated")
		g.Do(t, "POST", "/v1/checkout/quote", body{}).Require(t, 401, "unauthenticated")
	}, func(c *testShop) { c.Checkout.GuestCheckout = false })
}

// The quote of a guest says what is missing and leaves nothing behind.
func TestGuestQuote(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		g := s.guestWith(t, "ada@example.com", bought{s.sell(t, 1999, 10), 1, 1999})
		empty := g.Do(t, "POST", "/v1/checkout/quote", body{}).Require(t, 200)
		if got := string(empty.Body); !strings.Contains(got, `"/contact"`) || !strings.Contains(got, `"/shipTo"`) ||
			empty.Number("subtotal") != 19.99 {
			t.Errorf("%s", got)
		}
		g.Do(t, "POST", "/v1/checkout/quote", g.order(s, t)).Require(t, 200)
		// Without a town and a postcode.
		hongKong := body{"fullName": "Ada", "line1": "1 Harbour Road", "country": "HK"}
		g.Do(t, "POST", "/v1/checkout/quote", g.order(s, t, body{"shipTo": hongKong})).Require(t, 200)
		if b := row[buyer](t, s, "user_id", kit.Pseudonyms.OfEmail(g.Email)); b != nil {
			t.Errorf("%+v", b)
		}
	})
}

// The token opens its order alone, and the response of a repeated key has one although it is stored
// nowhere.
func TestOrderToken(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 10), 1, 1999}
		g := s.guestWith(t, "ada@example.com", moka)
		keyed := guest{API: g.With("Idempotency-Key", "once"), CartID: g.CartID, Email: g.Email}
		one := keyed.checkout(s, t).Require(t, 201)
		replayed := keyed.checkout(s, t).Require(t, 201)
		if replayed.Header.Get("Idempotency-Replayed") != "true" || string(replayed.Body) != string(one.Body) {
			t.Errorf("no replay: %v", replayed.Header)
		}
		a, b := s.withToken(t, replayed), s.withToken(t, s.guestWith(t, "ada@example.com", moka).checkout(s, t).Require(t, 201))
		order, other := "/v1/orders/"+one.Text("id"), s.customer(t)
		forged := grant.Sign(testConfig.Secret, grant.Grant{
			Resource: one.Text("id"), Holder: kit.Pseudonyms.OfEmail("bob@example.com"), Kind: grant.Answered,
			ExpiresAt: s.Clock.Now().Add(time.Hour),
		})
		requests := []struct {
			method, path string
			body         any
			status       int
		}{
			{"GET", "", nil, 200}, {"GET", "/tracking", nil, 200}, {"GET", "/returns", nil, 200},
			{"POST", "/returns", body{"items": []body{{"orderItemId": one.Text("items.0.id"), "quantity": 1}}, "reason": "Too small."}, 409},
			{"POST", "/cancel", body{"reason": "Twice."}, 200},
		}
		for _, r := range requests {
			b.Do(t, r.method, order+r.path, r.body).Require(t, 404, "not_found")
			other.Do(t, r.method, order+r.path, r.body).Require(t, 404, "not_found")
			s.API.With("X-Order-Token", "nonsense").Do(t, r.method, order+r.path, r.body).Require(t, 404, "not_found")
			s.API.With("X-Order-Token", forged).Do(t, r.method, order+r.path, r.body).Require(t, 404, "not_found")
			s.API.Do(t, r.method, order+r.path, r.body).Require(t, 401, "unauthenticated")
			a.Do(t, r.method, "/v1/orders/nonsense"+r.path, r.body).Require(t, 404, "not_found")
			a.Do(t, r.method, order+r.path, r.body).Require(t, r.status)
		}
		a.Do(t, "POST", order+"/cancel", nil).Require(t, 409, "invalid_transition")
		other.With("X-Order-Token", replayed.Header.Get("X-Order-Token")).Do(t, "GET", order, nil).Require(t, 200)
		a.Do(t, "POST", order+"/reorder", nil).Require(t, 401, "unauthenticated")
		a.Do(t, "GET", "/v1/orders", nil).Require(t, 401, "unauthenticated")
		s.Clock.Advance(grant.LongLife)
		a.Do(t, "GET", order, nil).Require(t, 404, "not_found")
	})
}

// Of simultaneous checkouts of one guest's cart one makes an order, and all answer with it.
func TestGuestCheckoutAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		g := s.guestWith(t, "ada@example.com", moka)
		b := g.order(s, t)
		ids := kit.AtOnce(20, func(i int) string {
			got, err := kit.Patiently(func() (kit.Answer, error) {
				return g.With("Idempotency-Key", fmt.Sprint(i)).Try("POST", "/v1/checkout", b)
			})
			if err != nil {
				return err.Error()
			}
			return got.Text("id")
		})
		if len(ids) != 1 || ids[""] > 0 {
			t.Errorf("orders %v", ids)
		}
		s.requireStock(t, moka.item, 100, 1)
	})
}

// Open orders count by email and network, exactly, whatever the cart.
func TestOpenOrdersOfGuest(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		guests := make([]guest, 12)
		for i := range guests {
			guests[i] = s.guestWith(t, "ada@example.com", moka)
		}
		b := make([]body, len(guests))
		for i, g := range guests {
			b[i] = g.order(s, t)
		}
		statuses := kit.StatusesAtOnce(t, len(guests), func(i int) (kit.Answer, error) { return guests[i].Try("POST", "/v1/checkout", b[i]) })
		if statuses[201] != 5 || statuses[409] != 7 {
			t.Errorf("%v", statuses)
		}
		s.guestWith(t, "bob@example.com", moka).checkout(s, t).Require(t, 201)
	}, func(c *testShop) { c.OpenOrders = [3]int{5, 0, 0} })
}

// The erasure of an account includes the orders that were made with its address before.
func TestErasureOfGuestOrders(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		g := s.guestWith(t, "ada.lovelace@example.com", moka)
		made := guest{g.With("Idempotency-Key", "once"), g.CartID, g.Email}.checkout(s, t).Require(t, 201)
		token := s.withToken(t, made)
		token.Do(t, "POST", "/v1/orders/"+made.Text("id")+"/cancel", nil).Require(t, 200)
		user := id.New()
		s.Publish(t, identity.AccountErased{UserID: user, AddressID: kit.Pseudonyms.OfEmail(g.Email), ErasedAt: s.Clock.Now()})
		token.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 404, "not_found")
		g.checkout(s, t).Require(t, 422, "validation_failed")
		erased := s.admin.Do(t, "GET", "/v1/admin/orders/"+made.Text("id"), nil).Require(t, 200)
		s.requireForgotten(t, "ada.lovelace@example.com", "Unter den Linden 1", "Ada Lovelace")
		if erased.Text("customer.email") != "" || erased.Text("shipTo.address") != "" {
			t.Errorf("%s", erased.Body)
		}
	})
}
