package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"orderd/platform/money"
	"orderd/test/kit"
	_ "orderd/test/kit/draws"
)

// A few checks in every run of the tests; for more and others: go test ./test/e2e -run
// TestTheShopAgreesWithAModel -rapid.checks 1000 -rapid.seed 0. The files of rapid are not needed.
func init() {
	_ = flag.Set("rapid.checks", "6")
	_ = flag.Set("rapid.nofailfile", "true")
}

// Random sequences of what two customers and an admin do agree with the model after every step:
// carts, sums, stock, promotions, orders, money, points and vouchers.
func TestTheShopAgreesWithAModel(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		methodID := s.admin.Do(t, "POST", "/v1/admin/shipping-methods", object{
			"name": "Standard", "price": sending, "freeFrom": sentFree, "minDays": 2, "maxDays": 4}).Require(t, 201).Text("id")
		names := []string{"ada", "grace"}
		people := []session{s.customer("ada"), s.customer("grace")}
		renewed := time.Now()
		rapid.Check(t, func(rt *rapid.T) {
			if time.Since(renewed) > 5*time.Minute { // tokens live 10
				for i, p := range people {
					people[i] = s.session(s.login(p.Email, password).Require(t, 200))
				}
				s.admin = s.session(s.login(adminEmail, adminPassword).Require(t, 200)).API
				renewed = time.Now()
			}
			p := &play{T: rt, shop: s, methodID: methodID}
			for i, one := range people {
				p.buyers = append(p.buyers, &buyer{session: one, name: names[i]})
			}
			p.setUpShop()
			for range rapid.IntRange(10, 40).Draw(rt, "steps") {
				p.step()
				p.compare()
			}
			p.sumLedgers()
		})
	})
}

// play is one random sequence.
type play struct {
	*rapid.T
	*shop
	methodID string
	buyers   []*buyer
	wares    []*ware
	offers   []*offer
	orders   []*purchase
}

// call calls and logs; the log of a failure is the story that led to it.
func (p *play) call(who *kit.API, method, path string, body any) kit.Answer {
	p.T.Helper()
	a, err := who.Try(method, path, body)
	if err != nil {
		p.Fatalf("%s %s %v: %v", method, path, body, err)
	}
	return a
}

func (p *play) must(status int, who *kit.API, method, path string, body any) kit.Answer {
	p.T.Helper()
	a := p.call(who, method, path, body)
	if a.Status != status {
		p.Fatalf("%s %s %v: %d %s, want %d", method, path, body, a.Status, a.Body, status)
	}
	return a
}

// setUpShop puts products on sale, of one of which there is little, gives out codes, empties the
// carts and gives everybody 1000 points.
func (p *play) setUpShop() {
	for _, w := range []ware{{name: "moka", price: 1999, onHand: 30}, {name: "cup", price: 333, onHand: 30},
		{name: "rarity", price: 4501, onHand: 3}} {
		made := p.must(201, p.admin, "POST", "/v1/admin/products", object{
			"name": w.name, "slug": fmt.Sprintf("%s-%d", w.name, people.Add(1)), "status": "active",
			"variants": []object{{"sku": someone("sku"), "price": w.price}}})
		w.productID, w.variantID = made.Text("id"), made.Text("variants.0.id")
		p.untilSuccess(func() kit.Answer {
			return p.call(p.admin, "PUT", "/v1/admin/stock/"+w.variantID, object{"onHand": w.onHand})
		})
		p.wares = append(p.wares, &w)
	}
	p.offers = []*offer{{percent: 10, limit: 3, each: 2}, {amount: 500, limit: 2, each: 1}}
	for _, o := range p.offers {
		kind, value := "percent", any(10)
		if o.amount > 0 {
			kind, value = "amount", o.amount
		}
		o.code, o.uses = fmt.Sprintf("CODE%d", people.Add(1)), map[*buyer]int{}
		p.must(201, p.admin, "POST", "/v1/admin/promotions", object{
			"code": o.code, "kind": kind, "value": value, "usageLimit": o.limit, "perCustomerLimit": o.each})
	}
	for _, b := range p.buyers {
		p.must(200, b.API, "DELETE", "/v1/cart", nil)
		available := func() int {
			return int(p.must(200, b.API, "GET", "/v1/loyalty/summary", nil).Number("availablePoints"))
		}
		b.points = 1000
		for had := available(); had != b.points; had = available() { // twice where there is a debt
			p.must(200, p.admin, "POST", "/v1/admin/loyalty/"+b.ID+"/adjust", object{"points": b.points - had, "reason": "A new game."})
		}
		b.old = p.unspent(b)
	}
}

// unspent are the vouchers that earlier games have left, the oldest first.
func (p *play) unspent(b *buyer) (left []*coupon) {
	var list struct {
		Data []struct {
			Code, Status string
			Points       int
		}
	}
	p.must(200, b.API, "GET", "/v1/loyalty/vouchers?limit=100", nil).Decode(p.t, &list)
	for _, v := range slices.Backward(list.Data) {
		if v.Status == "available" {
			left = append(left, &coupon{code: v.Code, points: v.Points})
		}
	}
	return left
}

// step is one action of a customer or an admin.
func (p *play) step() {
	b := rapid.SampledFrom(p.buyers).Draw(p.T, "buyer")
	deeds := []string{"put", "checkout", "put", "code", "checkout", "redeem", "put", "change"}
	if len(p.orders) > 0 {
		deeds = append(deeds, "onwards", "onwards", "any command")
	}
	switch deed := rapid.SampledFrom(deeds).Draw(p.T, "deed"); deed {
	case "put":
		w, n := rapid.SampledFrom(p.wares).Draw(p.T, "ware"), rapid.IntRange(1, 3).Draw(p.T, "quantity")
		p.Logf("%s puts %d × %s into the cart", b.name, n, w.name)
		b.put(w, n)
		p.must(201, b.API, "POST", "/v1/cart/items", object{"productId": w.productID, "quantity": n})
	case "change":
		p.change(b)
	case "code":
		p.enterCode(b)
	case "redeem":
		p.redeem(b)
	case "checkout":
		p.checkout(b)
	case "any command":
		p.command(p.pickOrder(), rapid.SampledFrom(commands).Draw(p.T, "command"))
	case "onwards":
		o := p.pickOrder()
		for range rapid.IntRange(3, 12).Draw(p.T, "commands") {
			p.command(o, rapid.SampledFrom(o.nextCommands()).Draw(p.T, "command"))
			p.compareOrder(o)
		}
	}
}

var commands = []string{"mark-paid", "process", "ship", "refund", "ask", "cancel", "deliver", "approve", "reject", "receive"}

// pickOrder draws an order; new ones are more likely.
func (p *play) pickOrder() *purchase {
	return p.orders[len(p.orders)-1-rapid.IntRange(0, len(p.orders)-1).Draw(p.T, "orders ago")]
}

// change sets a line's quantity; 0 removes it.
func (p *play) change(b *buyer) {
	if len(b.lines) == 0 {
		return
	}
	at, n := rapid.IntRange(0, len(b.lines)-1).Draw(p.T, "line"), rapid.IntRange(0, 4).Draw(p.T, "quantity")
	p.Logf("%s wants %d × %s", b.name, n, b.lines[at].name)
	cart := p.must(200, b.API, "GET", "/v1/cart", nil)
	p.must(200, b.API, "PATCH", "/v1/cart/items/"+cart.Text(fmt.Sprintf("items.%d.id", at)), object{"quantity": n})
	if b.lines[at].quantity = n; n == 0 {
		b.lines = slices.Delete(b.lines, at, at+1)
	}
}

// enterCode tries a promotion, or a voucher: one's own, or the other's, which is refused.
func (p *play) enterCode(b *buyer) {
	var codes []string
	for _, o := range p.offers {
		codes = append(codes, o.code)
	}
	for _, other := range p.buyers {
		for _, c := range other.coupons {
			codes = append(codes, c.code)
		}
	}
	at := rapid.IntRange(0, len(codes)-1).Draw(p.T, "code")
	code := codes[at]
	p.Logf("%s enters code %d, %s", b.name, at, code)
	if slices.Contains(b.codes, code) {
		p.must(200, b.API, "DELETE", "/v1/cart/discounts/"+code, nil)
		b.codes = slices.DeleteFunc(b.codes, func(c string) bool { return c == code })
		return
	}
	fits := b.coupon(code) != nil && !b.coupon(code).spent && !b.coupon(code).voided
	if at < len(p.offers) {
		other := slices.ContainsFunc(p.offers, func(o *offer) bool { return slices.Contains(b.codes, o.code) })
		fits = !other && p.offers[at].usable(b)
	}
	enter := func() kit.Answer { return p.call(b.API, "POST", "/v1/cart/discounts", object{"code": code}) }
	if !fits {
		p.requireOutcome(enter(), false, "code_not_applicable")
		return
	}
	p.untilSuccess(enter)
	b.codes = append(b.codes, code)
}

func (p *play) redeem(b *buyer) {
	points := rapid.IntRange(500, 1100).Draw(p.T, "points")
	p.Logf("%s redeems %d of %d points", b.name, points, b.points)
	a := p.call(b.API, "POST", "/v1/loyalty/redeem", object{"points": points})
	p.requireOutcome(a, points <= b.points, "insufficient_points")
	if a.Status == 200 {
		b.points -= points
		code := p.must(200, b.API, "GET", "/v1/loyalty/vouchers", nil).Text("data.0.code")
		b.coupons = append(b.coupons, &coupon{code: code, points: points})
	}
}

func (p *play) checkout(b *buyer) {
	method := rapid.SampledFrom([]string{"bank_transfer", "cash_on_delivery"}).Draw(p.T, "payment")
	p.Logf("%s checks out, %s", b.name, method)
	bill, fault := b.bill(p.offers, true), ""
	switch {
	case len(b.lines) == 0:
		fault = "cart_empty"
	case b.short():
		fault = "insufficient_stock"
	case bill.unusable:
		fault = "code_not_applicable"
	}
	a := p.call(b.API, "POST", "/v1/checkout", object{"shippingMethodId": p.methodID, "paymentMethod": method, "recipient": own["recipient"]})
	p.requireOutcome(a, fault == "", fault)
	if fault != "" {
		return
	}
	o := b.checkout(p.offers, method)
	o.id = a.Text("id")
	for i := range o.items {
		o.items[i].id = a.Text(fmt.Sprintf("items.%d.id", i))
	}
	p.orders = append(p.orders, o)
}

// requireOutcome wants success, or the conflict.
func (p *play) requireOutcome(a kit.Answer, success bool, code string) {
	p.T.Helper()
	if success && a.Status >= 300 || !success && (a.Status != 409 && a.Status != 422 || a.Text("code") != code) {
		p.Fatalf("%d %s, want success: %v, else %s", a.Status, a.Body, success, code)
	}
}

// units draws some of each line, at least one in all.
func (p *play) units(o *purchase) (units []int, items []object) {
	for _, i := range o.items {
		n := rapid.IntRange(0, i.quantity).Draw(p.T, "units of "+i.name)
		if units = append(units, n); n > 0 {
			items = append(items, object{"orderItemId": i.id, "quantity": n})
		}
	}
	if items == nil {
		units[0] = 1
		items = []object{{"orderItemId": o.items[0].id, "quantity": 1}}
	}
	return units, items
}

// command is one of an order's. What it makes, parcels and returns, gets its id.
func (p *play) command(o *purchase, name string) {
	admin, returns := "/v1/admin/orders/"+o.id+"/", "/v1/admin/returns/"
	do := func(may bool, who *kit.API, path string, body any) kit.Answer {
		p.T.Helper()
		a := p.call(who, "POST", path, body)
		p.requireOutcome(a, may, "invalid_transition")
		return a
	}
	p.Logf("%s: the order of %s over %d", name, o.buyer.name, o.total)
	switch name {
	case "mark-paid":
		do(o.pay(), p.admin, admin+name, nil)
	case "process":
		do(o.process(), p.admin, admin+name, nil)
	case "ship":
		units, items := p.units(o)
		a := do(o.ship(units), p.admin, admin+name, object{"carrier": "DHL", "trackingNumber": "1", "items": items})
		if a.Status == 200 {
			last := len(o.parcels) - 1
			o.parcels[last].id = a.Text(fmt.Sprintf("shipments.%d.id", last))
		}
	case "deliver":
		if len(o.parcels) > 0 {
			at := len(o.parcels) - 1 - rapid.IntRange(0, len(o.parcels)-1).Draw(p.T, "parcels ago")
			id := o.parcels[at].id
			do(o.deliver(at), p.admin, admin+name, object{"shipmentId": id})
		}
	case "cancel":
		if o.buyer.debt > 0 && len(o.coupons) > 1 {
			return // which of them pays is not said
		}
		if rapid.Bool().Draw(p.T, "by the buyer") {
			do(o.cancel(), o.buyer.API, "/v1/orders/"+o.id+"/cancel", nil)
		} else {
			do(o.cancel(), p.admin, admin+name, nil)
		}
		p.confirmRefunds(o)
	case "refund":
		p.refund(o, admin+name)
	case "ask":
		units, items := p.units(o)
		refusal := "invalid_transition"
		if slices.ContainsFunc(o.items, func(i bought) bool { return i.delivered > 0 }) {
			refusal = "validation_failed" // more than may be returned
		}
		a := p.call(o.buyer.API, "POST", "/v1/orders/"+o.id+"/returns", object{"items": items, "reason": "It leaks."})
		p.requireOutcome(a, o.requestReturn(units), refusal)
		if a.Status == 201 {
			o.returns[len(o.returns)-1].id = a.Text("id")
		}
	default:
		if len(o.returns) == 0 {
			return
		}
		r := o.returns[len(o.returns)-1-rapid.IntRange(0, len(o.returns)-1).Draw(p.T, "returns ago")]
		if name == "receive" {
			if o.undoes(r) && len(o.coupons) > 0 && o.buyer.points < o.buyer.debt+o.earnedPoints() {
				return // which of the buyer's coupons pay is not said
			}
			do(o.receive(r), p.admin, returns+r.id+"/receive", nil)
			p.confirmRefunds(o)
			return
		}
		do(o.decide(r, name), p.admin, returns+r.id+"/"+name, map[string]any{"reject": object{"reason": "It was used."}}[name])
	}
}

// refund sends an amount of goodwill back.
func (p *play) refund(o *purchase, path string) {
	p.T.Helper()
	amount := money.Cents(rapid.Int64Range(1, 5000).Draw(p.T, "amount"))
	code := "invalid_transition"
	if o.refunded < o.paid {
		code = "validation_failed" // more than is left
	}
	p.requireOutcome(p.call(p.admin, "POST", path, object{"amount": amount, "reason": "Sorry."}), o.refund(amount), code)
	p.confirmRefunds(o)
}

// confirmRefunds confirms what staff are to send back of an order.
func (p *play) confirmRefunds(o *purchase) {
	p.T.Helper()
	waiting := p.call(p.admin, "GET", "/v1/admin/refunds?status=pending&orderId="+o.id, nil)
	for i := range int(waiting.Number("meta.total")) {
		p.requireOutcome(p.call(p.admin, "POST", "/v1/admin/refunds/"+waiting.Text(fmt.Sprintf("data.%d.id", i))+"/confirm", nil), true, "")
	}
}

// untilSuccess repeats a call until it succeeds: ordering may learn of a new product, or of a new
// voucher, a moment after the caller does.
func (p *play) untilSuccess(call func() kit.Answer) {
	p.T.Helper()
	p.eventually(func() string {
		if a := call(); a.Status != 200 {
			return fmt.Sprintf("%d %s", a.Status, a.Body)
		}
		return ""
	})
}

// eventually waits for what follows by events.
func (p *play) eventually(probe func() string) {
	p.T.Helper()
	for left := 30 * time.Second; ; {
		began := time.Now()
		wrong := probe()
		if wrong == "" {
			return
		}
		if left -= time.Since(began); left <= 0 {
			p.Fatalf("after 30 s: %s", wrong)
		}
		began = time.Now()
		<-time.After(2 * time.Millisecond)
		left -= min(time.Since(began), 2*time.Second) // as in kit.Within
	}
}

// sameAmounts compares amounts of an answer, which are in EUR.
func (p *play) sameAmounts(a kit.Answer, want map[string]money.Cents) {
	p.T.Helper()
	for field, cents := range want {
		text, err := cents.MarshalJSON()
		if got := fmt.Sprint(a.At(field)); err != nil || got != string(bytes.TrimSpace(text)) {
			p.Fatalf("%s is %s, want %s: %s", field, got, text, a.Body)
		}
	}
}

// compare looks at everything that the model knows.
func (p *play) compare() {
	p.T.Helper()
	for _, b := range p.buyers {
		p.compareCart(b)
		p.comparePoints(b)
	}
	for _, o := range p.orders {
		p.compareOrder(o)
	}
	for _, w := range p.wares {
		a := p.must(200, p.admin, "GET", "/v1/admin/stock/"+w.variantID, nil)
		if got, want := fmt.Sprint(a.At("onHand"), a.At("reserved"), a.At("available")),
			fmt.Sprint(w.onHand, w.reserved, w.onHand-w.reserved); got != want {
			p.Fatalf("%s: on hand, reserved, available %s, want %s", w.name, got, want)
		}
	}
}

func (p *play) compareCart(b *buyer) {
	p.T.Helper()
	a, s := p.must(200, b.API, "GET", "/v1/cart", nil), b.bill(p.offers, false)
	p.sameAmounts(a, map[string]money.Cents{"subtotal": s.subtotal, "discountTotal": s.discount, "taxTotal": s.tax, "total": s.total})
	var cart struct {
		Items []struct {
			VariantID string
			Quantity  int
			Available int
		}
	}
	a.Decode(p.t, &cart)
	if len(cart.Items) != len(b.lines) {
		p.Fatalf("%s's cart has %d lines, want %d", b.name, len(cart.Items), len(b.lines))
	}
	for i, l := range b.lines {
		if got := cart.Items[i]; got.VariantID != l.variantID || got.Quantity != l.quantity || got.Available != l.onHand-l.reserved {
			p.Fatalf("line %d of %s's cart is %+v, want %d × %s of %d", i, b.name, got, l.quantity, l.name, l.onHand-l.reserved)
		}
	}
}

func (p *play) comparePoints(b *buyer) {
	p.T.Helper()
	p.eventually(func() string {
		if got := p.must(200, b.API, "GET", "/v1/loyalty/summary", nil); int(got.Number("availablePoints")) != b.points {
			return fmt.Sprintf("%s has %v points, want %d", b.name, got.At("availablePoints"), b.points)
		}
		status := map[string]string{}
		var list struct {
			Data []struct{ Code, Status string }
		}
		p.must(200, b.API, "GET", "/v1/loyalty/vouchers?limit=100", nil).Decode(p.t, &list)
		for _, v := range list.Data {
			status[v.Code] = v.Status
		}
		for _, c := range b.coupons {
			want := "available"
			switch {
			case c.voided:
				want = "voided"
			case c.spent:
				want = "spent"
			}
			if status[c.code] != want {
				return fmt.Sprintf("the voucher %s of %s is %s, want %s", c.code, b.name, status[c.code], want)
			}
		}
		return ""
	})
}

func (p *play) compareOrder(o *purchase) {
	p.T.Helper()
	a := p.must(200, o.buyer.API, "GET", "/v1/orders/"+o.id, nil)
	if got, want := []string{a.Text("status"), a.Text("paymentStatus"), a.Text("fulfillmentStatus")},
		[]string{o.status, o.payment, o.fulfillment}; !slices.Equal(got, want) {
		p.Fatalf("the order is %v, want %v", got, want)
	}
	p.sameAmounts(a, map[string]money.Cents{
		"subtotal": o.subtotal, "discountTotal": o.discount, "shippingTotal": o.shipping, "taxTotal": o.tax, "total": o.total,
		"payment.refundedTotal": o.refunded,
	})
}

// sumLedgers adds up what came and went, of points and of stock.
func (p *play) sumLedgers() {
	for _, b := range p.buyers {
		p.requireSum("points of "+b.name, b.API, "/v1/loyalty/history", "points", b.points-b.debt)
	}
	for _, w := range p.wares {
		p.requireSum(w.name+" on hand", p.admin, "/v1/admin/stock/"+w.variantID+"/ledger", "onHandDelta", w.onHand)
		p.requireSum(w.name+" reserved", p.admin, "/v1/admin/stock/"+w.variantID+"/ledger", "reservedDelta", w.reserved)
	}
}

func (p *play) requireSum(what string, who *kit.API, path, field string, want int) {
	p.T.Helper()
	sum := 0
	for page, pages := 1, 1; page <= pages; page++ {
		a := p.must(200, who, "GET", fmt.Sprintf("%s?limit=100&page=%d", path, page), nil)
		pages = int(a.Number("meta.totalPages"))
		var list struct{ Data []map[string]any }
		a.Decode(p.t, &list)
		for _, row := range list.Data {
			n, ok := row[field].(float64)
			if !ok {
				p.Fatalf("%s: no %s in %v", path, field, row)
			}
			sum += int(n)
		}
	}
	if sum != want {
		p.Fatalf("the ledger of %s sums to %d, want %d", what, sum, want)
	}
}
