package events

import (
	"encoding/json"
	"testing"

	"orderd/platform/eventbus/eventbustest"
)

// testdata holds the contract: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	eventbustest.Golden(t, "testdata", SettingsSaved{
		Group: GroupLoyalty, Version: 7, Before: json.RawMessage(`{"enabled":true,"pointsPerEuro":10,"pointsPerShare":50,"voucherDays":365}`),
		After:  json.RawMessage(`{"enabled":true,"pointsPerEuro":10,"pointsPerShare":0,"voucherDays":90}`),
		Pinned: []Pin{{Field: "voucherDays", Key: "loyalty.voucher_days"}},
	}, PageSaved{Kind: PageImprint, Locale: "de", Slug: "impressum", Title: "Impressum"}, PagePublished{
		Kind: PageImprint, Locale: "de", Slug: "impressum", Title: "Impressum", Version: 2, PublishedOn: "2026-11-20",
	}, PageDeleted{Kind: PageImprint, Locale: "de", Slug: "impressum", Version: 2})
}

// The values as they are stored, published and shown.
func TestValues(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	for _, row := range []struct {
		values any
		want   string
	}{
		{Checkout{PaymentDeadline: Duration(72 * 3600e9), CardDeadline: Duration(90 * 60e9)},
			`{"methods":null,"guestCheckout":false,"paymentDeadline":"72h","cardDeadline":"1h30m","lowStock":0,"returnDays":0,"withdrawalDays":0,"defaultGrams":0,"packagingGrams":0}`},
		{Tax{Rates: []TaxRate{{Country: "DE", From: text("2026-01-01"), Standard: 1900, Reduced: 550}}},
			`{"rates":[{"country":"DE","from":"2026-01-01","standard":19,"reduced":5.5}],"destinationRates":false}`},
	} {
		if got, err := json.Marshal(row.values); err != nil || string(got) != row.want {
			t.Errorf("%s, %v, want %s", got, err, row.want)
		}
	}
	for bank, want := range map[*Bank]string{
		{IBAN: text("DE02120300000000202051")}:                           "DE02 1203 0000 0000 2020 51",
		{IBAN: text("DE02120300000000202051"), BIC: text("BYLADEM1001")}: "DE02 1203 0000 0000 2020 51, BIC BYLADEM1001",
		{Bank: text("DKB, account 1")}:                                   "DKB, account 1",
		{Holder: text("Ada"), BIC: text("ABCDDEFF")}:                     "",
	} {
		if got := bank.Account(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The row of a day is the last one of the country that has begun, in whatever order they are.
func TestRateOn(t *testing.T) {
	t.Parallel()
	day := func(s string) *string { return &s }
	tax := Tax{Rates: []TaxRate{
		{Country: "DE", From: day("2027-01-01"), Standard: 2000}, {Country: "DE", Standard: 1900},
		{Country: "AT", From: day("2027-01-01"), Standard: 2100}, {Country: "DE", From: day("2026-07-01"), Standard: 1600},
	}}
	for at, want := range map[string]int{"2026-06-30": 1900, "2026-07-01": 1600, "2026-12-31": 1600, "2027-01-01": 2000} {
		if row, known := tax.RateOn("DE", at); int(row.Standard) != want || !known {
			t.Errorf("%s: %v, %t", at, row.Standard, known)
		}
	}
	if row, known := tax.RateOn("AT", "2026-12-31"); known {
		t.Errorf("before the first day: %v", row)
	}
}
