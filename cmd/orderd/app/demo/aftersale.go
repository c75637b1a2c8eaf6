package demo

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// returns lets Emma send one of two cups back: money, stock and points follow.
func (d *day) returns() {
	i := slices.IndexFunc(d.orders, func(o *purchase) bool { return o.buyer == d.emma && o.Items[0].SKU == cups })
	o := d.orders[i]
	cup := o.Items[0]
	stockPath := "/v1/admin/stock/" + d.goods[cups].variantID
	before := get[stock](d, d.admin, stockPath)
	asked := post[returned](d, d.emma, o.path()+"/returns",
		object{"items": []object{{"orderItemId": cup.ID, "quantity": 1}}, "reason": "One is enough."})
	d.check("what goes back to Emma", asked.RefundAmount, cup.UnitPrice)
	d.printStep("Emma", "asks to send one cup back", o.Number, eur(asked.RefundAmount))
	d.awaitNotification(d.admin, "new_return")
	for _, decision := range []string{"approve", "receive"} {
		asked = post[returned](d, d.admin, "/v1/admin/returns/"+asked.ID+"/"+decision, nil)
	}
	d.check("the return", asked.Status, "received")
	d.sendBack(o)
	o.notices = append(o.notices, "return_requested", "return_approved", "return_received", "order_refunded")
	got := get[order](d, d.emma, o.path())
	d.check("Emma's order", got.FulfillmentStatus+", "+got.PaymentStatus, "partially_returned, partially_refunded")
	d.check("refunded to Emma", got.Payment.RefundedTotal, cup.UnitPrice)
	d.check("cups in stock", get[stock](d, d.admin, stockPath).OnHand, before.OnHand+1)
	d.timeline(o, "placed", "processing", "shipped", "delivered", "paid", "return_requested", "returned", "refunded")
	lost := o.points() - int64((o.Subtotal-cup.UnitPrice)/100*10)
	d.emma.points -= lost
	d.printStep("Admin", "takes it back: money, stock, "+points(-lost), o.Number, "-"+eur(got.Payment.RefundedTotal))
	correction := d.awaitDocuments(o, "invoice", "correction")[1]
	d.check("what is taken off Emma's invoice", correction.Gross, cup.UnitPrice)
	d.printStep("Emma", "gets the correction of her invoice", correction.Number, "-"+eur(correction.Gross))
}

// sendBack confirms that the money of the order's refunds was sent: it was paid in cash.
func (d *day) sendBack(o *purchase) {
	for _, r := range get[list[refund]](d, d.admin, "/v1/admin/refunds?status=pending&orderId="+o.ID).Data {
		d.check("who sends the money", r.Channel, "manual")
		post[refund](d, d.admin, "/v1/admin/refunds/"+r.ID+"/confirm", object{"reference": "Transfer of today"})
	}
}

// reviews lets three customers review the beans, one of them with an advertisement, which the admin
// hides.
func (d *day) reviews() {
	id := d.goods[beans].productID
	count := func() int { return get[product](d, d.visitor(), "/v1/products/"+id).Rating.Count }
	before := count()
	write := func(p *person, rating int, message string) review {
		r := post[review](d, p, "/v1/reviews", object{"productId": id, "rating": rating, "message": message})
		d.eventually("whether "+p.name+" bought it", true, func() any {
			return get[list[review]](d, p, "/v1/reviews/mine").Data[0].VerifiedPurchase
		})
		d.check("the name of the author", r.Author.DisplayName, strings.Fields(p.fullName)[0])
		d.printStep(p.name, fmt.Sprintf("%s %s", strings.Repeat("★", rating)+strings.Repeat("☆", 5-rating), message), "", "")
		return r
	}
	write(d.ada, 5, "Chocolate, as promised.")
	write(d.ben, 4, "Strong.")
	advert := write(d.finn, 1, "Buy at my shop instead!")
	d.expectProblem(d.ada, http.MethodPost, "/v1/reviews",
		object{"productId": id, "rating": 4, "message": "On second thoughts."}, "review_already_exists")
	post[review](d, d.admin, "/v1/admin/reviews/"+advert.ID+"/hide", object{"reason": "An advertisement."})
	d.awaitNotification(d.finn, "review_hidden")
	d.await("the product's rating counts two more", func() error {
		if got := count(); got != before+2 {
			return fmt.Errorf("it counts %d after %d", got, before)
		}
		return nil
	})
	d.printStep("Admin", "hides an advertisement", "", "")
}

// points lets Dieter share, redeem, spend the voucher, get it back by a cancellation, and spend it
// again.
func (d *day) points() {
	p := d.dieter
	d.awaitPoints(p)
	id := d.goods[machine].productID
	for _, want := range []int64{50, 0} { // the same product counts once a day
		shared := post[struct{ PointsAwarded int64 }](d, p, "/v1/loyalty/share", object{"productId": id})
		d.check("points for sharing", shared.PointsAwarded, want)
		p.points += shared.PointsAwarded
	}
	d.printStep(p.name, "shares the espresso machine", "", points(50))
	d.expectProblem(p, http.MethodPost, "/v1/loyalty/redeem", object{"points": p.points + 1}, "insufficient_points")
	redeemed := post[struct {
		DiscountValue   float64
		RemainingPoints int64
	}](d, p, "/v1/loyalty/redeem", object{"points": 2000})
	p.points -= 2000
	d.check("what 2000 points are worth", redeemed.DiscountValue, 7.5)
	d.check("points that remain", redeemed.RemainingPoints, p.points)
	v := d.voucher(p)
	d.printStep(p.name, "redeems 2000 points for a voucher", "", fmt.Sprintf("%.2f EUR", redeemed.DiscountValue))

	spend := func() *purchase {
		d.await("the cart takes the voucher", func() error {
			return p.Call(d.ctx, http.MethodPost, "/v1/cart/discounts", object{"code": v.Code}, nil)
		})
		o := d.checkout(p, object{"paymentMethod": "cash_on_delivery"})
		d.check("the voucher takes off", o.DiscountTotal, "7.50")
		d.eventually("the voucher after the checkout", "spent", func() any { return d.voucher(p).Status })
		return o
	}
	d.add(p, line{kilo, 1})
	first := spend()
	post[order](d, p, first.path()+"/cancel", object{"reason": "The wrong size."})
	first.notices = append(first.notices, "order_cancelled")
	d.eventually("the voucher after the cancellation", "available", func() any { return d.voucher(p).Status })
	d.printStep(p.name, "cancels, and has the voucher again", first.Number, "")
	d.add(p, line{beans, 2})
	second := spend()
	d.deliver(second)
	d.awaitPoints(p)
	d.printStep(d.packer.name, "sends it, and it arrives", second.Number, points(second.points()))
}

// voucher is the customer's newest.
func (d *day) voucher(p *person) voucher {
	all := get[list[voucher]](d, p, "/v1/loyalty/vouchers")
	if len(all.Data) == 0 {
		panic(abort{fmt.Errorf("%s has no voucher", p.name)})
	}
	return all.Data[0]
}

// awaitPoints waits until the customer has the points that they should have.
func (d *day) awaitPoints(p *person) {
	d.await(p.name+"'s points", func() error {
		if got := get[summary](d, p, "/v1/loyalty/summary"); got.AvailablePoints != p.points {
			return fmt.Errorf("%d, want %d", got.AvailablePoints, p.points)
		}
		return nil
	})
}
