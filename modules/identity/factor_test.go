package identity

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/platform/pseudonym"
	"orderd/platform/totp"
	"orderd/test/kit"
)

const ownPath = "/v1/admin/me"

// app is the authenticator app of a member of the staff, with the recovery codes.
type app struct {
	factorID string
	secret   []byte
	step     int64 // of the code that was shown last
	recovery []string
}

// enrol adds an authenticator app to the caller's account.
func (h *harness) enrol(t *testing.T, c customer) *app {
	t.Helper()
	return h.enrolUnder(t, c, kit.Pseudonyms)
}

// enrolUnder is enrol with the key that the secrets of the service are derived from.
func (h *harness) enrolUnder(t *testing.T, c customer, keys *pseudonym.Key) *app {
	t.Helper()
	started := c.Do(t, "POST", ownPath+"/factors/totp", nil).Require(t, 201)
	a := &app{factorID: started.Text("id"), secret: totpSecret(keys, started.Text("id"))}
	if started.Text("secret") != totp.Text(a.secret) {
		t.Errorf("%s", started.Body)
	}
	confirmed := c.Do(t, "POST", ownPath+"/factors/totp/"+a.factorID+"/confirm", object{"code": a.code(h)}).Require(t, 200)
	confirmed.RequireFields(t, kit.Fields{"factor.id": a.factorID, "factor.kind": "totp"})
	for _, code := range confirmed.At("recoveryCodes").([]any) {
		a.recovery = append(a.recovery, code.(string))
	}
	return a
}

// code is a code that has not been shown: of the present step, or of the next one.
func (a *app) code(h *harness) string {
	now := totp.StepAt(h.Clock.Now())
	if a.step >= now+1 {
		h.Clock.Advance(30 * time.Second)
		now++
	}
	a.step = max(now, a.step+1)
	return totp.Code(a.secret, a.step)
}

// asked logs in with the password and returns the challenge for the second factor.
func (h *harness) asked(t *testing.T, email, password string) string {
	t.Helper()
	return h.login(t, email, password).Require(t, 403, "second_factor_required").Text("challenge")
}

// answer answers a challenge with the code.
func (h *harness) answer(t *testing.T, challenge, code string) kit.Answer {
	t.Helper()
	return h.post(t, "second-factor", object{"challenge": challenge, "code": code})
}

func TestAuthenticatorApp(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		log := eventbustest.Record(t, h.DB)
		pat.Do(t, "GET", ownPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"recoveryCodesLeft": 0, "secondFactorRequired": false})
		started := pat.Do(t, "POST", ownPath+"/factors/totp", nil).Require(t, 201)
		u, err := url.Parse(started.Text("otpauthUrl"))
		if err != nil || u.Path != "/Kaffeehaus Wien:pat@example.com" || u.Query().Get("secret") != started.Text("secret") ||
			u.Query().Get("issuer") != "Kaffeehaus Wien" {
			t.Errorf("%s", started.Body)
		}
		confirm := ownPath + "/factors/totp/" + started.Text("id") + "/confirm"
		pat.Do(t, "POST", confirm, object{"code": "000000"}).Require(t, 400, "invalid_code")
		h.login(t, pat.Email, goodPassword).Require(t, 200) // it does not count yet
		a := h.enrol(t, pat)
		if len(a.recovery) != 10 {
			t.Errorf("%d recovery codes", len(a.recovery))
		}
		// Another one was begun since.
		pat.Do(t, "POST", confirm, object{"code": "000000"}).Require(t, 404, "not_found")
		pat.Do(t, "POST", ownPath+"/factors/totp/"+a.factorID+"/confirm", object{"code": a.code(h)}).Require(t, 409, "invalid_transition")
		pat.Do(t, "GET", ownPath, nil).Require(t, 200).RequireFields(t, kit.Fields{
			"factors.0.id": a.factorID, "factors.0.kind": "totp", "factors.0.name": "Authenticator app", "recoveryCodesLeft": 10,
		})
		pat.Do(t, "GET", "/v1/admin/staff", nil).Require(t, 200).RequireFields(t, kit.Fields{"data.0.factors.0": "totp"})

		asked := h.login(t, pat.Email, goodPassword).Require(t, 403, "second_factor_required")
		if fmt.Sprint(asked.At("methods")) != "[totp recovery_code]" || asked.At("publicKey") != nil {
			t.Errorf("%s", asked.Body)
		}
		h.answer(t, asked.Text("challenge"), "000000").Require(t, 400, "invalid_code")
		again := h.session(t, h.answer(t, asked.Text("challenge"), a.code(h)))
		h.answer(t, asked.Text("challenge"), a.code(h)).Require(t, 400, "invalid_code")
		if p, err := h.Authority.Verify(again.Access); err != nil || !p.SecondFactor || p.AuthTime.IsZero() {
			t.Errorf("%+v, %v", p, err)
		}
		if got := h.Exported(t, pat.ID); !strings.Contains(got, `"factors":[{"kind":"totp","name":"Authenticator app","lastUsedAt":"`) {
			t.Errorf("%s", got)
		}
		want := "logged_in logged_in second_factor_changed second_factor_changed second_factor_changed second_factor_rejected " +
			"second_factor_requested"
		if got := eventNames(log); got != want {
			t.Errorf("published %s, want %s", got, want)
		}
		requireNowhere(t, h, strings.ReplaceAll(a.recovery[0], "-", ""))
		requireNowhere(t, h, asked.Text("challenge"))
	})
}

// Another app replaces the one before, without other recovery codes; the last factor takes them
// along.
func TestReplaceAndRemoveAFactor(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat, other := h.admin(t, "pat@example.com"), h.admin(t, "other@example.com")
		first, foreign := h.enrol(t, pat), h.enrol(t, other)
		second := h.enrol(t, pat)
		if len(second.recovery) != 0 {
			t.Errorf("%d recovery codes with the second app", len(second.recovery))
		}
		challenge := h.asked(t, pat.Email, goodPassword)
		h.answer(t, challenge, first.code(h)).Require(t, 400, "invalid_code")
		h.session(t, h.answer(t, challenge, second.code(h)))
		pending := pat.Do(t, "POST", ownPath+"/factors/totp", nil).Require(t, 201).Text("id")
		for _, unknown := range []string{first.factorID, foreign.factorID, pending, id.New(), "nonsense"} {
			pat.Do(t, "DELETE", ownPath+"/factors/"+unknown, nil).Require(t, 404, "not_found")
		}
		pat.Do(t, "POST", ownPath+"/factors/totp/"+foreign.factorID+"/confirm", object{"code": foreign.code(h)}).Require(t, 404, "not_found")
		waiting := h.asked(t, pat.Email, goodPassword)
		pat.Do(t, "DELETE", ownPath+"/factors/"+second.factorID, nil).Require(t, 204)
		pat.Do(t, "DELETE", ownPath+"/factors/"+second.factorID, nil).Require(t, 404)
		pat.Do(t, "GET", ownPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"recoveryCodesLeft": 0})
		pat.Do(t, "POST", ownPath+"/recovery-codes", nil).Require(t, 409, "invalid_transition")
		h.answer(t, waiting, second.code(h)).Require(t, 400, "invalid_code")
		h.session(t, h.login(t, pat.Email, goodPassword))
	})
}

// A recovery code stands in for the app once, in any spelling, until new ones are made.
func TestRecoveryCodes(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		a := h.enrol(t, pat)
		use := func(code string) kit.Answer {
			t.Helper()
			return h.post(t, "second-factor", object{"challenge": h.asked(t, pat.Email, goodPassword), "recoveryCode": code})
		}
		h.session(t, use(strings.ToUpper(strings.ReplaceAll(a.recovery[0], "-", " "))))
		use(a.recovery[0]).Require(t, 400, "invalid_code")
		pat.Do(t, "GET", ownPath, nil).RequireFields(t, kit.Fields{"recoveryCodesLeft": 9})
		renewed := pat.Do(t, "POST", ownPath+"/recovery-codes", nil).Require(t, 200)
		if codes := renewed.At("recoveryCodes").([]any); len(codes) != 10 {
			t.Errorf("%s", renewed.Body)
		}
		use(a.recovery[1]).Require(t, 400, "invalid_code")
		h.session(t, use(renewed.Text("recoveryCodes.9")))
		other := h.admin(t, "other@example.com")
		h.enrol(t, other)
		h.post(t, "second-factor", object{"challenge": h.asked(t, other.Email, goodPassword), "recoveryCode": renewed.Text("recoveryCodes.0")}).
			Require(t, 400, "invalid_code")
	})
}

// Who leaves the staff loses the factors, and so does an erased account.
func TestFactorsGo(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		pat, roleID := h.staff(t, admin, "pat@example.com", "orders:read")
		h.enrol(t, pat)
		waiting := h.asked(t, pat.Email, goodPassword)
		admin.Do(t, "DELETE", "/v1/admin/staff/"+pat.ID, nil).Require(t, 200)
		h.answer(t, waiting, "000000").Require(t, 400, "invalid_code")
		h.session(t, h.login(t, pat.Email, goodPassword))
		_, code := h.invite(t, admin, pat.Email, roleID)
		again := h.session(t, h.accept(t, pat.Email, code))
		again.Do(t, "GET", ownPath, nil).Require(t, 200).RequireFields(t, kit.Fields{"recoveryCodesLeft": 0})
		h.enrol(t, again)
		h.asked(t, pat.Email, goodPassword)
		again.Do(t, "DELETE", "/v1/users/me", object{"password": goodPassword}).Require(t, 202)
		for _, table := range []string{"identity_factors", "identity_recovery_codes", "identity_proof_challenges"} {
			if n := h.count(t, table); n != 0 {
				t.Errorf("%d rows in %s", n, table)
			}
		}
		h.login(t, pat.Email, goodPassword).Require(t, 401)
	})
}

// A factor is confirmed once, also by a caller who has read it before.
func TestFactorIsConfirmedOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		factorID := pat.Do(t, "POST", ownPath+"/factors/totp", nil).Require(t, 201).Text("id")
		first, err := totpByID(h.DB, pat.ID, factorID)
		if err != nil {
			t.Fatal(err)
		}
		second := first
		if err := confirmTOTP(h.DB, &first, 7, h.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		if err := confirmTOTP(h.DB, &second, 5, h.Clock.Now()); !fault.Is(err, fault.InvalidTransition) {
			t.Errorf("the second time: %v", err)
		}
	})
}

// What waits for an answer or a first code is deleted in time.
func TestExpiredProofsAreDeleted(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		a := h.enrol(t, pat)
		pat.Do(t, "POST", ownPath+"/factors/totp", nil).Require(t, 201)
		h.asked(t, pat.Email, goodPassword)
		if err := deleteExpiredRows(h.DB, h.Clock.Now().Add(pendingFactorTTL+time.Second)); err != nil {
			t.Fatal(err)
		}
		var left []factor
		if err := h.DB.Find(&left).Error; err != nil || len(left) != 1 || left[0].ID != a.factorID || left[0].Kind != events.FactorTOTP {
			t.Errorf("%+v, %v", left, err)
		}
		if n := h.count(t, "identity_proof_challenges"); n != 0 {
			t.Errorf("%d challenges", n)
		}
	})
}
