package demo

import (
	"fmt"
	"net/http"
)

// guestOrder lets Gustav buy without an account and follow the order by its token, which opens no
// other.
func (d *day) guestOrder() {
	p := d.newCustomer("Gustav", "Gustav Holm")
	o := d.buyAsGuest(p, "DE", object{
		"fullName": p.fullName, "line1": "Hafenstraße 5", "postalCode": "20359", "city": "Hamburg", "country": "DE",
	}, line{papers, 1})
	d.timeline(o, "placed")
	d.expectProblem(p, http.MethodGet, d.orderOf(d.ada).path(), nil, "not_found")
	d.awaitMail(p, o.Number)
	d.gustav = p
}

// buyAsGuest orders without an account. The person then has the order's token.
func (d *day) buyAsGuest(p *person, country string, shipTo object, l line) *purchase {
	p.CartToken = post[struct{ CartToken string }](d, p, "/v1/carts", nil).CartToken
	d.add(p, l)
	body := d.checkoutBodyTo(p, country, object{
		"paymentMethod": "cash_on_delivery", "contact": object{"email": p.email, "fullName": p.fullName, "locale": "en"},
		"shipTo": shipTo,
	})
	var made order
	header, err := p.CallForHeader(d.ctx, http.MethodPost, "/v1/checkout", body, &made)
	if err != nil {
		panic(abort{err})
	}
	o := d.recordOrder(p, made)
	d.check(o.Number+": total", o.Total, body["expectedTotal"])
	p.CartToken, p.OrderToken = "", header.Get("X-Order-Token")
	d.printStep(p.name, "orders "+describeLines(o.order)+" without an account", o.Number, eur(o.Total))
	return o
}

// lookUp lets Gustav, who has lost the token, open the order with a mailed code, and have exported
// and erased what the shop holds on him.
func (d *day) lookUp() {
	p, lost := d.gustav, *d.gustav
	o := d.orderOf(p)
	asked := object{"number": o.Number, "email": p.email}
	post[object](d, d.visitor(), "/v1/orders/lookup", asked)
	asked["code"] = d.mailedCode(p, eightDigits)
	opened := post[struct {
		OrderToken string
		Order      order
	}](d, d.visitor(), "/v1/orders/lookup/verify", asked)
	d.check("the order that Gustav has looked up", opened.Order.ID+" "+opened.Order.Stage, o.ID+" delivered")
	d.expectProblem(d.visitor(), http.MethodPost, "/v1/orders/lookup/verify", asked, "invalid_code")
	d.printStep(p.name, "finds it again with a mailed code", o.Number, "")

	d.expectProblem(&lost, http.MethodPost, "/v1/guest/erase", nil, "not_found")
	p.OrderToken = opened.OrderToken
	held := get[map[string]any](d, p, "/v1/guest/export")
	d.check("ordering is in Gustav's export", held["ordering"] != nil, true)
	post[object](d, p, "/v1/guest/erase", nil)
	d.expectProblem(p, http.MethodGet, o.path(), nil, "not_found")
	erased := get[order](d, d.admin, o.adminPath())
	d.check("what is left of Gustav", erased.Customer.FullName+erased.Customer.Email+erased.ShipTo.FullName+
		erased.ShipTo.Address, "")
	d.printStep(p.name, fmt.Sprintf("has his data exported (%d modules) and erased", len(held)), "", "")
}
