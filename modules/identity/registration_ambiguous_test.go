package identity

import (
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// With an id only the code of that registration is right. Without one no code is, while several
// registrations are live.
func TestACodeIsRightForItsRegistrationOnly(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const email = "victim@example.com"
		mine, myCode := h.register(t, email)
		theirs, theirCode := h.register(t, email)
		_, otherCode := h.register(t, "other@example.com")
		placeholder := placeholderID(secrets.First(), email)
		for name, body := range map[string]object{
			"the newest code without an id":        {"code": theirCode},
			"the older code without an id":         {"code": myCode},
			"the placeholder id":                   {"code": theirCode, "registrationId": placeholder},
			"the other's code with the owner's id": {"code": theirCode, "registrationId": mine},
			"an id of nothing":                     {"code": myCode, "registrationId": id.New()},
		} {
			h.resetAttempts(t)
			body["email"] = email
			if a := h.post(t, "verify-email", body); a.Status != 400 || a.Text("code") != "invalid_code" {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		h.post(t, "verify-email", object{"email": "other@example.com", "code": otherCode, "registrationId": mine}).Require(t, 400, "invalid_code")
		h.resetAttempts(t)
		owner := h.session(t, h.post(t, "verify-email", object{"email": email, "code": myCode, "registrationId": mine}))
		if owner.ID != mine {
			t.Errorf("the account is %s, not %s", owner.ID, mine)
		}
		h.post(t, "verify-email", object{"email": email, "code": theirCode, "registrationId": theirs}).Require(t, 400, "invalid_code")
		h.post(t, "verify-email", object{"email": email, "code": myCode, "registrationId": "no id"}).Require(t, 422)
	})
}

// resetAttempts resets the attempts at every code.
func (h *harness) resetAttempts(t *testing.T) {
	t.Helper()
	if err := h.DB.Exec("UPDATE identity_code_challenges SET attempts = 0, unnamed_attempts = 0").Error; err != nil {
		t.Fatal(err)
	}
}

// The older registration counts even when its code has expired: the owner who types the newest code
// may mean the older registration.
func TestARegistrationStaysLiveWhenItsCodeExpires(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const email = "victim@example.com"
		mine, _ := h.register(t, email)
		h.sent(t, h.challenge(t, "registration_id", mine))
		h.Clock.Advance(16 * time.Minute)
		_, theirCode := h.register(t, email)
		h.post(t, "verify-email", object{"email": email, "code": theirCode}).Require(t, 400, "invalid_code")

		// So does an expired one whose mail was sent again.
		h.Clock.Advance(3 * 24 * time.Hour)
		_, theirCode = h.register(t, email)
		h.sent(t, h.challenge(t, "registration_id", mine))
		h.post(t, "verify-email", object{"email": email, "code": theirCode}).Require(t, 400, "invalid_code")
		h.Clock.Advance(16 * time.Minute)
		h.post(t, "verify-email", object{"email": email, "code": theirCode}).Require(t, 200)
	})
}

// A code without an id causes one mail in a quarter of an hour; that to the owner of an account
// says that the account exists.
func TestAmbiguousCodesCauseFewMails(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "owner@example.com")
		for _, email := range []string{owner.Email, "victim@example.com"} {
			h.register(t, email)
			h.register(t, email)
		}
		try := func(email string, want string) {
			t.Helper()
			log := eventbustest.Record(t, h.DB)
			h.API.With("Accept-Language", "de").Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": "000000"}).
				Require(t, 400, "invalid_code")
			if got := eventNames(log); got != want {
				t.Errorf("%s: %s, want %s", email, got, want)
			}
			if mails := eventbustest.Of[events.RegistrationUnclear](log); len(mails) == 1 &&
				mails[0] != (events.RegistrationUnclear{AddressID: kit.AddressID(email), Locale: "de", Email: email}) {
				t.Errorf("event: %+v", mails[0])
			}
		}
		for range 2 {
			try(owner.Email, "registration_refused")
			try("victim@example.com", "registration_unclear")
			for range 2 {
				try(owner.Email, "code_rejected")
				try("victim@example.com", "code_rejected")
			}
			h.Clock.Advance(15 * time.Minute)
		}
	})
}

// Codes cost the same statements for the address of an account as for any other.
func TestAmbiguousCodesCostTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "owner@example.com")
		work := func(email string, registrations int) (statements string) {
			t.Helper()
			for range registrations {
				h.register(t, email)
			}
			h.statements.take()
			h.post(t, "verify-email", object{"email": email, "code": "000000"}).Require(t, 400, "invalid_code")
			return h.statements.take()
		}
		for registrations := range 3 {
			known, unknown := work(owner.Email, registrations), work(id.New()+"@example.com", registrations)
			if known != unknown {
				t.Errorf("%d registrations: known\n%s\nunknown\n%s", registrations, known, unknown)
			}
			h.Clock.Advance(72 * time.Hour)
		}
	})
}
