package faults

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"orderd/platform/id"
	"orderd/test/kit"
)

// The connection is cut after the COMMIT and before the answer: the same Idempotency-Key gives the
// same resource, once.
func TestLostAnswer(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		_, access := w.customer("cut")
		business := someone("cut")
		if err := w.apply(t.Context(), w.api(), business); err != nil {
			t.Fatal(err)
		}
		applied, err := w.applicationID(t.Context(), w.asAdmin(), business)
		if err != nil {
			t.Fatal(err)
		}
		goods := w.openShop(t)
		p := newProxy(t, host(t, w.replicas[0].Base))
		p.poison(`{"type":"limit_data","stream":"downstream","attributes":{"bytes":0}}`)

		for _, call := range []struct {
			path, access string
			body         object
			status       int
			count        string // how often it took effect
			of           any
		}{
			{"/v1/auth/register", "", object{"email": "lost@example.com", "password": password, "fullName": "Ada"}, 202,
				"SELECT count(*) FROM identity_registrations WHERE email = ?", "lost@example.com"},
			{"/v1/users/me/addresses", access, object{"fullName": "Ada", "line1": "Lost 1", "city": "Berlin", "postalCode": "10117",
				"country": "DE"}, 201,
				"SELECT count(*) FROM identity_addresses WHERE line1 = ?", "Lost 1"},
			{"/v1/wholesale/apply", "", application("lost-apply@example.com"), 201,
				"SELECT count(*) FROM wholesale_applications WHERE contact_email = ?", "lost-apply@example.com"},
			{"/v1/admin/wholesale/applications/" + applied + "/approve", w.adminToken(), object{}, 200,
				"SELECT count(*) FROM identity_grants WHERE application_id = ?", applied},
			{"/v1/cart/items", access, object{"productId": goods.products[0], "quantity": 3}, 201,
				"SELECT count(*) FROM ordering_cart_items WHERE quantity = ?", 3},
			{"/v1/checkout", access, goods.checkout(), 201, "SELECT count(*) FROM ordering_orders WHERE note = ?", goods.checkout()["note"]},
			{"/v1/loyalty/share", access, object{"productId": goods.products[0]}, 201,
				"SELECT count(*) FROM loyalty_shares WHERE product_id = ?", goods.products[0]},
			{"/v1/reviews", access, object{"productId": goods.products[0], "rating": 5, "message": "Lost and found."}, 201,
				"SELECT count(*) FROM reviews_reviews WHERE message = ?", "Lost and found."},
		} {
			key := id.New()
			cut := kit.NewAPI("http://"+p.Listen, nil).As(call.access).With("Idempotency-Key", key)
			if answer, err := cut.Try("POST", call.path, call.body); err == nil {
				t.Fatalf("%s: the answer was not lost: %d", call.path, answer.Status)
			}
			again := w.api().As(call.access).With("Idempotency-Key", key)
			first := again.Do(t, "POST", call.path, call.body).Require(t, call.status)
			if first.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s was done again: %v", call.path, first.Header)
			}
			if second := again.Do(t, "POST", call.path, call.body); string(second.Body) != string(first.Body) ||
				second.Header.Get("Location") != first.Header.Get("Location") {
				t.Errorf("%s: two answers: %s and %s", call.path, first.Body, second.Body)
			}
			kit.Eventually(t, call.path+" took effect once", func() error {
				if n := w.number(call.count, call.of); n != 1 {
					return fmt.Errorf("%d times", n)
				}
				return nil
			})
		}
	})
}

// Connections between the service and PostgreSQL break at random bytes, so that sometimes the reply
// to a COMMIT is lost: a repeated request with the same key has one effect.
func TestLostCommit(t *testing.T) {
	t.Parallel()
	address := kit.PostgresURL(t)
	p := newProxy(t, host(t, address))
	w := prepare(t, address, 1, "ORDERD_DATABASE_URL="+p.through(address))
	w.launch()
	w.adminToken()

	var businesses sync.WaitGroup
	done := make(chan struct{})
	for range 8 {
		businesses.Go(func() {
			for range scaled(15, 100) {
				if err := w.apply(t.Context(), w.api(), someone("torn")); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	go func() {
		businesses.Wait()
		close(done)
	}()
	random := kit.Rand(t)
	for over := false; !over; {
		p.poison(fmt.Sprintf(`{"type":"limit_data","stream":"downstream","attributes":{"bytes":%d}}`, 200+random.IntN(4000)))
		over = endsWithin(done, 300*time.Millisecond)
		p.heal()
		over = over || endsWithin(done, 300*time.Millisecond)
	}
	if n, want := w.number("SELECT count(*) FROM wholesale_applications"), 8*scaled(15, 100); n != want {
		t.Errorf("%d applications, want %d", n, want)
	}
	checkEverything(t, w)
}

// endsWithin waits for the end of something, at most d, and reports whether it came.
func endsWithin(done <-chan struct{}, d time.Duration) bool {
	select {
	case <-done:
		return true
	case <-time.After(d):
		return false
	}
}
