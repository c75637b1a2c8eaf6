package ordering

import (
	"testing"

	"pgregory.net/rapid"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/money"
)

// The VAT of the shipping follows the goods (API.md, section 4). Each row is worked out by hand.
func TestShippingTax(t *testing.T) {
	t.Parallel()
	everything := code{Code: "ALL", Promotion: &promotion{Code: "ALL", Kind: kindAmount, Value: 100_000, Active: true}}
	third := []priced{line(1000, 1, "standard"), line(1000, 1, "reduced"), line(1000, 1, "zero")}
	for name, row := range map[string]struct {
		lines   []priced
		codes   []code
		country string
		price   money.Cents // of the shipping
		goods   money.Cents // the VAT of the lines
		want    money.Cents // the VAT of the shipping
	}{
		"goods of 19 %":                {[]priced{line(1999, 1, "standard")}, nil, "DE", 490, 319, 78},
		"goods of 7 %":                 {[]priced{line(1999, 1, "reduced")}, nil, "DE", 490, 131, 32},
		"goods of 0 %":                 {[]priced{line(1999, 1, "zero")}, nil, "DE", 490, 0, 0},
		"two thirds of 19 %":           {[]priced{line(1000, 2, "standard"), line(1000, 1, "reduced")}, nil, "DE", 490, 319 + 65, 52 + 11},  // 327 and 163
		"one third of 19 %":            {[]priced{line(1000, 1, "standard"), line(1000, 2, "reduced")}, nil, "DE", 490, 160 + 131, 26 + 21}, // 163 and 327
		"thirds":                       {third, nil, "DE", 490, 160 + 65, 26 + 11},                                                          // 164, 163, 163
		"the order of the lines":       {[]priced{third[2], third[1], third[0]}, nil, "DE", 490, 160 + 65, 26 + 11},
		"lines of a rate are one":      {[]priced{line(500, 1, "standard"), line(1000, 1, "reduced"), line(500, 1, "standard")}, nil, "DE", 495, 80 + 65 + 80, 40 + 16}, // 248 and 247
		"half off both":                {[]priced{line(1000, 2, "standard"), line(1000, 1, "reduced")}, []code{percent(5000)}, "DE", 490, 160 + 33, 52 + 11},
		"nothing left to pay":          {[]priced{line(1000, 1, "reduced")}, []code{everything}, "DE", 490, 0, 78},
		"gifts":                        {[]priced{line(0, 1, "reduced")}, nil, "DE", 490, 0, 78},
		"a gift weighs nothing":        {[]priced{line(0, 5, "standard"), line(1000, 1, "reduced")}, nil, "DE", 490, 65, 32},
		"free":                         {[]priced{line(1000, 1, "reduced")}, nil, "DE", 0, 65, 0},
		"Austria's own rates":          {[]priced{line(1200, 1, "standard"), line(1100, 1, "reduced")}, nil, "AT", 460, 200 + 100, 40 + 20}, // 240 and 220
		"France has ours":              {[]priced{line(1999, 1, "reduced")}, nil, "FR", 490, 131, 32},
		"Switzerland has none":         {[]priced{line(1999, 1, "standard"), line(1999, 1, "reduced")}, nil, "CH", 490, 0, 0},
		"none in Switzerland for free": {[]priced{line(1999, 1, "standard")}, []code{everything}, "CH", 490, 0, 0},
		"Greece is GR":                 {[]priced{line(1999, 1, "standard")}, nil, "GR", 490, 319, 78},
		"Great Britain has none":       {[]priced{line(1999, 1, "standard")}, nil, "GB", 490, 0, 0},
		"the country is not known":     {[]priced{line(1999, 1, "reduced")}, nil, "", 490, 131, 32},
	} {
		s := testConfig.price(&basket{Lines: row.lines, Codes: row.codes, Country: row.country, Method: &shippingMethod{Price: row.price}, Now: noon})
		if s.Tax != row.goods+row.want || s.Shipping != row.price {
			t.Errorf("%s: %d cents of VAT, want %d + %d", name, s.Tax, row.goods, row.want)
		}
	}
}

// What the shipping contains lies between what it would contain at the lowest and at the highest rate of the goods, give or
// take the rounding of each part.
func TestShippingTaxBetweenTheRates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		shipping := money.Cents(rapid.Int64Range(0, 100_000).Draw(t, "shipping"))
		low, high := money.Rate(10_000), money.Rate(0)
		lines := make([]lineSum, rapid.IntRange(1, 8).Draw(t, "lines"))
		for i := range lines {
			rate := rapid.SampledFrom([]money.Rate{0, 700, 1900}).Draw(t, "rate")
			lines[i] = lineSum{Total: money.Cents(rapid.Int64Range(1, 1_000_000).Draw(t, "total")), TaxRate: rate}
			low, high = min(low, rate), max(high, rate)
		}
		if got := testConfig.shippingTax("DE", shipping, lines); got < low.TaxIn(shipping)-2 || got > high.TaxIn(shipping)+2 {
			t.Fatalf("%d cents of VAT in %d, rates from %d to %d", got, shipping, low, high)
		}
	})
}

// An order, its quote and its lines say the same; the cart, whose destination is not known, has the shop's rates.
func TestTaxOfAnOrder(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method := s.method(t)
		book := s.sell(t, 1999, 100, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" })
		for _, row := range []struct {
			country   string
			rate, tax float64
		}{{"DE", 7, 1.63}, {"FR", 7, 1.63}, {"AT", 10, 1.82 + 0.45}, {"CH", 0, 0}} {
			ada := s.customer(t)
			if got := put(t, ada.API, book, 1); got.Number("taxTotal") != 1.31 {
				t.Errorf("the cart: %s", got.Body)
			}
			chosen := body{"shippingMethodId": method, "paymentMethod": payOnDelivery,
				"recipient": body{"fullName": "Grace Hopper", "contactPhone": "1", "address": "Main Street 1", "country": row.country}}
			if got := ada.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200); got.Number("taxTotal") != row.tax || got.Number("total") != 24.89 {
				t.Errorf("%s: quote %s", row.country, got.Body)
			}
			got := ada.Do(t, "POST", "/v1/checkout", chosen).Require(t, 201)
			if got.Number("taxTotal") != row.tax || got.Number("items.0.taxRate") != row.rate || got.Number("total") != 24.89 {
				t.Errorf("%s: order %s", row.country, got.Body)
			}
		}
	})
}
