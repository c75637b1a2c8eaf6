package e2e

import (
	"slices"

	"orderd/platform/money"
)

// The model is a short program with the service's rules for carts, orders and points.

// ware is a product with one variant.
type ware struct {
	name, productID, variantID string
	price                      money.Cents
	onHand, reserved           int
}

// offer is a promotion: so much percent or such an amount off, so often in all and by customer.
type offer struct {
	code            string
	percent, amount money.Cents
	limit, each     int
	uses            map[*buyer]int
}

func (o *offer) used() (n int) {
	for _, uses := range o.uses {
		n += uses
	}
	return n
}

func (o *offer) usable(b *buyer) bool { return o.used() < o.limit && o.uses[b] < o.each }

func (o *offer) off(subtotal money.Cents) money.Cents {
	return o.amount + (subtotal*o.percent+50)/100
}

// coupon is a loyalty voucher.
type coupon struct {
	code   string
	points int
	spent  bool
	voided bool
}

// buyer is a customer with what is in the cart.
type buyer struct {
	session
	name    string
	lines   []line
	codes   []string
	points  int
	debt    int
	coupons []*coupon
	old     []*coupon // unspent ones of earlier games
}

// credit pays the debt first. Below 0 it takes: what is available, then unspent coupons, the newest
// first, and the rest is owed.
func (b *buyer) credit(points int) {
	net := b.points - b.debt + points
	b.points, b.debt = max(net, 0), max(-net, 0)
	for _, c := range slices.Backward(slices.Concat(b.old, b.coupons)) {
		if b.debt > 0 && !c.spent && !c.voided {
			c.voided = true
			b.credit(c.points)
		}
	}
}

// GoString is how failures show whom and what was drawn.
func (b *buyer) GoString() string { return b.name }
func (w *ware) GoString() string  { return w.name }

type line struct {
	*ware
	quantity int
}

// put adds to the line of the ware.
func (b *buyer) put(w *ware, quantity int) {
	if at := b.line(w); at >= 0 {
		b.lines[at].quantity += quantity
		return
	}
	b.lines = append(b.lines, line{w, quantity})
}

func (b *buyer) line(w *ware) int {
	return slices.IndexFunc(b.lines, func(l line) bool { return l.ware == w })
}

func (b *buyer) coupon(code string) *coupon {
	for _, c := range b.coupons {
		if c.code == code {
			return c
		}
	}
	return nil
}

// bill is what a cart comes to.
type bill struct {
	subtotal, discount, shipping, tax, total money.Cents
	nets                                     []money.Cents // of the lines, after discounts
	offer                                    *offer
	coupons                                  []*coupon
	unusable                                 bool // one of the codes is
}

const (
	sending     = money.Cents(490)
	sentFree    = money.Cents(6000) // from here on
	standardVAT = 1900
)

// contained is the VAT in a gross amount, half a cent up.
func contained(gross money.Cents) money.Cents {
	return (2*gross*standardVAT + 10_000 + standardVAT) / (2 * (10_000 + standardVAT))
}

// bill works out the cart: one offer on the subtotal, then the coupons, together never above it. An
// order is sent, a cart is not yet.
func (b *buyer) bill(offers []*offer, sent bool) (s bill) {
	weights := make([]int64, len(b.lines))
	for i, l := range b.lines {
		weights[i] = int64(l.price) * int64(l.quantity)
		s.subtotal += money.Cents(weights[i])
	}
	left, points := s.subtotal, 0
	for _, o := range offers {
		if slices.Contains(b.codes, o.code) {
			if s.unusable = !o.usable(b); !s.unusable {
				s.offer = o
				left -= min(o.off(s.subtotal), left)
			}
		}
	}
	for _, code := range b.codes {
		c := b.coupon(code)
		if c != nil && c.voided {
			s.unusable = true
			continue
		}
		if c != nil && left > 0 {
			worth := money.Cents((points+c.points)*3/8 - points*3/8)
			left -= min(worth, left)
			points += c.points
			s.coupons = append(s.coupons, c)
		}
	}
	s.discount = s.subtotal - left
	for i, part := range money.Split(s.discount, weights) {
		s.nets = append(s.nets, money.Cents(weights[i])-part)
	}
	if sent && left < sentFree {
		s.shipping = sending
	}
	s.total = left + s.shipping
	s.tax = contained(s.total) // all at one rate, which is rounded once
	return s
}

// short reports whether something in the cart is not there so often.
func (b *buyer) short() bool {
	return slices.ContainsFunc(b.lines, func(l line) bool { return l.onHand-l.reserved < l.quantity })
}
