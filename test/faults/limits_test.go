package faults

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

// Limits that count by account or address hold over all replicas, however many calls come at once.
func TestSharedLimits(t *testing.T) {
	t.Parallel()
	w := pair(t, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1")
	email, _ := w.customer("limited")

	// 3 registrations an hour for one address.
	stranger := someone("limited")
	got := concurrently(w, 16, func(caller *kit.API) string {
		return postStatus(t, caller, "/v1/auth/register", object{"email": stranger, "password": password, "fullName": "Ada Lovelace"})
	})
	if got["202"] != 3 || got["429 rate_limited"] != 13 {
		t.Errorf("16 registrations of one address at once: %v", got)
	}

	// One code a minute.
	got = concurrently(w, 10, func(caller *kit.API) string {
		return postStatus(t, caller, "/v1/auth/forgot-password", object{"email": email})
	})
	if got["202"] != 1 || got["429 rate_limited"] != 9 {
		t.Errorf("10 codes for one address at once: %v", got)
	}

	// 10 failed logins, then a lockout, for the right password too.
	got = concurrently(w, 24, func(caller *kit.API) string {
		return postStatus(t, caller, "/v1/auth/login", object{"email": email, "password": "not the password"})
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

	// 10 mails to look at, an hour, for one of the staff.
	token := w.adminToken()
	got = concurrently(w, 14, func(caller *kit.API) string {
		return postStatus(t, caller.As(token), "/v1/admin/settings/mail/test", object{"kind": "order_placed", "locale": "en"})
	})
	if got["202"] != 10 || got["429 rate_limited"] != 4 {
		t.Errorf("14 mails to look at, at once: %v", got)
	}

	// 5 applications a day from one network, whatever contact they name.
	got = concurrently(w, 12, func(caller *kit.API) string {
		return postStatus(t, caller.With("X-Forwarded-For", "198.51.100.1"), "/v1/wholesale/apply", application(someone("applicant")))
	})
	if got["201"] != 5 || got["429 rate_limited"] != 7 {
		t.Errorf("12 applications from one network at once: %v", got)
	}

	// 3 a day for one contact, whatever networks they come from.
	var networks atomic.Int64
	got = concurrently(w, 12, func(caller *kit.API) string {
		network := fmt.Sprintf("192.0.2.%d", networks.Add(1))
		return postStatus(t, caller.With("X-Forwarded-For", network), "/v1/wholesale/apply", application(email))
	})
	if got["201"] != 3 || got["429 rate_limited"] != 9 {
		t.Errorf("12 applications for one contact at once: %v", got)
	}
}

// A client that sends invalid tokens, or webhooks without a valid signature, is limited by
// address; a good token and a signed webhook from there are not.
func TestRefusalsAreLimited(t *testing.T) {
	provider := stripe.New(t)
	each(t, func(t *testing.T, w *world) {
		behind := func(client string) *kit.API { return w.api().With("X-Forwarded-For", client) }
		token := w.adminToken()
		refused := func(call func() kit.Answer) (answers map[string]int) {
			answers = map[string]int{}
			for range 120 {
				got := call()
				answers[strings.TrimSpace(fmt.Sprint(got.Status, " ", got.Text("code")))]++
			}
			return answers
		}

		attacker := behind("198.51.100.7")
		got := refused(func() kit.Answer { return attacker.As(token+"x").Do(t, "GET", "/v1/users/me", nil) })
		if got["401 unauthenticated"] < 60 || got["429 rate_limited"] == 0 {
			t.Errorf("120 made-up tokens: %v", got)
		}
		attacker.As(token).Do(t, "GET", "/v1/users/me", nil).Require(t, 200)

		const webhooks = "/v1/payments/webhooks/stripe"
		event := `{"id":"evt_1","object":"event","api_version":"2024-06-20","type":"customer.created","data":{"object":{"object":"customer"}}}`
		got = refused(func() kit.Answer {
			return attacker.With("Stripe-Signature", "t=1,v1=00").Do(t, "POST", webhooks, event)
		})
		if got["401 unauthenticated"] < 60 || got["429 rate_limited"] == 0 {
			t.Errorf("120 webhooks with a bad signature: %v", got)
		}
		attacker.With("Stripe-Signature", stripe.Sign([]byte(event))).Do(t, "POST", webhooks, event).Require(t, 200)
		behind("198.51.100.8").With("Stripe-Signature", "t=1,v1=00").Do(t, "POST", webhooks, event).Require(t, 401)
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1",
		"ORDERD_PAYMENTS_STRIPE_KEY="+stripe.Key, "ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET="+stripe.Secret,
		"ORDERD_PAYMENTS_STRIPE_URL="+provider.URL)
}
