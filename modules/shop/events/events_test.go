package events

import (
	"encoding/json"
	"strings"
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
	}, PageDeleted{Kind: PageImprint, Locale: "de", Slug: "impressum", Version: 2},
		MediaReleased{MediaID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"}, MediaKept{MediaID: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162"})
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
			`{"methods":null,"guestCheckout":false,"paymentDeadline":"72h","cardDeadline":"1h30m",` +
				`"processingDeadline":"0s","invoiceDays":0,"lowStock":0,"returnDays":0,` +
				`"withdrawalDays":0,"defaultGrams":0,"packagingGrams":0,"requireGpsr":false}`},
		{Tax{Rates: []TaxRate{{Country: "DE", From: text("2026-01-01"), Standard: 1900, Reduced: 550}}, WholesalePrices: PricesNet,
			VATIDMaxAge: Duration(DefaultVATIDMaxAge), RetentionYears: 8},
			`{"rates":[{"country":"DE","from":"2026-01-01","standard":19,"reduced":5.5}],"destinationRates":false,` +
				`"smallBusiness":false,"wholesalePrices":"net","vatIdMaxAge":"720h","retentionYears":8}`},
		{Mail{SenderName: "Moka", Color: DefaultMailColor, Footers: []MailFooter{{"de", "Fuß"}}, Texts: []MailText{{"order_paid", "de",
			nil, text("Danke")}}},
			`{"senderName":"Moka","replyTo":null,"color":"#4338ca","footers":[{"locale":"de","text":"Fuß"}],` +
				`"texts":[{"kind":"order_paid","locale":"de","subject":null,"intro":"Danke"}]}`},
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

// Values of a release that did not have all fields have their defaults.
func TestFormerValues(t *testing.T) {
	t.Parallel()
	var tax Tax
	if err := json.Unmarshal([]byte(`{"rates":[],"destinationRates":true}`), &tax); err != nil {
		t.Fatal(err)
	}
	if !tax.DestinationRates || tax.SmallBusiness || tax.WholesalePrices != PricesGross ||
		tax.VATIDMaxAge != Duration(DefaultVATIDMaxAge) || tax.RetentionYears != 8 {
		t.Errorf("%+v", tax)
	}
	var profile Profile
	if err := json.Unmarshal([]byte(`{"name":"Moka"}`), &profile); err != nil || len(profile.MediaIDs()) != 0 {
		t.Errorf("%+v, %v", profile, err)
	}
}

// The table is that of the member states as of its day, and of no other country.
func TestTaxTable(t *testing.T) {
	t.Parallel()
	const want = "AT 20 BE 21 BG 20 CY 19 CZ 21 DE 19 DK 25 EE 24 ES 21 FI 25.5 FR 20 GR 24 HR 25 HU 27 IE 23 IT 22 LT 21 LU 17 LV 21 " +
		"MT 18 NL 21 PL 23 PT 23 RO 21 SE 25 SI 22 SK 23"
	var rows []string
	for _, country := range TableCountries() {
		rate, inEU := TableRate(country)
		text, err := json.Marshal(rate)
		if !inEU || err != nil {
			t.Errorf("%s: %t, %v", country, inEU, err)
		}
		rows = append(rows, country+" "+string(text))
	}
	if got := strings.Join(rows, " "); got != want {
		t.Errorf("%s", got)
	}
	for country, want := range map[string]string{"DE": "DE", "MC": "FR", "GR": "GR"} {
		if got, inEU := MemberState(country); got != want || !inEU {
			t.Errorf("%s: %s, %t", country, got, inEU)
		}
	}
	for _, country := range []string{"CH", "GB", "XI", "EL", ""} {
		if got, inEU := MemberState(country); inEU {
			t.Errorf("%q is in the EU: %s", country, got)
		}
	}
	if _, inEU := TableRate("CH"); inEU || TaxTableAsOf != "2026-01-01" {
		t.Errorf("CH %t, as of %s", inEU, TaxTableAsOf)
	}
}
