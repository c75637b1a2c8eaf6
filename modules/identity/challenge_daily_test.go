package identity

import (
	"testing"

	"orderd/platform/id"
)

// Codes that are made up before one was requested use up no attempts of the owner.
func TestMadeUpCodesUseNoAttempts(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		for range 21 {
			h.post(t, "set-password", object{"email": owner.Email, "code": "00000000", "password": otherPassword}).Require(t, 400, "invalid_code")
			h.post(t, "verify-email", object{"email": "new@example.com", "code": "000000"}).Require(t, 400, "invalid_code")
		}
		h.post(t, "forgot-password", object{"email": owner.Email}).Require(t, 202)
		h.post(t, "set-password", object{"email": owner.Email, "code": h.codeOf(t, "user_id", owner.ID), "password": otherPassword}).
			Require(t, 200)
		h.customer(t, "new@example.com")
	})
}

// The daily attempts are counted by purpose: attempts at codes of registrations leave those at
// codes of passwords.
func TestDailyAttemptsCountByPurpose(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		h.Clock.Advance(untilTomorrow(h.Clock.Now()))
		h.approve(t, "ada@example.com") // an account that may register and set a password
		var user user
		if err := h.DB.Where("email = ?", "ada@example.com").Take(&user).Error; err != nil {
			t.Fatal(err)
		}
		registration := func(right bool, status int) {
			t.Helper()
			registrationID, code := h.register(t, "ada@example.com")
			if !right {
				code = wrong(code)
			}
			h.post(t, "verify-email", object{"email": "ada@example.com", "code": code, "registrationId": registrationID}).Require(t, status)
			for range 4 {
				h.post(t, "verify-email", object{"email": "ada@example.com", "code": wrong(code), "registrationId": registrationID}).Require(t, 400)
			}
		}
		for range 4 {
			registration(false, 400)
		}
		registration(true, 400)
		for range 3 {
			h.post(t, "forgot-password", object{"email": "ada@example.com"}).Require(t, 202)
			for range 7 { // of which five count
				h.post(t, "set-password", object{"email": "ada@example.com", "code": wrong(h.codeOf(t, "user_id", user.ID)),
					"password": otherPassword}).Require(t, 400)
			}
		}
		h.post(t, "forgot-password", object{"email": "ada@example.com"}).Require(t, 202)
		for range 4 {
			h.post(t, "set-password", object{"email": "ada@example.com", "code": wrong(h.codeOf(t, "user_id", user.ID)), "password": otherPassword}).
				Require(t, 400)
		}
		h.post(t, "set-password", object{"email": "ada@example.com", "code": h.codeOf(t, "user_id", user.ID), "password": otherPassword}).
			Require(t, 200)
	})
}

// A wrong code costs the same statements for every address, whether a code was requested or not.
func TestWrongCodesCostTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		work := func(email string) string {
			h.statements.take()
			h.post(t, "set-password", object{"email": email, "code": "00000000", "password": otherPassword}).Require(t, 400)
			return h.statements.take()
		}
		asked := h.customer(t, "asked@example.com")
		h.post(t, "forgot-password", object{"email": asked.Email}).Require(t, 202)
		unknown := work(id.New() + "@example.com")
		for _, email := range []string{owner.Email, asked.Email} {
			if got := work(email); got != unknown {
				t.Errorf("%s:\n%s\nunknown\n%s", email, got, unknown)
			}
		}
	})
}
