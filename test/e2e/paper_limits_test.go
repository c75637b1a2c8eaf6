package e2e

import (
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
)

// A user sets 10 VAT ids a day; the same once more counts too. Others are not kept from it.
func TestVATIDsAreLimited(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const path = "/v1/users/me/vat-id"
		ada, bob := s.customer("ada"), s.customer("bob")
		for n := range 10 {
			ada.Do(t, "PUT", path, object{"vatId": []string{"FR40303265045", "ATU12345678"}[n%2]}).Require(t, 200)
		}
		requireLimited(t, ada.Do(t, "PUT", path, object{"vatId": "FR40303265045"}))
		ada.Do(t, "GET", path, nil).Require(t, 200).RequireFields(t, kit.Fields{"vatId": "ATU12345678"})
		bob.Do(t, "PUT", path, object{"vatId": "FR40303265045"}).Require(t, 200)
	}, "ORDERD_LIMITS_ENABLED=true")
}

// Withdrawals are declared 3 times an hour with an email, however it is written, and 10 times from
// a network.
func TestWithdrawalsAreLimited(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		declare := func(email string) kit.Answer {
			t.Helper()
			return s.api.Do(t, "POST", "/v1/withdrawals", object{"orderNumber": "ORD-4071800001", "fullName": "Ada Lovelace", "email": email})
		}
		ada := someone("ada")
		for range 3 {
			declare(ada).Require(t, 202)
		}
		requireLimited(t, declare(strings.ToUpper(ada)))
		for range 6 {
			declare(someone("other")).Require(t, 202)
		}
		requireLimited(t, declare(someone("other")))
		s.advance(time.Hour)
		declare(ada).Require(t, 202)
	}, "ORDERD_LIMITS_ENABLED=true")
}

// requireLimited checks that a request was refused, and that the answer says for how long.
func requireLimited(t *testing.T, a kit.Answer) {
	t.Helper()
	if a.Require(t, 429, "rate_limited").Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}
