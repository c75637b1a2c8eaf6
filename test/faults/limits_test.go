package faults

import (
	"testing"

	"orderd/test/kit"
)

// Limits that count by account or address hold over all replicas, however many calls come at once.
func TestSharedLimits(t *testing.T) {
	t.Parallel()
	w := pair(t, "ORDERD_LIMITS_ENABLED=true")
	email, _ := w.customer("limited")

	// 3 registrations an hour for one address.
	stranger := someone("limited")
	got := atOnce(w, 16, func(caller *kit.API) string {
		return post(t, caller, "/v1/auth/register", object{"email": stranger, "password": password, "fullName": "Ada Lovelace"})
	})
	if got["202"] != 3 || got["429 rate_limited"] != 13 {
		t.Errorf("16 registrations of one address at once: %v", got)
	}

	// One code a minute.
	got = atOnce(w, 10, func(caller *kit.API) string {
		return post(t, caller, "/v1/auth/forgot-password", object{"email": email})
	})
	if got["202"] != 1 || got["429 rate_limited"] != 9 {
		t.Errorf("10 codes for one address at once: %v", got)
	}

	// 10 failed logins, then a pause, for the right password too.
	got = atOnce(w, 24, func(caller *kit.API) string {
		return post(t, caller, "/v1/auth/login", object{"email": email, "password": "not the password"})
	})
	if got["401 invalid_credentials"] != 10 || got["429 rate_limited"] != 14 {
		t.Errorf("24 failed logins of one account at once: %v", got)
	}
	for i := range w.replicas {
		refused := w.login(w.at(i), email, password).Require(t, 429, "rate_limited")
		if refused.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
}
