package identity

import (
	"fmt"
	"testing"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
)

// stranger is a client of a network of its own.
func (h *harness) stranger(n int) *kit.API {
	return h.API.With("X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", 100+n/250, 1+n%250))
}

// guess tries wrong codes, patiently.
func guess(t *testing.T, caller *kit.API, path string, times int, body object) {
	t.Helper()
	for range times {
		patiently(t, caller, "POST", "/v1/auth/"+path, body).Require(t, 400, "invalid_code")
	}
}

// Who knows an email can burn no code of its owner: neither by wrong codes, nor by requests for
// others.
func TestStrangersBurnNoPasswordCode(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		named := h.post(t, "forgot-password", object{"email": owner.Email}).Require(t, 202).Text("challengeId")
		code := h.codeOf(t, "user_id", owner.ID)
		for n := range 5 {
			theirs := h.stranger(n).Do(t, "POST", "/v1/auth/forgot-password", object{"email": owner.Email}).Require(t, 202).Text("challengeId")
			newest := wrong(h.codeOf(t, "user_id", owner.ID))
			guess(t, h.stranger(n), "set-password", 6, object{
				"email": owner.Email, "code": newest, "password": otherPassword, "challengeId": theirs,
			})
			guess(t, h.stranger(n), "set-password", 6, object{"email": owner.Email, "code": newest, "password": otherPassword})
		}
		h.post(t, "set-password", object{"email": owner.Email, "code": code, "password": otherPassword, "challengeId": named}).Require(t, 200)
		h.login(t, owner.Email, otherPassword).Require(t, 200)
		// A right code ends all of them.
		h.post(t, "set-password", object{"email": owner.Email, "code": code, "password": goodPassword, "challengeId": named}).Require(t, 400)
		if c := h.challenge(t, "user_id", owner.ID); c.UsedAt == nil {
			t.Error("a code of a stranger's request is still good")
		}
	})
}

func TestStrangersBurnNoRegistration(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		const email = "ada@example.com"
		mine, code := h.register(t, email)
		guess(t, h.stranger(1), "verify-email", 6, object{"email": email, "code": wrong(code)})
		// Another mail without the id carries the same code.
		log := eventbustest.Record(t, h.DB)
		h.stranger(1).Do(t, "POST", "/v1/auth/resend-code", object{"email": email}).Require(t, 202)
		sent := eventbustest.Of[events.RegistrationRequested](log)
		if len(sent) != 1 || onetimecode.Derive(secrets.First(), onetimecode.Registration, sent[0].ChallengeID) != code {
			t.Errorf("%+v", sent)
		}
		h.stranger(1).Do(t, "POST", "/v1/auth/register", object{"email": email, "password": otherPassword, "fullName": "Mallory"}).Require(t, 202)
		h.post(t, "verify-email", object{"email": email, "code": code, "registrationId": mine}).Require(t, 200)
	})
}

// A registration from another network does not make the owner wait for another code.
func TestTheResendIntervalIsOfTheNetwork(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.register(t, "ada@example.com")
		h.post(t, "resend-code", object{"email": "ada@example.com"}).Require(t, 429)
		h.stranger(1).Do(t, "POST", "/v1/auth/resend-code", object{"email": "ada@example.com"}).Require(t, 202)
	})
}

func TestStrangersBurnNoInvitation(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		invitationID, code := h.invite(t, admin, "pat@example.com", admin.role(t, "Packer", "orders:write"))
		guess(t, h.stranger(1), "accept-invitation", 6, object{"email": "pat@example.com", "code": wrong(code), "password": goodPassword})
		h.post(t, "accept-invitation", object{"email": "pat@example.com", "code": code, "password": goodPassword}).Require(t, 400)
		named := object{"email": "pat@example.com", "code": code, "password": goodPassword, "invitationId": invitationID}
		h.post(t, "accept-invitation", named).Require(t, 200)
	})
}

// The attempts of a day are those of a network. Those of all networks together leave the owner the
// networks that lately logged in.
func TestDailyAttemptsCountByNetwork(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		h.Clock.Advance(untilTomorrow(h.Clock.Now()))
		owner := h.customer(t, "ada@example.com")
		day := dayOf(h.Clock.Now())
		for _, row := range []codeAttempts{{Network: anyNetwork, Attempts: maxDailyAttempts},
			{Network: "another", Attempts: maxNetworkAttempts}} {
			row.AddressID, row.Purpose, row.Day = kit.AddressID(owner.Email), onetimecode.Password, day
			if err := h.DB.Create(&row).Error; err != nil {
				t.Fatal(err)
			}
		}
		set := func(caller *kit.API, status int) {
			t.Helper()
			challengeID := h.post(t, "forgot-password", object{"email": owner.Email}).Require(t, 202).Text("challengeId")
			body := object{"email": owner.Email, "code": h.codeOf(t, "id", challengeID), "password": otherPassword, "challengeId": challengeID}
			patiently(t, caller, "POST", "/v1/auth/set-password", body).Require(t, status)
		}
		set(h.stranger(1), 400)
		set(h.API, 200) // the network that registered
	})
}

// Codes are good as people type them. What is none costs no attempt.
func TestCodesAsPeopleTypeThem(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		registrationID, code := h.register(t, "ada@example.com")
		for _, none := range []string{"not a code", code[:5], code + "0", code[:5] + "x", "----"} {
			h.post(t, "verify-email", object{"email": "ada@example.com", "code": none, "registrationId": registrationID}).
				Require(t, 422, "validation_failed").RequireFields(t, kit.Fields{"errors.0.pointer": "/code", "errors.0.code": "bad_format"})
		}
		if c := h.challenge(t, "registration_id", registrationID); c.Attempts != 0 {
			t.Errorf("%d attempts", c.Attempts)
		}
		typed := " " + code[:3] + "\u2013" + code[3:5] + " " + string('０'+rune(code[5]-'0'))
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": typed, "registrationId": registrationID}).Require(t, 200)
	})
}
