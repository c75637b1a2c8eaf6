package ordering

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	shop "orderd/modules/shop/events"
	"orderd/platform/convert"
	"orderd/platform/fault"
	"orderd/platform/money"
)

// contractMethod is the method of the worked examples of the contract: shop.md, section 8.
func contractMethod() *shippingMethod {
	freeFrom := money.Cents(10_000)
	rate := func(price money.Cents, country string, grams int64, goods money.Cents, prefixes ...string) shippingRate {
		r := shippingRate{PostalPrefixes: prefixes, FromGrams: grams, FromGoods: goods, Price: price}
		if country != "" {
			r.Countries = []string{country}
		}
		return r
	}
	return &shippingMethod{
		ID: "m", Name: "Parcel", Kind: "delivery", Active: true, Countries: []string{"DE", "AT", "CH", "LI"}, FreeFrom: &freeFrom,
		Rates: []shippingRate{
			rate(1490, "", 0, 0), rate(490, "DE", 0, 0), rate(890, "DE", 5000, 0), rate(290, "DE", 0, 5000),
			rate(990, "DE", 0, 0, "258"), rate(1990, "DE", 0, 0, "25849", "25859"), rate(1290, "DE", 5000, 0, "258"),
			rate(990, "AT", 0, 0), rate(1790, "AT", 10_000, 0), rate(590, "AT", 0, 8000),
		},
	}
}

const notOffered = money.Cents(-1)

// rateExamples are the worked examples of the contract.
var rateExamples = []struct {
	country, postalCode string
	goods               money.Cents
	grams               int64 // without the packaging
	codes               []cartCode
	want                money.Cents
}{
	{"DE", "10115", 2000, 4899, nil, 490}, {"DE", "10115", 2000, 4900, nil, 890},
	{"DE", "10115", 4999, 300, nil, 490}, {"DE", "10115", 5000, 300, nil, 290},
	{"DE", "10115", 6000, 9000, nil, 290}, {"FR", "75001", 2000, 300, nil, notOffered}, {"FR", "75001", 20_000, 9000, nil, notOffered},
	{"DE", "10115", 5500, 300, []cartCode{percent(1000)}, 490},
	{"DE", "10115", 10_500, 300, []cartCode{percent(1000)}, 290},
	{"DE", "10115", 10_000, 300, []cartCode{points(500)}, 0},
	{"DE", "25 849", 2000, 300, nil, 1990}, {"DE", "25849", 2000, 9000, nil, 1990},
	{"DE", "25899", 2000, 4900, nil, 1290}, {"DE", "25899", 6000, 300, nil, 990},
	{"AT", "1010", 2000, 9900, nil, 1790}, {"AT", "1010", 9000, 12_000, nil, 590},
	{"CH", "8001", 2000, 300, nil, 1490}, {"CH", "8001", 10_000, 300, nil, 0}, {"DE", "", 2000, 300, nil, 490},
}

func rateTerms(t *testing.T) *saleTerms {
	t.Helper()
	c := testConfig
	c.Checkout.DefaultGrams, c.Checkout.PackagingGrams = 500, 100
	// Without rates of its own, prices to it would be converted.
	c.Tax.Rates = append(slices.Clone(c.Tax.Rates), shop.TaxRate{Country: "CH"})
	return c.terms(t)
}

func TestRateExamples(t *testing.T) {
	t.Parallel()
	require := func(name string, in pricingInput, want money.Cents) {
		t.Helper()
		in.Method, in.Now = contractMethod(), noon
		sums := calculateTotals(rateTerms(t), &in)
		got := sums.Shipping
		if !sums.Offered {
			got = notOffered
		}
		options := rateTerms(t).shippingOptions([]shippingMethod{*in.Method}, &in, sums, "en")
		listed := notOffered
		if len(options) > 0 {
			listed = options[0].Price
		}
		if got != want || listed != want || sums.Total != sums.Subtotal-sums.Discount+max(0, want) {
			t.Errorf("%s: %s, in the list %s, total %s, want %s", name, got, listed, sums.Total, want)
		}
	}
	for _, e := range rateExamples {
		l := line(e.goods, 1, "zero")
		l.Variant.WeightGrams = &e.grams
		require(fmt.Sprintf("%s %s, %s, %d g", e.country, e.postalCode, e.goods, e.grams), pricingInput{
			Country: e.country, PostalCode: e.postalCode, Lines: []cartLine{l}, Codes: e.codes,
		}, e.want)
	}
	require("10 without weights", pricingInput{
		Country: "DE", PostalCode: "10115", Lines: []cartLine{line(100, 10, "zero")},
	}, 890)
}

// naiveRate takes the lists of all rows apart and sorts what fits by the words of the contract.
func naiveRate(m *shippingMethod, p parcel) money.Cents {
	type row struct {
		country, prefix string
		rate            shippingRate
	}
	if !slices.Contains(m.Countries, p.Country) {
		return notOffered
	}
	orBlank := func(list []string) []string {
		if len(list) == 0 {
			return []string{""}
		}
		return list
	}
	code := strings.NewReplacer(" ", "", "-", "").Replace(strings.ToUpper(p.PostalCode))
	var fit []row
	for _, r := range m.Rates {
		for _, country := range orBlank(r.Countries) {
			for _, prefix := range orBlank(r.PostalPrefixes) {
				if (country == "" || country == p.Country) && strings.HasPrefix(code, prefix) && p.Grams >= r.FromGrams &&
					p.Goods >= r.FromGoods {
					fit = append(fit, row{country, prefix, r})
				}
			}
		}
	}
	if len(fit) == 0 {
		return notOffered
	}
	slices.SortStableFunc(fit, func(a, b row) int { return int(a.rate.FromGrams - b.rate.FromGrams) })
	slices.SortStableFunc(fit, func(a, b row) int { return int(a.rate.FromGoods - b.rate.FromGoods) })
	slices.SortStableFunc(fit, func(a, b row) int { return len(a.country) - len(b.country) })
	slices.SortStableFunc(fit, func(a, b row) int { return len(a.prefix) - len(b.prefix) })
	if m.FreeFrom != nil && p.Goods >= *m.FreeFrom {
		return 0
	}
	return fit[len(fit)-1].rate.Price
}

func drawRate(t *rapid.T, countries []string) shippingRate {
	r := shippingRate{
		Countries: rapid.SliceOfNDistinct(rapid.SampledFrom(countries), 0, 2, rapid.ID).Draw(t, "countries"),
		FromGrams: rapid.Int64Range(0, 4).Draw(t, "from grams"), FromGoods: money.Cents(rapid.Int64Range(0, 4).Draw(t, "from goods")),
		Price: money.Cents(rapid.Int64Range(0, 10_000).Draw(t, "price")),
	}
	if len(r.Countries) > 0 {
		r.PostalPrefixes = rapid.SliceOfN(rapid.StringMatching(`[1A]{1,3}`), 0, 3).Draw(t, "prefixes")
	}
	return r
}

// The price is that of the oracle for every table that is valid, in whatever order its rows stand.
func TestRatesAgreeWithAnOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &shippingMethod{Kind: "delivery", Active: true, Countries: []string{"DE", "AT", "CH"}}
		for range rapid.IntRange(1, 12).Draw(t, "rows") {
			m.Rates = append(m.Rates, drawRate(t, m.Countries))
			if checkRates(m.Rates, m.Countries) != nil {
				m.Rates = m.Rates[:len(m.Rates)-1]
			}
		}
		if rapid.Bool().Draw(t, "free") {
			m.FreeFrom = new(money.Cents(rapid.Int64Range(0, 6).Draw(t, "free from")))
		}
		p := parcel{
			Country: rapid.SampledFrom([]string{"DE", "AT", "CH", "FR"}).Draw(t, "country"), Grams: rapid.Int64Range(0, 6).Draw(t, "grams"),
			PostalCode: rapid.StringMatching(`[1aA -]{0,5}`).Draw(t, "code"), Goods: money.Cents(rapid.Int64Range(0, 6).Draw(t, "goods")),
		}
		want := naiveRate(m, p)
		for range 2 {
			got, offered := m.priceFor(p)
			if !offered {
				got = notOffered
			}
			if got != want {
				t.Fatalf("%+v, %+v: %d, want %d", m.Rates, p, got, want)
			}
			m.Rates = rapid.Permutation(m.Rates).Draw(t, "order")
		}
	})
}

// Two rows are the same exactly when their lists, taken apart, have an element in common.
func TestSameRates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRate(t, []string{"DE", "AT"}), drawRate(t, []string{"DE", "AT"})
		same := func(a, b []string) bool {
			return len(a)+len(b) == 0 || slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
		}
		want := a.FromGrams == b.FromGrams && a.FromGoods == b.FromGoods && same(a.Countries, b.Countries) &&
			same(a.PostalPrefixes, b.PostalPrefixes)
		faults := checkRates([]shippingRate{a, b}, nil)
		if got := len(faults) > 0; got != want {
			t.Fatalf("%+v and %+v: %v", a, b, faults)
		}
	})
}

func TestRateFaults(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		rates     []shippingRate
		countries []string
		want      string
	}{
		"none":               {nil, nil, ""},
		"another country":    {[]shippingRate{{Countries: []string{"DE", "FR"}}}, []string{"DE"}, "/rates/0/countries/1 not_allowed"},
		"any country":        {[]shippingRate{{Countries: []string{"DE", "FR"}}}, nil, ""},
		"a prefix alone":     {[]shippingRate{{}, {PostalPrefixes: []string{"1"}}}, nil, "/rates/1/countries required"},
		"the same":           {[]shippingRate{{Price: 1}, {Price: 2}}, nil, "/rates/1 not_allowed"},
		"named and not":      {[]shippingRate{{}, {Countries: []string{"DE"}}}, nil, ""},
		"one country shared": {[]shippingRate{{Countries: []string{"AT", "DE"}}, {Countries: []string{"DE"}}}, nil, "/rates/1 not_allowed"},
		"another prefix": {[]shippingRate{
			{Countries: []string{"DE"}, PostalPrefixes: []string{"1"}}, {Countries: []string{"DE"}, PostalPrefixes: []string{"12"}},
		}, nil, ""},
		"all at once": {[]shippingRate{{}, {PostalPrefixes: []string{"1"}, Countries: []string{"US"}}, {}, {PostalPrefixes: []string{"1"}}},
			[]string{"DE"}, "/rates/1/countries/0 not_allowed, /rates/2 not_allowed, /rates/3/countries required"},
	} {
		faults := convert.All(checkRates(row.rates, row.countries), func(f fault.Field) string { return f.Pointer + " " + string(f.Code) })
		if got := strings.Join(faults, ", "); got != row.want {
			t.Errorf("%s: %s, want %s", name, got, row.want)
		}
	}
}
