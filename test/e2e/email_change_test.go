package e2e

import (
	"testing"

	"orderd/test/kit"
)

// A code that was mailed to another address changes that of the account: the orders that a guest
// made with it are the account's. A user asks for three such codes an hour.
func TestChangeOfEmail(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada, bob, next := s.customer("ada"), s.customer("bob"), someone("next")
		made := s.guestOrder(next, productID, methodID).Require(t, 201)
		s.awaitMails(next, 1)
		ask := func(c session, email string) kit.Answer {
			return c.Do(t, "POST", "/v1/users/me/email", object{"email": email, "password": password})
		}
		changeID := ask(ada, next).Require(t, 202).Text("changeId")
		proof := object{"changeId": changeID, "code": code(t, s.awaitMails(next, 2)[0])}
		ada.Do(t, "POST", "/v1/users/me/email/confirm", proof).Require(t, 200).RequireFields(t, kit.Fields{"email": next})
		ada.Do(t, "GET", "/v1/orders", nil).Require(t, 200).RequireFields(t, kit.Fields{"meta.total": 1, "data.0.id": made.Text("id")})

		for range 2 {
			ask(ada, someone("other")).Require(t, 202)
		}
		if a := ask(ada, someone("other")).Require(t, 429, "rate_limited"); a.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		ask(bob, someone("other")).Require(t, 202)
	}, "ORDERD_LIMITS_ENABLED=true")
}
