package http

import (
	"fmt"
	"testing"

	"orderd/test/kit"
)

// buyerOrders is how many orders a buyer has made: more than a page.
const buyerOrders = 24

// newBuyer is a token of a customer with orders in several states, notifications about them, some
// of them read, and a cart with 3 lines.
func (s *shop) newBuyer(b testing.TB) string {
	b.Helper()
	c := s.newCrowd(b, 1)
	token := c.tokens[0]
	var method string
	c.must(b, c.db.Raw(`SELECT id FROM ordering_shipping_methods WHERE name = 'Standard'`).Scan(&method).Error)
	buyer, admin := kit.NewAPI(s.Base, nil).As(token), kit.NewAPI(s.Base, nil).As(s.token)
	for i := range buyerOrders {
		c.must(b, c.fill(b.Context()))
		order := buyer.Do(b, "POST", "/v1/checkout", map[string]string{"shippingMethodId": method, "paymentMethod": "cash_on_delivery"}).
			Require(b, 201).Text("id")
		advance(b, admin, "/v1/admin/orders/"+order, i)
	}
	c.must(b, c.fill(b.Context()))
	c.quiet(b)
	for i := range 5 {
		newest := buyer.Do(b, "GET", "/v1/notifications?limit=20", nil).Require(b, 200)
		buyer.Do(b, "POST", "/v1/notifications/"+newest.Text(fmt.Sprintf("data.%d.id", 2*i))+"/read", nil).Require(b, 200)
	}
	return token
}

// advance leaves the i-th order as it was placed, sends it off, delivers it and refunds a part of
// it, or cancels it.
func advance(b testing.TB, admin *kit.API, path string, i int) {
	b.Helper()
	command := func(name string, body any) { admin.Do(b, "POST", path+"/"+name, body).Require(b, 200) }
	switch i % 4 {
	case 1, 2:
		command("process", nil)
		command("ship", map[string]string{"carrier": "DHL", "trackingNumber": fmt.Sprintf("00340434161094%06d", i)})
		if i%4 == 2 {
			command("deliver", nil)
			command("refund", map[string]any{"amount": 1.5, "reason": "A dent."})
		}
	case 3:
		command("cancel", nil)
	}
}
