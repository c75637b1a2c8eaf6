package e2e

import (
	"slices"

	"orderd/platform/money"
)

// purchase is an order of the model. Every command reports whether it may be.
type purchase struct {
	bill
	id, method                   string
	buyer                        *buyer
	items                        []bought
	parcels                      []parcel
	returns                      []*sendback
	status, payment, fulfillment string
	paid, refunded               money.Cents
	refundedGoods                money.Cents // of refunded: for goods that did not come back
	earned                       bool
}

// bought is a line with how far its units have come, and what they cost after discounts.
type bought struct {
	*ware
	id                                               string
	quantity, shipped, delivered, inReturn, returned int
	net                                              money.Cents
}

// parcel is units by line.
type parcel struct {
	id        string
	units     []int
	delivered bool
}

// sendback is a return.
type sendback struct {
	id, status string
	units      []int
}

// checkout makes an order of the cart.
func (b *buyer) checkout(offers []*offer, method string) *purchase {
	p := &purchase{bill: b.bill(offers, true), method: method, buyer: b, status: "placed", payment: "unpaid", fulfillment: "unfulfilled"}
	if method == "bank_transfer" {
		p.status = "pending_payment"
	}
	for i, l := range b.lines {
		l.reserved += l.quantity
		p.items = append(p.items, bought{ware: l.ware, quantity: l.quantity, net: p.nets[i]})
	}
	if p.offer != nil {
		p.offer.uses[b]++
	}
	for _, c := range p.coupons {
		c.spent = true
	}
	b.lines, b.codes = nil, nil
	return p
}

// all reports whether count is true of all units.
func (p *purchase) all(count func(i *bought) int) bool {
	missing := 0
	for i := range p.items {
		missing += p.items[i].quantity - count(&p.items[i])
	}
	return missing == 0
}

// fits reports whether every line has so many units left.
func (p *purchase) fits(units []int, left func(i *bought) int) bool {
	for i, n := range units {
		if n > left(&p.items[i]) {
			return false
		}
	}
	return true
}

// back is what the lines that came back had cost.
func (p *purchase) back() (c money.Cents) {
	for _, i := range p.items {
		c += i.net * money.Cents(i.returned) / money.Cents(i.quantity)
	}
	return c
}

// worth is the points that the goods earn which did not come back.
func (p *purchase) worth() int { return int(p.goods()) / 100 * 10 }

// goods is what the lines cost that neither came back nor were refunded without.
func (p *purchase) goods() money.Cents { return max(0, p.subtotal-p.discount-p.back()-p.refundedGoods) }

// refundGoods sends money back without a return.
func (p *purchase) refundGoods(amount money.Cents) bool {
	if !p.refund(amount) {
		return false
	}
	if before := p.worth(); p.status != "cancelled" {
		p.refundedGoods += min(amount, p.goods())
		p.takeBack(before)
	}
	return true
}

// takeBack takes the points that the goods earn no more.
func (p *purchase) takeBack(before int) {
	if p.earned {
		p.buyer.credit(p.worth() - before)
	}
}

// earn gives the points once the order is both delivered and paid.
func (p *purchase) earn() {
	if !p.earned && p.status == "completed" && p.payment != "unpaid" {
		p.earned = true
		p.buyer.credit(p.worth())
	}
}

func (p *purchase) pay() bool {
	if p.status == "cancelled" || p.payment != "unpaid" {
		return false
	}
	p.payment, p.paid = "paid", p.total-p.back()
	if p.status == "pending_payment" {
		p.status = "placed"
	}
	p.earn()
	return true
}

func (p *purchase) process() bool {
	if p.status != "placed" {
		return false
	}
	p.status = "processing"
	return true
}

func (p *purchase) ship(units []int) bool {
	if p.status != "processing" || !p.fits(units, func(i *bought) int { return i.quantity - i.shipped }) {
		return false
	}
	for i, n := range units {
		p.items[i].shipped += n
		p.items[i].onHand -= n
		p.items[i].reserved -= n
	}
	p.parcels = append(p.parcels, parcel{units: units})
	p.fulfillment = "partially_shipped"
	if p.all(func(i *bought) int { return i.shipped }) {
		p.fulfillment = "shipped"
	}
	return true
}

func (p *purchase) deliver(at int) bool {
	if p.parcels[at].delivered {
		return false
	}
	p.parcels[at].delivered = true
	for i, n := range p.parcels[at].units {
		p.items[i].delivered += n
	}
	if p.all(func(i *bought) int { return i.delivered }) {
		p.status, p.fulfillment = "completed", "delivered"
		if p.method == "cash_on_delivery" && p.payment == "unpaid" {
			p.payment, p.paid = "paid", p.total
		}
		p.earn()
	}
	return true
}

func (p *purchase) refund(amount money.Cents) bool {
	if amount <= 0 || p.refunded+amount > p.paid {
		return false
	}
	p.refunded += amount
	p.payment = "partially_refunded"
	if p.refunded == p.paid {
		p.payment = "refunded"
	}
	return true
}

func (p *purchase) cancel() bool {
	if len(p.parcels) > 0 || p.status == "cancelled" {
		return false
	}
	p.status = "cancelled"
	for _, i := range p.items {
		i.reserved -= i.quantity
	}
	if p.offer != nil {
		p.offer.uses[p.buyer]--
	}
	for _, c := range p.coupons {
		c.spent = false
	}
	p.buyer.credit(0)
	p.refund(p.paid - p.refunded)
	return true
}

func (p *purchase) ask(units []int) bool {
	if p.status != "completed" || !p.fits(units, func(i *bought) int { return i.delivered - i.inReturn }) {
		return false
	}
	for i, n := range units {
		p.items[i].inReturn += n
	}
	p.returns = append(p.returns, &sendback{status: "requested", units: units})
	return true
}

func (p *purchase) decide(r *sendback, verdict string) bool {
	if r.status != "requested" {
		return false
	}
	if r.status = "approved"; verdict == "reject" {
		r.status = "rejected"
		for i, n := range r.units {
			p.items[i].inReturn -= n
		}
	}
	return true
}

// receive takes goods back: into the stock, their money to the buyer, and their points from them.
func (p *purchase) receive(r *sendback) bool {
	if r.status != "approved" {
		return false
	}
	r.status = "received"
	before, worth := p.back(), p.worth()
	for i, n := range r.units {
		p.items[i].returned += n
		p.items[i].onHand += n
	}
	p.fulfillment = "partially_returned"
	if p.all(func(i *bought) int { return i.returned }) {
		p.fulfillment = "returned"
	}
	p.refund(min(p.back()-before, p.paid-p.refunded))
	p.takeBack(worth)
	return true
}

// onwards are the commands that lead somewhere: without them hardly any order would come to its
// end.
func (p *purchase) onwards() []string {
	under := slices.ContainsFunc(p.parcels, func(p parcel) bool { return !p.delivered })
	switch {
	case p.status == "pending_payment":
		return []string{"mark-paid", "mark-paid", "mark-paid", "mark-paid", "cancel"}
	case p.status == "placed":
		return []string{"process", "process", "process", "process", "process", "cancel"}
	case p.status == "processing" && under:
		return []string{"deliver", "deliver", "ship"}
	case p.status == "processing":
		return []string{"ship"}
	case p.status == "completed" && len(p.returns) > 0:
		return []string{"approve", "receive", "receive", "ask", "refund", "reject", "mark-paid"}
	case p.status == "completed":
		return []string{"ask", "ask", "mark-paid"}
	}
	return []string{"refund"}
}
