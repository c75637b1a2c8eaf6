package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"orderd/cmd/orderd/settings"
	shopevents "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/convert"
)

// pinningFile sets a key of every field that one decides about.
const pinningFile = `
shop:
  name: Moka & Co
  country: AT
  returns_address: Ring 1, 1010 Wien
  guest_checkout: false
  order_url: https://shop.example/orders/{number}#{token}
  product_url: https://shop.example/p/{slug}
  tax_rates: { AT: { standard: 20, reduced: 10 }, DE: { standard: 19, reduced: 7 } }
  time_zone: Europe/Vienna
  small_business: true
  wholesale_prices: net
seller:
  name: Moka & Co GmbH
  line1: Ring 1
  line2: Top 2
  postal_code: "1010"
  city: Wien
  email: Hello@Shop.example
  phone: +43 1 5130
  vat_id: atu 1234 5678
  tax_number: 12 345/6789
  register: FN 123456a
  managers: Ada Lovelace
catalog: { require_gpsr: true }
withdrawal: { days: 20 }
vat: { max_age: 48h }
invoices: { retention_years: 10 }
payments:
  deadline: 48h
  card_deadline: 15m
  processing_deadline: 240h
  invoice_days: 30
  bank_account: "IBAN DE02 1203 0000 0000 2020 51, BIC BYLADEM1001"
ordering: { low_stock: 3 }
loyalty: { voucher_days: 90 }
`

// pinnedValues are the values that it gives, by group, field and key.
var pinnedValues = map[[3]string]string{
	{"profile", "name", "shop.name"}: `"Moka \u0026 Co"`, {"profile", "country", "shop.country"}: `"AT"`,
	{"profile", "orderUrl", "shop.order_url"}:              `"https://shop.example/orders/{number}#{token}"`,
	{"profile", "productUrl", "shop.product_url"}:          `"https://shop.example/p/{slug}"`,
	{"seller", "returnsAddress", "shop.returns_address"}:   `"Ring 1, 1010 Wien"`,
	{"checkout", "guestCheckout", "shop.guest_checkout"}:   `false`,
	{"checkout", "paymentDeadline", "payments.deadline"}:   `"48h"`,
	{"checkout", "cardDeadline", "payments.card_deadline"}: `"15m"`,
	{"checkout", "lowStock", "ordering.low_stock"}:         `3`,
	{"checkout", "invoiceDays", "payments.invoice_days"}:   `30`,

	{"checkout", "processingDeadline", "payments.processing_deadline"}: `"240h"`,
	{"loyalty", "voucherDays", "loyalty.voucher_days"}:                 `90`,
	{"bank", "iban", "payments.bank_account"}:                          `"DE02120300000000202051"`,
	{"bank", "bic", "payments.bank_account"}:                           `"BYLADEM1001"`,
	{"profile", "timeZone", "shop.time_zone"}:                          `"Europe/Vienna"`,
	{"seller", "name", "seller.name"}:                                  `"Moka \u0026 Co GmbH"`,
	{"seller", "line1", "seller.line1"}:                                `"Ring 1"`,
	{"seller", "line2", "seller.line2"}:                                `"Top 2"`,
	{"seller", "postalCode", "seller.postal_code"}:                     `"1010"`,
	{"seller", "city", "seller.city"}:                                  `"Wien"`,
	{"seller", "email", "seller.email"}:                                `"hello@shop.example"`,
	{"seller", "phone", "seller.phone"}:                                `"+43 1 5130"`,
	{"seller", "vatId", "seller.vat_id"}:                               `"ATU12345678"`,
	{"seller", "taxNumber", "seller.tax_number"}:                       `"12 345/6789"`,
	{"seller", "register", "seller.register"}:                          `"FN 123456a"`,
	{"seller", "managers", "seller.managers"}:                          `"Ada Lovelace"`,
	{"tax", "smallBusiness", "shop.small_business"}:                    `true`,
	{"tax", "wholesalePrices", "shop.wholesale_prices"}:                `"net"`,
	{"tax", "vatIdMaxAge", "vat.max_age"}:                              `"48h"`,
	{"tax", "retentionYears", "invoices.retention_years"}:              `10`,
	{"checkout", "withdrawalDays", "withdrawal.days"}:                  `20`,
	{"checkout", "requireGpsr", "catalog.require_gpsr"}:                `true`,
	{"tax", "rates", "shop.tax_rates"}:                                 `[{"country":"AT","from":null,"reduced":10,"standard":20},{"country":"DE","from":null,"reduced":7,"standard":19}]`,
}

// A shop that starts with its old configuration sells as before: each key decides about its field,
// with the key's value.
func TestConfigurationPinsSettings(t *testing.T) {
	onBoth(t, func(t *testing.T, dialect string) {
		file := filepath.Join(t.TempDir(), "orderd.yaml")
		err := os.WriteFile(file, []byte(pinningFile), 0o600)
		if err != nil {
			t.Fatal(err)
		}
		s := startedFrom(t, file, migratedEnviron(t, dialect))
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
		for at, want := range pinnedValues {
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

// highest are the highest values of the keys that have bounds in the shop's settings alone, and
// values above them.
var highest = map[string][2]string{
	"PAYMENTS_DEADLINE": {"8760h", "8760h0m1s"}, "PAYMENTS_CARD_DEADLINE": {"8760h", "8761h"},
	"PAYMENTS_PROCESSING_DEADLINE": {"8760h", "9000h"},
	"PAYMENTS_BANK_ACCOUNT":        {strings.Repeat("ä", 200), strings.Repeat("a", 201)},
	"LOYALTY_VOUCHER_DAYS":         {"3650", "3651"}, "ORDERING_LOW_STOCK": {"1000000", "1000001"},
	"SHOP_NAME":            {strings.Repeat("ä", 100), strings.Repeat("a", 101)},
	"SHOP_RETURNS_ADDRESS": {strings.Repeat("ä", 500), strings.Repeat("a", 501)},
	"SHOP_ORDER_URL":       {pageOf(2048, "{token}"), pageOf(2049, "{token}")},
	"SHOP_PRODUCT_URL":     {pageOf(2048, "{slug}"), pageOf(2049, "{slug}")},
}

// pageOf is the URL of a page with so many characters.
func pageOf(length int, place string) string {
	const host = "https://shop.example/"
	return host + strings.Repeat("x", length-len(host+place)) + place
}

// What a key pins at its highest passes when it is sent back, and no one is warned of it. Above it
// the shop starts, with a warning, and the settings refuse the value.
func TestPinnedValuesHaveTheBoundsOfTheSettings(t *testing.T) {
	t.Parallel()
	for i := range 2 {
		environ := migratedEnviron(t, "sqlite")
		for key, values := range highest {
			environ = append(environ, "ORDERD_"+key+"="+values[i])
		}
		s := startedFrom(t, "", environ)
		warnings := strings.Join(s.config.Warnings(), "\n")
		token := s.staffToken(t, auth.RoleStaff, []auth.Scope{"settings:read", "settings:write"})
		for _, p := range pinnedFields {
			key := strings.ToUpper(strings.ReplaceAll(p.key, ".", "_"))
			if _, isHere := highest[key]; !isHere {
				continue
			}
			if warned := strings.Contains(warnings, p.key+": is more than the "); warned != (i == 1) {
				t.Errorf("%s, %d above: warned %t", p.key, i, warned)
			}
			s.sendBack(t, token, p.group, p.field, i == 0)
		}
		s.sendBack(t, token, shopevents.GroupBank, "bank", i == 0)
		if warned := strings.Contains(warnings, "payments.bank_account: "); warned != (i == 1) {
			t.Errorf("payments.bank_account, %d above: warned %t", i, warned)
		}
	}
}

// sendBack saves a pinned field of a group with the value that it has.
func (s *service) sendBack(t *testing.T, token string, group shopevents.Group, field string, isTaken bool) {
	t.Helper()
	path := "/v1/admin/settings/" + string(group)
	_, read := s.send(t, "GET", path, token, "")
	var got struct{ Values map[string]json.RawMessage }
	if err := json.Unmarshal(read, &got); err != nil || got.Values[field] == nil {
		t.Fatalf("%v: %s", err, read)
	}
	status, answer := s.send(t, "PUT", path, token, `{"`+field+`":`+string(got.Values[field])+`}`)
	if want := map[bool]int{true: 200, false: 422}[isTaken]; status != want {
		t.Errorf("%s: %d, want %d: %.300s", field, status, want, answer)
	}
}

// Every key that is a field of the settings pins a field of its own, and each pinned field is one
// of its group.
func TestPinnedFieldsAreKeysAndFields(t *testing.T) {
	t.Parallel()
	keys, seen := settings.Keys(), map[[2]string]bool{}
	values := map[shopevents.Group]any{
		shopevents.GroupProfile: shopevents.Profile{}, shopevents.GroupSeller: shopevents.Seller{}, shopevents.GroupBank: shopevents.Bank{},
		shopevents.GroupTax: shopevents.Tax{}, shopevents.GroupCheckout: shopevents.Checkout{}, shopevents.GroupLoyalty: shopevents.Loyalty{},
	}
	for _, p := range pinnedFields {
		var fields map[string]any
		if text, err := json.Marshal(values[p.group]); err != nil || json.Unmarshal(text, &fields) != nil {
			t.Fatal(err)
		}
		at := [2]string{string(p.group), p.field}
		if _, isField := fields[p.field]; !isField || !slices.Contains(keys, p.key) || seen[at] {
			t.Errorf("%s pins %v", p.key, at)
		}
		seen[at] = true
	}
	for _, key := range keys {
		if strings.HasPrefix(key, "seller.") && !slices.ContainsFunc(pinnedFields, func(p pinnedField) bool { return p.key == key }) {
			t.Errorf("%s pins nothing", key)
		}
	}
}

// The account is that of the seller's keys, else what payments.bank_account holds; dev mode makes
// one up, which is not pinned, and so does it with the seller.
func TestAccountAndSellerOfTheConfiguration(t *testing.T) {
	t.Parallel()
	const ibanKey, bicKey = "ORDERD_SELLER_IBAN=DE02 1203 0000 0000 2020 51", "ORDERD_SELLER_BIC=deutdeff"
	const account = "ORDERD_PAYMENTS_BANK_ACCOUNT="
	const iban = "DE02120300000000202051"
	for _, row := range []struct {
		environ []string
		bank    string // iban bic text
		pins    string
		seller  string
	}{
		{nil, "DE89370400440532013000  ", "", "Muster & Co"},
		{[]string{ibanKey}, iban + "  ", "iban seller.iban", "Muster & Co"},
		{[]string{ibanKey, bicKey}, iban + " DEUTDEFF ", "iban seller.iban, bic seller.bic", "Muster & Co"},
		{[]string{account + "DE02 1203 0000 0000 2020 51, BIC BYLADEM1001"}, iban + " BYLADEM1001 ",
			"iban payments.bank_account, bic payments.bank_account", "Muster & Co"},
		{[]string{ibanKey, account + "DE02 1203 0000 0000 2020 51, BIC BYLADEM1001"}, iban + " BYLADEM1001 ",
			"iban seller.iban, bic payments.bank_account", "Muster & Co"},
		{[]string{account + "DKB, account 1"}, "  DKB, account 1", "bank payments.bank_account", "Muster & Co"},
		{[]string{ibanKey, account + "DKB, account 1"}, iban + "  DKB, account 1", "iban seller.iban, bank payments.bank_account", "Muster & Co"},
		{[]string{"ORDERD_SELLER_PHONE=+49 30 1"}, "DE89370400440532013000  ", "", ""},
	} {
		c, err := settings.Load("", append([]string{"ORDERD_DEV=true", "ORDERD_ADMIN_PASSWORD=correct horse battery"}, row.environ...))
		if err == nil {
			c, err = devDefaults(c)
		}
		if err != nil {
			t.Fatal(err)
		}
		got := (&App{config: c}).shopConfig()
		text := func(s *string) string {
			if s == nil {
				return ""
			}
			return *s
		}
		b := got.Given.Bank
		pins := strings.Join(convert.All(got.Pinned[shopevents.GroupBank], func(p shopevents.Pin) string { return p.Field + " " + p.Key }), ", ")
		if bank := text(b.IBAN) + " " + text(b.BIC) + " " + text(b.Bank); bank != row.bank || pins != row.pins ||
			text(got.Given.Seller.Name) != row.seller {
			t.Errorf("%v: %q, %q, seller %q", row.environ, bank, pins, text(got.Given.Seller.Name))
		}
	}
}
