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
			"groups.tax.values.rates.0.standard": 19, "groups.checkout.values.paymentDeadline": "72h",
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
		put(events.GroupCheckout, body{"guestCheckout": false, "methods": []body{{"method": "card", "enabled": true},
			{"method": "bank_transfer", "enabled": true}, {"method": "cash_on_delivery", "enabled": false}}})
		got = s.admin.Do(t, "GET", path, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"shopName": "Moka & Co", "countries.0": "AT", "countries.1": "DE", "bankAccount": "DE02 1203 0000 0000 2020 51",
			"productUrl": "https://shop.example/p/{slug}", "guestCheckout": false, "paymentMethods.0": "bank_transfer",
		})
		if methods := got.At("paymentMethods").([]any); len(methods) != 1 || len(got.At("groups.profile.missing").([]any)) != 0 {
			t.Errorf("%s", got.Body)
		}
	})
}
