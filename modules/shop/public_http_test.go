package shop

import (
	"slices"
	"strings"
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/test/kit"
)

// shopPath is that of the public data.
const shopPath = "/v1/shop"

func (s *setup) change(t *testing.T, group events.Group, values body) {
	t.Helper()
	s.admin.Do(t, "PUT", path(group), values).Require(t, 200)
}

func TestPublicShop(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.API.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"name": "Orderd", "currency": "EUR", "country": "DE", "timeZone": "Europe/Berlin", "locale": "en",
			"locales.#": 2, "destinations.#": 0, "paymentMethods.#": 1, "paymentMethods.0.method": "cash_on_delivery",
			"paymentMethods.0.title": "Cash on delivery", "paymentMethods.0.text": nil, "paymentMethods.0.countries.#": 0,
			"guestCheckout": true, "loyalty.pointsPerEuro": 10, "returnDays": 30, "withdrawalDays": 14, "seller": nil,
			"smallBusiness": false, "email": nil, "phone": nil, "website": nil,
		})
		s.change(t, events.GroupProfile, body{"name": "Moka & Co", "email": "hello@shop.example"})
		s.change(t, events.GroupSeller, body{
			"name": "Moka GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin", "taxNumber": "37/1",
			"email": "office@shop.example", "returnsAddress": "Lager 3",
		})
		s.change(t, events.GroupBank, body{"iban": "DE02120300000000202051"})
		s.change(t, events.GroupLoyalty, body{"enabled": false})
		s.change(t, events.GroupTax, body{"smallBusiness": true})
		s.change(t, events.GroupCheckout, body{"guestCheckout": false, "returnDays": 60, "withdrawalDays": 20})
		got := s.API.Do(t, "GET", shopPath, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"name": "Moka & Co", "email": "hello@shop.example", "seller.name": "Moka GmbH", "seller.country": "DE",
			"seller.vatId": nil, "paymentMethods.#": 2, "loyalty.enabled": false, "guestCheckout": false, "returnDays": 60,
			"withdrawalDays": 20, "smallBusiness": true,
		})
		for _, kept := range []string{"37/1", "Lager 3", "DE02", "Deadline", "version", "pinned", s.adminID} {
			if strings.Contains(string(got.Body), kept) {
				t.Errorf("%q is public", kept)
			}
		}
		s.change(t, events.GroupProfile, body{"country": "AT"})
		s.change(t, events.GroupSeller, body{
			"line2": "2. Hof", "phone": "+49 30 1", "vatId": "DE129273398", "register": "HRB 4711", "managers": "Ada Lovelace",
		})
		seller := map[string]any{
			"name": "Moka GmbH", "line1": "Torstraße 12", "line2": "2. Hof", "postalCode": "10119", "city": "Berlin", "country": "AT",
			"email": "office@shop.example", "phone": "+49 30 1", "vatId": "DE129273398", "register": "HRB 4711", "managers": "Ada Lovelace",
		}
		s.API.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"country": "AT", "seller": seller})
		s.change(t, events.GroupSeller, body{"country": "LI"})
		seller["country"] = "LI"
		s.API.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"country": "AT", "seller": seller})
	})
}

// A provider that takes more than cards has another name for buyers, unless the shop has one.
func TestTitleOfOnlinePayment(t *testing.T) {
	provider := defaults()
	provider.CardProvider = &events.CardProvider{Automatic: true, PublishableKey: "pk_live_1"}
	eachWith(t, provider, func(t *testing.T, s *setup) {
		methods := []body{{"method": "card", "enabled": true, "texts": []body{{"locale": "de", "text": "Auch mit PayPal."}}}}
		s.change(t, events.GroupCheckout, body{"methods": methods})
		for language, title := range map[string]string{"en": "Online payment", "de": "Online bezahlen"} {
			got := s.API.Do(t, "GET", shopPath+"?locale="+language, nil).Require(t, 200)
			got.RequireFields(t, kit.Fields{"paymentMethods.0.method": "card", "paymentMethods.0.title": title})
			if strings.Contains(string(got.Body), "pk_live_1") {
				t.Errorf("the key is no part of the shop: %s", got.Body)
			}
		}
		methods[0]["texts"] = []body{{"locale": "de", "title": "Karte oder PayPal"}}
		s.change(t, events.GroupCheckout, body{"methods": methods})
		s.API.Do(t, "GET", shopPath+"?locale=de", nil).Require(t, 200).
			RequireFields(t, kit.Fields{"paymentMethods.0.title": "Karte oder PayPal"})
	})
}

// It comes from memory.
func TestPublicShopMakesNoStatement(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		if n := s.Statements(t, s.API, "GET", shopPath, nil); n != 0 {
			t.Errorf("%d statements", n)
		}
	})
}

// Only wholesale accounts pay by invoice; other responses are not for them.
func TestPaymentMethodsOfTheCaller(t *testing.T) {
	provider := defaults()
	provider.CardProvider = &events.CardProvider{Least: 50, Most: 99_999_999}
	eachWith(t, provider, func(t *testing.T, s *setup) {
		s.change(t, events.GroupCheckout, body{"methods": []body{
			{"method": "card", "enabled": true, "minimum": 0.1, "maximum": 500},
			{"method": "invoice", "enabled": true, "countries": []string{"DE", "AT"}, "minimum": 20},
			{"method": "cash_on_delivery", "enabled": false}, {"method": "bank_transfer", "enabled": true},
		}})
		s.API.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"paymentMethods.#": 1, "paymentMethods.0.method": "card", "paymentMethods.0.minimum": 0.5,
			"paymentMethods.0.maximum": 500, "paymentMethods.0.title": "Card",
		})
		retail, _ := s.As(t, auth.RoleCustomer)
		retail.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"paymentMethods.#": 1})
		wholesale := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleCustomer, AccountType: "wholesale"})
		got := wholesale.Do(t, "GET", shopPath, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"paymentMethods.#": 2, "paymentMethods.1.method": "invoice", "paymentMethods.1.countries.#": 2,
			"paymentMethods.1.minimum": 20, "paymentMethods.1.maximum": nil,
		})
		if cache := got.Header.Get("Cache-Control"); cache != "private, no-cache" {
			t.Error(cache)
		}
		s.API.With("Authorization", "Bearer x").Do(t, "GET", shopPath, nil).Require(t, 401, "unauthenticated")

		s.change(t, events.GroupBank, body{"iban": "DE02120300000000202051"})
		s.change(t, events.GroupCheckout, body{"methods": nil})
		for language, titles := range map[string][]string{
			"en": {"Bank transfer", "Cash on delivery", "Invoice", "Card"}, "de": {"Überweisung", "Nachnahme", "Rechnung", "Karte"},
		} {
			all := wholesale.Do(t, "GET", shopPath+"?locale="+language, nil).Require(t, 200)
			all.RequireFields(t, kit.Fields{
				"paymentMethods.#": 4, "paymentMethods.0.title": titles[0], "paymentMethods.1.title": titles[1],
				"paymentMethods.2.title": titles[2], "paymentMethods.3.title": titles[3],
			})
		}
	})
}

func TestLanguageOfTheShop(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.change(t, events.GroupCheckout, body{"methods": []body{{"method": "cash_on_delivery", "enabled": true, "texts": []body{
			{"locale": "de", "title": "Bar bei Lieferung", "text": "Bitte passend."},
		}}}})
		require := func(api *kit.API, query, language, title string, text any) {
			t.Helper()
			got := api.Do(t, "GET", shopPath+query, nil).Require(t, 200)
			got.RequireFields(t, kit.Fields{"paymentMethods.0.title": title, "paymentMethods.0.text": text})
			if is := got.Header.Get("Content-Language"); is != language || !slices.Contains(got.Header.Values("Vary"), "Accept-Language") {
				t.Errorf("%s: in %s, %v", query, is, got.Header.Values("Vary"))
			}
		}
		refused := func(query string) {
			t.Helper()
			got := s.API.Do(t, "GET", shopPath+query, nil).Require(t, 422, "validation_failed").Pointers()
			if !slices.Equal(got, []string{"?locale not_allowed"}) {
				t.Errorf("%s: %v", query, got)
			}
		}
		german := s.API.With("Accept-Language", "fr, de-AT;q=0.9, en;q=0.5")
		require(s.API, "", "en", "Cash on delivery", nil)
		require(german, "", "de", "Bar bei Lieferung", "Bitte passend.")
		require(german, "?locale=en", "en", "Cash on delivery", nil)
		refused("?locale=fr")

		s.change(t, events.GroupProfile, body{"locales": []string{"de"}, "locale": "de"})
		require(s.API.With("Accept-Language", "en"), "", "de", "Bar bei Lieferung", "Bitte passend.")
		refused("?locale=en")
		s.change(t, events.GroupProfile, body{"locales": []string{"de", "en"}})
		require(s.API.With("Accept-Language", "en"), "", "en", "Cash on delivery", "Bitte passend.")

		got := german.Do(t, "GET", shopPath, nil).Require(t, 200)
		german.With("If-None-Match", got.Header.Get("ETag")).Do(t, "GET", shopPath, nil).Require(t, 304)
		s.API.With("If-None-Match", got.Header.Get("ETag")).With("Accept-Language", "en").
			Do(t, "GET", shopPath, nil).Require(t, 200)
	})
}

func TestDestinations(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		cents := func(c int64) *int64 { return &c }
		saved := func(id string, change func(*ordering.ShippingMethodSaved)) {
			t.Helper()
			e := ordering.ShippingMethodSaved{
				ShippingMethodID: id, Name: "Standard", Kind: ordering.ShippingDelivery, Countries: []string{"DE", "AT"}, Active: true,
			}
			change(&e)
			s.Publish(t, e)
		}
		destinations := func(want kit.Fields) {
			t.Helper()
			s.API.Do(t, "GET", shopPath, nil).Require(t, 200).RequireFields(t, want)
		}
		saved("a", func(e *ordering.ShippingMethodSaved) { e.FreeFrom = cents(5000) })
		saved("b", func(e *ordering.ShippingMethodSaved) { e.Countries = []string{"DE"}; e.FreeFrom = cents(3000) })
		saved("c", func(e *ordering.ShippingMethodSaved) { e.Countries = nil })
		saved("d", func(e *ordering.ShippingMethodSaved) { e.Countries = []string{"CH"}; e.Active = false })
		saved("e", func(e *ordering.ShippingMethodSaved) { e.Countries = nil; e.Kind = ordering.ShippingPickup })
		// One from before there were kinds.
		saved("f", func(e *ordering.ShippingMethodSaved) { e.Countries = []string{"LI"}; e.Kind = "" })
		destinations(kit.Fields{
			"destinations.#": 3, "destinations.0.country": "AT", "destinations.0.freeFrom": 50, "destinations.1.country": "DE",
			"destinations.1.freeFrom": 30, "destinations.2.country": nil, "destinations.2.freeFrom": nil,
		})
		// What is free everywhere is free where other methods deliver to, unless theirs is sooner.
		saved("c", func(e *ordering.ShippingMethodSaved) { e.Countries = nil; e.FreeFrom = cents(4000) })
		destinations(kit.Fields{
			"destinations.#": 3, "destinations.0.country": "AT", "destinations.0.freeFrom": 40, "destinations.1.country": "DE",
			"destinations.1.freeFrom": 30, "destinations.2.country": nil, "destinations.2.freeFrom": 40,
		})
		saved("b", func(e *ordering.ShippingMethodSaved) { e.Deleted = true })
		saved("c", func(e *ordering.ShippingMethodSaved) { e.Deleted = true })
		destinations(kit.Fields{"destinations.#": 2, "destinations.1.country": "DE", "destinations.1.freeFrom": 50})
	})
}
