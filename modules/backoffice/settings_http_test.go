package backoffice

import (
	"testing"

	ordering "orderd/modules/ordering/events"
	"orderd/platform/auth"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	config := Config{
		ShopName: "Moka & Co", Country: "DE", Countries: []string{"AT", "DE"}, LowStock: 4, VoucherDays: 90,
		MailFrom: "Moka <hello@shop.example>", GuestCheckout: true,
		PaymentMethods: []ordering.PaymentMethod{ordering.PaymentMethodCashOnDelivery, ordering.PaymentMethodInvoice},
	}
	moduletest.Each(t, func(p moduletest.Deps) module.Module {
		return New(Deps{DB: p.DB, Clock: p.Clock, Config: config})
	}, func(t *testing.T, r *moduletest.Runner) {
		const path = "/v1/admin/settings"
		admin, _ := r.As(t, auth.RoleAdmin)
		customer, _ := r.As(t, auth.RoleCustomer)
		r.API.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		got := admin.Do(t, "GET", path, nil).Require(t, 200)
		got.RequireFields(t, kit.Fields{
			"shopName": "Moka & Co", "country": "DE", "countries.0": "AT", "countries.1": "DE", "currency": "EUR", "lowStock": 4,
			"paymentMethods.0": "cash_on_delivery", "paymentMethods.1": "invoice",
			"bankAccount": nil, "productUrl": nil, "guestCheckout": true, "voucherDays": 90, "mailFrom": "Moka <hello@shop.example>", "dev": false,
		})
		if len(got.At("paymentMethods").([]any)) != 2 {
			t.Errorf("%s", got.Body)
		}
	})
	t.Run("all there is", func(t *testing.T) {
		t.Parallel()
		config := config
		config.BankAccount = "DE02 1203 0000 0000 2020 51"
		config.ProductURL = "https://shop.example/products/{slug}"
		r := moduletest.On(t, kit.Dialects[0], func(p moduletest.Deps) module.Module {
			return New(Deps{DB: p.DB, Clock: p.Clock, Config: config})
		})
		admin, _ := r.As(t, auth.RoleAdmin)
		admin.Do(t, "GET", "/v1/admin/settings", nil).Require(t, 200).
			RequireFields(t, kit.Fields{
				"bankAccount": config.BankAccount, "productUrl": config.ProductURL,
			})
	})
}
