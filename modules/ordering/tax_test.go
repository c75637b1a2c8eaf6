package ordering

import (
	"fmt"
	"strings"
	"testing"

	catalog "orderd/modules/catalog/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/money"
)

// euTerms are those of the shop of papers.md's examples, with changes.
func euTerms(t interface{ Fatal(...any) }, changes ...func(*shop.Tax)) *saleTerms {
	c := testConfig
	c.Tax.Rates = []shop.TaxRate{
		{Country: "DE", Standard: 1900, Reduced: 700}, {Country: "FR", Standard: 2000, Reduced: 550},
	}
	for _, change := range changes {
		change(&c.Tax)
	}
	return c.terms(t)
}

func netTiers(tax *shop.Tax)       { tax.WholesalePrices = shop.PricesNet }
func noVATCharged(tax *shop.Tax)   { tax.SmallBusiness = true }
func tableElsewhere(tax *shop.Tax) { tax.DestinationRates = true }

// rowsText shows rows as "19 S 49.65 + 9.43".
func rowsText(rows []taxRow) string {
	return strings.Join(convert.All(rows, func(r taxRow) string {
		return fmt.Sprintf("%g %s %s + %s", float64(r.Rate)/100, r.Category, r.Net, r.Tax)
	}), "; ")
}

// The worked examples of papers.md, section 2.
func TestTaxExamples(t *testing.T) {
	t.Parallel()
	three, off := line(1999, 3, catalog.TaxStandard), cartCode{Code: "OFF", Promotion: &promotion{
		Code: "OFF", Kind: promotionAmount, Value: 600, Active: true,
	}}
	tiers := line(1290, 24, catalog.TaxStandard)
	tiers.Variant.Tiers = []tier{{MinQuantity: 24, Price: 890}}
	valid := pricingInput{Lines: []cartLine{tiers}, Wholesale: true, VATState: "FR"}
	in := func(in pricingInput, country string) pricingInput {
		in.Country = country
		return in
	}
	retail := pricingInput{Lines: []cartLine{three}}
	for name, row := range map[string]struct {
		terms *saleTerms
		in    pricingInput
		free  bool
		want  totals
		rows  string
	}{
		"two rates and a code": {terms: euTerms(t), in: pricingInput{
			Country: "DE", Lines: []cartLine{three, line(1490, 1, catalog.TaxReduced)}, Codes: []cartCode{off},
		}, want: totals{Subtotal: 7487, Discount: 600, Shipping: 490, Tax: 1039, Total: 7377}, rows: "19 S 49.65 + 9.43; 7 S 13.73 + 0.96"},
		"to FR, retail": {terms: euTerms(t), in: in(retail, "FR"),
			want: totals{Subtotal: 5997, Shipping: 490, Tax: 1081, Total: 6487}, rows: "20 S 54.06 + 10.81"},
		"to CH, retail": {terms: euTerms(t), in: in(retail, "CH"),
			want: totals{Subtotal: 3 * 1680, Shipping: 412, Total: 5452}, rows: "0 G 54.52 + 0.00"},
		"tier kept gross, to FR, id valid": {terms: euTerms(t), in: in(valid, "FR"),
			want: totals{Subtotal: 24 * 748, Shipping: 412, Total: 18364}, rows: "0 K 183.64 + 0.00"},
		"tier kept gross, to FR, no valid id": {terms: euTerms(t), in: pricingInput{Lines: []cartLine{tiers}, Wholesale: true, Country: "FR"},
			want: totals{Subtotal: 24 * 890, Shipping: 490, Tax: 3642, Total: 21850}, rows: "20 S 182.08 + 36.42"},
		"tier kept net, to DE": {terms: euTerms(t, netTiers), in: in(valid, "DE"),
			want: totals{PriceMode: shop.PricesNet, Subtotal: 21360, Shipping: 412, Tax: 4137, Total: 25909}, rows: "19 S 217.72 + 41.37"},
		"tier kept net, to FR, id valid": {terms: euTerms(t, netTiers), in: in(valid, "FR"),
			want: totals{PriceMode: shop.PricesNet, Subtotal: 21360, Shipping: 412, Total: 21772}, rows: "0 K 217.72 + 0.00"},
		"small business": {terms: euTerms(t, noVATCharged), in: in(retail, "DE"),
			want: totals{Subtotal: 5997, Shipping: 490, Total: 6487}, rows: "0 E 64.87 + 0.00"},
		"24.90, sent for nothing": {terms: euTerms(t), in: pricingInput{Lines: []cartLine{line(2490, 1, catalog.TaxStandard)}, Country: "DE"},
			free: true, want: totals{Subtotal: 2490, Tax: 398, Total: 2490}, rows: "19 S 20.92 + 3.98"},
		"three of 0.10 are rounded once": {terms: euTerms(t), in: pricingInput{
			Lines: []cartLine{line(10, 1, catalog.TaxStandard), line(10, 1, catalog.TaxStandard), line(10, 1, catalog.TaxStandard)},
		}, want: totals{Subtotal: 30, Shipping: 490, Tax: 83, Total: 520}, rows: "19 S 4.37 + 0.83"},
		"net, below the tier": {terms: euTerms(t, netTiers), in: pricingInput{Lines: []cartLine{line(1190, 1, catalog.TaxStandard)},
			Wholesale: true}, want: totals{PriceMode: shop.PricesNet, Subtotal: 1000, Shipping: 412, Tax: 268, Total: 1680},
			rows: "19 S 14.12 + 2.68"},
		"net in a small business": {terms: euTerms(t, netTiers, noVATCharged), in: in(valid, "DE"),
			want: totals{PriceMode: shop.PricesNet, Subtotal: 21360, Shipping: 490, Total: 21850}, rows: "0 E 218.50 + 0.00"},
		"net out of the EU": {terms: euTerms(t, netTiers), in: in(valid, "CH"),
			want: totals{PriceMode: shop.PricesNet, Subtotal: 21360, Shipping: 412, Total: 21772}, rows: "0 G 217.72 + 0.00"},
	} {
		row.in.Now, row.in.Method = noon, &shippingMethod{Price: 490, Active: true}
		if row.free {
			row.in.Method.Price = 0
		}
		if row.want.PriceMode == "" {
			row.want.PriceMode = shop.PricesGross
		}
		s := calculateTotals(row.terms, &row.in)
		got := totals{
			PriceMode: s.PriceMode, Subtotal: s.Subtotal, Discount: s.Discount, Shipping: s.Shipping, Tax: s.Tax, Total: s.Total,
		}
		if fmt.Sprint(got) != fmt.Sprint(row.want) || rowsText(s.Taxes) != row.rows {
			t.Errorf("%s:\n%+v, %s, want\n%+v, %s", name, got, rowsText(s.Taxes), row.want, row.rows)
		}
		if name == "two rates and a code" {
			requireFirstExample(t, s)
		}
	}
}

// requireFirstExample checks how the code, the shipping and the tax are split.
func requireFirstExample(t *testing.T, s *totals) {
	t.Helper()
	moka, book := s.Lines[0], s.Lines[1]
	if moka.Discount != 481 || book.Discount != 119 || moka.Net != 4636 || moka.Tax != 880 || book.Net != 1281 || book.Tax != 90 ||
		moka.Category != taxStandard || book.TaxRate != 700 {
		t.Errorf("lines %+v", s.Lines)
	}
	if a, b := s.Taxes[0], s.Taxes[1]; a.ShippingNet != 329 || a.ShippingTax != 63 || b.ShippingNet != 92 || b.ShippingTax != 6 {
		t.Errorf("shipping %+v", s.Taxes)
	}
}

// The VAT of the shipping follows the goods. Each row is worked out by hand; a comment is how the
// price of the shipping is split.
func TestShippingTax(t *testing.T) {
	t.Parallel()
	everything := cartCode{Code: "ALL", Promotion: &promotion{Code: "ALL", Kind: promotionAmount, Value: 100_000, Active: true}}
	third := []cartLine{line(1000, 1, "standard"), line(1000, 1, "reduced"), line(1000, 1, "zero")}
	for name, row := range map[string]struct {
		lines   []cartLine
		codes   []cartCode
		country string
		price   money.Cents // of the shipping
		want    string
	}{
		"goods of 19 %": {lines: []cartLine{line(1999, 1, "standard")}, country: "DE", price: 490, want: "19 S 20.92 + 3.97"},
		"goods of 7 %":  {lines: []cartLine{line(1999, 1, "reduced")}, country: "DE", price: 490, want: "7 S 23.26 + 1.63"},
		"goods of 0 %":  {lines: []cartLine{line(1999, 1, "zero")}, country: "DE", price: 490, want: "0 Z 24.89 + 0.00"},
		// 327 and 163
		"two thirds of 19 %": {lines: []cartLine{line(1000, 2, "standard"), line(1000, 1, "reduced")}, country: "DE", price: 490,
			want: "19 S 19.55 + 3.72; 7 S 10.87 + 0.76"},
		// 163 and 327
		"one third of 19 %": {lines: []cartLine{line(1000, 1, "standard"), line(1000, 2, "reduced")}, country: "DE", price: 490,
			want: "19 S 9.77 + 1.86; 7 S 21.75 + 1.52"},
		// 164, 163, 163
		"thirds": {lines: third, country: "DE", price: 490, want: "19 S 9.78 + 1.86; 7 S 10.87 + 0.76; 0 Z 11.63 + 0.00"},
		"the order of the lines": {lines: []cartLine{third[2], third[1], third[0]}, country: "DE", price: 490,
			want: "19 S 9.78 + 1.86; 7 S 10.87 + 0.76; 0 Z 11.63 + 0.00"},
		// 248 and 247
		"lines of a rate are one": {lines: []cartLine{line(500, 1, "standard"), line(1000, 1, "reduced"), line(500, 1, "standard")},
			country: "DE", price: 495, want: "19 S 10.49 + 1.99; 7 S 11.65 + 0.82"},
		// 327 and 163
		"half off both": {lines: []cartLine{line(1000, 2, "standard"), line(1000, 1, "reduced")}, codes: []cartCode{percent(5000)},
			country: "DE", price: 490, want: "19 S 11.15 + 2.12; 7 S 6.20 + 0.43"},
		"nothing left to pay": {lines: []cartLine{line(1000, 1, "reduced")}, codes: []cartCode{everything}, country: "DE", price: 490,
			want: "19 S 4.12 + 0.78"},
		"gifts": {lines: []cartLine{line(0, 1, "reduced")}, country: "DE", price: 490, want: "19 S 4.12 + 0.78"},
		"a gift weighs nothing": {lines: []cartLine{line(0, 5, "standard"), line(1000, 1, "reduced")}, country: "DE", price: 490,
			want: "7 S 13.93 + 0.97"},
		"free":    {lines: []cartLine{line(1000, 1, "reduced")}, country: "DE", want: "7 S 9.35 + 0.65"},
		"nothing": {lines: []cartLine{line(0, 1, "reduced")}, country: "DE"},
		// 240 and 220
		"Austria's own rates": {lines: []cartLine{line(1200, 1, "standard"), line(1100, 1, "reduced")}, country: "AT", price: 460,
			want: "20 S 12.00 + 2.40; 10 S 12.00 + 1.20"},
		"France has ours": {lines: []cartLine{line(1999, 1, "reduced")}, country: "FR", price: 490, want: "7 S 23.26 + 1.63"},
		"Monaco has those of France": {lines: []cartLine{line(1999, 1, "reduced")}, country: "MC", price: 490,
			want: "7 S 23.26 + 1.63"},
		// 16.80, 18.68 and 4.12
		"Switzerland has none": {lines: []cartLine{line(1999, 1, "standard"), line(1999, 1, "reduced")}, country: "CH", price: 490,
			want: "0 G 39.60 + 0.00"},
		"none in Switzerland for free": {lines: []cartLine{line(1999, 1, "standard")}, codes: []cartCode{everything}, country: "CH",
			price: 490, want: "0 G 4.12 + 0.00"},
		"Greece is GR":             {lines: []cartLine{line(1999, 1, "standard")}, country: "GR", price: 490, want: "19 S 20.92 + 3.97"},
		"Great Britain has none":   {lines: []cartLine{line(1999, 1, "standard")}, country: "GB", price: 490, want: "0 G 20.92 + 0.00"},
		"the country is not known": {lines: []cartLine{line(1999, 1, "reduced")}, price: 490, want: "7 S 23.26 + 1.63"},
	} {
		s := calculateTotals(testConfig.terms(t), &pricingInput{
			Lines: row.lines, Codes: row.codes, Country: row.country, Method: &shippingMethod{Price: row.price, Active: true}, Now: noon,
		})
		if got := rowsText(s.Taxes); got != row.want {
			t.Errorf("%s: %s, want %s", name, got, row.want)
		}
	}
}
