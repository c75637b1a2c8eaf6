package ordering

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	loyalty "orderd/modules/loyalty/events"
	recipients "orderd/modules/recipients/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// A quote names a card as GET /v1/shop does: the provider may take more than cards.
func TestTitleOfOnlinePaymentInAQuote(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		c := s.customer(t)
		put(t, c.API, s.sell(t, 1000, 10), 1)
		for language, title := range map[string]string{"en": "Online payment", "de": "Online bezahlen"} {
			c.With("Accept-Language", language).Do(t, "POST", "/v1/checkout/quote", body{}).Require(t, 200).
				RequireFields(t, kit.Fields{"paymentMethods.0.method": "card", "paymentMethods.0.title": title})
		}
	}, func(c *testShop) {
		c.CardProvider = &shop.CardProvider{Automatic: true}
		c.Checkout.Methods = []shop.MethodSetting{{Method: "card", Enabled: true}}
	})
}

// whole is the body of an answer.
func whole(t *testing.T, a kit.Answer) (v any) {
	t.Helper()
	a.Require(t, 200).Decode(t, &v)
	return v
}

// withTexts is a shop with bounds and texts for its ways to pay.
func withTexts(c *testShop) {
	c.CardProvider = &shop.CardProvider{Least: 50, Most: 99_999_999}
	c.Checkout.Methods = []shop.MethodSetting{
		{Method: "card", Enabled: true, Maximum: new(money.Cents(50000))},
		{Method: "invoice", Enabled: true, Minimum: new(money.Cents(2000))},
		{Method: "cash_on_delivery", Enabled: true, Countries: []string{"DE"}, Texts: []shop.MethodText{
			{Locale: "de", Title: new("Bar"), Text: new("An der Tür.")}, {Locale: "en", Text: new("At the door.")}}},
		{Method: "bank_transfer", Enabled: false},
	}
}

// A quote offers the ways to pay that the caller, the destination and the total may have.
func TestPaymentMethodsOfAQuote(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		it := s.sell(t, 1000, 1000)
		retail, wholesale := s.customer(t), s.wholesaler(t)
		g := s.guestWith(t, "ada@example.com", bought{it, 1, 1000})
		offered := func(api *kit.API, quantity int, b body) (methods string, got kit.Answer) {
			t.Helper()
			cart := put(t, api, it, 1)
			api.Do(t, "PATCH", "/v1/cart/items/"+cart.Text("items.0.id"), body{"quantity": quantity}).Require(t, 200)
			got = api.Do(t, "POST", "/v1/checkout/quote", b).Require(t, 200)
			var v quoteView
			got.Decode(t, &v)
			for _, m := range v.PaymentMethods {
				methods += " " + string(m.Method)
				refused := slices.Contains(requirementsOf(t, api.Do(t, "POST", "/v1/checkout/quote", with(body{"paymentMethod": m.Method}, b))),
					"/paymentMethod not_allowed")
				if refused {
					t.Errorf("%s is offered and refused", m.Method)
				}
			}
			return strings.TrimSpace(methods), got
		}
		abroad := body{"recipient": body{"country": "AT"}}
		for _, row := range []struct {
			api      *kit.API
			quantity int
			to       body
			want     string
		}{
			{retail.API, 1, body{}, "card cash_on_delivery"},
			{retail.API, 1, abroad, "card"},
			{retail.API, 51, body{}, "cash_on_delivery"},
			{retail.API, 51, abroad, ""},
			{wholesale.API, 1, body{}, "card cash_on_delivery"},
			{wholesale.API, 2, body{}, "card invoice cash_on_delivery"},
			{g.API, 2, body{}, "card cash_on_delivery"},
			{g.API, 2, body{"shipTo": body{"country": "AT"}}, "card"},
		} {
			if got, answer := offered(row.api, row.quantity, row.to); got != row.want {
				t.Errorf("%+v: %q: %s", row, got, answer.Body)
			}
		}
		_, got := offered(retail.API, 1, body{})
		got.RequireFields(t, kit.Fields{
			"paymentMethods.0": map[string]any{"method": "card", "title": "Card", "text": nil, "countries": []any{},
				"minimum": 0.5, "maximum": 500.0},
			"paymentMethods.1": map[string]any{"method": "cash_on_delivery", "title": "Cash on delivery", "text": "At the door.",
				"countries": []any{"DE"}, "minimum": nil, "maximum": nil},
		})
		_, got = offered(retail.With("Accept-Language", "de"), 1, body{})
		got.RequireFields(t, kit.Fields{"paymentMethods.0.title": "Karte", "paymentMethods.1.title": "Bar",
			"paymentMethods.1.text": "An der Tür."})

		// Nothing to pay: every way that is on will do.
		retail.Do(t, "POST", "/v1/cart/discounts", body{"code": s.voucher(t, retail.ID, 4000)}).Require(t, 200)
		if got, answer := offered(retail.API, 1, abroad); got != "card cash_on_delivery" {
			t.Errorf("free: %q: %s", got, answer.Body)
		}
	}, withTexts)
}

// A quote offers the shipping methods that its cart and destination may have, whichever is chosen.
func TestShippingMethodsOfAQuote(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.admin.Do(t, "POST", "/v1/admin/shipping-methods", body{"name": "Pickup", "kind": "pickup", "minDays": 0, "maxDays": 1}).Require(t, 201)
		cheap := s.method(t, body{"name": "Economy", "price": 1, "countries": []string{"DE"}, "freeFrom": 30})
		dear := s.method(t, body{"name": "Express", "price": 20,
			"texts": []body{{"locale": "en", "text": "Fast"}, {"locale": "de", "text": "Schnell"}}})
		s.method(t, body{"name": "Off", "active": false})
		c := s.customer(t)
		put(t, c.API, s.sell(t, 1000, 10), 2)
		names := func(got kit.Answer) (all []string) {
			t.Helper()
			var v quoteView
			got.Require(t, 200).Decode(t, &v)
			for _, m := range v.ShippingMethods {
				all = append(all, m.Name)
			}
			return all
		}
		quote := func(b body) kit.Answer { return c.Do(t, "POST", "/v1/checkout/quote", b).Require(t, 200) }
		for _, chosen := range []body{{}, {"shippingMethodId": cheap}, {"shippingMethodId": dear}, {"shippingMethodId": id.New()}} {
			got := quote(chosen)
			if all := names(got); !slices.Equal(all, []string{"Economy", "Express"}) ||
				!reflect.DeepEqual(got.At("shippingMethods"), whole(t, c.Do(t, "GET", "/v1/shipping-methods", nil))) {
				t.Errorf("%v: %v: %s", chosen, all, got.Body)
			}
		}
		quote(body{"shippingMethodId": dear}).RequireFields(t, kit.Fields{"shippingTotal": 20, "shippingMethods.1.price": 20,
			"shippingMethods.1.text": "Fast", "shippingMethods.0.text": nil, "shippingMethods.0.freeFrom": 30})
		c.With("Accept-Language", "de").Do(t, "POST", "/v1/checkout/quote", body{}).RequireFields(t,
			kit.Fields{"shippingMethods.1.text": "Schnell"})
		if all := names(quote(body{"recipient": body{"country": "AT"}})); !slices.Equal(all, []string{"Express"}) {
			t.Errorf("abroad: %v", all)
		}
		// Two default addresses, as while the default one changes: the newer counts, and no method is
		// there twice.
		s.Publish(t, identity.AddressSaved{UserID: c.ID, AddressID: id.New(), IsDefault: true, FullName: "Ada", Line1: "1", City: "Wien",
			PostalCode: "1010", Country: "AT"})
		if all := names(quote(body{})); !slices.Equal(all, []string{"Express"}) {
			t.Errorf("two default addresses: %v", all)
		}

		seller := testConfig
		withSeller(&seller)
		s.Publish(t, seller.settings(t, 2)...)
		if all := names(quote(body{"addressId": c.AddressID})); !slices.Equal(all, []string{"Pickup", "Economy", "Express"}) {
			t.Errorf("with a seller: %v", all)
		}
	})
}

// A quote has beside it what was asked for, of the caller alone.
func TestQuoteWithIncluded(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		it := s.sell(t, 1000, 10)
		c, other := s.customer(t), s.customer(t)
		for _, u := range []customer{c, other} {
			put(t, u.API, it, 2)
		}
		addressID, recipientID := s.destinations(t, c)
		gone := s.savedRecipient(t, c)
		s.Publish(t, recipients.RecipientDeleted{RecipientID: gone, UserID: c.ID})
		code := s.voucher(t, c.ID, 500)
		spent := s.voucher(t, c.ID, 500)
		s.Publish(t, loyalty.VoucherIssued{VoucherID: id.New(), UserID: c.ID, Points: 500, Code: "OVER",
			ExpiresAt: s.Clock.Now().Add(-time.Hour)})
		c.Do(t, "POST", "/v1/cart/discounts", body{"code": spent}).Require(t, 200)
		postCheckout(t, c.API, method).Require(t, 201)
		put(t, c.API, it, 2)
		chosen := body{"shippingMethodId": method, "paymentMethod": payByBankTransfer, "recipient": body{"country": "AT"}}
		quote := func(api *kit.API, include string) kit.Answer {
			t.Helper()
			return api.Do(t, "POST", "/v1/checkout/quote"+include, chosen).Require(t, 200)
		}
		all := quote(c.API, "?include=cart,addresses&include=recipients,vouchers")
		if want := c.Do(t, "GET", "/v1/cart", nil).Require(t, 200); !reflect.DeepEqual(all.At("included.cart"), whole(t, want)) {
			t.Errorf("cart %v, want %s", all.At("included.cart"), want.Body)
		}
		all.RequireFields(t, kit.Fields{
			"included.addresses.#": 2, "included.addresses.0.id": c.AddressID, "included.addresses.0.isDefault": true,
			"included.addresses.0.address": "Unter den Linden 1, 10117 Berlin", "included.addresses.0.postalCode": "10117",
			"included.addresses.1.id": addressID, "included.addresses.1.phone": nil, "included.addresses.1.country": "IE",
			"included.recipients.#": 1, "included.recipients.0": map[string]any{"id": recipientID, "fullName": "Grace Hopper",
				"contactPhone": "+1 555 0100", "address": "1 Navy Yard, Boston", "country": "US",
				"line1": nil, "line2": nil, "postalCode": nil, "city": nil, "state": nil},
			"included.vouchers.#": 1, "included.vouchers.0.code": code, "included.vouchers.0.status": "available",
			"included.vouchers.0.value": 1.875, "included.vouchers.0.points": 500,
		})
		quote(c.API, "?include=vouchers").RequireFields(t, kit.Fields{
			"included.cart": nil, "included.addresses": nil, "included.recipients": nil, "included.vouchers.#": 1})
		quote(other.API, "?include=addresses,recipients,vouchers").RequireFields(t, kit.Fields{
			"included.addresses.#": 1, "included.addresses.0.id": other.AddressID, "included.recipients.#": 0, "included.vouchers.#": 0})
		for _, none := range []string{"", "?include="} {
			if got := quote(c.API, none); got.At("included") != nil {
				t.Errorf("%q: %s", none, got.Body)
			}
		}
		g := s.guestWith(t, "ada@example.com", bought{it, 1, 1000})
		got := quote(g.API, "?include=cart,addresses,recipients,vouchers")
		got.RequireFields(t, kit.Fields{"included.addresses": nil, "included.recipients": nil, "included.vouchers": nil})
		if want := g.Do(t, "GET", "/v1/cart", nil).Require(t, 200); !reflect.DeepEqual(got.At("included.cart"), whole(t, want)) {
			t.Errorf("a guest's cart %v, want %s", got.At("included.cart"), want.Body)
		}
		for _, unknown := range []string{"secrets", "cart,secrets", "Cart"} {
			requirePointers(t, c.Do(t, "POST", "/v1/checkout/quote?include="+unknown, chosen).Require(t, 422, "validation_failed"),
				"?include not_allowed")
		}

		plain := s.Statements(t, c.API, "POST", "/v1/checkout/quote", chosen)
		for include, more := range map[string]int{"cart": 0, "addresses": 1, "cart,addresses,recipients,vouchers": 3} {
			if n := s.Statements(t, c.API, "POST", "/v1/checkout/quote?include="+include, chosen); n != plain+more {
				t.Errorf("%s: %d statements, %d without it", include, n, plain)
			}
		}
		s.method(t, body{"name": "Another"})
		if n := s.Statements(t, c.API, "POST", "/v1/checkout/quote", chosen); n != plain {
			t.Errorf("with two methods %d statements, with one %d", n, plain)
		}
	})
}
