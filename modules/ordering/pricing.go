package ordering

import (
	"time"

	"orderd/platform/money"
)

// priced is a cart line with everything that its price depends on.
type priced struct {
	Item      cartItem `gorm:"embedded;embeddedPrefix:item_"`
	Variant   variant  `gorm:"embedded;embeddedPrefix:variant_"`
	Available int64
}

// basket is everything that the sums of a cart or an order depend on. Nothing of it comes from the client.
type basket struct {
	Lines     []priced // in the order of their adding
	Wholesale bool     // the buyer's account type
	Codes     []code   // in the order of their adding
	Country   string   // of the destination; "" while it is not known
	Method    *shippingMethod
	Now       time.Time
}

// code is what a code of the cart stands for: one of the two, or neither when nobody knows it (any more).
type code struct {
	Code      string
	Promotion *promotion
	Uses      int64 // of the promotion, by this buyer
	Voucher   *voucher
}

// sums are what a basket comes to. All prices include VAT: Tax is what Total contains of it.
type sums struct {
	Lines     []lineSum // like the basket's
	Discounts []discount
	Unusable  []string // codes that can't be used as the basket stands
	Promotion *promotion
	Vouchers  []voucher // those that are spent
	Subtotal  money.Cents
	Discount  money.Cents
	Shipping  money.Cents
	Tax       money.Cents
	Total     money.Cents
	Count     int
}

// lineSum is what one line comes to.
type lineSum struct {
	UnitPrice money.Cents
	Total     money.Cents // before discounts
	Discount  money.Cents
	TaxRate   money.Rate
}

// price computes what the basket comes to: one promotion on the subtotal, then the vouchers, together never above the subtotal; the
// discount split over the lines by largest remainder; the shipping by what the goods cost after discounts; the taxes contained in both (tax.go).
func (c *Config) price(b *basket) *sums {
	s := &sums{Lines: make([]lineSum, len(b.Lines)), Discounts: make([]discount, len(b.Codes))}
	weights := make([]int64, len(b.Lines))
	for i, l := range b.Lines {
		unit := l.Variant.priceFor(l.Item.Quantity, b.Wholesale)
		s.Lines[i] = lineSum{UnitPrice: unit, Total: unit * money.Cents(l.Item.Quantity), TaxRate: c.taxRate(b.Country, l.Variant.TaxClass)}
		weights[i] = int64(s.Lines[i].Total)
		s.Subtotal += s.Lines[i].Total
		s.Count += l.Item.Quantity
	}
	s.takeOff(b)
	for i, part := range money.Split(s.Discount, weights) {
		s.Lines[i].Discount = part
		s.Tax += s.Lines[i].TaxRate.TaxIn(s.Lines[i].Total - part)
	}
	goods := s.Subtotal - s.Discount
	if b.Method != nil {
		s.Shipping = b.Method.priceFor(goods)
		s.Tax += c.shippingTax(b.Country, s.Shipping, s.Lines)
	}
	s.Total = goods + s.Shipping
	return s
}

// takeOff judges the codes. A second promotion takes nothing off. The vouchers of a basket are worth floor(Σ points × 3 ÷ 8) cents together; one that would take
// nothing off any more is left for another day.
func (s *sums) takeOff(b *basket) {
	left := s.Subtotal
	for i, c := range b.Codes {
		s.Discounts[i] = discount{Code: c.Code, Kind: c.kind()}
		switch {
		case !c.usable(s.Subtotal, b.Now):
			s.Unusable = append(s.Unusable, c.Code)
		case c.Promotion != nil && s.Promotion == nil:
			s.Promotion = c.Promotion
			s.Discounts[i].Amount = min(c.Promotion.of(s.Subtotal), left)
			left -= s.Discounts[i].Amount
		}
	}
	var points int64
	for i, c := range b.Codes {
		if left == 0 || c.Voucher == nil || !c.Voucher.usable(b.Now) {
			continue
		}
		s.Discounts[i].Amount = min(worthOf(points+c.Voucher.Points)-worthOf(points), left)
		s.Vouchers = append(s.Vouchers, *c.Voucher)
		points += c.Voucher.Points
		left -= s.Discounts[i].Amount
	}
	s.Discount = s.Subtotal - left
}

// kind is what the code is for people. One that nobody knows any more was a promotion that has been deleted.
func (c *code) kind() string {
	switch {
	case c.Voucher != nil:
		return kindVoucher
	case c.Promotion != nil:
		return c.Promotion.Kind
	default:
		return kindAmount
	}
}

// used are the discounts that take something off.
func (s *sums) used() []discount {
	used := []discount{}
	for _, d := range s.Discounts {
		if d.Amount > 0 {
			used = append(used, d)
		}
	}
	return used
}

// usable tells whether the code may take something off this subtotal.
func (c *code) usable(subtotal money.Cents, now time.Time) bool {
	return c.Promotion != nil && c.Promotion.usable(subtotal, c.Uses, now) || c.Voucher != nil && c.Voucher.usable(now)
}

// usable tells whether the promotion counts for this subtotal and a buyer who has used it so often.
func (p *promotion) usable(subtotal money.Cents, uses int64, now time.Time) bool {
	return p.Active && subtotal >= p.Minimum &&
		(p.StartsAt == nil || !now.Before(*p.StartsAt)) && (p.EndsAt == nil || now.Before(*p.EndsAt)) &&
		(p.UsageLimit == nil || p.Used < *p.UsageLimit) && (p.PerCustomerLimit == nil || uses < *p.PerCustomerLimit)
}

// of is what the promotion takes off; a percentage is rounded to the cent, half a cent up.
func (p *promotion) of(subtotal money.Cents) money.Cents {
	if p.Kind == kindAmount {
		return p.Value
	}
	whole, rest := subtotal/allPercent, subtotal%allPercent // no product of large numbers
	return whole*p.Value + (rest*p.Value+allPercent/2)/allPercent
}

// usable tells whether the voucher may be spent.
func (v *voucher) usable(now time.Time) bool {
	return v.Status == voucherAvailable && now.Before(v.ExpiresAt)
}

// worthOf is what vouchers of so many points are worth together: 2000 points are 7.50 EUR.
func worthOf(points int64) money.Cents { return money.Cents(points * 3 / 8) }
