package shop

import (
	"testing"

	"orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/test/kit"
)

// What the staff's pages need follows from the groups.
func TestSettings(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const path = "/v1/admin/settings"
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		got := s.admin.Do(t, "GET", path, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"shopName": "Orderd", "country": "DE", "countries.0": "DE", "currency": "EUR", "lowStock": 5,
			"paymentMethods.0": "cash_on_delivery", "paymentMethods.1": "invoice", "bankAccount": nil, "productUrl": nil,
			"guestCheckout": true, "voucherDays": 365, "mailFrom": "Orderd <shop@example.com>", "dev": false,
			"groups.profile.missing.0": "email", "groups.seller.missing.0": "name", "groups.bank.missing.0": "iban",
			"groups.tax.values.rates.0.standard": 19, "groups.checkout.values.paymentDeadline": "72h", "seller": nil,
			"timeZone": "Europe/Berlin", "smallBusiness": false, "wholesalePrices": "gross", "groups.legal.group": "legal",
		})
		if len(got.At("paymentMethods").([]any)) != 2 {
			t.Errorf("%s", got.Body)
		}
		put := func(group events.Group, sent body) {
			s.admin.Do(t, "PUT", path+"/"+string(group), sent).Require(t, 200)
		}
		put(events.GroupProfile, body{"name": "Moka & Co", "productUrl": "https://shop.example/p/{slug}", "email": "hello@shop.example"})
		put(events.GroupTax, body{"rates": []body{
			{"country": "DE", "standard": 19, "reduced": 7}, {"country": "AT", "standard": 20, "reduced": 10},
		}})
		put(events.GroupBank, body{"iban": "DE02120300000000202051"})
		put(events.GroupProfile, body{"timeZone": "Europe/Vienna"})
		put(events.GroupTax, body{"smallBusiness": true, "wholesalePrices": "net"})
		put(events.GroupSeller, body{"name": "Moka GmbH", "line1": "Torstraße 12", "postalCode": "10119", "city": "Berlin",
			"email": "office@shop.example", "vatId": "DE129273398"})
		put(events.GroupCheckout, body{"guestCheckout": false, "methods": []body{{"method": "card", "enabled": true},
			{"method": "bank_transfer", "enabled": true}, {"method": "cash_on_delivery", "enabled": false}}})
		got = s.admin.Do(t, "GET", path, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"shopName": "Moka & Co", "countries.0": "AT", "countries.1": "DE", "bankAccount": "DE02 1203 0000 0000 2020 51",
			"productUrl": "https://shop.example/p/{slug}", "guestCheckout": false, "paymentMethods.0": "bank_transfer",
			"seller.name": "Moka GmbH", "seller.vatId": "DE129273398", "seller.country": "DE", "timeZone": "Europe/Vienna",
			"smallBusiness": true, "wholesalePrices": "net", "groups.seller.missing.#": 0, "groups.bank.missing.#": 0,
		})
		if methods := got.At("paymentMethods").([]any); len(methods) != 1 || len(got.At("groups.profile.missing").([]any)) != 0 {
			t.Errorf("%s", got.Body)
		}
	})
}

// Beside the rates of the shop stand those of the member states.
func TestTaxTable(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		table := kit.Fields{
			"table.asOf": "2026-01-01", "table.source": events.TaxTableSource, "table.rates.#": 27, "table.rates.0.country": "AT",
			"table.rates.0.standard": 20, "table.rates.26.country": "SK", "values.rates.#": 1, "group": "tax",
		}
		got := s.admin.Do(t, "GET", path(events.GroupTax), nil).Require(t, 200).RequireFields(t, table)
		if tag := got.Header.Get("ETag"); tag != `"1"` {
			t.Errorf("the ETag is %s", tag)
		}
		s.admin.With("If-Match", `"1"`).Do(t, "PUT", path(events.GroupTax), body{"retentionYears": 10}).Require(t, 200).
			RequireFields(t, kit.Fields{"version": 2, "values.retentionYears": 10})
	})
}

// The legal pages are a group that is only read.
func TestLegalGroup(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		got := s.admin.Do(t, "GET", path("legal"), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"group": "legal", "values.pages.#": 0, "pinned.#": 0, "missing.#": 5, "missing.0": "imprint", "missing.4": "shipping",
			"updatedBy": nil,
		})
		before := got.Header.Get("ETag")
		const page = "/v1/admin/pages/imprint/en"
		s.admin.Do(t, "PUT", page, body{"title": "Imprint", "text": "Moka"}).Require(t, 200)
		s.admin.Do(t, "GET", path("legal"), nil).Require(t, 200).RequireFields(t, kit.Fields{
			"values.pages.#": 1, "values.pages.0.hasDraft": true, "values.pages.0.publishedOn": nil, "missing.#": 5, "updatedBy.id": s.adminID,
		})
		s.admin.Do(t, "POST", page+"/publish", nil).Require(t, 200)
		got = s.admin.Do(t, "GET", path("legal"), nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"values.pages.0.kind": "imprint", "values.pages.0.locale": "en", "values.pages.0.slug": "imprint", "values.pages.0.title": "Imprint",
			"values.pages.0.version": 1, "values.pages.0.hasDraft": false, "missing.#": 4, "missing.0": "terms",
		})
		if after := got.Header.Get("ETag"); after == before || after == "" {
			t.Errorf("the ETag is %s, and was %s", after, before)
		}
		// What is missing is so in the language of the profile.
		s.admin.Do(t, "PUT", path(events.GroupProfile), body{"locale": "de"}).Require(t, 200)
		s.admin.Do(t, "GET", path("legal"), nil).Require(t, 200).RequireFields(t, kit.Fields{"missing.#": 5})
	})
}
