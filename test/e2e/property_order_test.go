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
	returns                      []*returnRequest
	status, payment, fulfillment string
	paid, refunded               money.Cents
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

// returnRequest is a return.
type returnRequest struct {
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

// allUnits reports whether count covers every ordered unit.
func (p *purchase) allUnits(count func(i *bought) int) bool {
	missing := 0
	for i := range p.items {
		missing += p.items[i].quantity - count(&p.items[i])
	}
	return missing == 0
}

// hasUnits reports whether every line has so many units left.
func (p *purchase) hasUnits(units []int, left func(i *bought) int) bool {
	for i, n := range units {
		if n > left(&p.items[i]) {
			return false
		}
	}
	return true
}

// returnedTotal is what the returned lines had cost.
func (p *purchase) returnedTotal() (c money.Cents) {
	for _, i := range p.items {
		c += i.net * money.Cents(i.returned) / money.Cents(i.quantity)
	}
	return c
}

// points are what the kept goods earn.
func (p *purchase) points() int { return int(p.keptGoods()) / 100 * 10 }

// earnedPoints are those that it has given.
func (p *purchase) earnedPoints() int {
	if !p.earned {
		return 0
	}
	return p.points()
}

// keptGoods is what the lines cost that did not come back.
func (p *purchase) keptGoods() money.Cents { return max(0, p.subtotal-p.discount-p.returnedTotal()) }

// takeBackPoints takes back the points that the kept goods earn no more.
func (p *purchase) takeBackPoints(before int) {
	if p.earned {
		p.buyer.credit(p.points() - before)
	}
}

// earn gives the points once the order is both delivered and paid.
func (p *purchase) earn() {
	if !p.earned && p.status == "completed" && p.payment != "unpaid" {
		p.earned = true
		p.buyer.credit(p.points())
	}
}

func (p *purchase) pay() bool {
	if p.status == "cancelled" || p.payment != "unpaid" {
		return false
	}
	p.payment, p.paid = "paid", p.total-p.returnedTotal()
	if p.status == "pending_payment" {
		p.status = "placed"
	}
	p.earn()
	return true
}

// moneyIsBack reports whether all that came was refunded, though not all goods came back.
func (p *purchase) moneyIsBack() bool {
	return p.paid > 0 && p.refunded == p.paid && p.total > p.returnedTotal()
}

func (p *purchase) process() bool {
	if p.status != "placed" || p.moneyIsBack() {
		return false
	}
	p.status = "processing"
	return true
}

func (p *purchase) ship(units []int) bool {
	if p.status != "processing" || p.moneyIsBack() || !p.hasUnits(units, func(i *bought) int { return i.quantity - i.shipped }) {
		return false
	}
	for i, n := range units {
		p.items[i].shipped += n
		p.items[i].onHand -= n
		p.items[i].reserved -= n
	}
	p.parcels = append(p.parcels, parcel{units: units})
	p.setFulfillment()
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
	p.setFulfillment()
	if p.allUnits(func(i *bought) int { return i.delivered }) {
		p.status = "completed"
		if p.method == "cash_on_delivery" && p.payment == "unpaid" {
			p.payment, p.paid = "paid", p.total-p.returnedTotal()
		}
		p.earn()
	}
	return true
}

// setFulfillment is told by the units. While some are to arrive, it does not say that others came
// back.
func (p *purchase) setFulfillment() {
	back := 0
	for _, i := range p.items {
		back += i.returned
	}
	switch {
	case !p.allUnits(func(i *bought) int { return i.shipped }):
		p.fulfillment = "partially_shipped"
	case !p.allUnits(func(i *bought) int { return i.delivered }):
		p.fulfillment = "shipped"
	case back == 0:
		p.fulfillment = "delivered"
	case p.allUnits(func(i *bought) int { return i.returned }):
		p.fulfillment = "returned"
	default:
		p.fulfillment = "partially_returned"
	}
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

func (p *purchase) requestReturn(units []int) bool {
	if !p.hasUnits(units, func(i *bought) int { return i.delivered - i.inReturn }) {
		return false
	}
	for i, n := range units {
		p.items[i].inReturn += n
	}
	p.returns = append(p.returns, &returnRequest{status: "requested", units: units})
	return true
}

func (p *purchase) decide(r *returnRequest, verdict string) bool {
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

// undoes reports whether nothing of the order is kept once the return is received.
func (p *purchase) undoes(r *returnRequest) bool {
	kept := 0
	for i, n := range r.units {
		kept += p.items[i].quantity - p.items[i].returned - n
	}
	return kept == 0
}

// receive takes goods back: into the stock, their money to the buyer, and their points from them.
// Coupons come back with the last of the goods.
func (p *purchase) receive(r *returnRequest) bool {
	if r.status != "approved" {
		return false
	}
	r.status = "received"
	if p.undoes(r) {
		for _, c := range p.coupons {
			c.spent = false
		}
	}
	before, worth := p.returnedTotal(), p.points()
	for i, n := range r.units {
		p.items[i].returned += n
		p.items[i].onHand += n
	}
	p.setFulfillment()
	p.refund(min(p.returnedTotal()-before, p.paid-p.refunded))
	p.takeBackPoints(worth)
	return true
}

// nextCommands are the commands that lead somewhere: without them hardly any order would come to
// its end.
func (p *purchase) nextCommands() []string {
	under := slices.ContainsFunc(p.parcels, func(p parcel) bool { return !p.delivered })
	switch {
	case p.status == "pending_payment":
		return []string{"mark-paid", "mark-paid", "mark-paid", "mark-paid", "cancel"}
	case p.status == "placed":
		return []string{"process", "process", "process", "process", "process", "cancel"}
	case p.status == "processing" && under:
		return []string{"deliver", "deliver", "ship"}
	case p.status == "processing" && len(p.returns) > 0:
		return []string{"ship", "ship", "approve", "receive"}
	case p.status == "processing" && len(p.parcels) > 0:
		return []string{"ship", "ship", "ask"}
	case p.status == "processing":
		return []string{"ship"}
	case p.status == "completed" && len(p.returns) > 0:
		return []string{"approve", "receive", "receive", "ask", "refund", "reject", "mark-paid"}
	case p.status == "completed":
		return []string{"ask", "ask", "mark-paid"}
	}
	return []string{"refund"}
}
