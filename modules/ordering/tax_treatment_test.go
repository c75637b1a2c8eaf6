package ordering

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	catalog "orderd/modules/catalog/events"
	identity "orderd/modules/identity/events"
	shop "orderd/modules/shop/events"
	vat "orderd/modules/vat/events"
	"orderd/platform/money"
)

// Whose VAT id is valid is worked out at the moment.
func TestVATState(t *testing.T) {
	t.Parallel()
	buyerOf := func(vatID string, status vat.Status, until time.Time) buyer {
		return buyer{VATID: orNull(vatID), VATStatus: &status, VATValidUntil: &until}
	}
	later := noon.Add(time.Microsecond)
	unproved := buyerOf("FR12345678901", vat.StatusValid, later)
	unproved.VATValidUntil = nil
	for name, row := range map[string]struct {
		buyer buyer
		want  string
	}{
		"none": {}, "valid": {buyerOf("FR12345678901", vat.StatusValid, later), "FR"},
		"Greek": {buyerOf("EL123456789", vat.StatusValid, later), "GR"}, "over": {buyerOf("FR12345678901", vat.StatusValid, noon), ""},
		"pending": {buyerOf("FR12345678901", vat.StatusPending, later), ""}, "invalid": {buyerOf("FR12345678901", vat.StatusInvalid, later), ""},
		"erased": {buyerOf("", vat.StatusValid, later), ""}, "Northern Irish": {buyerOf("XI123456789", vat.StatusValid, later), ""},
		"without an end": {unproved, ""},
	} {
		if got := row.buyer.vatState(noon); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}

// memberStates are the 27, written down once more.
const memberStates = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"

// The treatment is that of papers.md for each destination, buyer and VAT id: an order bears VAT in
// the EU, but for what a business in another state than the shop's buys with an id that is valid
// now and not of the shop's country.
func TestTreatment(t *testing.T) {
	t.Parallel()
	terms := euTerms(t)
	until, over := noon.Add(time.Hour), noon
	ids := map[string]buyer{
		"no id": {}, "pending": {VATID: new("ATU12345678"), VATStatus: new(vat.StatusPending)},
		"valid":       {VATID: new("ATU12345678"), VATStatus: new(vat.StatusValid), VATValidUntil: &until},
		"was valid":   {VATID: new("ATU12345678"), VATStatus: new(vat.StatusValid), VATValidUntil: &over},
		"invalid":     {VATID: new("ATU12345678"), VATStatus: new(vat.StatusInvalid)},
		"own country": {VATID: new("DE129273398"), VATStatus: new(vat.StatusValid), VATValidUntil: &until},
	}
	inEU := strings.Fields(memberStates)
	checked := 0
	for _, country := range append(slices.Clone(inEU), "CH", "GB", "NO", "US", "JP", "MC") {
		for _, account := range []identity.AccountType{identity.RetailAccount, identity.WholesaleAccount} {
			for name, b := range ids {
				in := pricingInput{Country: country, Now: noon, Lines: []cartLine{line(1190, 1, "standard"), line(100, 1, "zero")}}
				b.AccountType = account
				in.setBuyer(&b)
				want, rates := "S Z", terms.vatRates("DE", noon)
				if country == "FR" || country == "MC" {
					rates = terms.vatRates("FR", noon)
				}
				switch isMember := slices.Contains(inEU, country) || country == "MC"; {
				case !isMember:
					want, rates = "G G", vatRates{}
				case account == identity.WholesaleAccount && name == "valid" && country != "DE":
					want, rates = "K K", vatRates{}
				}
				s := calculateTotals(terms, &in)
				got := fmt.Sprint(s.Lines[0].Category, " ", s.Lines[1].Category)
				if got != want || s.Lines[0].TaxRate != rates.standard || s.Lines[1].TaxRate != 0 {
					t.Errorf("%s, %s, %s: %s at %d, want %s at %d", country, account, name, got, s.Lines[0].TaxRate, want, rates.standard)
				}
				checked++
			}
		}
	}
	if want := (27 + 6) * 2 * len(ids); checked != want {
		t.Errorf("%d checked, want %d", checked, want)
	}
}

// Rows of the table that depend on the shop.
func TestTreatmentByShop(t *testing.T) {
	t.Parallel()
	swiss := euTerms(t, func(tax *shop.Tax) { tax.Rates = []shop.TaxRate{{Country: "CH", Standard: 810, Reduced: 260}} })
	swiss.profile.Country = "CH"
	french, monaco := euTerms(t), euTerms(t)
	french.profile.Country, monaco.profile.Country = "FR", "MC"
	withRatesForCH := euTerms(t, func(tax *shop.Tax) {
		tax.Rates = append(tax.Rates, shop.TaxRate{Country: "CH", Standard: 810}, shop.TaxRate{Country: "NO", From: new("2026-11-21"),
			Standard: 2500})
	})
	for name, row := range map[string]struct {
		terms             *saleTerms
		country, vatState string
		class             catalog.TaxClass
		rate              money.Rate
		want              taxCategory
	}{
		"a small business to anywhere": {euTerms(t, noVATCharged), "CH", "FR", catalog.TaxStandard, 0, taxExempt},
		"a small business's zero":      {euTerms(t, noVATCharged), "DE", "", catalog.TaxZero, 0, taxExempt},
		"rates outside the EU":         {withRatesForCH, "CH", "FR", catalog.TaxStandard, 810, taxStandard},
		"a rate of 0":                  {withRatesForCH, "CH", "", catalog.TaxReduced, 0, taxZero},
		"rates that have not begun":    {withRatesForCH, "NO", "", catalog.TaxStandard, 0, taxExport},
		"no id":                        {euTerms(t), "FR", "", catalog.TaxStandard, 2000, taxStandard},
		"own rates":                    {euTerms(t), "FR", "", catalog.TaxReduced, 550, taxStandard},
		"the shop's rates":             {euTerms(t), "IT", "", catalog.TaxReduced, 700, taxStandard},
		"those of the table":           {euTerms(t, tableElsewhere), "IT", "", catalog.TaxReduced, 2200, taxStandard},
		"Monaco, by the table":         {euTerms(t, tableElsewhere), "MC", "", catalog.TaxReduced, 550, taxStandard},
		"a shop outside the EU":        {swiss, "FR", "AT", catalog.TaxStandard, 2000, taxStandard},
		"that has its own rates":       {swiss, "CH", "AT", catalog.TaxStandard, 810, taxStandard},
		"France to Monaco":             {french, "MC", "AT", catalog.TaxStandard, 2000, taxStandard},
		"Monaco to France":             {monaco, "FR", "AT", catalog.TaxStandard, 2000, taxStandard},
		"Monaco with a French id":      {monaco, "DE", "FR", catalog.TaxStandard, 1900, taxStandard},
		"Monaco with an Austrian id":   {monaco, "DE", "AT", catalog.TaxStandard, 0, taxIntraCommunity},
	} {
		if row.terms == swiss && row.country == "FR" {
			row.rate = 810 // the shop's own
		}
		x := row.terms.taxationOf(&pricingInput{Country: row.country, VATState: row.vatState, Wholesale: true, Now: noon})
		if rate, category := x.of(row.class); rate != row.rate || category != row.want {
			t.Errorf("%s: %d %s, want %d %s", name, rate, category, row.rate, row.want)
		}
	}
}

// Promotions and the price of the shipping count what the cart says, wherever the goods go: 59.97,
// of which 50.40 are left without VAT.
func TestThresholdsCountTheCart(t *testing.T) {
	t.Parallel()
	code := cartCode{Code: "P", Promotion: &promotion{Code: "P", Kind: promotionPercent, Value: 1000, Minimum: 5500, Active: true}}
	for from, want := range map[money.Cents]money.Cents{5397: 0, 5398: 412} { // 59.97 less 10 %
		in := pricingInput{Lines: []cartLine{line(1999, 3, "standard")}, Codes: []cartCode{code}, Country: "CH", Now: noon,
			Method: &shippingMethod{Price: 490, FreeFrom: &from, Active: true}}
		s := calculateTotals(euTerms(t), &in)
		if s.Subtotal != 5040 || s.Discount != 504 || s.Shipping != want || len(s.Unusable) > 0 {
			t.Errorf("free from %s: %+v", from, s)
		}
		options := euTerms(t).shippingOptions([]shippingMethod{*in.Method}, &in, s, "en")
		if len(options) != 1 || options[0].Price != want {
			t.Errorf("free from %s: offered %+v, want %s", from, options, want)
		}
	}
}
