package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"orderd/platform/auth"
)

// A shop that starts with its old configuration sells as before: each key decides about its field,
// with the key's value.
func TestConfigurationPinsSettings(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		file := filepath.Join(t.TempDir(), "orderd.yaml")
		err := os.WriteFile(file, []byte(`
shop:
  name: Moka & Co
  country: AT
  returns_address: Ring 1, 1010 Wien
  guest_checkout: false
  order_url: https://shop.example/orders/{number}#{token}
  product_url: https://shop.example/p/{slug}
  tax_rates: { AT: { standard: 20, reduced: 10 }, DE: { standard: 19, reduced: 7 } }
payments:
  deadline: 48h
  card_deadline: 15m
  bank_account: "IBAN DE02 1203 0000 0000 2020 51, BIC BYLADEM1001"
ordering: { low_stock: 3 }
loyalty: { voucher_days: 90 }
`), 0o600)
		if err != nil {
			t.Fatal(err)
		}
		s := startedFrom(t, file, testEnviron(t, dialect))
		token := s.staffToken(t, auth.RoleStaff, []auth.Scope{"settings:read"})
		status, body := s.send(t, "GET", "/v1/admin/settings", token, "")
		var got struct {
			Groups map[string]struct {
				Values map[string]any
				Pinned []struct{ Field, Key string }
			}
		}
		if err := json.Unmarshal(body, &got); err != nil || status != 200 {
			t.Fatalf("%d %s", status, body)
		}
		for at, want := range map[[3]string]string{
			{"profile", "name", "shop.name"}: `"Moka \u0026 Co"`, {"profile", "country", "shop.country"}: `"AT"`,
			{"profile", "orderUrl", "shop.order_url"}:              `"https://shop.example/orders/{number}#{token}"`,
			{"profile", "productUrl", "shop.product_url"}:          `"https://shop.example/p/{slug}"`,
			{"seller", "returnsAddress", "shop.returns_address"}:   `"Ring 1, 1010 Wien"`,
			{"checkout", "guestCheckout", "shop.guest_checkout"}:   `false`,
			{"checkout", "paymentDeadline", "payments.deadline"}:   `"48h"`,
			{"checkout", "cardDeadline", "payments.card_deadline"}: `"15m"`,
			{"checkout", "lowStock", "ordering.low_stock"}:         `3`,
			{"loyalty", "voucherDays", "loyalty.voucher_days"}:     `90`,
			{"bank", "iban", "payments.bank_account"}:              `"DE02120300000000202051"`,
			{"bank", "bic", "payments.bank_account"}:               `"BYLADEM1001"`,
			{"tax", "rates", "shop.tax_rates"}:                     `[{"country":"AT","from":null,"reduced":10,"standard":20},{"country":"DE","from":null,"reduced":7,"standard":19}]`,
		} {
			group := got.Groups[at[0]]
			value, err := json.Marshal(group.Values[at[1]])
			if err != nil || string(value) != want {
				t.Errorf("%s.%s is %s, want %s", at[0], at[1], value, want)
			}
			isPinned := false
			for _, p := range group.Pinned {
				isPinned = isPinned || p.Field == at[1] && p.Key == at[2]
			}
			if !isPinned {
				t.Errorf("%s.%s is not pinned by %s: %v", at[0], at[1], at[2], group.Pinned)
			}
		}
	})
}
