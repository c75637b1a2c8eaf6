package identity

import (
	"strconv"
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestLogin(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		a := h.API.With("User-Agent", "a browser").Do(t, "POST", "/v1/auth/login", object{"email": " ADA@example.com", "password": goodPassword}).
			Require(t, 200)
		a.RequireFields(t, kit.Fields{"tokenType": "Bearer", "expiresIn": 600, "refreshExpiresIn": 30 * 24 * 3600, "user.email": ada.Email})
		in := eventbustest.Of[events.LoggedIn](log)
		if len(in) != 1 || in[0].UserID != ada.ID || in[0].Method != "password" || log.Entries()[0].Actor != "user:"+ada.ID {
			t.Errorf("events: %v", log.Entries())
		}
		h.session(t, a).Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200).RequireFields(t, kit.Fields{
			"data.0.userAgent": "a browser", "data.0.current": true, "data.1.current": false,
		})
	})
}

func TestLoginRefusals(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		off := h.customer(t, "off@example.com")
		h.register(t, "new@example.com")
		admin := h.admin(t, "admin@example.com")
		admin.Do(t, "PATCH", "/v1/admin/users/"+off.ID, object{"disabled": true}).Require(t, 200)

		log := eventbustest.Record(t, h.DB)
		for _, row := range []struct {
			email, password string
			status          int
			code            string
		}{
			{ada.Email, "not the password", 401, "invalid_credentials"},
			{"nobody@example.com", goodPassword, 401, "invalid_credentials"},
			{off.Email, goodPassword, 401, "invalid_credentials"},
			{"new@example.com", "not the password", 401, "invalid_credentials"},
			{"new@example.com", goodPassword, 403, "email_not_verified"},
		} {
			h.login(t, row.email, row.password).Require(t, row.status, row.code)
		}
		refused := func(email string, reason events.LoginFailureReason) events.LoginFailed {
			return events.LoginFailed{AddressID: kit.AddressID(email), Reason: reason, Network: moduletest.Network}
		}
		log.RequireExactly(t, refused(ada.Email, "credentials"), refused("nobody@example.com", "credentials"), refused(off.Email, "disabled"),
			refused("new@example.com", "credentials"), refused("new@example.com", "not_verified"))
	})
}

func TestTenFailuresLockOutANetwork(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.customer(t, "ada@example.com")
		for _, email := range []string{"ada@example.com", "nobody@example.com"} {
			for range 10 {
				h.login(t, email, "not the password").Require(t, 401, "invalid_credentials")
			}
			for _, lockout := range []int{60, 120, 240, 480, 900, 900} {
				refused := h.login(t, email, goodPassword).Require(t, 429, "rate_limited")
				if after, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || after > lockout || after < lockout-30 {
					t.Fatalf("Retry-After %q, want %d", refused.Header.Get("Retry-After"), lockout)
				}
				h.Clock.Advance(time.Duration(lockout) * time.Second)
				h.login(t, email, "not the password").Require(t, 401, "invalid_credentials")
			}
			h.Clock.Advance(15 * time.Minute)
		}
		h.login(t, "ada@example.com", goodPassword).Require(t, 200)
		// The count starts again.
		h.login(t, "ada@example.com", "not the password").Require(t, 401, "invalid_credentials")
		h.login(t, "ada@example.com", goodPassword).Require(t, 200)
	})
}

func TestFailuresExpireAfterADay(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		for range 9 {
			h.login(t, "ada@example.com", "not the password").Require(t, 401)
		}
		h.Clock.Advance(25 * time.Hour)
		for range 2 {
			h.login(t, "ada@example.com", "not the password").Require(t, 401)
		}
	})
}

func TestSimultaneousFailuresLockOut(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		ada := h.customer(t, "ada@example.com")
		for range 9 {
			h.login(t, ada.Email, "not the password").Require(t, 401)
		}
		statuses := kit.AtOnce(6, func(int) int { return h.login(t, ada.Email, "not the password").Status })
		if statuses[401] > 1 || statuses[401]+statuses[429]+statuses[503] != 6 {
			t.Errorf("six wrong passwords at once after nine: %v", statuses)
		}
	})
}

func TestWithoutLimitsNothingLocksOut(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		h.customer(t, "ada@example.com")
		for range 12 {
			h.login(t, "ada@example.com", "not the password").Require(t, 401, "invalid_credentials")
		}
		h.login(t, "ada@example.com", goodPassword).Require(t, 200)
	})
}

func TestLockoutAfter(t *testing.T) {
	t.Parallel()
	for failures, want := range map[int]time.Duration{
		1: 0, 9: 0, 10: time.Minute, 11: 2 * time.Minute, 12: 4 * time.Minute, 13: 8 * time.Minute, 14: 15 * time.Minute, 1000: 15 * time.Minute,
	} {
		if got := lockoutAfter(failures); got != want {
			t.Errorf("after %d failures %v, want %v", failures, got, want)
		}
	}
}
