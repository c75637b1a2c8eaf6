package ordering

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"orderd/platform/money"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// line is quantity of something at a price and, from 10 on, wholesale at half of it.
func line(price money.Cents, quantity int, class string) priced {
	return priced{
		Item: cartItem{Quantity: quantity}, Available: 999,
		Variant: variant{Price: price, Tiers: []tier{{MinQuantity: 10, Price: price / 2}}, TaxClass: class, Sold: true},
	}
}

func percent(hundredths money.Cents) code {
	return code{Code: "P", Promotion: &promotion{Code: "P", Kind: kindPercent, Value: hundredths, Active: true}}
}

func points(n int64) code {
	return code{Code: fmt.Sprint("V", n), Voucher: &voucher{Points: n, Status: voucherAvailable, ExpiresAt: noon.Add(time.Hour)}}
}

func TestPrice(t *testing.T) {
	t.Parallel()
	fifty := money.Cents(5000)
	standard := &shippingMethod{Price: 490, FreeFrom: &fifty, Active: true}
	amount := func(cents money.Cents) code {
		return code{Code: "A", Promotion: &promotion{Code: "A", Kind: kindAmount, Value: cents, Active: true}}
	}
	for name, c := range map[string]struct {
		basket
		subtotal, discount, shipping, tax, total money.Cents
	}{
		"nothing":                           {basket{}, 0, 0, 0, 0, 0},
		"three at 19.99":                    {basket{Lines: []priced{line(1999, 3, "standard")}}, 5997, 0, 0, 958, 5997},
		"each line contains its tax":        {basket{Lines: []priced{line(1999, 1, "standard"), line(350, 2, "reduced"), line(100, 1, "zero")}}, 2799, 0, 0, 319 + 46, 2799},
		"shipping":                          {basket{Lines: []priced{line(1999, 1, "reduced")}, Method: standard}, 1999, 0, 490, 131 + 32, 2489},
		"free shipping from 50":             {basket{Lines: []priced{line(2500, 2, "zero")}, Method: standard}, 5000, 0, 0, 0, 5000},
		"not after the discount":            {basket{Lines: []priced{line(2500, 2, "zero")}, Method: standard, Codes: []code{amount(1)}}, 5000, 1, 490, 0, 5489},
		"another country's rates":           {basket{Lines: []priced{line(1200, 1, "standard")}, Country: "AT"}, 1200, 0, 0, 200, 1200},
		"ours in another country of the EU": {basket{Lines: []priced{line(1190, 1, "standard")}, Country: "FR"}, 1190, 0, 0, 190, 1190},
		"none outside the EU":               {basket{Lines: []priced{line(1190, 1, "standard")}, Country: "CH", Method: standard}, 1190, 0, 490, 0, 1680},
		"wholesale below the tier":          {basket{Lines: []priced{line(1000, 9, "zero")}, Wholesale: true}, 9000, 0, 0, 0, 9000},
		"wholesale at the tier":             {basket{Lines: []priced{line(1000, 10, "zero")}, Wholesale: true}, 5000, 0, 0, 0, 5000},
		"retail never":                      {basket{Lines: []priced{line(1000, 10, "zero")}}, 10000, 0, 0, 0, 10000},
		"12.5 percent":                      {basket{Lines: []priced{line(1999, 3, "standard")}, Codes: []code{percent(1250)}}, 5997, 750, 0, 838, 5247},
		"half a cent is rounded up":         {basket{Lines: []priced{line(5, 1, "zero")}, Codes: []code{percent(1000)}}, 5, 1, 0, 0, 4},
		"an amount above the subtotal":      {basket{Lines: []priced{line(1999, 1, "standard")}, Codes: []code{amount(5000)}}, 1999, 1999, 0, 0, 0},
		"one voucher":                       {basket{Lines: []priced{line(1999, 1, "zero")}, Codes: []code{points(500)}}, 1999, 187, 0, 0, 1812},
		"two are floored together":          {basket{Lines: []priced{line(1999, 1, "zero")}, Codes: []code{points(500), points(501)}}, 1999, 375, 0, 0, 1624},
		"promotion first, whatever the order": {basket{Lines: []priced{line(1000, 1, "zero")}, Codes: []code{points(2000), percent(5000)}},
			1000, 1000, 0, 0, 0},
		"the second promotion is idle": {basket{Lines: []priced{line(1000, 1, "zero")}, Codes: []code{percent(1000), amount(500)}}, 1000, 100, 0, 0, 900},
	} {
		c.Now = noon
		s := testConfig.price(&c.basket)
		got := [5]money.Cents{s.Subtotal, s.Discount, s.Shipping, s.Tax, s.Total}
		if want := [5]money.Cents{c.subtotal, c.discount, c.shipping, c.tax, c.total}; got != want || len(s.Unusable) != 0 {
			t.Errorf("%s: %d, want %d; unusable: %v", name, got, want, s.Unusable)
		}
	}
}

func TestCodesThatCantBeUsed(t *testing.T) {
	t.Parallel()
	later, before, one := noon.Add(time.Minute), noon.Add(-time.Minute), int64(1)
	for name, c := range map[string]code{
		"unknown":              {},
		"inactive":             {Promotion: &promotion{Kind: kindAmount, Value: 100}},
		"not yet":              {Promotion: &promotion{Kind: kindAmount, Value: 100, Active: true, StartsAt: &later}},
		"no longer":            {Promotion: &promotion{Kind: kindAmount, Value: 100, Active: true, EndsAt: &noon}},
		"too small a cart":     {Promotion: &promotion{Kind: kindAmount, Value: 100, Active: true, Minimum: 1001}},
		"used up":              {Promotion: &promotion{Kind: kindAmount, Value: 100, Active: true, UsageLimit: &one, Used: 1}},
		"used up by the buyer": {Promotion: &promotion{Kind: kindAmount, Value: 100, Active: true, PerCustomerLimit: &one}, Uses: 1},
		"spent":                {Voucher: &voucher{Points: 500, Status: voucherSpent, ExpiresAt: later}},
		"expired":              {Voucher: &voucher{Points: 500, Status: voucherAvailable, ExpiresAt: before}},
	} {
		c.Code = "X"
		s := testConfig.price(&basket{Lines: []priced{line(1000, 1, "zero")}, Codes: []code{c}, Now: noon})
		if s.Discount != 0 || !slices.Equal(s.Unusable, []string{"X"}) || s.Promotion != nil || len(s.Vouchers) != 0 || len(s.Discounts) != 1 || len(s.used()) != 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestVoucherThatIsNotNeededIsKept(t *testing.T) {
	t.Parallel()
	s := testConfig.price(&basket{Lines: []priced{line(150, 1, "zero")}, Codes: []code{points(500), points(800)}, Now: noon})
	if s.Discount != 150 || len(s.Vouchers) != 1 || s.Vouchers[0].Points != 500 || len(s.Unusable) != 0 {
		t.Errorf("%+v", s)
	}
}

// TestPriceAddsUp: whatever is in a basket, no cent is lost or made.
func TestPriceAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := basket{Now: noon, Wholesale: rapid.Bool().Draw(t, "wholesale"), Country: rapid.SampledFrom([]string{"", "DE", "AT", "FR", "CH"}).Draw(t, "country")}
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			b.Lines = append(b.Lines, line(money.Cents(rapid.Int64Range(0, 100_000).Draw(t, "price")), rapid.IntRange(1, 999).Draw(t, "quantity"),
				rapid.SampledFrom([]string{"standard", "reduced", "zero"}).Draw(t, "class")))
		}
		if rapid.Bool().Draw(t, "promotion") {
			b.Codes = append(b.Codes, percent(money.Cents(rapid.Int64Range(1, 10_000).Draw(t, "percent"))))
		}
		var all int64
		for range rapid.IntRange(0, 4).Draw(t, "vouchers") {
			n := rapid.Int64Range(1, 100_000).Draw(t, "points")
			all += n
			b.Codes = append(b.Codes, points(n))
		}
		b.Codes = rapid.Permutation(b.Codes).Draw(t, "codes")
		if rapid.Bool().Draw(t, "shipped") {
			free := money.Cents(rapid.Int64Range(0, 10_000_000).Draw(t, "free from"))
			b.Method = &shippingMethod{Price: money.Cents(rapid.Int64Range(0, 10_000).Draw(t, "shipping")), FreeFrom: &free}
		}
		s := testConfig.price(&b)

		var subtotal, discount, tax, codes, promotion money.Cents
		for i, l := range s.Lines {
			if l.Total != l.UnitPrice*money.Cents(b.Lines[i].Item.Quantity) || l.Discount < 0 || l.Discount > l.Total {
				t.Fatalf("line %d: %+v", i, l)
			}
			subtotal += l.Total
			discount += l.Discount
			tax += l.TaxRate.TaxIn(l.Total - l.Discount)
		}
		tax += testConfig.shippingTax(b.Country, s.Shipping, s.Lines)
		for i, d := range s.Discounts {
			codes += d.Amount
			if b.Codes[i].Promotion != nil {
				promotion = d.Amount
			}
		}
		switch {
		case subtotal != s.Subtotal || discount != s.Discount || codes != s.Discount || tax != s.Tax:
			t.Fatalf("lines: %d − %d, tax %d; codes: %d; sums: %+v", subtotal, discount, tax, codes, s)
		case s.Total != s.Subtotal-s.Discount+s.Shipping || s.Discount > s.Subtotal || s.Tax < 0 || s.Tax > s.Total:
			t.Fatalf("sums: %+v", s)
		case s.Discount-promotion != min(s.Subtotal-promotion, money.Cents(all*3/8)):
			t.Fatalf("vouchers of %d points: %+v", all, s)
		}
	})
}
