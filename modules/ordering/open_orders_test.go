package ordering

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	identity "orderd/modules/identity/events"
	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

// limited runs test in a shop that limits open orders, and units in them, by buyer, destination and
// network.
func limited(t *testing.T, orders, units [3]int, test func(t *testing.T, s *setup)) {
	t.Parallel()
	build := buildWith(withCards, func(c *testShop) { c.OpenOrders, c.OpenUnits = orders, units })
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) { test(t, newSetup(t, r, withCards)) })
}

// to sends an order to another person at the address.
func to(address string) body {
	return body{"recipient": body{"fullName": "Grace Hopper", "contactPhone": "1", "address": address}}
}

// orders makes a cart of quantity units of it and checks it out.
func (c customer) orders(t *testing.T, it item, quantity int, method string, changes ...body) kit.Answer {
	t.Helper()
	c.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200) // what an earlier checkout was refused for
	put(t, c.API, it, quantity)
	return postCheckout(t, c.API, method, changes...)
}

// requireTooMany checks the refusal, and that a quote lists it.
func requireTooMany(t *testing.T, c customer, got kit.Answer, method, scope string, changes ...body) {
	t.Helper()
	got.Require(t, 409, "too_many_open_orders")
	if got.Text("scope") != scope || got.Text("detail") == "" {
		t.Errorf("the refusal: %s", got.Body)
	}
	quote := c.Do(t, "POST", "/v1/checkout/quote", with(body{"shippingMethodId": method, "paymentMethod": payByBankTransfer}, changes...)).
		Require(t, 200)
	quote.RequireFields(t, kit.Fields{"requirements.0.code": "too_many_open_orders", "requirements.0.detail": got.At("detail")})
}

// It fails without the guard in the statement of writeOrderPostgres, and without
// requireWithinLimits in writeOrderSQLite.
func TestOpenOrdersOfABuyer(t *testing.T) {
	limited(t, [3]int{2, 0, 0}, [3]int{}, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 1000)
		ada := s.customer(t)
		free := func(o kit.Answer, command, want string, b any) {
			t.Helper()
			ada.orders(t, it, 1, method).Require(t, 409, "too_many_open_orders")
			if command == "cancel" {
				ada.Do(t, "POST", "/v1/orders/"+o.Text("id")+"/cancel", nil).Require(t, 200)
			} else if got := s.admin.Do(t, "POST", "/v1/admin/orders/"+o.Text("id")+"/"+command, b).Require(t, 200); got.Text("stage") != want {
				t.Errorf("%s: %s", command, got.Body)
			}
		}
		ada.orders(t, it, 1, method).Require(t, 201)
		first := ada.orders(t, it, 1, method).Require(t, 201)
		requireTooMany(t, ada, ada.orders(t, it, 1, method), method, "buyer")
		if got := contents(t, ada.Do(t, "GET", "/v1/cart", nil)); !slices.Equal(got, []string{it.SKU + "×1"}) {
			t.Errorf("the cart of a refused checkout: %v", got)
		}
		s.requireStock(t, it, 1000, 2)
		s.requireSound(t, 2)

		free(first, "mark-paid", "placed", nil)
		second := ada.orders(t, it, 1, method, body{"paymentMethod": payOnDelivery}).Require(t, 201)
		free(second, "process", "processing", nil)
		free(second, "ship", "shipped", dhl)
		third := ada.orders(t, it, 1, method, body{"paymentMethod": payByCard}).Require(t, 201)
		free(third, "cancel", "", nil)
		ada.orders(t, it, 1, method).Require(t, 201)
		s.customer(t).orders(t, it, 1, method).Require(t, 201) // another buyer

		// What costs nothing is paid, and what is to be paid by invoice is not open.
		gift := s.sell(t, 0, 10)
		ada.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200)
		put(t, ada.API, gift, 1)
		free0 := s.method(t, body{"name": "Free", "price": 0})
		postCheckout(t, ada.API, free0).Require(t, 201)
		s.Publish(t, identity.AccountTypeChanged{UserID: ada.ID, AccountType: identity.WholesaleAccount})
		for range 30 { // ten times as many
			ada.orders(t, it, 1, method, body{"paymentMethod": payByInvoice}).Require(t, 201)
		}
		for range 18 {
			ada.orders(t, it, 1, method).Require(t, 201)
		}
		requireTooMany(t, ada, ada.orders(t, it, 1, method), method, "buyer")
	})
}

// A failed payment by card still holds the stock.
func TestFailedPaymentsAreOpen(t *testing.T) {
	limited(t, [3]int{1, 0, 0}, [3]int{}, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 1000)
		ada := s.customer(t)
		o := ada.orders(t, it, 1, method, body{"paymentMethod": payByCard}).Require(t, 201)
		if err := s.DB.Model(&order{}).Where("id = ?", o.Text("id")).Update("payment_status", paymentFailed).Error; err != nil {
			t.Fatal(err)
		}
		ada.orders(t, it, 1, method).Require(t, 409, "too_many_open_orders")
	})
}

func TestOpenUnits(t *testing.T) {
	limited(t, [3]int{}, [3]int{10, 25, 40}, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 1000)
		ada, grace, joan, last := s.customer(t), s.customer(t), s.customer(t), s.customer(t)
		alone := ada.orders(t, it, 11, method)
		requireTooMany(t, ada, alone, method, "buyer")
		if alone.Text("detail") != "These are more units than an order may have before it is paid. Please order fewer." {
			t.Errorf("an order that is too large: %s", alone.Body)
		}
		seven := ada.orders(t, it, 7, method).Require(t, 201)
		requireTooMany(t, ada, ada.orders(t, it, 4, method), method, "buyer")
		ada.orders(t, it, 3, method).Require(t, 201)

		// The address in another case and with other blanks is the same destination.
		there := to("unter  den LINDEN 1\n10117   Berlin")
		grace.orders(t, it, 10, method, there).Require(t, 201)
		requireTooMany(t, joan, joan.orders(t, it, 6, method, there), method, "destination", there)
		joan.orders(t, it, 5, method, there).Require(t, 201)

		// All share a network, in which 25 units are open.
		elsewhere := to("Torstraße 12, 10119 Berlin")
		joan.orders(t, it, 5, method, elsewhere).Require(t, 201)
		last.orders(t, it, 9, method, elsewhere).Require(t, 201)
		last.orders(t, it, 1, method, elsewhere).Require(t, 201)
		other := s.customer(t)
		requireTooMany(t, other, other.orders(t, it, 1, method, elsewhere), method, "network", elsewhere)
		s.admin.Do(t, "POST", "/v1/admin/orders/"+seven.Text("id")+"/mark-paid", nil).Require(t, 200)
		third := to("Nowhere 3")
		other.orders(t, it, 10, method, third).Require(t, 201)
		next := s.customer(t) // ada has paid, so that none of her orders counts
		requireTooMany(t, next, next.orders(t, it, 1, method, third), method, "network", third)
		ada.orders(t, it, 7, method, there).Require(t, 201)
		requireTooMany(t, ada, ada.orders(t, it, 1, method), method, "buyer")
		if err := s.DB.Exec(`UPDATE ordering_orders SET network = 'another' WHERE user_id = ?`, last.ID).Error; err != nil {
			t.Fatal(err)
		}
		next.orders(t, it, 1, method, third).Require(t, 201)
	})
}

// Units that staff have taken off an open order hold nothing, and keep its buyer from nothing.
func TestCancelledUnitsAreNotOpen(t *testing.T) {
	limited(t, [3]int{}, [3]int{10, 0, 0}, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 1000)
		ada := s.customer(t)
		o := ada.orders(t, it, 9, method).Require(t, 201)
		ada.orders(t, it, 2, method).Require(t, 409, "too_many_open_orders")
		s.admin.Do(t, "POST", "/v1/admin/orders/"+o.Text("id")+"/cancel-items",
			takesOff(body{"orderItemId": o.Text("items.0.id"), "quantity": 5})).Require(t, 200)
		ada.orders(t, it, 6, method).Require(t, 201)
		ada.orders(t, it, 1, method).Require(t, 409, "too_many_open_orders")
	})
}

// An upgrade counts the units that staff had cancelled before: those of an order that is cancelled
// as a whole are open no more as it is.
func TestOpenUnitsOfAnUpgrade(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 1000)
		ada := s.customer(t)
		part, whole := ada.orders(t, it, 9, method).Require(t, 201), ada.orders(t, it, 2, method).Require(t, 201)
		cancelled := ada.orders(t, it, 3, method).Require(t, 201)
		s.admin.Do(t, "POST", "/v1/admin/orders/"+part.Text("id")+"/cancel-items",
			takesOff(body{"orderItemId": part.Text("items.0.id"), "quantity": 5})).Require(t, 200)
		s.admin.Do(t, "POST", "/v1/admin/orders/"+cancelled.Text("id")+"/cancel", nil).Require(t, 200)
		file, err := migrations.ReadFile("migrations/" + database.Dialect(s.DB) + "/00052_open_units.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range []string{"ALTER TABLE ordering_orders DROP COLUMN cancelled_units", string(file)} {
			if err := s.DB.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		for id, want := range map[string][2]int{
			part.Text("id"): {9, 5}, whole.Text("id"): {2, 0}, cancelled.Text("id"): {3, 0},
		} {
			if o := row[order](t, s, "id", id); [2]int{o.Units, o.CancelledUnits} != want {
				t.Errorf("%d units, %d of them cancelled, want %v", o.Units, o.CancelledUnits, want)
			}
		}
	})
}

func TestOpenOrdersToADestination(t *testing.T) {
	limited(t, [3]int{0, 2, 3}, [3]int{}, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 1000)
		first := s.customer(t)
		own := first.orders(t, it, 1, method).Require(t, 201)
		for i, address := range []string{"Unter den Linden 1, 10117 Berlin", "UNTER DEN LINDEN 1,  10117 BERLIN"} {
			c := s.customer(t)
			got := c.orders(t, it, 1, method, to(address))
			if i == 0 {
				got.Require(t, 201)
				continue
			}
			requireTooMany(t, c, got, method, "destination", to(address))
			c.orders(t, it, 1, method, to("Elsewhere")).Require(t, 201)
			requireTooMany(t, c, c.orders(t, it, 1, method, to("Nowhere")), method, "network", to("Nowhere"))
			first.Do(t, "POST", "/v1/orders/"+own.Text("id")+"/cancel", nil).Require(t, 200)
			c.orders(t, it, 1, method, to(address)).Require(t, 201)
		}
	})
}

// buyers orders for the tests of limits by destination and network.
type buyers struct {
	*setup
	t      *testing.T
	item   item
	method string
}

// asGuest orders one unit with the email.
func (b buyers) asGuest(email string, changes ...body) kit.Answer {
	b.t.Helper()
	return b.guestWith(b.t, email, bought{b.item, 1, 1000}).checkout(b.setup, b.t, changes...)
}

func (b buyers) pays(order kit.Answer) {
	b.t.Helper()
	b.admin.Do(b.t, "POST", "/v1/admin/orders/"+order.Require(b.t, 201).Text("id")+"/mark-paid", nil).Require(b.t, 200)
}

// refused checks a refusal by the scope.
func (b buyers) refused(got kit.Answer, scope string) {
	b.t.Helper()
	if got.Require(b.t, 409, "too_many_open_orders").Text("scope") != scope {
		b.t.Errorf("%s", got.Body)
	}
}

// Orders that strangers send to an address do not keep a buyer who has paid before from it, as a
// guest or with an account, and orders of guests do not keep any account from it. Of buyers who
// have never paid, guests count for guests, and accounts for all.
func TestStrangersFillADestination(t *testing.T) {
	limited(t, [3]int{0, 2, 0}, [3]int{0, 20, 0}, func(t *testing.T, s *setup) {
		b := buyers{s, t, s.sell(t, 1000, 1000), s.standardMethod(t)}
		elsewhere := with(to("Torstraße 12, 10119 Berlin"), body{"shipTo": nil})
		b.pays(b.asGuest("grace@example.com", elsewhere))
		for _, stranger := range []string{"mallory@example.com", "trudy@example.com"} {
			b.asGuest(stranger).Require(t, 201)
		}
		for range 3 {
			b.asGuest("grace@example.com").Require(t, 201)
		}
		b.refused(b.asGuest("eve@example.com"), "destination")
		free, gratis := s.sell(t, 0, 10), s.method(t, body{"name": "Free", "price": 0})
		gift := s.guestWith(t, "eve@example.com", bought{free, 1, 0}).checkout(s, t, body{"shippingMethodId": gratis})
		if gift.Require(t, 201).At("payment.paidAt") == nil {
			t.Errorf("a gift is unpaid: %s", gift.Body)
		}
		b.refused(b.asGuest("eve@example.com"), "destination") // what costs nothing proves nothing
		b.pays(b.asGuest("eve@example.com", elsewhere))
		b.asGuest("eve@example.com").Require(t, 201)

		ada, joan := s.customer(t), s.customer(t)
		for range 2 {
			ada.orders(t, b.item, 1, b.method).Require(t, 201)
		}
		requireTooMany(t, ada, ada.orders(t, b.item, 1, b.method), b.method, "destination")
		requireTooMany(t, joan, joan.orders(t, b.item, 1, b.method), b.method, "destination")
		b.pays(joan.orders(t, b.item, 1, b.method, to("Torstraße 12, 10119 Berlin")))
		joan.orders(t, b.item, 1, b.method).Require(t, 201)
	})
}

// A guest's own orders count, and what a stranger orders with the email from elsewhere does not,
// whether or not the owner has paid before.
func TestStrangersOrderWithAnEmail(t *testing.T) {
	limited(t, [3]int{2, 0, 0}, [3]int{10, 0, 0}, func(t *testing.T, s *setup) {
		b := buyers{s, t, s.sell(t, 1000, 1000), s.standardMethod(t)}
		from := func(address string) guest {
			g := s.guestWith(t, "ada@example.com", bought{b.item, 1, 1000})
			g.API = g.With("X-Forwarded-For", address)
			return g
		}
		for _, stranger := range []string{"198.51.100.1", "198.51.100.2"} {
			for range 2 {
				from(stranger).checkout(s, t).Require(t, 201)
			}
			b.refused(from(stranger).checkout(s, t), "buyer")
		}
		b.pays(b.asGuest("ada@example.com"))
		for range 2 {
			b.asGuest("ada@example.com").Require(t, 201)
		}
		b.refused(b.asGuest("ada@example.com"), "buyer")
	})
}

// Orders of strangers behind one address keep none of their neighbours who has paid before from
// ordering. It fails where the limit counts the orders of all buyers.
func TestStrangersFillANetwork(t *testing.T) {
	limited(t, [3]int{0, 0, 3}, [3]int{0, 0, 3}, func(t *testing.T, s *setup) {
		b := buyers{s, t, s.sell(t, 1000, 1000), s.standardMethod(t)}
		ada, joan := s.customer(t), s.customer(t)
		b.pays(ada.orders(t, b.item, 1, b.method))
		b.pays(b.asGuest("grace@example.com"))
		for range 4 { // of who has paid, as many as the limit by buyer allows
			ada.orders(t, b.item, 1, b.method, body{"paymentMethod": payOnDelivery}).Require(t, 201)
		}
		first := b.asGuest("mallory@example.com").Require(t, 201)
		b.asGuest("trudy@example.com").Require(t, 201)
		joan.orders(t, b.item, 1, b.method).Require(t, 201)

		b.refused(b.asGuest("eve@example.com"), "network")
		other := s.customer(t)
		requireTooMany(t, other, other.orders(t, b.item, 1, b.method), b.method, "network")
		ada.orders(t, b.item, 5, b.method).Require(t, 201)
		b.asGuest("grace@example.com").Require(t, 201)
		b.pays(first)
		b.asGuest("eve@example.com").Require(t, 201)
	})
}

// A guest's quote is the same for every email: it shows neither open orders nor payments, nor which
// codes the email has used.
func TestQuotesDoNotShowWhatAnEmailHasDone(t *testing.T) {
	limited(t, [3]int{1, 1, 1}, [3]int{}, func(t *testing.T, s *setup) {
		b := buyers{s, t, s.sell(t, 1000, 1000), s.standardMethod(t)}
		s.admin.Do(t, "POST", "/v1/admin/promotions", body{"code": "ONCE", "kind": "percent", "value": 10, "perCustomerLimit": 1}).Require(t, 201)
		guest := func(email string) guest {
			g := s.guestWith(t, email, bought{b.item, 1, 1000})
			g.Do(t, "POST", "/v1/cart/discounts", body{"code": "ONCE"}).Require(t, 200)
			return g
		}
		guest("ada@example.com").checkout(s, t).Require(t, 201)
		for _, email := range []string{"ada@example.com", "grace@example.com"} {
			g := guest(email)
			quote := g.Do(t, "POST", "/v1/checkout/quote", g.order(s, t)).Require(t, 200)
			if len(quote.At("requirements").([]any)) > 0 || quote.Number("discountTotal") == 0 {
				t.Errorf("%s: %s", email, quote.Body)
			}
		}
		guest("ada@example.com").checkout(s, t).Require(t, 409, "code_not_applicable")
	})
}

// One buyer fills the cart and checks out 200 times at once, on PostgreSQL half of the times at
// another replica. Exactly 5 orders are open afterwards, and 5 more once those are paid. It fails
// without the guards that TestOpenOrdersOfABuyer names.
func TestOneBuyerAtOnce(t *testing.T) {
	limited(t, [3]int{5, 0, 0}, [3]int{}, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 10_000)
		ada := s.customer(t)
		callers := []*kit.API{ada.API, ada.API}
		if database.Dialect(s.DB) == database.Postgres {
			there := *ada.API
			there.Base, there.Contract = s.Replica(t).API.Base, nil
			callers[1] = &there
		}
		for round, n := range []int{200, 20} {
			orders := 5 * (round + 1)
			got := rush(t, n, func(i int) (kit.Answer, error) {
				for api := callers[i%2]; ; {
					if a, err := api.Try("POST", "/v1/cart/items", body{"productId": it.ProductID, "quantity": 1}); err != nil || a.Status >= 500 {
						return a, err
					}
					// With cart_empty another request has ordered what this one had put into the
					// cart.
					a, err := tryCheckout(api, method)
					if err != nil || a.Text("code") != "cart_empty" {
						return a, err
					}
				}
			})
			if want := map[string]int{"201": 5, "409too_many_open_orders": n - 5}; !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			s.requireSound(t, orders)
			var open []string
			if err := s.DB.Model(&order{}).Where(isOpen).Pluck("id", &open).Error; err != nil || len(open) != 5 {
				t.Errorf("%d are open, %v", len(open), err)
			}
			for _, id := range open {
				s.admin.Do(t, "POST", "/v1/admin/orders/"+id+"/mark-paid", nil).Require(t, 200)
			}
			ada.Do(t, "DELETE", "/v1/cart", nil).Require(t, 200)
		}
	})
}

// An order has digests of its destination and of its network while it is open. An erasure leaves
// them until then, like the address itself: otherwise a buyer could erase the account to order
// more.
func TestOriginIsForgotten(t *testing.T) {
	limited(t, [3]int{5, 5, 5}, [3]int{}, func(t *testing.T, s *setup) {
		method, it := s.method(t), s.sell(t, 1000, 100)
		ada := s.customer(t)
		origin := func(o kit.Answer) string {
			t.Helper()
			r := row[order](t, s, "id", o.Text("id"))
			return fmt.Sprint(len(orEmpty(r.Destination)), len(orEmpty(r.Network)))
		}
		known, unknown := "64 64", "0 0"
		var placed []kit.Answer
		for _, method2 := range []paymentMethod{payByBankTransfer, payOnDelivery, payByBankTransfer, payByBankTransfer} {
			placed = append(placed, ada.orders(t, it, 2, method, body{"paymentMethod": method2}).Require(t, 201))
		}
		for _, o := range placed {
			if got := origin(o); got != known || row[order](t, s, "id", o.Text("id")).Units != 2 {
				t.Errorf("of an open order: %s", got)
			}
		}
		command := func(o kit.Answer, name string, b any) {
			t.Helper()
			s.admin.Do(t, "POST", "/v1/admin/orders/"+o.Text("id")+"/"+name, b).Require(t, 200)
		}
		command(placed[0], "mark-paid", nil)
		command(placed[1], "process", nil)
		if got := origin(placed[1]); got != known {
			t.Errorf("of an order in the warehouse: %s", got)
		}
		command(placed[1], "ship", dhl)
		command(placed[2], "cancel", nil)
		for _, o := range placed[:3] {
			if got := origin(o); got != unknown {
				t.Errorf("of an order that is not open: %s", got)
			}
		}
		s.Publish(t, identity.AccountErased{UserID: ada.ID})
		kit.Eventually(t, "the account is erased", func() error {
			if o := row[order](t, s, "id", placed[3].Text("id")); !o.BuyerErased {
				return fmt.Errorf("%+v", o)
			}
			return nil
		})
		if got := origin(placed[3]); got != known {
			t.Errorf("of an open order after the erasure: %s", got)
		}
		command(placed[3], "cancel", nil)
		if got := origin(placed[3]); got != unknown {
			t.Errorf("of a cancelled order after the erasure: %s", got)
		}
	})
}

// A card holds the stock for half an hour, a transfer for three days.
func TestCardDeadline(t *testing.T) {
	t.Parallel()
	moduletest.Each(t, idle(withCards), func(t *testing.T, r *moduletest.Runner) {
		s := newSetup(t, r, withCards)
		method, it := s.method(t), s.sell(t, 1000, 100)
		ada := s.customer(t)
		byCard := ada.orders(t, it, 1, method, body{"paymentMethod": payByCard}).Require(t, 201)
		byTransfer := ada.orders(t, it, 1, method).Require(t, 201)
		for o, want := range map[string]time.Duration{byCard.Text("id"): 30 * time.Minute, byTransfer.Text("id"): 72 * time.Hour} {
			if r := row[order](t, s, "id", o); r.PaymentDueAt.Sub(r.PlacedAt).Round(time.Millisecond) != want {
				t.Errorf("due after %s, want %s", r.PaymentDueAt.Sub(r.PlacedAt), want)
			}
		}
		s.Clock.Advance(29 * time.Minute)
		m := s.deps(t) // no card provider, at which the money would be looked for first
		states := func() string {
			t.Helper()
			if err := m.cancelOverdue(t.Context()); err != nil {
				t.Fatal(err)
			}
			return string(row[order](t, s, "id", byCard.Text("id")).Status + " " + row[order](t, s, "id", byTransfer.Text("id")).Status)
		}
		if got := states(); got != "pending_payment pending_payment" {
			t.Errorf("after 29 minutes: %s", got)
		}
		s.Clock.Advance(2 * time.Minute)
		if got := states(); got != "cancelled pending_payment" {
			t.Errorf("after 31 minutes: %s", got)
		}
		s.requireStock(t, it, 100, 1)
	})
}
