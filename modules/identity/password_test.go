package identity

import (
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

const otherPassword = "a better phrase here"

func TestChangePassword(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one := h.customer(t, "ada@example.com")
		two := h.session(t, h.login(t, one.Email, goodPassword))
		change := func(current, fresh string) (status int, code string) {
			a := one.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": current, "newPassword": fresh})
			return a.Status, a.Text("code")
		}
		if status, code := change("not the right one", otherPassword); status != 401 || code != "invalid_credentials" {
			t.Errorf("wrong password: %d %s", status, code)
		}
		for _, weak := range []string{"password1", "short", "ada@example.com", "lovelace1"} {
			if status, code := change(goodPassword, weak); status != 422 || code != "validation_failed" {
				t.Errorf("%s: %d %s", weak, status, code)
			}
		}
		log := eventbustest.Record(t, h.DB)
		if status, _ := change(goodPassword, otherPassword); status != 204 {
			t.Fatalf("status %d", status)
		}
		if got := eventNames(log); got != "password_changed sessions_ended" {
			t.Errorf("events: %s", got)
		}
		changed := eventbustest.Of[events.PasswordChanged](log)
		if len(changed) != 1 || changed[0].How != "changed" || changed[0].First || changed[0].Email != one.Email {
			t.Errorf("events: %+v", changed)
		}
		one.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		h.refresh(t, one.Refresh)
		requireTokenEnds(t, two.API)
		h.refuseRefresh(t, two.Refresh)
		h.login(t, one.Email, goodPassword).Require(t, 401, "invalid_credentials")
		h.login(t, one.Email, otherPassword).Require(t, 200)
	})
}

func TestForgottenPassword(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one := h.customer(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		known := h.post(t, "forgot-password", object{"email": one.Email}).Require(t, 202)
		unknown := h.post(t, "forgot-password", object{"email": "nobody@example.com"}).Require(t, 202)
		c := h.challenge(t, "user_id", one.ID)
		if known.Text("challengeId") != c.ID || !id.Valid(unknown.Text("challengeId")) || len(known.Body) != len(unknown.Body) {
			t.Errorf("answers: %s %s", known.Body, unknown.Body)
		}
		log.RequireExactly(t,
			events.PasswordCodeRequested{UserID: one.ID, ChallengeID: c.ID, Locale: "en", Email: one.Email, FullName: "Ada Lovelace"},
			events.PasswordCodeRefused{AddressID: kit.AddressID("nobody@example.com")})

		code := h.codeOf(t, "user_id", one.ID)
		set := func(email, code, password string) (status int, problem string) {
			a := h.post(t, "set-password", object{"email": email, "code": code, "password": password})
			return a.Status, a.Text("code")
		}
		for _, bad := range [][2]string{{one.Email, wrong(code)}, {"nobody@example.com", code}} {
			if status, problem := set(bad[0], bad[1], otherPassword); status != 400 || problem != "invalid_code" {
				t.Errorf("%v: %d %s", bad, status, problem)
			}
		}
		if status, _ := set(one.Email, code, "password1"); status != 422 {
			t.Errorf("a weak password: %d", status)
		}
		log = eventbustest.Record(t, h.DB)
		fresh := h.session(t, h.post(t, "set-password", object{"email": one.Email, "code": code, "password": otherPassword}))
		if got := eventNames(log); got != "logged_in password_changed sessions_ended" {
			t.Errorf("events: %s", got)
		}
		if status, problem := set(one.Email, code, otherPassword); status != 400 || problem != "invalid_code" {
			t.Errorf("used twice: %d %s", status, problem)
		}
		requireTokenEnds(t, one.API)
		h.refuseRefresh(t, one.Refresh)
		fresh.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		h.login(t, one.Email, otherPassword).Require(t, 200)
	})
}

// A request for a code costs the same statements for the address of an account, of a disabled one
// and for any other.
func TestForgottenPasswordsCostTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner, off := h.customer(t, "ada@example.com"), h.customer(t, "off@example.com")
		if err := h.DB.Model(&user{}).Where("id = ?", off.ID).Update("disabled_at", h.Clock.Now()).Error; err != nil {
			t.Fatal(err)
		}
		work := func(email string) string {
			h.statements.take()
			h.post(t, "forgot-password", object{"email": email}).Require(t, 202)
			return h.statements.take()
		}
		unknown := work("nobody@example.com")
		for _, email := range []string{owner.Email, off.Email} {
			if got := work(email); got != unknown {
				t.Errorf("%s:\n%s\nunknown\n%s", email, got, unknown)
			}
		}
	})
}

// Without the id of a challenge the newest code is tried. An older one is good all the same.
func TestOnlyTheNewestUnnamedPasswordCodeIsGood(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one := h.customer(t, "ada@example.com")
		var codes []string
		for range 2 {
			h.post(t, "forgot-password", object{"email": one.Email}).Require(t, 202)
			codes = append(codes, h.codeOf(t, "user_id", one.ID))
		}
		if codes[0] != codes[1] {
			h.post(t, "set-password", object{"email": one.Email, "code": codes[0], "password": otherPassword}).Require(t, 400, "invalid_code")
		}
		statuses := kit.AtOnce(6, func(int) int {
			return h.post(t, "set-password", object{"email": one.Email, "code": codes[1], "password": otherPassword}).Status
		})
		// 503: each hashes first, and the queue is short.
		if statuses[200] != 1 || statuses[400]+statuses[503] != 5 {
			t.Errorf("one code 6 times at once: %v", statuses)
		}
	})
}

func TestAPasswordCodeLivesFor15Minutes(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one := h.customer(t, "ada@example.com")
		h.post(t, "forgot-password", object{"email": one.Email}).Require(t, 202)
		h.sent(t, h.challenge(t, "user_id", one.ID))
		h.Clock.Advance(16 * time.Minute)
		h.post(t, "set-password", object{"email": one.Email, "code": h.codeOf(t, "user_id", one.ID), "password": otherPassword}).
			Require(t, 400, "invalid_code")
	})
}

func TestThePasswordCodeEndsALockout(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one := h.customer(t, "ada@example.com")
		for range 10 {
			h.login(t, one.Email, "not the password").Require(t, 401)
		}
		h.login(t, one.Email, goodPassword).Require(t, 429)
		h.post(t, "forgot-password", object{"email": one.Email}).Require(t, 202)
		h.post(t, "set-password", object{"email": one.Email, "code": h.codeOf(t, "user_id", one.ID), "password": otherPassword}).Require(t, 200)
		h.login(t, one.Email, otherPassword).Require(t, 200)
	})
}

func TestADisabledAccountGetsNoCode(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one, admin := h.customer(t, "ada@example.com"), h.admin(t, "admin@example.com")
		h.post(t, "forgot-password", object{"email": one.Email}).Require(t, 202)
		code := h.codeOf(t, "user_id", one.ID)
		admin.Do(t, "PATCH", "/v1/admin/users/"+one.ID, object{"disabled": true}).Require(t, 200)
		log := eventbustest.Record(t, h.DB)
		h.post(t, "set-password", object{"email": one.Email, "code": code, "password": otherPassword}).Require(t, 400, "invalid_code")
		h.post(t, "forgot-password", object{"email": one.Email}).Require(t, 202)
		if got := eventNames(log); got != "code_rejected password_code_refused" {
			t.Errorf("events: %s", got)
		}
	})
}
