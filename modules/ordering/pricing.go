package ordering

import (
	"cmp"
	"slices"
	"time"

	shop "orderd/modules/shop/events"
	"orderd/platform/money"
)

// cartLine is a line of a cart with the variant that it is about.
type cartLine struct {
	Item      cartItem
	Variant   variant
	Available int64 // the units that can be sold now
}

// pricingInput is everything that the totals of a cart or of an order depend on. None of it comes
// from the client.
type pricingInput struct {
	Lines      []cartLine // in the order in which they were added
	Wholesale  bool       // the buyer's account type
	VATState   string     // the member state of the buyer's VAT id that is valid now; else ""
	Codes      []cartCode // in the order in which they were added
	Country    string     // of the destination; "" while it is not known
	PostalCode string     // of the destination; "" when it is not known
	Method     *shippingMethod
	Now        time.Time
}

// cartCode is a code of a cart with what it stands for: a promotion, a voucher, or neither when the
// code is not known (any more).
type cartCode struct {
	Code      string
	Promotion *promotion
	Uses      int64 // of the promotion, by this buyer
	OlderUses int64 // those of Uses that are counted by the account's id
	Voucher   *voucher
}

// totals are what a cart or an order costs. In the price mode gross its prices include VAT, and Tax
// is the part of Total that is VAT; in net they do not, and Total is Tax more than they come to.
type totals struct {
	PriceMode shop.PriceMode
	Lines     []lineTotals        // of the input's lines, in their order
	Discounts []discount          // of an automatic promotion, then of the codes, in their order
	Unusable  []string            // the codes that can't be used as the cart stands
	Outdone   []string            // the codes that an automatic promotion outdoes
	Idle      []string            // the codes that Promotion leaves nothing for
	Promotion *promotion          // the one of a code that counts, or nil
	Automatic *automaticPromotion // the one that counts in its place, or nil
	Vouchers  []voucher           // those that are spent
	Subtotal  money.Cents
	InCart    money.Cents // Subtotal as the cart has it, unconverted
	Discount  money.Cents
	Shipping  money.Cents
	Offered   bool // the shipping method is, to this destination; true without one
	Tax       money.Cents
	Taxes     []taxRow
	Total     money.Cents
	ItemCount int
}

// lineTotals are what one line costs.
type lineTotals struct {
	UnitPrice   money.Cents
	FormerPrice money.Cents // UnitPrice when the line was last written
	Total       money.Cents // before discounts
	InCart      money.Cents // UnitPrice as the cart has it, unconverted
	Discount    money.Cents
	TaxRate     money.Rate
	Category    taxCategory
	Net         money.Cents // after discounts, without VAT
	Tax         money.Cents // on Net
}

// calculateTotals calculates what a cart or an order costs. One promotion (reduction.go) is taken
// off the subtotal or the shipping, then the vouchers off the subtotal, together never more than
// it. What they take off is split over the lines (splitDiscount). The price of the shipping depends
// on what the goods cost after the promotion: a voucher pays, and never makes the shipping dearer.
// A method that is not offered to the destination costs nothing. The taxes are in tax_rows.go.
func calculateTotals(terms *saleTerms, in *pricingInput) *totals {
	x := terms.taxationOf(in)
	t := &totals{PriceMode: x.mode, Lines: make([]lineTotals, len(in.Lines))}
	for i, l := range in.Lines {
		kept, quantity := terms.keptPrice(&l.Variant, l.Item.Quantity, in.Wholesale), money.Cents(l.Item.Quantity)
		unitPrice := x.priceOf(kept, l.Variant.TaxClass)
		t.Lines[i] = lineTotals{
			UnitPrice: unitPrice, Total: unitPrice * quantity,
			FormerPrice: x.priceOf(keptPrice{l.Item.UnitPrice, kept.isNet}, l.Variant.TaxClass),
		}
		t.Lines[i].TaxRate, t.Lines[i].Category = x.of(l.Variant.TaxClass)
		t.Subtotal += t.Lines[i].Total
		t.Lines[i].InCart = x.priceInCart(kept, l.Variant.TaxClass)
		t.InCart += t.Lines[i].InCart * quantity
		t.ItemCount += l.Item.Quantity
	}
	best := t.bestReduction(terms.automatic, in, &sending{&x, terms.parcel(in, t.InCart), in.Method})
	t.applyDiscounts(in, &best)
	t.splitDiscount(in, best.goods)
	t.Shipping, t.Offered = best.shipping, best.offered
	t.addTaxes(&x)
	if t.Total = t.Subtotal - t.Discount + t.Shipping; t.PriceMode == shop.PricesNet {
		t.Total += t.Tax
	}
	return t
}

// splitDiscount splits the discount over the lines by largest remainder. What a promotion for some
// products takes off is theirs; the rest, of the vouchers, is then split over what is left of all.
func (t *totals) splitDiscount(in *pricingInput, promoted money.Cents) {
	left, weights := t.Discount, make([]int64, len(t.Lines))
	if p := t.Automatic; p != nil && len(p.ProductIDs) > 0 {
		for i, l := range in.Lines {
			if p.isFor(l.Variant.ProductID) {
				weights[i] = int64(t.Lines[i].Total)
			}
		}
		for i, share := range money.Split(promoted, weights) {
			t.Lines[i].Discount = share
		}
		left -= promoted
	}
	for i, l := range t.Lines {
		weights[i] = int64(l.Total - l.Discount)
	}
	for i, share := range money.Split(left, weights) {
		t.Lines[i].Discount += share
	}
}

// parcel is what the price of sending the goods depends on. While the destination is not known, it
// is in the shop's country. The goods count with what the cart says that they cost.
func (t *saleTerms) parcel(in *pricingInput, goods money.Cents) parcel {
	p := parcel{
		Country: cmp.Or(in.Country, t.profile.Country), PostalCode: in.PostalCode, Grams: t.PackagingGrams, Goods: goods,
	}
	for _, l := range in.Lines {
		grams := t.DefaultGrams
		if l.Variant.WeightGrams != nil {
			grams = *l.Variant.WeightGrams
		}
		p.Grams += grams * int64(l.Item.Quantity)
	}
	return p
}

// applyDiscounts applies the promotion that counts, then the vouchers. Whether a promotion can be
// used is judged by what the cart says, and its amount is not converted. The vouchers of a cart are
// worth floor(Σ points × 3 ÷ 8) cents together. One that nothing is left for is not spent; what one
// is worth beyond the goods is lost.
func (t *totals) applyDiscounts(in *pricingInput, best *reduction) {
	t.Promotion, t.Automatic = best.code, best.automatic
	t.Discounts = make([]discount, len(in.Codes), len(in.Codes)+1)
	left := t.Subtotal - best.goods
	for i, c := range in.Codes {
		t.Discounts[i] = discount{Code: c.Code, Kind: c.kind()}
		switch {
		case !c.usable(t.InCart, in.Now):
			t.Unusable = append(t.Unusable, c.Code)
		case c.Promotion != nil && c.Promotion == t.Promotion:
			t.Discounts[i].Amount = best.goods
		case c.Promotion != nil && t.Automatic != nil:
			t.Outdone = append(t.Outdone, c.Code)
		case c.Promotion != nil:
			t.Idle = append(t.Idle, c.Code)
		}
	}
	var points int64
	for i, c := range in.Codes {
		if left == 0 || c.Voucher == nil || !c.Voucher.usable(in.Now) {
			continue
		}
		worth := pointsValue(points+c.Voucher.Points) - pointsValue(points)
		t.Discounts[i].Amount = min(worth, left)
		t.Discounts[i].Unused = worth - t.Discounts[i].Amount
		t.Vouchers = append(t.Vouchers, *c.Voucher)
		points += c.Voucher.Points
		left -= t.Discounts[i].Amount
	}
	t.Discount = t.Subtotal - left
	if p := t.Automatic; p != nil {
		own := discount{Name: &p.Name, Kind: discountKind(p.Kind), Amount: best.goods, Shipping: best.freed}
		t.Discounts = slices.Insert(t.Discounts, 0, own)
	}
}

// appliedDiscounts are the discounts that take something off.
func (t *totals) appliedDiscounts() []discount {
	applied := []discount{}
	for _, d := range t.Discounts {
		if d.Amount > 0 || d.Shipping > 0 {
			applied = append(applied, d)
		}
	}
	return applied
}

// kind is the kind of the code's discount. A code that is not known any more was a promotion that
// has been deleted.
func (c *cartCode) kind() discountKind {
	switch {
	case c.Voucher != nil:
		return discountVoucher
	case c.Promotion != nil:
		return discountKind(c.Promotion.Kind)
	default:
		return discountKind(promotionAmount)
	}
}

// usable reports whether the code may take something off this subtotal.
func (c *cartCode) usable(subtotal money.Cents, now time.Time) bool {
	return c.Promotion != nil && c.Promotion.usable(subtotal, c.Uses, now) ||
		c.Voucher != nil && c.Voucher.usable(now)
}

// pointsValue is what vouchers of so many points are worth together: 2000 points are 7.50 EUR.
func pointsValue(points int64) money.Cents { return money.Cents(points * 3 / 8) }

// exactValue is pointsValue in EUR, not rounded to cents: its shortest decimals are exact.
func exactValue(points int64) float64 { return float64(points*3) / 800 }
