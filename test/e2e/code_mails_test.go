package e2e

import (
	"fmt"
	"testing"

	"orderd/test/kit"
)

// Who knows an email alone uses up none of the mails with its codes: neither by look-ups of orders
// that it does not have, nor by asking again for the code of a registration that there is not.
func TestStrangersUseUpNoCodeMail(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		productID, methodID := s.newProduct("Moka pot")
		ada := someone("ada")
		order := s.guestOrder(ada, productID, methodID).Require(t, 201)
		s.awaitMails(ada, 1)
		lookUp := func(from *kit.API, number string) {
			t.Helper()
			from.Do(t, "POST", "/v1/orders/lookup", object{"number": number, "email": ada}).Require(t, 202)
		}
		for n := range 5 {
			lookUp(s.from(fmt.Sprintf("198.51.100.%d", n)).api, "ORD-1")
		}
		lookUp(s.api, order.Text("number"))
		code(t, s.awaitMails(ada, 2)[0])
		for n := range 5 { // the codes alone: 3 in all, as before
			lookUp(s.from(fmt.Sprintf("198.51.100.%d", 10+n)).api, order.Text("number"))
		}
		s.awaitMails(ada, 4)

		eve := someone("eve")
		for n := range 5 {
			s.from(fmt.Sprintf("198.51.100.%d", n)).api.Do(t, "POST", "/v1/auth/resend-code", object{"email": eve}).Require(t, 202)
		}
		s.awaitMails(eve, 3) // they say to register
		s.api.Do(t, "POST", "/v1/auth/register", object{"email": eve, "password": password, "fullName": "Eve"}).Require(t, 202)
		code(t, s.awaitMails(eve, 4)[0])
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1")
}

// All networks of a /48 together may send eight times as many applications as one of them.
func TestApplicationsOfASite(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		apply := func(network string, status int) {
			t.Helper()
			s.from(network).api.Do(t, "POST", "/v1/wholesale/apply", application(someone("jana"))).Require(t, status)
		}
		for n := range 8 {
			apply(fmt.Sprintf("2001:db8:1:%x00::1", n), 201)
			apply(fmt.Sprintf("2001:db8:1:%x01::1", n), 429)
		}
		apply("2001:db8:1:900::1", 429)
		apply("2001:db8:2:900::1", 201)
		apply("198.51.100.1", 201)
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1", "ORDERD_LIMITS_WHOLESALE_APPLY=1/24h")
}
