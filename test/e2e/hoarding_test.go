package e2e

import (
	"fmt"
	"testing"

	"orderd/test/kit"
)

// A new account can't reserve the whole stock without paying: neither by bank transfer nor by cash
// on delivery, nor together with other accounts at one address, nor when it is erased and created
// again. A buyer who pays or cancels can order again.
func TestStockIsNotHeldForNothing(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const all = 900
		made := s.admin.Do(t, "POST", "/v1/admin/products", object{"name": "Moka pot", "status": "active",
			"variants": []object{{"sku": someone("sku"), "price": 1}}}).Require(t, 201)
		stock := "/v1/admin/stock/" + made.Text("variants.0.id")
		s.admin.Do(t, "PUT", stock, object{"onHand": all}).Require(t, 200)
		methodID := s.admin.Do(t, "POST", "/v1/admin/shipping-methods", object{
			"name": "Standard", "price": 4.9, "minDays": 2, "maxDays": 4, "active": true}).Require(t, 201).Text("id")
		order := func(c session, quantity int, payment, street string) kit.Answer {
			t.Helper()
			c.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200)
			c.Do(t, "POST", "/v1/cart/items", object{"productId": made.Text("id"), "quantity": quantity}).Require(t, 201)
			return c.Do(t, "POST", "/v1/checkout", object{"shippingMethodId": methodID, "paymentMethod": payment,
				"recipient": object{"fullName": "Mallory", "contactPhone": "1", "address": street, "country": "DE"}})
		}
		reserved := func(want float64) {
			t.Helper()
			if got := s.admin.Do(t, "GET", stock, nil).Require(t, 200); got.Number("reserved") != want {
				t.Errorf("want %v of %d reserved, got %s", want, all, got.Body)
			}
		}
		refused := func(got kit.Answer, scope string) {
			t.Helper()
			if got.Require(t, 409, "too_many_open_orders").Text("scope") != scope {
				t.Errorf("want the limit by %s, got %s", scope, got.Body)
			}
		}

		mallory := s.customer("mallory")
		for _, payment := range []string{"bank_transfer", "cash_on_delivery", "card"} {
			refused(order(mallory, all, payment, "Main Street 1"), "buyer")
		}
		var orders []string
		for i := range 5 {
			orders = append(orders, order(mallory, 40, []string{"bank_transfer", "cash_on_delivery"}[i%2], "Main Street 1").Require(t, 201).
				Text("id"))
		}
		refused(order(mallory, 1, "cash_on_delivery", "Main Street 1"), "buyer")
		reserved(200)

		// Others, who are the same person: at the address in another spelling, and with an account
		// that was erased meanwhile.
		trudy := s.customer("trudy")
		order(trudy, 200, "bank_transfer", "MAIN  street 1").Require(t, 201)
		trudy.Do(t, "DELETE", "/v1/users/me", object{"password": password}).Require(t, 202)
		eve := s.customer("eve")
		refused(order(eve, 1, "bank_transfer", "main street 1"), "destination")
		reserved(400)

		// Who pays or cancels can go on.
		s.command(orders[0], "mark-paid", nil)
		mallory.Do(t, "POST", fmt.Sprintf("/v1/orders/%s/cancel", orders[1]), nil).Require(t, 200)
		order(mallory, 80, "bank_transfer", "Main Street 1").Require(t, 201)
		refused(order(mallory, 1, "bank_transfer", "Main Street 1"), "buyer")
		reserved(440)
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_LIMITS_CHECKOUT=1000/1m")
}
