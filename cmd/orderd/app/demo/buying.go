package demo

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"orderd/cmd/orderd/app/client"
	"orderd/platform/money"
)

// line is what is put into a cart.
type line struct {
	sku    string
	pieces int
}

// purchase is an order of this day with whom it belongs to.
type purchase struct {
	order
	buyer   *person
	notices []string // kinds of the notifications that the buyer should have got
}

// path is where the order is, for its buyer.
func (o *purchase) path() string { return "/v1/orders/" + o.ID }

// adminPath is where it is, for admins.
func (o *purchase) adminPath() string { return "/v1/admin/orders/" + o.ID }

// points are what the order earns: 10 for each whole EUR of goods.
func (o *purchase) points() int64 { return int64((o.Subtotal - o.DiscountTotal) / 100 * 10) }

// buy puts the lines into the buyer's cart and orders it; how is the checkout's body without the
// shipping method.
func (d *day) buy(p *person, how object, lines ...line) *purchase {
	for _, l := range lines {
		d.add(p, l)
	}
	return d.checkout(p, how)
}

func (d *day) add(p *person, l line) cart {
	g := d.goods[l.sku]
	return post[cart](d, p, "/v1/cart/items", object{
		"productId": g.productID, "variantId": g.variantID, "quantity": l.pieces,
	})
}

// checkout orders the buyer's cart as cheaply as it can be sent, and checks the order against the
// quote.
func (d *day) checkout(p *person, how object) *purchase {
	body := d.checkoutBody(p, how)
	o := d.recordOrder(p, post[order](d, p, "/v1/checkout", body))
	d.check(o.Number+": total", o.Total, body["expectedTotal"])
	d.check(o.Number+": sums", o.Total, o.Subtotal-o.DiscountTotal+o.ShippingTotal)
	d.check(o.Number+": lines", o.Subtotal, linesTotal(o.order))
	d.check(o.Number+": there is VAT in it", o.TaxTotal > 0 && o.TaxTotal < o.Total, true)
	d.printStep(p.name, "orders "+describeLines(o.order), o.Number, eur(o.Total))
	return o
}

// recordOrder notes an order of the day.
func (d *day) recordOrder(p *person, made order) *purchase {
	o := &purchase{order: made, buyer: p, notices: []string{"order_placed"}}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.orders = append(d.orders, o)
	return o
}

// checkoutBody is the body of a checkout with the cheapest way of shipping and the total that the
// quote names.
func (d *day) checkoutBody(p *person, how object) object { return d.checkoutBodyTo(p, "DE", how) }

// checkoutBodyTo is checkoutBody for a destination in the country.
func (d *day) checkoutBodyTo(p *person, country string, how object) object {
	methods := get[[]struct{ ID string }](d, p, "/v1/shipping-methods?country="+country)
	if len(methods) == 0 {
		panic(abort{errors.New("nothing is sent to " + country)})
	}
	body := maps.Clone(how)
	body["shippingMethodId"] = methods[0].ID
	var quote cart
	d.eventually(p.name+": what is missing for the checkout", "[]", func() any {
		quote = post[cart](d, p, "/v1/checkout/quote", body)
		return quote.Requirements
	})
	body["expectedTotal"] = quote.Total
	return body
}

// describeLines are the lines in words: "2 × Filter Papers, 1 × Assam Second Flush".
func describeLines(o order) string {
	words := make([]string, len(o.Items))
	for i, item := range o.Items {
		words[i] = fmt.Sprintf("%d × %s", item.Quantity, item.Name)
	}
	return strings.Join(words, ", ")
}

func linesTotal(o order) (total money.Cents) {
	for _, i := range o.Items {
		total += i.LineTotal
	}
	return total
}

// guestCart fills a cart before Ada logs in: the login merges it into hers, with its code.
func (d *day) guestCart() {
	guest := d.visitor()
	guest.name = "Guest"
	guest.CartToken = post[struct{ CartToken string }](d, guest, "/v1/carts", nil).CartToken
	d.add(guest, line{beans, 2})
	filled := d.add(guest, line{papers, 1})
	d.printStep("Guest", fmt.Sprintf("puts %d pieces into a cart", filled.ItemCount), "", eur(filled.Subtotal))

	d.login(d.ada)
	d.ada.CartToken = guest.CartToken
	merged := get[cart](d, d.ada, "/v1/cart")
	d.check("pieces in Ada's cart after her login", merged.ItemCount, filled.ItemCount)
	d.expectProblem(guest, http.MethodGet, "/v1/cart", nil, "not_found")
	d.ada.CartToken = ""
	merged = post[cart](d, d.ada, "/v1/cart/discounts", object{"code": "WELCOME10"})
	d.check("10 % of Ada's cart", merged.DiscountTotal, (merged.Subtotal+5)/10)
	d.printStep("Ada", "logs in, finds the cart, enters WELCOME10", "", "-"+eur(merged.DiscountTotal))

	o := d.checkout(d.ada, object{"paymentMethod": "bank_transfer", "note": "Please ring twice."})
	d.check("an order that waits for its money", o.Stage, "awaiting_payment")
	d.check("the instructions to pay", o.Payment.Instructions != nil, true)
	paid := d.payByStatement(o)
	d.check("the order after the payment", paid.Status+", "+paid.PaymentStatus, "placed, paid")
	d.printStep("Admin", "uploads the bank statement with the money", o.Number, eur(o.Total))
}

// savedRecipient orders for another person, whom the shop saves as a recipient of Ben's.
func (d *day) savedRecipient() {
	first := d.buy(d.ben, object{"paymentMethod": "cash_on_delivery", "recipient": object{
		"fullName": "Ngozi Okafor", "contactPhone": "+49 40 7654321", "address": "Elbchaussee 7, 22765 Hamburg",
	}}, line{tea, 2})
	if d.check("whom the order is for", first.RecipientID != nil, true); first.RecipientID == nil {
		return
	}
	saved := func() any {
		return get[list[recipient]](d, d.ben, "/v1/customers").Data
	}
	grandma := recipient{
		ID: *first.RecipientID, FullName: "Ngozi Okafor", Address: "Elbchaussee 7, 22765 Hamburg", TotalOrders: 1,
	}
	d.eventually("Ben's saved recipients", []recipient{grandma}, saved)

	second := d.buy(d.ben, object{"paymentMethod": "cash_on_delivery", "recipientId": grandma.ID}, line{tea, 1},
		line{papers, 1})
	d.check("where the second order goes", second.ShipTo.Address, grandma.Address)
	grandma.TotalOrders = 2
	d.eventually("Ben's saved recipients", []recipient{grandma}, saved)
	d.printStep("Ben", "has one saved recipient, with 2 orders", "", "")
}

// lastUnit leaves one unit in stock. Of all customers who order it at once, one gets it.
func (d *day) lastUnit() {
	stockPath := "/v1/admin/stock/" + d.goods[tower].variantID
	before := get[stock](d, d.admin, stockPath)
	call[stock](d, d.admin, http.MethodPut, stockPath, object{"onHand": before.Reserved + 1})
	d.printStep("Admin", "leaves one tower in stock", "", "")
	offers := map[*person]object{}
	for _, p := range d.customers() {
		d.add(p, line{tower, 1})
		offers[p] = d.checkoutBody(p, object{"paymentMethod": "cash_on_delivery"})
	}
	d.concurrently(d.customers(), func(p *person) {
		var made order
		err := p.Call(d.ctx, http.MethodPost, "/v1/checkout", offers[p], &made)
		switch {
		case client.IsProblem(err, "insufficient_stock"):
			call[cart](d, p, http.MethodDelete, "/v1/cart", nil)
		case err != nil:
			panic(abort{err})
		default:
			d.recordOrder(p, made)
			d.printStep(p.name, "gets it, the others come too late", made.Number, eur(made.Total))
		}
	})
	after := get[stock](d, d.admin, stockPath)
	d.check("towers sold", after.Reserved-before.Reserved, 1)
	d.check("towers left", after.Available, 0)
	call[stock](d, d.admin, http.MethodPut, stockPath, object{"onHand": max(before.OnHand, after.Reserved)})
}

// ordersAtOnce places two orders of each customer, all at the same time.
func (d *day) ordersAtOnce() {
	d.concurrently(d.customers(), func(p *person) {
		first, second := line{beans, 1}, line{papers, 2}
		switch p {
		case d.dieter:
			first = line{machine, 1}
		case d.emma:
			first = line{cups, 2}
		case d.chloe:
			second = line{kettle, 1}
		}
		d.buy(p, object{"paymentMethod": "cash_on_delivery"}, first)
		d.buy(p, object{"paymentMethod": "cash_on_delivery"}, second, line{tea, 1})
	})
}
