package identity

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
	"orderd/test/kit/authenticator"
)

// withPasskeys runs test where the staff have a domain, with lockouts on.
func withPasskeys(t *testing.T, test func(t *testing.T, h *harness)) {
	t.Helper()
	eachWith(t, Config{StaffOrigin: staffOrigin}, test)
}

// publicKey are the options for the authenticator in an answer.
func publicKey(t *testing.T, a kit.Answer) string {
	t.Helper()
	options, err := json.Marshal(a.At("publicKey"))
	if err != nil || a.At("publicKey") == nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	return string(options)
}

const passkeyPath = ownPath + "/factors/passkey"

// addPasskey adds a passkey of the authenticator to the caller's account.
func (h *harness) addPasskey(t *testing.T, c customer, a *authenticator.Device, name string) kit.Answer {
	t.Helper()
	options := c.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 200)
	return c.Do(t, "POST", passkeyPath, object{
		"challenge": options.Text("challenge"), "name": name, "credential": a.Create(t, publicKey(t, options)),
	})
}

// used is the body that answers with a passkey what was asked.
func used(t *testing.T, asked kit.Answer, a *authenticator.Device) object {
	t.Helper()
	return object{"challenge": asked.Text("challenge"), "credential": a.Get(t, publicKey(t, asked))}
}

func (h *harness) passkeyOptions(t *testing.T) kit.Answer {
	t.Helper()
	return h.post(t, "passkey/options", nil).Require(t, 200)
}

func TestAddPasskey(t *testing.T) {
	withPasskeys(t, func(t *testing.T, h *harness) {
		pat, phone := h.admin(t, "pat@example.com"), authenticator.New(staffOrigin)
		log := eventbustest.Record(t, h.DB)
		options := pat.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 200)
		options.RequireFields(t, kit.Fields{
			"publicKey.rp.id": "staff.example", "publicKey.user.name": "pat@example.com", "publicKey.attestation": "none",
			"publicKey.authenticatorSelection.residentKey": "required", "publicKey.authenticatorSelection.userVerification": "required",
		})
		body := object{"challenge": options.Text("challenge"), "name": "Phone", "credential": phone.Create(t, publicKey(t, options))}
		added := pat.Do(t, "POST", passkeyPath, body).Require(t, 201)
		added.RequireFields(t, kit.Fields{"factor.kind": "passkey", "factor.name": "Phone", "factor.lastUsedAt": nil})
		if codes := added.At("recoveryCodes").([]any); len(codes) != 10 {
			t.Errorf("%s", added.Body)
		}
		pat.Do(t, "POST", passkeyPath, body).Require(t, 400, "invalid_code") // the challenge is used up
		laptop := authenticator.New(staffOrigin)
		if codes := h.addPasskey(t, pat, laptop, "Laptop").Require(t, 201).At("recoveryCodes").([]any); len(codes) != 0 {
			t.Errorf("other codes: %v", codes)
		}
		if again := pat.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 200); len(again.At("publicKey.excludeCredentials").([]any)) != 2 {
			t.Errorf("%s", again.Body)
		}
		if got, want := eventNames(log), strings.TrimSpace(strings.Repeat("second_factor_changed ", 5)); got != want {
			t.Errorf("published %s, want %s", got, want)
		}
		requireNowhere(t, h, options.Text("challenge"))
		requireNowhere(t, h, options.Text("publicKey.challenge"))

		// Without the passkeys the account is as before.
		for range 2 {
			own := pat.Do(t, "GET", ownPath, nil).Require(t, 200)
			pat.Do(t, "DELETE", ownPath+"/factors/"+own.Text("factors.0.id"), nil).Require(t, 204)
		}
		if n := h.count(t, "identity_passkeys"); n != 0 {
			t.Errorf("%d passkeys are left", n)
		}
		h.login(t, pat.Email, goodPassword).Require(t, 200)
	})
}

func TestAddPasskeyRefuses(t *testing.T) {
	withPasskeys(t, func(t *testing.T, h *harness) {
		pat, other := h.admin(t, "pat@example.com"), h.admin(t, "other@example.com")
		ask := func(c customer) kit.Answer { return c.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 200) }
		add := func(c customer, challenge string, credential any) kit.Answer {
			return c.Do(t, "POST", passkeyPath, object{"challenge": challenge, "name": "Phone", "credential": credential})
		}
		phone := authenticator.New(staffOrigin)
		options := ask(pat)
		made := phone.Create(t, publicKey(t, options))
		add(other, options.Text("challenge"), made).Require(t, 400, "invalid_code")
		add(pat, ask(other).Text("challenge"), made).Require(t, 400, "invalid_code")
		add(pat, options.Text("challenge"), authenticator.New("https://evil.example").Create(t, publicKey(t, options))).
			Require(t, 400, "invalid_code")
		add(pat, options.Text("challenge"), object{}).Require(t, 400, "invalid_code")
		add(pat, "nonsense", made).Require(t, 400, "invalid_code")
		h.API.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 401)
		h.customer(t, "ada@example.com").Do(t, "POST", passkeyPath+"/options", nil).Require(t, 403, "forbidden")
		for _, malformed := range []object{{}, {"challenge": "x", "name": "", "credential": object{}}, {"challenge": "x", "name": "Phone"},
			{"challenge": "x", "name": "Phone", "credential": "x"}} {
			pat.Do(t, "POST", passkeyPath, malformed).Require(t, 422, "validation_failed")
		}
		add(pat, options.Text("challenge"), made).Require(t, 201)
		add(other, ask(other).Text("challenge"), made).Require(t, 400, "invalid_code")
		late := ask(pat)
		h.Clock.Advance(proofChallengeTTL)
		add(pat, late.Text("challenge"), authenticator.New(staffOrigin).Create(t, publicKey(t, late))).Require(t, 400, "invalid_code")
		for range maxPasskeys - 1 {
			h.addPasskey(t, pat, authenticator.New(staffOrigin), "Another").Require(t, 201)
		}
		pat.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 409, "in_use")
		h.Clock.Advance(10 * time.Minute)
		pat = h.refresh(t, pat.Refresh)
		pat.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 403, "step_up_required")
		pat.Do(t, "POST", passkeyPath, object{"challenge": "x", "name": "Phone", "credential": object{}}).Require(t, 403, "step_up_required")
	})
}

// A passkey alone logs its owner in, once for each challenge; its counter is kept.
func TestPasskeyLogin(t *testing.T) {
	withPasskeys(t, func(t *testing.T, h *harness) {
		pat, phone := h.admin(t, "pat@example.com"), authenticator.New(staffOrigin)
		h.addPasskey(t, pat, phone, "Phone").Require(t, 201)
		copied := phone.Copy()
		options := h.passkeyOptions(t)
		options.RequireFields(t, kit.Fields{
			"publicKey.rpId": "staff.example", "publicKey.userVerification": "required", "publicKey.allowCredentials": nil,
		})
		log := eventbustest.Record(t, h.DB)
		body := used(t, options, phone)
		s := h.session(t, h.post(t, "passkey", body))
		if p, err := h.Authority.Verify(s.Access); err != nil || s.ID != pat.ID || !p.SecondFactor {
			t.Errorf("%+v, %v", p, err)
		}
		if got := eventNames(log); got != "logged_in" {
			t.Errorf("published %s", got)
		}
		if own := s.Do(t, "GET", ownPath, nil).Require(t, 200); own.At("factors.0.lastUsedAt") == nil {
			t.Errorf("%s", own.Body)
		}
		h.post(t, "passkey", body).Require(t, 401, "invalid_credentials")

		for name, refused := range map[string]func() object{
			"another origin": func() object { return used(t, h.passkeyOptions(t), phone.At("https://evil.example")) },
			"not verified": func() object {
				unverified := phone.Copy()
				unverified.Unverified = true
				return used(t, h.passkeyOptions(t), unverified)
			},
			"a copy that is behind": func() object { return used(t, h.passkeyOptions(t), copied) },
			"the challenge of a second factor": func() object {
				return used(t, h.login(t, pat.Email, goodPassword).Require(t, 403), phone)
			},
			"another's challenge": func() object {
				b := used(t, h.passkeyOptions(t), phone)
				b["challenge"] = h.passkeyOptions(t).Text("challenge")
				return b
			},
			"unknown": func() object {
				return object{"challenge": h.passkeyOptions(t).Text("challenge"), "credential": strangersPasskey(t, h)}
			},
			"nonsense": func() object { return object{"challenge": "nonsense", "credential": object{}} },
		} {
			if got := h.post(t, "passkey", refused()); got.Status != 401 || got.Text("code") != "invalid_credentials" {
				t.Errorf("%s: %s", name, got.Body)
			}
		}
		late := used(t, h.passkeyOptions(t), phone)
		h.Clock.Advance(proofChallengeTTL)
		h.post(t, "passkey", late).Require(t, 401, "invalid_credentials")
		for _, malformed := range []object{{}, {"challenge": "x"}, {"credential": object{}}, {"challenge": "x", "credential": nil}} {
			h.post(t, "passkey", malformed).Require(t, 422, "validation_failed")
		}
		h.session(t, h.post(t, "passkey", used(t, h.passkeyOptions(t), phone)))
	})
}

// strangersPasskey is a credential that the service does not know.
func strangersPasskey(t *testing.T, h *harness) json.RawMessage {
	t.Helper()
	stranger := authenticator.New(staffOrigin)
	stranger.Create(t, `{"challenge":"x","rp":{"id":"staff.example"},"user":{"id":"eA"}}`)
	return stranger.Get(t, publicKey(t, h.passkeyOptions(t)))
}

// Who was disabled or has left the staff has no passkeys.
func TestPasskeysOfFormerStaff(t *testing.T) {
	withPasskeys(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		pat, _ := h.staff(t, admin, "pat@example.com", "orders:read")
		phone := authenticator.New(staffOrigin)
		h.addPasskey(t, pat, phone, "Phone").Require(t, 201)
		admin.Do(t, "PATCH", "/v1/admin/users/"+pat.ID, object{"disabled": true}).Require(t, 200)
		h.post(t, "passkey", used(t, h.passkeyOptions(t), phone)).Require(t, 401, "invalid_credentials")
		admin.Do(t, "PATCH", "/v1/admin/users/"+pat.ID, object{"disabled": false}).Require(t, 200)
		h.session(t, h.post(t, "passkey", used(t, h.passkeyOptions(t), phone)))
		admin.Do(t, "DELETE", "/v1/admin/staff/"+pat.ID, nil).Require(t, 200)
		h.post(t, "passkey", used(t, h.passkeyOptions(t), phone)).Require(t, 401, "invalid_credentials")
		if n := h.count(t, "identity_passkeys"); n != 0 {
			t.Errorf("%d passkeys are left", n)
		}
	})
}

// A passkey is a second factor after the password, and steps a session up.
func TestPasskeyAsSecondFactor(t *testing.T) {
	withPasskeys(t, func(t *testing.T, h *harness) {
		pat, phone := h.admin(t, "pat@example.com"), authenticator.New(staffOrigin)
		phone.Unverified = false
		h.addPasskey(t, pat, phone, "Phone").Require(t, 201)
		phone.Unverified = true // the password has said who it is
		asked := h.login(t, pat.Email, goodPassword).Require(t, 403, "second_factor_required")
		if fmt.Sprint(asked.At("methods")) != "[passkey recovery_code]" || len(asked.At("publicKey.allowCredentials").([]any)) != 1 {
			t.Errorf("%s", asked.Body)
		}
		h.post(t, "second-factor", used(t, asked, phone.At("https://evil.example"))).Require(t, 400, "invalid_code")
		pat = h.session(t, h.post(t, "second-factor", used(t, asked, phone)))
		h.post(t, "second-factor", used(t, asked, phone)).Require(t, 400, "invalid_code")
		twice := used(t, asked, phone)
		twice["code"] = "000000"
		h.post(t, "second-factor", twice).Require(t, 422, "validation_failed")

		h.Clock.Advance(9 * time.Minute)
		prepared := pat.Do(t, "POST", ownPath+"/step-up/options", nil).Require(t, 200)
		body := used(t, prepared, phone)
		unasked := object{"credential": body["credential"]}
		pat.Do(t, "POST", ownPath+"/step-up", unasked).Require(t, 400, "invalid_code")
		pat.Do(t, "POST", ownPath+"/step-up", used(t, prepared, phone.At("https://evil.example"))).Require(t, 400, "invalid_code")
		fresh := pat.As(pat.Do(t, "POST", ownPath+"/step-up", body).Require(t, 200).Text("accessToken"))
		h.Clock.Advance(2 * time.Minute) // 11 minutes after the login
		fresh.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 200)
	})
}

// One answer that is sent twenty times at once makes one session.
func TestOnePasskeyAnswerMakesOneSession(t *testing.T) {
	eachWith(t, Config{StaffOrigin: staffOrigin, LimitsOff: true}, func(t *testing.T, h *harness) {
		pat, phone := h.admin(t, "pat@example.com"), authenticator.New(staffOrigin)
		phone.Uncounted = true // so that the challenge alone is the guard
		h.addPasskey(t, pat, phone, "Phone").Require(t, 201)
		body, processes := used(t, h.passkeyOptions(t), phone), h.processes(t)
		statuses := kit.StatusesAtOnce(t, 20, func(i int) (kit.Answer, error) {
			return processes[i%len(processes)].API.Try("POST", "/v1/auth/passkey", body)
		})
		if statuses[200] != 1 || statuses[401] != 19 {
			t.Errorf("statuses %v", statuses)
		}
	})
}

// Where the pages of the staff have no domain there are no passkeys, and all else works.
func TestNoPasskeysWithoutADomain(t *testing.T) {
	eachWith(t, Config{StaffOrigin: "http://192.0.2.1"}, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		h.API.Do(t, "POST", "/v1/auth/passkey/options", nil).Require(t, 503, "unavailable")
		pat.Do(t, "POST", passkeyPath+"/options", nil).Require(t, 503, "unavailable")
		h.post(t, "passkey", object{"challenge": "x", "credential": object{}}).Require(t, 401, "invalid_credentials")
	})
}
