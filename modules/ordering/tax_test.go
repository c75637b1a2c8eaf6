package ordering

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/money"
	"orderd/test/kit"
)

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
		goods   money.Cents // VAT of the lines
		want    money.Cents // VAT of the shipping
	}{
		"goods of 19 %": {lines: []cartLine{line(1999, 1, "standard")}, country: "DE", price: 490, goods: 319, want: 78},
		"goods of 7 %":  {lines: []cartLine{line(1999, 1, "reduced")}, country: "DE", price: 490, goods: 131, want: 32},
		"goods of 0 %":  {lines: []cartLine{line(1999, 1, "zero")}, country: "DE", price: 490},
		// 327 and 163
		"two thirds of 19 %": {lines: []cartLine{line(1000, 2, "standard"), line(1000, 1, "reduced")}, country: "DE", price: 490, goods: 319 + 65,
			want: 52 + 11},
		// 163 and 327
		"one third of 19 %": {lines: []cartLine{line(1000, 1, "standard"), line(1000, 2, "reduced")}, country: "DE", price: 490, goods: 160 + 131,
			want: 26 + 21},
		// 164, 163, 163
		"thirds":                 {lines: third, country: "DE", price: 490, goods: 160 + 65, want: 26 + 11},
		"the order of the lines": {lines: []cartLine{third[2], third[1], third[0]}, country: "DE", price: 490, goods: 160 + 65, want: 26 + 11},
		// 248 and 247
		"lines of a rate are one": {lines: []cartLine{line(500, 1, "standard"), line(1000, 1, "reduced"), line(500, 1, "standard")},
			country: "DE", price: 495, goods: 80 + 65 + 80, want: 40 + 16},
		"half off both": {lines: []cartLine{line(1000, 2, "standard"), line(1000, 1, "reduced")}, codes: []cartCode{percent(5000)},
			country: "DE", price: 490, goods: 160 + 33, want: 52 + 11},
		"nothing left to pay": {lines: []cartLine{line(1000, 1, "reduced")}, codes: []cartCode{everything}, country: "DE", price: 490,
			want: 78},
		"gifts": {lines: []cartLine{line(0, 1, "reduced")}, country: "DE", price: 490, want: 78},
		"a gift weighs nothing": {lines: []cartLine{line(0, 5, "standard"), line(1000, 1, "reduced")}, country: "DE", price: 490, goods: 65,
			want: 32},
		"free": {lines: []cartLine{line(1000, 1, "reduced")}, country: "DE", goods: 65},
		// 240 and 220
		"Austria's own rates": {lines: []cartLine{line(1200, 1, "standard"), line(1100, 1, "reduced")}, country: "AT", price: 460,
			goods: 200 + 100, want: 40 + 20},
		"France has ours":              {lines: []cartLine{line(1999, 1, "reduced")}, country: "FR", price: 490, goods: 131, want: 32},
		"Switzerland has none":         {lines: []cartLine{line(1999, 1, "standard"), line(1999, 1, "reduced")}, country: "CH", price: 490},
		"none in Switzerland for free": {lines: []cartLine{line(1999, 1, "standard")}, codes: []cartCode{everything}, country: "CH", price: 490},
		"Greece is GR":                 {lines: []cartLine{line(1999, 1, "standard")}, country: "GR", price: 490, goods: 319, want: 78},
		"Great Britain has none":       {lines: []cartLine{line(1999, 1, "standard")}, country: "GB", price: 490},
		"the country is not known":     {lines: []cartLine{line(1999, 1, "reduced")}, price: 490, goods: 131, want: 32},
	} {
		s := calculateTotals(testConfig.terms(t), &pricingInput{
			Lines: row.lines, Codes: row.codes, Country: row.country, Method: &shippingMethod{Price: row.price, Active: true}, Now: noon,
		})
		if s.Tax != row.goods+row.want || s.Shipping != row.price {
			t.Errorf("%s: %d cents of VAT, want %d + %d", name, s.Tax, row.goods, row.want)
		}
		requireTaxesOfOrder(t, name, row.country, s)
	}
}

// requireTaxesOfOrder checks that an order with these totals has the taxes that the checkout
// calculated, and that they add up.
func requireTaxesOfOrder(t *testing.T, name, country string, s *totals) {
	t.Helper()
	o := order{Subtotal: s.Subtotal, Discount: s.Discount, Shipping: s.Shipping, Tax: s.Tax, Total: s.Total}
	for _, l := range s.Lines {
		o.Items = append(o.Items, orderItem{LineTotal: l.Total, Discount: l.Discount, TaxRate: l.TaxRate})
	}
	got, gross := o.taxes(), money.Cents(0)
	for _, r := range got {
		gross += r.Gross
	}
	highestFirst := slices.IsSortedFunc(got, func(a, b rateTotals) int { return int(b.Rate - a.Rate) })
	if gross != s.Total || taxOf(got) != s.Tax || !highestFirst {
		t.Errorf("%s: %+v of a total of %d with %d of VAT", name, got, s.Total, s.Tax)
	}
	want := taxesByRate(s.Lines, s.Shipping, testConfig.terms(t).taxRate(country, catalog.TaxStandard, noon))
	if !slices.Equal(got, want) {
		t.Errorf("%s: %+v, want %+v", name, got, want)
	}
}

// The rate of shipping beside goods that cost nothing is not stored. It is the one that gives the
// tax: of the lines, else the roundest.
func TestRateOfShippingAlone(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		shipping, tax money.Cents
		line, want    money.Rate
	}{
		{490, 78, 1900, 1900}, {490, 78, 700, 1900}, {490, 100, 1350, 2550}, {490, 0, 700, 0},
		{490, 47, 1061, 1061}, {490, 47, 700, 1050}, {5, 1, 1900, 1900}, {0, 0, 700, 700},
	} {
		o := order{Shipping: row.shipping, Tax: row.tax, Items: []orderItem{{TaxRate: row.line}}}
		if got := o.shippingRate(); got != row.want {
			t.Errorf("%+v: %d", row, got)
		}
	}
}

// The VAT of the shipping is between what it would be at the lowest and at the highest rate of the
// goods, within the rounding of each part.
func TestShippingTaxBetweenTheRates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		shipping := money.Cents(rapid.Int64Range(0, 100_000).Draw(t, "shipping"))
		low, high := money.Rate(10_000), money.Rate(0)
		lines := make([]lineTotals, rapid.IntRange(1, 8).Draw(t, "lines"))
		for i := range lines {
			rate := rapid.SampledFrom([]money.Rate{0, 700, 1900}).Draw(t, "rate")
			lines[i] = lineTotals{Total: money.Cents(rapid.Int64Range(1, 1_000_000).Draw(t, "total")), TaxRate: rate}
			low, high = min(low, rate), max(high, rate)
		}
		got := -taxOf(taxesByRate(lines, 0, 0))
		if got += taxOf(taxesByRate(lines, shipping, 0)); got < low.TaxIn(shipping)-2 || got > high.TaxIn(shipping)+2 {
			t.Fatalf("%d cents of VAT in %d, rates from %d to %d", got, shipping, low, high)
		}
	})
}

func taxOf(taxes []rateTotals) (sum money.Cents) {
	for _, r := range taxes {
		sum += r.Tax
	}
	return sum
}

// An order, its quote and its lines have the same taxes. The cart has those of the shop's country,
// because its destination is not known.
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
			if got := ada.Do(t, "POST", "/v1/checkout/quote", chosen).Require(t, 200); got.Number("taxTotal") != row.tax ||
				got.Number("total") != 24.89 {
				t.Errorf("%s: quote %s", row.country, got.Body)
			}
			got := ada.Do(t, "POST", "/v1/checkout", chosen).Require(t, 201)
			got.RequireFields(t, kit.Fields{"taxTotal": row.tax, "items.0.taxRate": row.rate, "total": 24.89, "shipTo.country": row.country})
			taxes := kit.Fields{"taxes.#": 1, "taxes.0.rate": row.rate, "taxes.0.gross": 24.89, "taxes.0.tax": row.tax}
			got.RequireFields(t, taxes)
			s.admin.Do(t, "GET", "/v1/admin/orders/"+got.Text("id"), nil).Require(t, 200).RequireFields(t, taxes)
		}
	})
}

// A voucher pays all goods: the shipping alone is left, at the standard rate. Of a free one nothing
// is left, and no rate.
func TestTaxesOfAnOrderPaidByVoucher(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for price, want := range map[float64]kit.Fields{
			4.9: {"total": 4.9, "taxTotal": 0.78, "taxes.#": 1, "taxes.0.rate": 19, "taxes.0.gross": 4.9, "taxes.0.tax": 0.78},
			0:   {"total": 0, "taxTotal": 0, "taxes.#": 0},
		} {
			ada := s.customer(t)
			put(t, ada.API, s.sell(t, 1999, 100, func(p *catalog.ProductSaved) { p.TaxClass = "reduced" }), 1)
			ada.Do(t, "POST", "/v1/cart/discounts", body{"code": s.voucher(t, ada.ID, 50_000)}).Require(t, 200)
			made := postCheckout(t, ada.API, s.method(t, body{"price": price})).Require(t, 201)
			made.RequireFields(t, want)
		}
	})
}
