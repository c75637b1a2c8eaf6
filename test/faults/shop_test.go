package faults

import (
	"context"
	"fmt"
	"math"
	"testing"

	"orderd/test/kit"
)

// goods is what a world sells, and how it is sent. There is always enough of it.
type goods struct {
	products, variants []string
	method             string
}

// openShop puts two products on sale. Each costs 19.99, sending costs 4.90.
func (w *world) openShop(t *testing.T) (s goods) {
	t.Helper()
	admin := w.asAdmin()
	for _, name := range []string{"Moka pot", "Coffee grinder"} {
		made := admin.Do(t, "POST", "/v1/admin/products", object{
			"name": name, "status": "active", "variants": []object{{"sku": someone("sku"), "price": 19.99}},
		}).Require(t, 201)
		s.products, s.variants = append(s.products, made.Text("id")), append(s.variants, made.Text("variants.0.id"))
		kit.Eventually(t, "the stock of a new product can be counted", func() error {
			counted := admin.Do(t, "PUT", "/v1/admin/stock/"+made.Text("variants.0.id"), object{"onHand": 100_000})
			if counted.Status != 200 {
				return fmt.Errorf("%d %s", counted.Status, counted.Body)
			}
			return nil
		})
	}
	s.method = admin.Do(t, "POST", "/v1/admin/shipping-methods", object{"name": "Standard", "price": 4.9, "minDays": 2, "maxDays": 4}).
		Require(t, 201).Text("id")
	w.awaitConsumers()
	return s
}

// grace is whom customers order for.
var grace = object{"fullName": "Grace Hopper", "contactPhone": "+49 30 7654321", "address": "Navy Street 12, Berlin"}

// fill puts n of each product into the caller's cart.
func (s goods) fill(ctx context.Context, caller *kit.API, n int) error {
	for _, productID := range s.products {
		if _, _, err := mustSettle(ctx, caller, "POST", "/v1/cart/items", object{"productId": productID, "quantity": n}, 201); err != nil {
			return err
		}
	}
	return nil
}

// checkout is the body of one, for another person.
func (s goods) checkout() object {
	return object{"shippingMethodId": s.method, "paymentMethod": "cash_on_delivery", "recipient": grace, "note": "Please ring twice."}
}

// buy is a customer's i-th order: one to three of each product. Some orders are cancelled, some are
// sent and delivered.
func (w *world) buy(ctx context.Context, caller *kit.API, email string, s goods, i int) error {
	access, err := w.access(ctx, caller, email)
	if err != nil {
		return err
	}
	caller, admin, n := caller.As(access), w.asAdmin(), 1+i%3
	if err := s.fill(ctx, caller, n); err != nil {
		return err
	}
	placed, _, err := mustSettle(ctx, caller, "POST", "/v1/checkout", s.checkout(), 201)
	if err != nil {
		return err
	}
	orderID := placed.Text("id")
	w.ledger.record(email, func(r *record) { r.orders = append(r.orders, orderID); r.orderMails++ })
	for line := range s.products {
		if got := placed.Number(fmt.Sprintf("items.%d.quantity", line)); got != float64(n) {
			return fmt.Errorf("%v of what %d were put into the cart: %s", got, n, placed.Body)
		}
	}
	command := func(caller *kit.API, path string, body any) {
		if err == nil {
			_, _, err = mustSettle(ctx, caller, "POST", path, body, 200)
		}
	}
	switch commands := "/v1/admin/orders/" + orderID; i % 4 {
	case 1:
		if command(caller, "/v1/orders/"+orderID+"/cancel", nil); err == nil {
			w.ledger.record(email, func(r *record) { r.orderMails++ })
		}
	case 2:
		command(admin, commands+"/process", nil)
		command(admin, commands+"/ship", object{"carrier": "DHL", "trackingNumber": "0034"})
		if command(admin, commands+"/deliver", nil); err == nil {
			goods := placed.Number("subtotal") - placed.Number("discountTotal")
			w.ledger.record(email, func(r *record) { r.orderMails += 2; r.points += 10 * int(math.Floor(goods)) })
		}
	}
	return err
}

// checkOrders asks whether a customer's orders are there, each once, and what follows from them.
func (w *world) checkOrders(email string, r record) error {
	for _, one := range []struct {
		what, statement string
		want            int
	}{
		{"orders", "SELECT count(*) FROM ordering_orders o JOIN identity_users u ON u.id = o.user_id WHERE u.email = ?", len(r.orders)},
		{"orders for somebody", "SELECT coalesce(sum(p.total_orders), 0) FROM recipients_recipients p JOIN identity_users u ON u.id = " +
			"p.user_id WHERE u.email = ?", len(r.orders)},
		{"points", "SELECT coalesce(sum(m.balance), 0) FROM loyalty_members m JOIN identity_users u ON u.id = m.user_id WHERE u.email = " +
			"?", r.points},
	} {
		if n := w.number(one.statement, email); n != one.want {
			return fmt.Errorf("%d %s, want %d", n, one.what, one.want)
		}
	}
	for _, orderID := range r.orders {
		if n := w.number("SELECT count(*) FROM ordering_orders WHERE id = ?", orderID); n != 1 {
			return fmt.Errorf("the order %s exists %d times", orderID, n)
		}
	}
	return nil
}
