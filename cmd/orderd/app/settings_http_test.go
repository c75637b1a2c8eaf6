package app

import (
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"orderd/cmd/orderd/settings"
	"orderd/platform/auth"
	"orderd/platform/config"
)

// TestSettingsHaveNoSecret: what GET /v1/admin/settings answers has none of the values that the
// configuration keeps as secrets, whatever the keys are called, nor a password of an address.
func TestSettingsHaveNoSecret(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		environ := append(migratedEnviron(t, dialect),
			"ORDERD_AUTH_SECRET=a-secret-that-keys-the-codes-of-the-shop", "ORDERD_ADMIN_EMAIL=owner@shop.example",
			"ORDERD_ADMIN_PASSWORD=a-password-of-the-owner",
			"ORDERD_PAYMENTS_STRIPE_KEY=sk_test_the-key-of-stripe", "ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET=whsec_the-secret-of-stripe",
			"ORDERD_PAYMENTS_BANK_ACCOUNT=DE02 1203 0000 0000 2020 51", "ORDERD_MAIL_FROM=Moka & Co <hello@shop.example>",
		)
		c, err := settings.Load("", environ)
		if err != nil {
			t.Fatal(err)
		}
		s := startedWith(t, environ)
		status, body := s.send(t, "GET", "/v1/admin/settings", s.staffToken(t, auth.RoleStaff, []auth.Scope{"settings:read"}), "")
		var got map[string]any
		if err := json.Unmarshal(body, &got); err != nil || status != 200 {
			t.Fatalf("%d %s", status, body)
		}
		secrets := secretsOf(t, reflect.ValueOf(c))
		if len(secrets) < 5 {
			t.Fatalf("%d secrets", len(secrets))
		}
		for _, secret := range secrets {
			if strings.Contains(string(body), secret) {
				t.Errorf("%q is in %s", secret, body)
			}
		}
		want := []string{
			"bankAccount", "countries", "country", "currency", "dev", "groups", "guestCheckout", "invoicing", "locales", "lowStock", "mailFrom",
			"paymentMethods",
			"productUrl", "seller", "shopName", "smallBusiness", "timeZone", "voucherDays", "wholesalePrices",
		}
		if fields := slices.Sorted(maps.Keys(got)); !slices.Equal(fields, want) {
			t.Errorf("fields %q, want %q: is the new one no secret?", fields, want)
		}
		if got["bankAccount"] != c.Payments.BankAccount || got["mailFrom"] != c.Mail.From || got["lowStock"] != float64(c.Ordering.LowStock) ||
			got["dev"] != true {
			t.Errorf("%s", body)
		}
	})
}

// secretsOf are the values of the types of secrets in a configuration, and the passwords in its
// addresses.
func secretsOf(t *testing.T, v reflect.Value) (found []string) {
	t.Helper()
	switch x := v.Interface().(type) {
	case config.Secret:
		found = append(found, x.Reveal())
	case config.Secrets:
		found = append(found, x.Reveal()...)
	case config.URL:
		found = append(found, x.Reveal())
		if u, err := url.Parse(x.Reveal()); err == nil {
			password, _ := u.User.Password()
			found = append(found, password)
		}
	default:
		if v.Kind() == reflect.Struct {
			for _, f := range v.Fields() {
				if !f.CanInterface() {
					continue
				}
				found = append(found, secretsOf(t, f)...)
			}
		}
	}
	return slices.DeleteFunc(found, func(s string) bool { return s == "" })
}
