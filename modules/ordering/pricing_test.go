package ordering

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	catalog "orderd/modules/catalog/events"
	"orderd/platform/money"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// line is a cart line at a price, and for wholesale accounts from 10 units on at half of it.
func line(price money.Cents, quantity int, class catalog.TaxClass) cartLine {
	return cartLine{
		Item: cartItem{Quantity: quantity}, Available: 999,
		Variant: variant{Price: price, Tiers: []tier{{MinQuantity: 10, Price: price / 2}}, TaxClass: class, Sold: true},
	}
}

func percent(hundredths money.Cents) cartCode {
	return cartCode{Code: "P", Promotion: &promotion{Code: "P", Kind: promotionPercent, Value: hundredths, Active: true}}
}

func points(n int64) cartCode {
	return cartCode{Code: fmt.Sprint("V", n), Voucher: &voucher{Points: n, Status: voucherAvailable, ExpiresAt: noon.Add(time.Hour)}}
}

var (
	freeFrom50       = money.Cents(5000)
	standardShipping = &shippingMethod{Price: 490, FreeFrom: &freeFrom50, Active: true}
)

// totalsCase is what a cart costs. Of the totals it compares the amounts.
type totalsCase struct {
	in   pricingInput
	want totals
}

func requireTotals(t *testing.T, cases map[string]totalsCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			c.in.Now = noon
			got := calculateTotals(testConfig.terms(t), &c.in)
			for field, values := range map[string][2]money.Cents{
				"subtotal": {got.Subtotal, c.want.Subtotal}, "discount": {got.Discount, c.want.Discount}, "shipping": {got.Shipping, c.want.Shipping},
				"tax": {got.Tax, c.want.Tax}, "total": {got.Total, c.want.Total},
			} {
				if values[0] != values[1] {
					t.Errorf("%s: %s, want %s", field, values[0], values[1])
				}
			}
			if len(got.Unusable) != 0 {
				t.Errorf("unusable: %v", got.Unusable)
			}
		})
	}
}

func TestTotalsWithoutCodes(t *testing.T) {
	t.Parallel()
	requireTotals(t, map[string]totalsCase{
		"nothing": {
			pricingInput{},
			totals{},
		},
		"three at 19.99": {
			pricingInput{Lines: []cartLine{line(1999, 3, "standard")}},
			totals{Subtotal: 5997, Tax: 958, Total: 5997},
		},
		"each line contains its tax": {
			pricingInput{Lines: []cartLine{line(1999, 1, "standard"), line(350, 2, "reduced"), line(100, 1, "zero")}},
			totals{Subtotal: 2799, Tax: 319 + 46, Total: 2799},
		},
		"shipping": {
			pricingInput{Lines: []cartLine{line(1999, 1, "reduced")}, Method: standardShipping},
			totals{Subtotal: 1999, Shipping: 490, Tax: 163, Total: 2489},
		},
		"free shipping from 50": {
			pricingInput{Lines: []cartLine{line(2500, 2, "zero")}, Method: standardShipping},
			totals{Subtotal: 5000, Total: 5000},
		},
		"another country's rates": {
			pricingInput{Lines: []cartLine{line(1200, 1, "standard")}, Country: "AT"},
			totals{Subtotal: 1200, Tax: 200, Total: 1200},
		},
		"ours in another country of the EU": {
			pricingInput{Lines: []cartLine{line(1190, 1, "standard")}, Country: "FR"},
			totals{Subtotal: 1190, Tax: 190, Total: 1190},
		},
		"none outside the EU": {
			pricingInput{Lines: []cartLine{line(1190, 1, "standard")}, Country: "CH", Method: standardShipping},
			totals{Subtotal: 1000, Shipping: 412, Total: 1412},
		},
		"wholesale below the tier": {
			pricingInput{Lines: []cartLine{line(1000, 9, "zero")}, Wholesale: true},
			totals{Subtotal: 9000, Total: 9000},
		},
		"wholesale at the tier": {
			pricingInput{Lines: []cartLine{line(1000, 10, "zero")}, Wholesale: true},
			totals{Subtotal: 5000, Total: 5000},
		},
		"retail never": {
			pricingInput{Lines: []cartLine{line(1000, 10, "zero")}},
			totals{Subtotal: 10000, Total: 10000},
		},
	})
}

func TestTotalsWithCodes(t *testing.T) {
	t.Parallel()
	amount := func(cents money.Cents) cartCode {
		return cartCode{Code: "A", Promotion: &promotion{Code: "A", Kind: promotionAmount, Value: cents, Active: true}}
	}
	requireTotals(t, map[string]totalsCase{
		"not after the discount": {
			pricingInput{Lines: []cartLine{line(2500, 2, "zero")}, Method: standardShipping, Codes: []cartCode{amount(1)}},
			totals{Subtotal: 5000, Discount: 1, Shipping: 490, Total: 5489},
		},
		"a voucher keeps the shipping free": {
			pricingInput{Lines: []cartLine{line(2500, 2, "zero")}, Method: standardShipping, Codes: []cartCode{points(500)}},
			totals{Subtotal: 5000, Discount: 187, Total: 4813},
		},
		"12.5 percent": {
			pricingInput{Lines: []cartLine{line(1999, 3, "standard")}, Codes: []cartCode{percent(1250)}},
			totals{Subtotal: 5997, Discount: 750, Tax: 838, Total: 5247},
		},
		"half a cent is rounded up": {
			pricingInput{Lines: []cartLine{line(5, 1, "zero")}, Codes: []cartCode{percent(1000)}},
			totals{Subtotal: 5, Discount: 1, Total: 4},
		},
		"an amount above the subtotal": {
			pricingInput{Lines: []cartLine{line(1999, 1, "standard")}, Codes: []cartCode{amount(5000)}},
			totals{Subtotal: 1999, Discount: 1999},
		},
		"one voucher": {
			pricingInput{Lines: []cartLine{line(1999, 1, "zero")}, Codes: []cartCode{points(500)}},
			totals{Subtotal: 1999, Discount: 187, Total: 1812},
		},
		"two are floored together": {
			pricingInput{Lines: []cartLine{line(1999, 1, "zero")}, Codes: []cartCode{points(500), points(501)}},
			totals{Subtotal: 1999, Discount: 375, Total: 1624},
		},
		"promotion first, whatever the order": {
			pricingInput{Lines: []cartLine{line(1000, 1, "zero")}, Codes: []cartCode{points(2000), percent(5000)}},
			totals{Subtotal: 1000, Discount: 1000},
		},
		"the second promotion is idle": {
			pricingInput{Lines: []cartLine{line(1000, 1, "zero")}, Codes: []cartCode{percent(1000), amount(500)}},
			totals{Subtotal: 1000, Discount: 100, Total: 900},
		},
	})
}

func TestCodesThatCantBeUsed(t *testing.T) {
	t.Parallel()
	later, before, one := noon.Add(time.Minute), noon.Add(-time.Minute), int64(1)
	for name, c := range map[string]cartCode{
		"unknown":              {},
		"inactive":             {Promotion: &promotion{Kind: promotionAmount, Value: 100}},
		"not yet":              {Promotion: &promotion{Kind: promotionAmount, Value: 100, Active: true, StartsAt: &later}},
		"no longer":            {Promotion: &promotion{Kind: promotionAmount, Value: 100, Active: true, EndsAt: &noon}},
		"too small a cart":     {Promotion: &promotion{Kind: promotionAmount, Value: 100, Active: true, Minimum: 1001}},
		"used up":              {Promotion: &promotion{Kind: promotionAmount, Value: 100, Active: true, UsageLimit: &one, Used: 1}},
		"used up by the buyer": {Promotion: &promotion{Kind: promotionAmount, Value: 100, Active: true, PerCustomerLimit: &one}, Uses: 1},
		"spent":                {Voucher: &voucher{Points: 500, Status: voucherSpent, ExpiresAt: later}},
		"expired":              {Voucher: &voucher{Points: 500, Status: voucherAvailable, ExpiresAt: before}},
	} {
		c.Code = "X"
		s := calculateTotals(testConfig.terms(t), &pricingInput{Lines: []cartLine{line(1000, 1, "zero")}, Codes: []cartCode{c}, Now: noon})
		if s.Discount != 0 || !slices.Equal(s.Unusable, []string{"X"}) || s.Promotion != nil || len(s.Vouchers) != 0 || len(s.Discounts) != 1 ||
			len(s.appliedDiscounts()) != 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestVoucherThatIsNotNeededIsKept(t *testing.T) {
	t.Parallel()
	s := calculateTotals(testConfig.terms(t), &pricingInput{
		Lines: []cartLine{line(150, 1, "zero")}, Codes: []cartCode{points(500), points(800)}, Now: noon,
	})
	if s.Discount != 150 || len(s.Vouchers) != 1 || s.Vouchers[0].Points != 500 || len(s.Unusable) != 0 {
		t.Errorf("%+v", s)
	}
}

// Whatever is in a cart, its totals add up to the cent.
func TestTotalsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in, all := drawCart(t)
		terms := testConfig.terms(t)
		terms.automatic = drawAutomatic(t)
		s := calculateTotals(terms, &in)
		without := in
		without.Codes = slices.DeleteFunc(slices.Clone(in.Codes), func(c cartCode) bool { return c.Voucher != nil })
		if before := calculateTotals(terms, &without); before.Total < s.Total {
			t.Fatalf("vouchers make it dearer: %v, %v without", s.Total, before.Total)
		}
		if coded := calculateTotals(testConfig.terms(t), &in); coded.Total < s.Total {
			t.Fatalf("automatic promotions make it dearer: %v, %v without", s.Total, coded.Total)
		}

		var subtotal, discount, tax, codes, promotion money.Cents
		for i, l := range s.Lines {
			if l.Total != l.UnitPrice*money.Cents(in.Lines[i].Item.Quantity) || l.Discount < 0 || l.Discount > l.Total {
				t.Fatalf("line %d: %+v", i, l)
			}
			subtotal += l.Total
			discount += l.Discount
		}
		gross := money.Cents(0)
		for _, r := range s.Taxes {
			gross += r.Net + r.Tax
			tax += r.Tax
		}
		unused := money.Cents(0)
		counting := 0
		for _, d := range s.Discounts {
			if d.Shipping > 0 && (d.Kind != discountKind(automaticFreeShipping) || d.Amount != 0) {
				t.Fatalf("free shipping: %+v of %+v", d, s)
			}
			codes += d.Amount
			unused += d.Unused
			if d.Kind != discountVoucher {
				promotion += d.Amount
			}
			if d.Kind != discountVoucher && d.Amount+d.Shipping > 0 {
				counting++
			}
		}
		for i, l := range s.Lines {
			if s.Automatic != nil && all == 0 && l.Discount > 0 && !s.Automatic.isFor(in.Lines[i].Variant.ProductID) {
				t.Fatalf("line %d has %v off by a promotion for others: %+v", i, l.Discount, s)
			}
		}
		if counting > 1 || s.Promotion != nil && s.Automatic != nil {
			t.Fatalf("%d promotions count: %+v", counting, s)
		}
		switch {
		case subtotal != s.Subtotal || discount != s.Discount || codes != s.Discount || tax != s.Tax:
			t.Fatalf("lines: %d − %d, tax %d; codes: %d; sums: %+v", subtotal, discount, tax, codes, s)
		case s.Total != s.Subtotal-s.Discount+s.Shipping || s.Total != gross || s.Discount > s.Subtotal || s.Tax < 0 || s.Tax > s.Total:
			t.Fatalf("sums: %+v", s)
		case s.Discount-promotion != min(s.Subtotal-promotion, money.Cents(all*3/8)):
			t.Fatalf("vouchers of %d points: %+v", all, s)
		case unused > 0 && s.Discount != s.Subtotal:
			t.Fatalf("%v of the vouchers are lost, though the goods still cost something: %+v", unused, s)
		}
	})
}

// drawAutomatic draws automatic promotions.
func drawAutomatic(t *rapid.T) (all []automaticPromotion) {
	for range rapid.IntRange(0, 3).Draw(t, "automatic") {
		p := automaticPromotion{
			Name: "Sale", Active: true,
			Kind:     automaticPromotionKind(rapid.SampledFrom(automaticPromotionKind("").Values()).Draw(t, "kind")),
			Value:    money.Cents(rapid.Int64Range(1, 10_000).Draw(t, "value")),
			Minimum:  money.Cents(rapid.SampledFrom([]int64{0, 5000, 1_000_000}).Draw(t, "minimum")),
			Audience: promotionAudience(rapid.SampledFrom(promotionAudience("").Values()).Draw(t, "audience")),
		}
		if rapid.Bool().Draw(t, "for some") {
			p.ProductIDs = rapid.SliceOfN(drawProduct, 1, 2).Draw(t, "products")
		}
		if p.Kind == automaticBuyXGetY {
			p.BuyQuantity, p.GetQuantity = new(rapid.Int64Range(1, 4).Draw(t, "buy")), new(rapid.Int64Range(1, 4).Draw(t, "get"))
		}
		all = append(all, p)
	}
	return all
}

var drawProduct = rapid.SampledFrom([]string{"pot", "cup", "scale"})

// drawCart draws what a cart costs by, and the points of its vouchers.
func drawCart(t *rapid.T) (in pricingInput, all int64) {
	in = pricingInput{
		Now: noon, Wholesale: rapid.Bool().Draw(t, "wholesale"), Country: rapid.SampledFrom([]string{"", "DE", "AT", "FR", "CH"}).Draw(t,
			"country"),
	}
	for range rapid.IntRange(0, 12).Draw(t, "lines") {
		in.Lines = append(in.Lines, line(money.Cents(rapid.Int64Range(0, 100_000).Draw(t, "price")), rapid.IntRange(1, 999).Draw(t, "quantity"),
			rapid.SampledFrom([]catalog.TaxClass{"standard", "reduced", "zero"}).Draw(t, "class")))
		in.Lines[len(in.Lines)-1].Variant.ProductID = drawProduct.Draw(t, "product")
	}
	if rapid.Bool().Draw(t, "promotion") {
		in.Codes = append(in.Codes, percent(money.Cents(rapid.Int64Range(1, 10_000).Draw(t, "percent"))))
	}
	for range rapid.IntRange(0, 4).Draw(t, "vouchers") {
		n := rapid.Int64Range(1, 100_000).Draw(t, "points")
		all += n
		in.Codes = append(in.Codes, points(n))
	}
	in.Codes = rapid.Permutation(in.Codes).Draw(t, "codes")
	if rapid.Bool().Draw(t, "shipped") {
		free := money.Cents(rapid.Int64Range(0, 10_000_000).Draw(t, "free from"))
		in.Method = &shippingMethod{Price: money.Cents(rapid.Int64Range(0, 10_000).Draw(t, "shipping")), FreeFrom: &free, Active: true}
	}
	return in, all
}
