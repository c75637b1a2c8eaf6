package ordering

import (
	"cmp"
	"slices"

	"orderd/platform/money"
)

// The rule of promotions: at most one counts for a cart, and vouchers come on top of it. Of the
// code that was entered and the automatic promotions that can be used, the one counts by which the
// buyer pays least for goods and shipping; of equals the code, then the automatic one that was made
// first. Where vouchers pay for all, the one counts that leaves most of them. An automatic one that
// makes nothing cheaper does not count. A code that loses stays in the cart and is not used up. In
// a cart, where the cost of sending is not known yet, free shipping counts where nothing takes off
// something else. A promotion for some products takes off what they cost, and frees the shipping of
// a cart that has one of them; its minimum is of the whole cart. Where some units are cheaper when
// others are bought, the cheapest are, by the cart, of all that the promotion is for.

// reduction is what a promotion takes off an order, and what sending costs then. Without a
// promotion it takes off nothing. VAT that comes on top is not in it.
type reduction struct {
	code      *promotion          // the one of a code that counts, or nil
	automatic *automaticPromotion // the automatic one that counts, or nil
	goods     money.Cents         // off the subtotal
	inCart    money.Cents         // off what the goods cost in the cart
	shipping  money.Cents         // that is left to pay
	freed     money.Cents         // off the shipping
	offered   bool                // the shipping method is; true without one
	paid      money.Cents         // for goods and shipping, after vouchers
}

// sending is what the price of the shipping depends on.
type sending struct {
	taxation *taxation
	parcel   parcel // with the goods before promotions
	method   *shippingMethod
}

// bestReduction chooses the promotion that counts.
func (t *totals) bestReduction(automatic []automaticPromotion, in *pricingInput, s *sending) reduction {
	vouchers := in.voucherWorth()
	best := reduction{code: in.enteredPromotion(t.InCart)}
	if best.code != nil {
		best.goods = min(best.code.discountOn(t.Subtotal), t.Subtotal)
		best.inCart = min(best.code.discountOn(t.InCart), t.InCart)
	}
	best.send(t, s, vouchers)
	if len(in.Lines) == 0 { // nothing is made cheaper
		return best
	}
	for i := range automatic {
		p := &automatic[i]
		if !p.usable(t.InCart, in.Wholesale, in.Now) {
			continue
		}
		lines, goods, inCart := t.madeCheaper(p, in)
		if lines == 0 {
			continue
		}
		r := reduction{automatic: p, goods: p.discountOn(goods), inCart: p.discountOn(inCart)}
		r.send(t, s, vouchers)
		switch {
		case s.method == nil && p.freesShipping():
			if best.code == nil && best.automatic == nil {
				best = r
			}
		case (r.goods > 0 || r.freed > 0) && r.beats(&best):
			best = r
		}
	}
	return best
}

// madeCheaper are how many lines have units that the promotion makes cheaper, what these cost, and
// what they cost by the cart.
func (t *totals) madeCheaper(p *automaticPromotion, in *pricingInput) (lines int, goods, inCart money.Cents) {
	var isFor []int // of the lines
	var left int64  // units that it makes cheaper
	for i, l := range in.Lines {
		if p.isFor(l.Variant.ProductID) {
			isFor = append(isFor, i)
			left += int64(l.Item.Quantity)
		}
	}
	if p.Kind == automaticBuyXGetY {
		left = p.cheaperUnits(left)
		slices.SortStableFunc(isFor, func(i, j int) int { return cmp.Compare(t.Lines[i].InCart, t.Lines[j].InCart) })
	}
	for _, i := range isFor {
		units := min(left, int64(in.Lines[i].Item.Quantity))
		if units == 0 {
			break
		}
		lines++
		left -= units
		goods += t.Lines[i].UnitPrice * money.Cents(units)
		inCart += t.Lines[i].InCart * money.Cents(units)
	}
	return lines, goods, inCart
}

// send works out what sending costs after the promotion, and what the buyer pays.
func (r *reduction) send(t *totals, s *sending, vouchers money.Cents) {
	if r.offered = true; s.method != nil {
		sent := s.parcel
		sent.Goods = t.InCart - r.inCart
		r.shipping, r.offered = s.method.priceFor(sent)
		r.shipping = s.taxation.shippingPrice(r.shipping)
	}
	if r.automatic != nil && r.automatic.freesShipping() {
		r.freed = min(r.shipping, r.automatic.Value)
		r.shipping -= r.freed
	}
	r.paid = max(0, t.Subtotal-r.goods-vouchers) + r.shipping
}

// beats reports whether the buyer pays less by r than by other. A code that was entered is not
// given up for a shipping method that it makes too cheap for.
func (r *reduction) beats(other *reduction) bool {
	if r.offered != other.offered {
		return r.offered && other.code == nil
	}
	return cmp.Or(cmp.Compare(r.paid, other.paid), cmp.Compare(r.shipping-r.goods, other.shipping-other.goods)) < 0
}

// enteredPromotion is the first promotion of the codes that can be used, or nil.
func (in *pricingInput) enteredPromotion(subtotal money.Cents) *promotion {
	for i := range in.Codes {
		if c := &in.Codes[i]; c.Promotion != nil && c.usable(subtotal, in.Now) {
			return c.Promotion
		}
	}
	return nil
}

// voucherWorth is what the vouchers that can be spent are worth together.
func (in *pricingInput) voucherWorth() money.Cents {
	var points int64
	for i := range in.Codes {
		if v := in.Codes[i].Voucher; v != nil && v.usable(in.Now) {
			points += v.Points
		}
	}
	return pointsValue(points)
}
