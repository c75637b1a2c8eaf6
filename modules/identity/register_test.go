package identity

import (
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
)

func TestRegistration(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		log := eventbustest.Record(t, h.DB)
		a := h.post(t, "register", object{"email": " Ada@Example.com ", "password": phrase, "fullName": " Ada Lovelace ", "phone": "+49 30 1", "locale": "de"}).Require(t, 202)
		attempt := a.Text("registrationId")
		if a.Text("email") != "ada@example.com" || attempt == "" || a.Text("codeExpiresAt") == "" || a.Text("resendAvailableAt") == "" {
			t.Fatalf("answer: %s", a.Body)
		}
		c := h.challenge(t, "registration_id", attempt)
		log.RequireExactly(t, events.RegistrationRequested{RegistrationID: attempt, ChallengeID: c.ID, Locale: "de", Email: "ada@example.com", FullName: "Ada Lovelace"})

		code := h.codeOf(t, "registration_id", attempt)
		session := h.session(t, h.post(t, "verify-email", object{"email": "ADA@example.com", "code": code}))
		if session.ID != attempt {
			t.Errorf("the user id %s is not the attempt's %s", session.ID, attempt)
		}
		me := session.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		if me.Text("fullName") != "Ada Lovelace" || me.Text("locale") != "de" || me.Text("role") != "customer" || me.Text("accountType") != "retail" ||
			me.Text("phone") != "+49 30 1" || me.Text("emailVerifiedAt") == "" || me.At("businessName") != nil {
			t.Errorf("profile: %s", me.Body)
		}
		if got := names(log); got != "account_created email_verified logged_in registration_requested" {
			t.Errorf("events: %s", got)
		}
		for _, e := range log.Entries()[1:] {
			if e.Actor != "user:"+attempt {
				t.Errorf("%s: actor %s", e.Name, e.Actor)
			}
		}
	})
}
