package ordering

import (
	"maps"
	"slices"
	"strings"
	"testing"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	"orderd/modules/ordering/events"
	recipients "orderd/modules/recipients/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/money"
	"orderd/test/kit"
)

// withPackaging is a shop whose packaging weighs something, as in the examples of the contract.
func withPackaging(c *testShop) { c.Checkout.DefaultGrams, c.Checkout.PackagingGrams = 500, 100 }

// withSeller is a shop whose seller has an address.
func withSeller(c *testShop) {
	c.Seller.Name, c.Seller.Line1, c.Seller.PostalCode, c.Seller.City = new("Moka & Co"), new("Torstraße 12"), new("10119"), new("Berlin")
}

// contractRates makes the method of the worked examples.
func (s *setup) contractRates(t *testing.T) string {
	t.Helper()
	m := contractMethod()
	return s.method(t, body{"name": m.Name, "countries": m.Countries, "freeFrom": 100, "rates": m.Rates,
		"texts": []body{{"locale": "en", "text": "Parcel"}, {"locale": "de", "text": "Paket"}}})
}

// sellWeighing is sell for a variant with a weight.
func (s *setup) sellWeighing(t *testing.T, price money.Cents, grams int64) item {
	t.Helper()
	return s.sell(t, price, 100, func(p *catalog.ProductSaved) { p.Variants[0].WeightGrams = &grams; p.TaxClass = catalog.TaxZero })
}

// The list for a cart, the quote, the checkout and the order say the same of all examples of the
// contract.
func TestRatesOfACart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.contractRates(t)
		s.methodID = method // there is no other
		for i, e := range rateExamples {
			if e.codes != nil {
				continue
			}
			it := s.sellWeighing(t, e.goods, e.grams)
			g := s.guestWith(t, "ada@example.com", bought{it, 1, e.goods})
			listed := g.Do(t, "GET", "/v1/shipping-methods?country="+e.country+"&postalCode="+strings.ReplaceAll(e.postalCode, " ", "%20"), nil)
			to := body{"fullName": "Ada Lovelace", "line1": "Deichweg 1", "city": "Dagebüll", "postalCode": e.postalCode, "country": e.country}
			chosen := g.order(s, t, body{"shippingMethodId": method, "shipTo": to})
			if e.want == notOffered {
				if string(listed.Require(t, 200).Body) != "[]" {
					t.Errorf("example %d: %s", i, listed.Body)
				}
				requirement := g.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200)
				requirement.RequireFields(t, kit.Fields{
					"shippingTotal": 0, "requirements.0.pointer": "/shippingMethodId", "requirements.0.code": "not_allowed",
					"shippingMethods.#": 0,
				})
				requirePointers(t, g.Do(t, "POST", "/v1/checkout", chosen).Require(t, 422), "/shippingMethodId not_allowed")
				continue
			}
			if e.country == "CH" { // out of the EU it is without VAT
				e.want = money.Rate(1900).WithoutTax(e.want)
			}
			price := float64(e.want) / 100
			listed.Require(t, 200).RequireFields(t, kit.Fields{"0.price": price, "0.rates": []any{}})
			if e.postalCode == "" {
				continue // a guest's address has one
			}
			g.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200).RequireFields(t, kit.Fields{
				"shippingTotal": price, "total": float64(e.want+e.goods) / 100, "requirements": []any{},
				"shippingMethods": whole(t, listed),
			})
			g.Do(t, "POST", "/v1/checkout", chosen).Require(t, 201).RequireFields(t, kit.Fields{"shippingTotal": price})
		}
	}, withPackaging)
}

// savedRecipient gives the customer a saved recipient in Germany.
func (s *setup) savedRecipient(t *testing.T, c customer) (recipientID string) {
	t.Helper()
	recipientID = id.New()
	s.Publish(t, recipients.RecipientSaved{
		RecipientID: recipientID, UserID: c.ID, TotalOrders: 1, FullName: "Grace Hopper", Phone: "+49 30 1",
		Address: "Deichweg 1, 25849 Pellworm", Country: "DE",
	})
	return recipientID
}

func requirePointers(t *testing.T, a kit.Answer, want ...string) {
	t.Helper()
	got := a.Pointers()
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Without a cart the list shows what parcels cost: the rows of the country.
func TestShippingMethodsWithoutACart(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.contractRates(t)
		s.admin.Do(t, "POST", "/v1/admin/shipping-methods", body{"name": "Pickup", "kind": "pickup", "minDays": 0, "maxDays": 1}).Require(t, 201)
		list := func(query string) kit.Answer {
			return s.API.Do(t, "GET", "/v1/shipping-methods"+query, nil).Require(t, 200)
		}
		list("").RequireFields(t, kit.Fields{
			"0.kind": "delivery", "0.text": "Parcel", "0.price": 4.9, "0.freeFrom": 100, "0.rates.0.price": 14.9, "0.rates.6.price": 12.9,
			"0.rates.7": nil,
		})
		list("?postalCode=25-849&country=DE").RequireFields(t, kit.Fields{"0.price": 19.9})
		list("?country=CH").RequireFields(t, kit.Fields{"0.price": 12.52, "0.rates.0.price": 14.9, "0.rates.1": nil})
		s.API.With("Accept-Language", "de-AT").Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"0.text": "Paket"})
		s.API.Do(t, "GET", "/v1/shipping-methods?postalCode="+strings.Repeat("1", 21), nil).Require(t, 422)
		s.API.As("nonsense").Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 401)

		seller := testConfig
		withPackaging(&seller)
		withSeller(&seller)
		s.Publish(t, seller.settings(t, 2)...)
		list("").RequireFields(t, kit.Fields{"0.kind": "pickup", "0.price": 0, "0.text": nil, "1.kind": "delivery"})
		list("?country=FR").RequireFields(t, kit.Fields{"0.kind": "pickup", "1": nil})
		// A guest who has put nothing into a cart has none.
		s.customer(t).Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200).RequireFields(t, kit.Fields{"1.rates.0.price": 14.9})
	}, withPackaging)
}

// A wholesale account that sees prices without VAT reads the same one with a cart and without.
func TestShippingMethodsOfANetAccount(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, c := s.standardMethod(t), s.wholesaler(t)
		price := func(who *kit.API) float64 {
			return who.Do(t, "GET", "/v1/shipping-methods", nil).Require(t, 200).Number("0.price")
		}
		if got := price(s.API); got != 4.9 {
			t.Errorf("%v for a visitor", got)
		}
		if got := price(s.customer(t).API); got != 4.9 {
			t.Errorf("%v for a retail account", got)
		}
		if got := price(c.API); got != 4.12 {
			t.Errorf("%v without a cart", got)
		}
		put(t, c.API, s.sell(t, 1190, 100), 1)
		if got := price(c.API); got != 4.12 {
			t.Errorf("%v with a cart", got)
		}
		c.Do(t, "POST", "/v1/checkout/quote", body{"shippingMethodId": method}).Require(t, 200).
			RequireFields(t, kit.Fields{"shippingTotal": 4.12})
	}, inNet)
}

// Where prices depend on postal codes a destination has one.
func TestPostalCodeIsRequired(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it := s.contractRates(t), s.sellWeighing(t, 2000, 300)
		c := s.customer(t)
		put(t, c.API, it, 1)
		other := body{"fullName": "Grace Hopper", "contactPhone": "+49 30 1", "address": "Deichweg 1, 25849 Pellworm"}
		for destination, want := range map[string]string{
			"address": "", "recipient": "/recipient/postalCode required", "recipientId": "/recipientId not_allowed",
		} {
			choice := body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}
			switch destination {
			case "recipient":
				choice["recipient"] = other
			case "recipientId":
				choice["recipientId"] = s.savedRecipient(t, c)
			}
			quote := c.Do(t, "POST", "/v1/checkout/quote", choice).Require(t, 200)
			quote.RequireFields(t, kit.Fields{"shippingTotal": 4.9})
			if want == "" {
				quote.RequireFields(t, kit.Fields{"requirements": []any{}})
				continue
			}
			quote.RequireFields(t, kit.Fields{"requirements.0.pointer": strings.Fields(want)[0], "requirements.1": nil})
			requirePointers(t, c.Do(t, "POST", "/v1/checkout", choice).Require(t, 422), want)
			// Elsewhere it is as before.
			choice["shippingMethodId"] = s.standardMethod(t)
			c.Do(t, "POST", "/v1/checkout/quote", choice).Require(t, 200).RequireFields(t, kit.Fields{"requirements": []any{}})
		}
		// An address decides by its postal code.
		s.Publish(t, identity.AddressSaved{
			UserID: c.ID, AddressID: c.AddressID, IsDefault: true, FullName: "Ada Lovelace", Line1: "Deichweg 1", City: "Pellworm",
			PostalCode: "25849", Country: "DE",
		})
		postCheckout(t, c.API, method).Require(t, 201).RequireFields(t, kit.Fields{"shippingTotal": 19.9})
	}, withPackaging)
}

// A pickup is free, has no destination, and goes to the seller's address.
func TestPickup(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		pickup := s.admin.Do(t, "POST", "/v1/admin/shipping-methods", body{"name": "Pickup", "kind": "pickup", "minDays": 0, "maxDays": 1}).
			Require(t, 201).RequireFields(t, kit.Fields{"price": 0, "kind": "pickup"}).Text("id")
		it := s.sell(t, 11_900, 100)
		c := s.customer(t)
		put(t, c.API, it, 1)
		chosen := body{"shippingMethodId": pickup, "paymentMethod": "cash_on_delivery"}
		requirePointers(t, c.Do(t, "POST", "/v1/checkout", chosen).Require(t, 422), "/shippingMethodId not_allowed")

		seller := testConfig
		withSeller(&seller)
		seller.Seller.Country = new("AT")
		s.Publish(t, seller.settings(t, 2)...)
		to := body{"fullName": "Ada Lovelace", "line1": "Rue 1", "city": "Paris", "postalCode": "75001", "country": "FR"}
		for field, value := range map[string]any{
			"recipient": body{"fullName": "Grace", "contactPhone": "1", "address": "Paris", "country": "FR"}, "shipTo": to,
			"recipientId": s.savedRecipient(t, c), "addressId": c.AddressID,
		} {
			requirePointers(t, c.Do(t, "POST", "/v1/checkout", with(maps.Clone(chosen), body{field: value})).
				Require(t, 422), "/"+field+" not_allowed")
		}
		c.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200).RequireFields(t, kit.Fields{
			"shippingTotal": 0, "taxTotal": 19, "requirements": []any{},
		})
		want := kit.Fields{
			"shipTo.fullName": "Ada Lovelace", "shipTo.address": "Torstraße 12, 10119 Berlin", "shipTo.country": "AT", "shippingTotal": 0,
			"shipTo.line1": "Torstraße 12", "shipTo.postalCode": "10119", "shipTo.city": "Berlin",
			"taxTotal": 19, "total": 119, "shippingMethod.name": "Pickup", "status": "placed",
		}
		c.Do(t, "POST", "/v1/checkout", chosen).Require(t, 201).RequireFields(t, want)

		g := s.guestWith(t, "ada@example.com", bought{it, 1, 11_900})
		requirePointers(t, g.checkout(s, t, chosen).Require(t, 422), "/shipTo not_allowed")
		g.checkout(s, t, chosen, body{"shipTo": nil}).Require(t, 201).RequireFields(t, want)
	})
}

// Any number of orders may wait at the counter: no limit of a destination counts them.
func TestPickupsAreNotOneDestination(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		pickup := s.admin.Do(t, "POST", "/v1/admin/shipping-methods", body{"name": "Pickup", "kind": "pickup", "minDays": 0, "maxDays": 1}).
			Require(t, 201).Text("id")
		it := s.sell(t, 1000, 100)
		for range 3 {
			c := s.customer(t)
			put(t, c.API, it, 1)
			postCheckout(t, c.API, pickup).Require(t, 201)
		}
	}, withSeller, func(c *testShop) { c.OpenOrders[openByDestination] = 1 })
}

// An order stays a pickup, whatever becomes of its method, and its events say so.
func TestOrderOfAPickup(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		pickup := s.admin.Do(t, "POST", "/v1/admin/shipping-methods", body{"name": "Pickup", "kind": "pickup", "minDays": 0, "maxDays": 1}).
			Require(t, 201).Text("id")
		it, c := s.sell(t, 1000, 100), s.customer(t)
		place := func(methodID string, want kit.Fields) string {
			t.Helper()
			put(t, c.API, it, 1)
			return postCheckout(t, c.API, methodID).Require(t, 201).RequireFields(t, want).Text("id")
		}
		log := eventbustest.Record(t, s.DB)
		collected := place(pickup, kit.Fields{"shippingMethod.kind": "pickup", "shippingMethod.name": "Pickup"})
		place(s.method(t), kit.Fields{"shippingMethod.kind": "delivery"})
		if placed := eventbustest.Of[events.OrderPlaced](log); len(placed) != 2 || !placed[0].Pickup || placed[1].Pickup {
			t.Errorf("published %+v", placed)
		}
		s.admin.Do(t, "PATCH", "/v1/admin/shipping-methods/"+pickup, body{"kind": "delivery", "price": 1}).Require(t, 200)
		c.Do(t, "GET", "/v1/orders/"+collected, nil).Require(t, 200).RequireFields(t, kit.Fields{"shippingMethod.kind": "pickup"})
		s.admin.Do(t, "GET", "/v1/admin/orders", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.shippingMethod.kind": "delivery", "data.1.shippingMethod.kind": "pickup",
		})
	}, withSeller)
}

// No order is placed with the weight of the packaging that was replaced before it.
func TestNoOrderAtOldWeights(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it := s.contractRates(t), s.sellWeighing(t, 2000, 4000)
		for i, row := range []struct {
			packaging int64
			want      float64
		}{{1000, 8.9}, {999, 4.9}, {100_000, 8.9}} {
			c := s.customer(t)
			put(t, c.API, it, 1)
			checkout := testConfig.Checkout
			checkout.PackagingGrams = row.packaging
			// As another process writes them, without a signal.
			if err := s.DB.Exec("UPDATE ordering_settings SET value = ?, version = version + 1 WHERE name = 'checkout'",
				string(kit.JSON(t, checkout))).Error; err != nil {
				t.Fatal(err)
			}
			o := postCheckout(t, c.API, method).Require(t, 201)
			if got := o.Number("shippingTotal"); got != row.want {
				t.Errorf("order %d: %v, want %v", i, got, row.want)
			}
		}
	})
}
