package faults

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"orderd/platform/database"
	"orderd/test/kit"
)

// guestCheckout is the body of one, with words that stand nowhere else.
func (s goods) guestCheckout(email string) object {
	return object{
		"shippingMethodId": s.method, "paymentMethod": "cash_on_delivery", "note": "Beware of the Siebenschlaefer.",
		"contact": object{"email": email, "fullName": "Zacharias Erasmus", "phone": "+49 89 76543210987"},
		"shipTo": object{
			"fullName": "Zacharias Erasmus", "line1": "Vergissmeinnichtweg 7", "city": "München", "postalCode": "80331", "country": "DE",
		},
	}
}

// guestOrder orders one of each product without an account. It returns the order and a caller with
// its token.
func (w *world) guestOrder(t *testing.T, caller *kit.API, s goods, email string) (kit.Answer, *kit.API) {
	t.Helper()
	made := caller.Do(t, "POST", "/v1/carts", nil).Require(t, 201)
	guest := caller.With("X-Cart-Token", made.Text("cartToken"))
	if err := s.fill(t.Context(), guest, 1); err != nil {
		t.Fatal(err)
	}
	placed := guest.With("Idempotency-Key", someone("key")).Do(t, "POST", "/v1/checkout", s.guestCheckout(email)).Require(t, 201)
	return placed, caller.With("X-Order-Token", placed.Header.Get("X-Order-Token"))
}

// deliver sends an order, and it arrives: what was to be paid in cash is paid.
func (w *world) deliver(t *testing.T, orderID string) {
	t.Helper()
	for _, c := range []struct {
		name string
		body any
	}{{"process", nil}, {"ship", object{"carrier": "DHL", "trackingNumber": "0034"}}, {"deliver", nil}} {
		w.asAdmin().With("Idempotency-Key", someone("key")).Do(t, "POST", "/v1/admin/orders/"+orderID+"/"+c.name, c.body).Require(t, 200)
	}
}

// proved is a caller with the token that the code of a look-up is exchanged for.
func (w *world) proved(t *testing.T, caller *kit.API, order kit.Answer, email string) *kit.API {
	t.Helper()
	w.awaitRest(t)
	mails := len(w.mails(email))
	asked := object{"number": order.Text("number"), "email": email}
	caller.Do(t, "POST", "/v1/orders/lookup", asked).Require(t, 202)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var err error
	if asked["code"], err = w.code(ctx, email, mails+1); err != nil {
		t.Fatal(err)
	}
	return caller.With("X-Order-Token", caller.Do(t, "POST", "/v1/orders/lookup/verify", asked).Require(t, 200).Text("orderToken"))
}

// After the erasure of a guest no word of the guest's stands in any table or in what the process
// printed, stored answers, mails and the event log included. The orders stay, and so do their sums.
// Before it the export holds what every module has.
func TestGuestErasure(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		shop, email := w.openShop(t), someone("owner")
		words := []string{email, "Zacharias", "Vergissmeinnichtweg", "76543210987", "Siebenschlaefer", "Klappergeraeusch", "Ohrwurm",
			"Kuckucksuhr"}
		caller := w.api().With("X-Request-Id", "Kuckucksuhr.example.com")
		sent, token := w.guestOrder(t, caller, shop, email)
		w.deliver(t, sent.Text("id"))
		token.With("Idempotency-Key", someone("key")).Do(t, "POST", "/v1/orders/"+sent.Text("id")+"/returns", object{
			"items": []object{{"orderItemId": sent.Text("items.0.id"), "quantity": 1}}, "reason": "A Klappergeraeusch."}).Require(t, 201)
		cancelled, other := w.guestOrder(t, caller, shop, email)
		other.With("Idempotency-Key", someone("key")).Do(t, "POST", "/v1/orders/"+cancelled.Text("id")+"/cancel",
			object{"reason": "An Ohrwurm told me so."}).Require(t, 200)
		proved := w.proved(t, caller, sent, email)
		w.awaitRest(t)
		if missing := missing(w.dump(), words); len(missing) > 0 {
			t.Fatalf("the database holds nothing of %q before the erasure: the test would find nothing", missing)
		}
		export := proved.Do(t, "GET", "/v1/guest/export", nil).Require(t, 200)
		for module, own := range map[string]string{"ordering": cancelled.Text("id"), "payments": sent.Text("id"), "mailer": "order_lookup"} {
			if part := fmt.Sprint(export.At(module)); !strings.Contains(part, own) {
				t.Errorf("the export of %s lacks %s: %.500s", module, own, part)
			}
		}

		proved.Do(t, "POST", "/v1/guest/erase", nil).Require(t, 202)
		w.awaitRest(t)
		kit.Eventually(t, "nothing is left", func() error {
			if found := containsAny(w.dump(), words); len(found) > 0 {
				return errors.New(strings.Join(found, "\n"))
			}
			return nil
		})
		if file, ok := strings.CutPrefix(w.url, "sqlite:"); ok {
			kit.Eventually(t, "nothing is left in the file", func() error { return checkFiles(file, words) })
		}
		if found := containsAny(w.replicas[0].Output(), words); len(found) > 0 {
			t.Errorf("it was printed: %s", found)
		}
		after := w.asAdmin().Do(t, "GET", "/v1/admin/orders/"+sent.Text("id"), nil).Require(t, 200)
		after.RequireFields(t, kit.Fields{"number": sent.At("number"), "total": sent.At("total"), "items.0.name": sent.At("items.0.name")})
		checkEverything(t, w)
	})
}

// Guests' orders are claimed from everywhere at once while the service is killed, with two replicas
// on PostgreSQL: each order becomes the account's once, and brings its points once.
func TestClaimsOfAKilledService(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			w := prepare(t, kit.NewURL(t, dialect), map[string]int{database.SQLite: 1, database.Postgres: 2}[dialect])
			w.launch()
			shop := w.openShop(t)
			email, _ := w.customer("claimer")
			orders, claimed := 0, 0
			for round := range scaled(2, 50) {
				for range 3 {
					placed, _ := w.guestOrder(t, w.api(), shop, email)
					w.deliver(t, placed.Text("id"))
					orders++
				}
				claimed += w.claimKilled(t, email, round%len(w.replicas))
			}
			w.awaitRest(t)
			if own := w.number("SELECT count(*) FROM ordering_orders o JOIN identity_users u ON u.id = o.user_id WHERE u.email = ? AND NOT o.guest",
				email); own != orders || claimed != orders {
				t.Errorf("of %d orders %d were claimed, and %d are the account's", orders, claimed, own)
			}
			if points := w.number("SELECT balance FROM loyalty_members m JOIN identity_users u ON u.id = m.user_id WHERE u.email = "+
				"?", email); points != 390*orders {
				t.Errorf("%d points for %d orders", points, orders)
			}
			w.ledger.remove(email) // it knows of no orders that were a guest's
			checkEverything(t, w)
		})
	}
}

// claimKilled claims the account's orders 20 times at once, kills a replica meanwhile, and returns
// how many orders the answers name in all.
func (w *world) claimKilled(t *testing.T, email string, replica int) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	access, err := w.access(ctx, w.api(), email)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var sum atomic.Int64
	for i := range 20 {
		all.Go(func() {
			a, _, err := mustSettle(ctx, w.at(i%len(w.replicas)).As(access), "POST", "/v1/orders/claim", nil, 200)
			if err != nil {
				t.Error(err)
				return
			}
			sum.Add(int64(a.Number("claimed")))
		})
	}
	<-time.After(time.Duration(kit.Rand(t, email).IntN(20)) * time.Millisecond)
	w.restart(replica)
	all.Wait()
	return int(sum.Load())
}
