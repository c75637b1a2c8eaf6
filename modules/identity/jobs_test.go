package identity

import (
	"testing"
	"time"
)

func TestRetention(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		deps := Deps{DB: h.DB, Clock: h.Clock, Log: h.Log}
		run := func() {
			t.Helper()
			if err := deps.deleteExpired(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		h.register(t, "forgotten@example.com")
		h.post(t, "resend-code", object{"email": "stranger@example.com"}).Require(t, 202)
		ada := h.customer(t, "ada@example.com")
		h.login(t, "nobody@example.com", goodPassword).Require(t, 401)
		tables := []string{"identity_registrations", "identity_code_challenges", "identity_sessions", "identity_code_days",
			"identity_login_failures", "identity_login_sources", "identity_code_attempts"}
		left := func(want ...int64) {
			t.Helper()
			for i, table := range tables {
				if n := h.count(t, table); n != want[i] {
					t.Errorf("%s: %d rows, want %d", table, n, want[i])
				}
			}
		}
		run()
		left(1, 1, 1, 3, 1, 2, 3)
		h.Clock.Advance(3 * 24 * time.Hour)
		run()
		if len(h.find(t, "stranger@example.com")) == 0 {
			t.Error("the personal fields were erased too soon")
		}
		// The network that logged in stays trusted, and the mail of the registration may be sent
		// again.
		left(1, 1, 1, 0, 0, 1, 0)
		h.Clock.Advance(5 * 24 * time.Hour)
		run()
		left(0, 0, 1, 0, 0, 1, 0)
		h.refresh(t, ada.Refresh)
		h.Clock.Advance(31 * 24 * time.Hour)
		run()
		left(0, 0, 0, 0, 0, 0, 0)
		for _, email := range []string{"forgotten@example.com", "stranger@example.com"} {
			for _, found := range h.find(t, email) {
				t.Errorf("still in %s", found)
			}
		}
	})
}
