package ordering

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"orderd/platform/convert"
	"orderd/platform/money"
)

// automaticOff is an automatic promotion of the amount, for everybody.
func automaticOff(name string, cents money.Cents) automaticPromotion {
	return automaticPromotion{
		Name: name, Kind: automaticAmount, Value: cents, Audience: forEverybody, ProductIDs: []string{}, Active: true,
	}
}

// codeOff is a code for the amount.
func codeOff(cents money.Cents) cartCode {
	return cartCode{Code: "A", Promotion: &promotion{Code: "A", Kind: promotionAmount, Value: cents, Active: true}}
}

// lineOf is a line of the product, without VAT.
func lineOf(productID string, price money.Cents, quantity int) cartLine {
	l := line(price, quantity, "zero")
	l.Variant.ProductID = productID
	return l
}

// reductionCase is a cart of one line, which one promotion makes cheaper, or none.
type reductionCase struct {
	price     money.Cents
	wholesale bool
	automatic []automaticPromotion
	codes     []cartCode
	method    *shippingMethod
	counts    string // the name, or the code
	discount  money.Cents
	shipping  money.Cents // that is paid
	freed     money.Cents
	outdone   int
}

// requireReductions requires of each case what counts and what is paid.
func requireReductions(t *testing.T, cases map[string]reductionCase) {
	t.Helper()
	for name, c := range cases {
		terms := testConfig.terms(t)
		terms.automatic = c.automatic
		got := calculateTotals(terms, &pricingInput{
			Lines: []cartLine{line(c.price, 1, "zero")}, Codes: c.codes, Method: c.method, Wholesale: c.wholesale, Now: noon,
		})
		counts := ""
		switch {
		case got.Automatic != nil:
			counts = got.Automatic.Name
		case got.Promotion != nil:
			counts = got.Promotion.Code
		}
		if counts != c.counts || got.Discount != c.discount || got.Shipping != c.shipping || len(got.Outdone) != c.outdone ||
			len(got.Unusable) > 0 || got.Total != c.price-c.discount+c.shipping {
			t.Errorf("%s: %q counts, %+v", name, counts, got)
		}
		if got.Automatic == nil {
			continue
		}
		own := got.Discounts[0]
		if orEmpty(own.Name) != c.counts || own.Code != "" || own.Shipping != c.freed || len(got.Discounts) != len(c.codes)+1 {
			t.Errorf("%s: %+v", name, got.Discounts)
		}
		if c.outdone > 0 && (got.Outdone[0] != "A" || got.Discounts[1].Code != "A" || got.Discounts[1].Amount != 0) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// At most one promotion counts, the best for the buyer: of equals the code, then the first.
func TestBestPromotion(t *testing.T) {
	t.Parallel()
	tenth := automaticPromotion{Name: "tenth", Kind: automaticPercent, Value: 1000, Audience: forEverybody, Active: true}
	from := func(p automaticPromotion, minimum money.Cents) automaticPromotion { p.Minimum = minimum; return p }
	later, ended, off := automaticOff("later", 900), automaticOff("ended", 900), automaticOff("off", 900)
	later.StartsAt, ended.EndsAt, off.Active = new(noon.Add(time.Minute)), new(noon), false
	retail, wholesale := automaticOff("retail", 100), automaticOff("wholesale", 200)
	retail.Audience, wholesale.Audience = forRetail, forWholesale
	requireReductions(t, map[string]reductionCase{
		"none":                       {price: 5000},
		"an automatic one by itself": {price: 5000, automatic: []automaticPromotion{tenth}, counts: "tenth", discount: 500},
		"the best of several": {
			price: 5000, automatic: []automaticPromotion{automaticOff("a", 400), tenth, automaticOff("b", 300)}, counts: "tenth",
			discount: 500,
		},
		"of equals the first": {
			price: 5000, automatic: []automaticPromotion{automaticOff("a", 500), tenth}, counts: "a", discount: 500,
		},
		"the better code": {
			price: 5000, automatic: []automaticPromotion{tenth}, codes: []cartCode{codeOff(501)}, counts: "A", discount: 501,
		},
		"of equals the code": {
			price: 5000, automatic: []automaticPromotion{tenth}, codes: []cartCode{codeOff(500)}, counts: "A", discount: 500,
		},
		"a code that is outdone": {
			price: 5000, automatic: []automaticPromotion{tenth}, codes: []cartCode{codeOff(499)}, counts: "tenth", discount: 500, outdone: 1,
		},
		"from its minimum on": {price: 5000, automatic: []automaticPromotion{from(tenth, 5000)}, counts: "tenth", discount: 500},
		"below its minimum":   {price: 5000, automatic: []automaticPromotion{from(tenth, 5001)}},
		"of a kind that a newer process has": {
			price: 5000, automatic: []automaticPromotion{{Kind: "newer", Value: 1000, Audience: forEverybody, Active: true}},
		},
		"not yet, no longer, not on": {price: 5000, automatic: []automaticPromotion{later, ended, off}},
		"for retail":                 {price: 5000, automatic: []automaticPromotion{retail, wholesale}, counts: "retail", discount: 100},
		"for wholesale": {
			price: 5000, wholesale: true, automatic: []automaticPromotion{retail, wholesale}, counts: "wholesale", discount: 200,
		},
		"never more than the subtotal": {price: 300, automatic: []automaticPromotion{automaticOff("a", 400)}, counts: "a", discount: 300},
		"both take all": {
			price: 300, automatic: []automaticPromotion{automaticOff("a", 400)}, codes: []cartCode{codeOff(300)}, counts: "A", discount: 300,
		},
		"none that makes the shipping dearer": {
			price: 5000, automatic: []automaticPromotion{automaticOff("a", 400)}, method: standardShipping,
		},
		"one that is worth more than the shipping": {
			price: 5000, automatic: []automaticPromotion{automaticOff("a", 500)}, method: standardShipping, counts: "a", discount: 500,
			shipping: 490,
		},
		"vouchers on top": {
			price: 5000, automatic: []automaticPromotion{tenth}, codes: []cartCode{points(500)}, counts: "tenth", discount: 687,
		},
		"none that makes what vouchers have paid dearer": {
			price: 5000, automatic: []automaticPromotion{automaticOff("a", 1000)}, codes: []cartCode{points(14_000)}, method: standardShipping,
			discount: 5000,
		},
		"one that leaves vouchers": {
			price: 5000, automatic: []automaticPromotion{automaticOff("a", 3000)}, codes: []cartCode{points(8000), points(8001)}, counts: "a",
			discount: 5000,
		},
	})
}

// Free shipping is chosen by what it saves. In a cart it counts where nothing else does.
func TestBestFreeShipping(t *testing.T) {
	t.Parallel()
	free := automaticPromotion{Name: "free", Kind: automaticFreeShipping, Value: 600, Audience: forEverybody, Active: true}
	requireReductions(t, map[string]reductionCase{
		"alone": {price: 3000, automatic: []automaticPromotion{free}, method: standardShipping, counts: "free", freed: 490},
		"never more than its value": {
			price: 3000, automatic: []automaticPromotion{free}, method: &shippingMethod{Price: 1290, Active: true}, counts: "free", freed: 600,
			shipping: 690,
		},
		"saves more": {
			price: 3000, automatic: []automaticPromotion{automaticOff("a", 489), free}, method: standardShipping, counts: "free", freed: 490,
		},
		"saves less": {
			price: 3000, automatic: []automaticPromotion{automaticOff("a", 491), free}, method: standardShipping, counts: "a", discount: 491,
			shipping: 490,
		},
		"saves more than a code": {
			price: 3000, automatic: []automaticPromotion{free}, codes: []cartCode{codeOff(489)}, method: standardShipping, counts: "free",
			freed: 490, outdone: 1,
		},
		"frees nothing":    {price: 5000, automatic: []automaticPromotion{free}, method: standardShipping},
		"in a cart":        {price: 3000, automatic: []automaticPromotion{free}, counts: "free"},
		"loses in a cart":  {price: 3000, automatic: []automaticPromotion{free, automaticOff("a", 1)}, counts: "a", discount: 1},
		"a code in a cart": {price: 3000, automatic: []automaticPromotion{free}, codes: []cartCode{codeOff(1)}, counts: "A", discount: 1},
		"beside a voucher": {
			price: 3000, automatic: []automaticPromotion{free}, codes: []cartCode{points(8000)}, method: standardShipping, counts: "free",
			discount: 3000, freed: 490,
		},
		"the first of two":  {price: 3000, automatic: []automaticPromotion{free, free}, method: standardShipping, counts: "free", freed: 490},
		"with a free price": {price: 3000, automatic: []automaticPromotion{free}, method: &shippingMethod{Active: true}},
	})
}

// A promotion for some products takes off what these cost and no more, and only their lines carry
// it; vouchers are then split over what is left of all.
func TestPromotionForSomeProducts(t *testing.T) {
	t.Parallel()
	pot, cup := lineOf("pot", 3000, 1), lineOf("cup", 500, 4)
	forCups := func(p automaticPromotion) automaticPromotion { p.ProductIDs = []string{"cup", "saucer"}; return p }
	tenth := automaticPromotion{Name: "tenth", Kind: automaticPercent, Value: 1000, Audience: forEverybody, Active: true}
	free := automaticPromotion{Name: "free", Kind: automaticFreeShipping, Value: 600, Audience: forEverybody, Active: true}
	from := func(p automaticPromotion, minimum money.Cents) automaticPromotion { p.Minimum = minimum; return p }
	both := []cartLine{pot, cup}
	for name, c := range map[string]struct {
		lines     []cartLine
		automatic []automaticPromotion
		codes     []cartCode
		method    *shippingMethod
		counts    string
		discounts []money.Cents // of the lines
		shipping  money.Cents
	}{
		"a tenth of the cups": {
			lines: both, automatic: []automaticPromotion{forCups(tenth)}, counts: "tenth", discounts: []money.Cents{0, 200},
		},
		"not of others": {lines: []cartLine{pot}, automatic: []automaticPromotion{forCups(tenth)}, discounts: []money.Cents{0}},
		"no more than they cost": {
			lines: both, automatic: []automaticPromotion{forCups(automaticOff("a", 2500))}, counts: "a", discounts: []money.Cents{0, 2000},
		},
		"all of them together": {
			lines: []cartLine{cup, pot, cup}, automatic: []automaticPromotion{forCups(automaticOff("a", 301))}, counts: "a",
			discounts: []money.Cents{151, 0, 150},
		},
		"the better one for all": {
			lines: both, automatic: []automaticPromotion{forCups(tenth), tenth}, counts: "tenth", discounts: []money.Cents{300, 200},
		},
		"the minimum is of the cart": {
			lines: both, automatic: []automaticPromotion{from(forCups(tenth), 5000)}, counts: "tenth", discounts: []money.Cents{0, 200},
		},
		"below the minimum": {
			lines: both, automatic: []automaticPromotion{from(forCups(tenth), 5001)}, discounts: []money.Cents{0, 0},
		},
		"vouchers of what is left": {
			lines: both, automatic: []automaticPromotion{forCups(tenth)}, codes: []cartCode{points(1280)}, counts: "tenth",
			discounts: []money.Cents{300, 380},
		},
		"vouchers take all": {
			lines: both, automatic: []automaticPromotion{forCups(tenth)}, codes: []cartCode{points(14_000)}, counts: "tenth",
			discounts: []money.Cents{3000, 2000},
		},
		"the shipping of a cart with it": {
			lines: []cartLine{cup}, automatic: []automaticPromotion{forCups(free)}, method: standardShipping, counts: "free",
			discounts: []money.Cents{0},
		},
		"and of no other": {
			lines: []cartLine{lineOf("pot", 1000, 1)}, automatic: []automaticPromotion{forCups(free)}, method: standardShipping,
			discounts: []money.Cents{0}, shipping: 490,
		},
	} {
		terms := testConfig.terms(t)
		terms.automatic = c.automatic
		got := calculateTotals(terms, &pricingInput{Lines: c.lines, Codes: c.codes, Method: c.method, Now: noon})
		counts := got.Automatic
		if got.Shipping != c.shipping || counts == nil && c.counts != "" || counts != nil && counts.Name != c.counts {
			t.Errorf("%s: %+v counts, %+v", name, counts, got)
		}
		if off := convert.All(got.Lines, func(l lineTotals) money.Cents { return l.Discount }); !slices.Equal(off, c.discounts) {
			t.Errorf("%s: the lines have %v off, want %v", name, off, c.discounts)
		}
	}
}

// buyGet is an automatic promotion by which of every buy + get units get are percent cheaper.
func buyGet(buy, get, percent int64) automaticPromotion {
	return automaticPromotion{
		Name: "more", Kind: automaticBuyXGetY, Value: money.Cents(percent * 100), Audience: forEverybody, Active: true,
		BuyQuantity: &buy, GetQuantity: &get,
	}
}

// Of every so many units the cheapest are cheaper. All lines that the promotion is for carry it.
func TestBuyXGetY(t *testing.T) {
	t.Parallel()
	forCups := func(p automaticPromotion) automaticPromotion { p.ProductIDs = []string{"cup"}; return p }
	threeForTwo, ofAnOlderBinary := buyGet(2, 1, 100), buyGet(2, 1, 100)
	ofAnOlderBinary.BuyQuantity, ofAnOlderBinary.GetQuantity = nil, nil
	for name, c := range map[string]struct {
		lines     []cartLine
		automatic automaticPromotion
		discounts []money.Cents // of the lines
	}{
		"three for two":        {[]cartLine{lineOf("cup", 500, 3)}, threeForTwo, []money.Cents{500}},
		"two are too few":      {[]cartLine{lineOf("cup", 500, 2)}, threeForTwo, []money.Cents{0}},
		"five have one":        {[]cartLine{lineOf("cup", 500, 5)}, threeForTwo, []money.Cents{500}},
		"six have two":         {[]cartLine{lineOf("cup", 500, 6)}, threeForTwo, []money.Cents{1000}},
		"the second at half":   {[]cartLine{lineOf("cup", 501, 2)}, buyGet(1, 1, 50), []money.Cents{251}},
		"two more for two":     {[]cartLine{lineOf("cup", 500, 5)}, buyGet(2, 2, 100), []money.Cents{1000}},
		"the cheapest":         {[]cartLine{lineOf("pot", 3000, 2), lineOf("cup", 600, 1)}, threeForTwo, []money.Cents{545, 55}},
		"the cheapest of many": {[]cartLine{lineOf("pot", 1000, 4), lineOf("cup", 500, 2)}, threeForTwo, []money.Cents{800, 200}},
		"of a dearer line too": {[]cartLine{lineOf("cup", 400, 1), lineOf("pot", 1000, 5)}, threeForTwo, []money.Cents{104, 1296}},
		"of some products": {
			[]cartLine{lineOf("pot", 3000, 2), lineOf("cup", 600, 3)}, forCups(threeForTwo), []money.Cents{0, 600},
		},
		"of how many is unknown": {[]cartLine{lineOf("cup", 500, 3)}, ofAnOlderBinary, []money.Cents{0}},
		"not with others":        {[]cartLine{lineOf("pot", 3000, 2), lineOf("cup", 600, 2)}, forCups(threeForTwo), []money.Cents{0, 0}},
	} {
		terms := testConfig.terms(t)
		terms.automatic = []automaticPromotion{c.automatic}
		got := calculateTotals(terms, &pricingInput{Lines: c.lines, Now: noon})
		if off := convert.All(got.Lines, func(l lineTotals) money.Cents { return l.Discount }); !slices.Equal(off, c.discounts) {
			t.Errorf("%s: the lines have %v off, want %v", name, off, c.discounts)
		}
	}
}

// Which units are the cheapest is judged by the cart, also where the order has other prices: on an
// export the pot costs 8.40 and the cup 9.25.
func TestBuyXGetYIsJudgedByTheCart(t *testing.T) {
	t.Parallel()
	terms := testConfig.terms(t)
	terms.automatic = []automaticPromotion{buyGet(1, 1, 100)}
	in := pricingInput{Lines: []cartLine{line(1000, 1, "standard"), line(990, 1, "reduced")}, Now: noon, Country: "CH"}
	if got := calculateTotals(terms, &in); got.Discount != 925 || got.Subtotal != 840+925 {
		t.Errorf("%+v", got)
	}
}

// The units that become cheaper cost as much as the cheapest ones, laid side by side.
func TestBuyXGetYTakesTheCheapestUnits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var lines []cartLine
		var prices []money.Cents
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			price, quantity := money.Cents(rapid.Int64Range(0, 50).Draw(t, "price")), rapid.IntRange(1, 9).Draw(t, "quantity")
			lines = append(lines, line(price, quantity, "zero"))
			prices = append(prices, slices.Repeat([]money.Cents{price}, quantity)...)
		}
		slices.Sort(prices)
		buy, get := rapid.Int64Range(1, 5).Draw(t, "buy"), rapid.Int64Range(1, 5).Draw(t, "get")
		var want money.Cents
		for _, price := range prices[:len(prices)/int(buy+get)*int(get)] {
			want += price
		}
		terms := testConfig.terms(t)
		terms.automatic = []automaticPromotion{buyGet(buy, get, 100)}
		if got := calculateTotals(terms, &pricingInput{Lines: lines, Now: noon}); got.Discount != want {
			t.Fatalf("%v off, want %v: %+v", got.Discount, want, got)
		}
	})
}
