package ordering

import (
	"testing"

	"orderd/modules/ordering/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// A guest who has proved the email has its data erased and exported; no other token does.
func TestGuestErasure(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		moka := bought{s.sell(t, 1999, 100), 1, 1999}
		made := s.storedGuestOrder(t, moka)
		ended := s.guestWith(t, "ada.lovelace@example.com", moka).checkout(s, t).Require(t, 201)
		bobs := s.guestWith(t, "bob@example.com", moka).checkout(s, t).Require(t, 201)
		long := s.withToken(t, made)
		long.Do(t, "POST", "/v1/orders/"+made.Text("id")+"/cancel", nil).Require(t, 200)
		s.withToken(t, ended).Do(t, "POST", "/v1/orders/"+ended.Text("id")+"/cancel", nil).Require(t, 200)
		token := s.API.With("X-Order-Token", s.verify(t, made, s.lookUp(t, made)).Require(t, 200).Text("orderToken"))
		for _, caller := range []*kit.API{long, s.customer(t).API, s.API.With("X-Order-Token", "nonsense")} {
			caller.Do(t, "POST", "/v1/guest/erase", nil).Require(t, 404, "not_found")
			caller.Do(t, "GET", "/v1/guest/export", nil).Require(t, 404, "not_found")
		}
		s.API.Do(t, "POST", "/v1/guest/erase", nil).Require(t, 401, "unauthenticated")
		s.API.Do(t, "GET", "/v1/guest/export", nil).Require(t, 401, "unauthenticated")
		if got := token.Do(t, "GET", "/v1/guest/export", nil).Require(t, 200); got.Text("asked") != made.Text("customer.id") {
			t.Errorf("%s", got.Body)
		}

		log := eventbustest.Record(t, s.DB)
		statuses := kit.StatusesAtOnce(t, 5, func(int) (kit.Answer, error) { return token.Try("POST", "/v1/guest/erase", nil) })
		erased := eventbustest.Of[events.GuestErased](log)
		if statuses[202] != 1 || statuses[404] != 4 || len(erased) != 1 || erased[0].GuestID != made.Text("customer.id") {
			t.Errorf("%v, %+v", statuses, erased)
		}
		token.Do(t, "GET", "/v1/orders/"+made.Text("id"), nil).Require(t, 404, "not_found")
		token.Do(t, "GET", "/v1/guest/export", nil).Require(t, 404, "not_found")
		s.requireForgotten(t, "ada.lovelace@example.com", "Ada.Lovelace@example.com")
		s.withToken(t, bobs).Do(t, "GET", "/v1/orders/"+bobs.Text("id"), nil).Require(t, 200)
		// The guest may come back.
		s.guestWith(t, "ada.lovelace@example.com", moka).checkout(s, t).Require(t, 201)
	})
}

// storedGuestOrder is the order of a checkout whose response is stored.
func (s *setup) storedGuestOrder(t *testing.T, line bought) kit.Answer {
	t.Helper()
	filled := s.guestWith(t, "ada.lovelace@example.com", line)
	return guest{filled.With("Idempotency-Key", "once"), filled.CartID, filled.Email}.checkout(s, t).Require(t, 201)
}
