package identity

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// With a second factor a mailed code sets no password: the answer to the challenge does.
func TestSetPasswordWithASecondFactor(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		a := h.enrol(t, pat)
		h.post(t, "forgot-password", object{"email": pat.Email}).Require(t, 202)
		set := object{"email": pat.Email, "code": h.codeOf(t, "user_id", pat.ID), "password": otherPassword}
		challenge := h.post(t, "set-password", set).Require(t, 403, "second_factor_required").Text("challenge")
		h.post(t, "set-password", set).Require(t, 400, "invalid_code")
		h.login(t, pat.Email, otherPassword).Require(t, 401)
		pat.Do(t, "GET", ownPath, nil).Require(t, 200)
		h.answer(t, challenge, "000000").Require(t, 400, "invalid_code")
		earlier := h.asked(t, pat.Email, goodPassword)
		log := eventbustest.Record(t, h.DB)
		h.session(t, h.answer(t, challenge, a.code(h)))
		if want := "logged_in password_changed sessions_ended"; eventNames(log) != want {
			t.Errorf("published %s, want %s", eventNames(log), want)
		}
		requireTokenEnds(t, pat.API)
		h.login(t, pat.Email, goodPassword).Require(t, 401)
		h.answer(t, earlier, a.code(h)).Require(t, 400, "invalid_code") // of the former password
		h.asked(t, pat.Email, otherPassword)
	})
}

// A challenge is good for five minutes and five attempts; who has been disabled can't answer it.
func TestProofChallengesEnd(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		admin := h.admin(t, "admin@example.com")
		pat, _ := h.staff(t, admin, "pat@example.com", "orders:read")
		a := h.enrol(t, pat)
		late := h.asked(t, pat.Email, goodPassword)
		h.Clock.Advance(proofChallengeTTL)
		h.answer(t, late, a.code(h)).Require(t, 400, "invalid_code")
		tired := h.asked(t, pat.Email, goodPassword)
		for range 5 {
			h.answer(t, tired, "000000").Require(t, 400, "invalid_code")
		}
		h.answer(t, tired, a.code(h)).Require(t, 400, "invalid_code")
		good := h.asked(t, pat.Email, goodPassword)
		other := "A"
		if strings.HasSuffix(good, other) {
			other = "B"
		}
		for _, forged := range []string{"x", good + "A", good[:len(good)-1] + other, strings.Repeat("A", 64)} {
			h.answer(t, forged, a.code(h)).Require(t, 400, "invalid_code")
		}
		for _, body := range []object{{"challenge": good}, {"challenge": good, "code": "1", "recoveryCode": "x"}, {"code": "000000"},
			{"challenge": good, "code": ""}} {
			h.post(t, "second-factor", body).Require(t, 422, "validation_failed")
		}
		admin.Do(t, "PATCH", "/v1/admin/users/"+pat.ID, object{"disabled": true}).Require(t, 200)
		h.answer(t, good, a.code(h)).Require(t, 400, "invalid_code")
	})
}

// answersAtOnce sends the bodies at once, over all processes, and counts the statuses.
func (h *harness) answersAtOnce(t *testing.T, bodies []object) map[int]int {
	t.Helper()
	processes := h.processes(t)
	return kit.StatusesAtOnce(t, len(bodies), func(i int) (kit.Answer, error) {
		return processes[i%len(processes)].API.Try("POST", "/v1/auth/second-factor", bodies[i])
	})
}

// repeat is n times the body.
func repeat(n int, body object) (bodies []object) {
	for range n {
		bodies = append(bodies, body)
	}
	return bodies
}

// One answer, one code of the app for many challenges, and one recovery code for many challenges
// make one session each, twenty times at once.
func TestOneProofMakesOneSession(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		a := h.enrol(t, pat)
		unlock := func() { // many answers of one account are wrong
			if err := h.DB.Exec("DELETE FROM identity_login_sources").Error; err != nil {
				t.Fatal(err)
			}
		}
		requireOne := func(what string, statuses map[int]int) {
			t.Helper()
			if statuses[200] != 1 || statuses[200]+statuses[400]+statuses[429]+statuses[503] != 20 {
				t.Errorf("%s: statuses %v", what, statuses)
			}
			unlock()
		}
		var byStep, byRecovery []object
		step := a.code(h)
		for range 20 {
			challenge := h.asked(t, pat.Email, goodPassword)
			byStep = append(byStep, object{"challenge": challenge, "code": step})
		}
		requireOne("one code", h.answersAtOnce(t, byStep))
		for range 20 {
			byRecovery = append(byRecovery, object{"challenge": h.asked(t, pat.Email, goodPassword), "recoveryCode": a.recovery[0]})
		}
		requireOne("one recovery code", h.answersAtOnce(t, byRecovery))
		h.Clock.Advance(time.Minute)
		one := object{"challenge": h.asked(t, pat.Email, goodPassword), "recoveryCode": a.recovery[1]}
		requireOne("one answer", h.answersAtOnce(t, repeat(20, one)))
	})
}

// Of a hundred wrong answers to a challenge at once five are compared.
func TestFiveAnswersAreCompared(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		h.enrol(t, pat)
		challenge := h.asked(t, pat.Email, goodPassword)
		statuses := h.answersAtOnce(t, repeat(100, object{"challenge": challenge, "code": "000000"}))
		if statuses[400]+statuses[503] != 100 {
			t.Errorf("statuses %v", statuses)
		}
		var compared int64
		if err := h.DB.Table("events").Where("name = 'identity.second_factor_rejected.v1'").Count(&compared).Error; err != nil || compared != 5 {
			t.Errorf("%d answers were compared, %v", compared, err)
		}
	})
}

// Ten wrong answers lock the account out, for a minute and then longer, whatever the network, also
// where limits are off. What was not compared does not count, and who does not know the password
// learns nothing.
func TestWrongAnswersLockOut(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		pat := h.admin(t, "pat@example.com")
		a := h.enrol(t, pat)
		fail := func(n int) (challenge string) {
			t.Helper()
			challenge = h.asked(t, pat.Email, goodPassword)
			for range n {
				h.answer(t, challenge, "000000").Require(t, 400, "invalid_code")
			}
			return challenge
		}
		fail(8) // five are compared
		fail(4)
		open := h.asked(t, pat.Email, goodPassword)
		fail(1)
		refused := h.from(newNetwork).login(t, pat.Email, goodPassword).Require(t, 429, "rate_limited")
		if after, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || after > 60 || after < 30 {
			t.Errorf("Retry-After %q", refused.Header.Get("Retry-After"))
		}
		h.answer(t, open, a.code(h)).Require(t, 429, "rate_limited")
		h.login(t, pat.Email, "not the password").Require(t, 401, "invalid_credentials")
		h.Clock.Advance(time.Minute)
		fail(1)
		h.login(t, pat.Email, goodPassword).Require(t, 429, "rate_limited")
		h.Clock.Advance(2 * time.Minute)
		h.session(t, h.answer(t, h.asked(t, pat.Email, goodPassword), a.code(h)))
		fail(5)
		h.asked(t, pat.Email, goodPassword) // the right answer reset the count
	})
}
