package identity

import (
	"fmt"
	"testing"
	"time"

	"orderd/modules/identity/events"
	mailer "orderd/modules/mailer/events"
	"orderd/platform/database"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

// sent publishes that the mail server took the mail with the challenge's code.
func (h *harness) sent(t *testing.T, c challenge) {
	t.Helper()
	h.Publish(t, mailer.EmailSent{EmailID: id.New(), Kind: "code", ChallengeID: c.ID, SentAt: h.Clock.Now()})
}

func TestAllRejectionsLookTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "owner@example.com")
		h.post(t, "forgot-password", object{"email": owner.Email}).Require(t, 202)
		password := h.codeOf(t, "user_id", owner.ID)
		_, code := h.register(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		var first string
		for _, body := range []object{
			{"email": "ada@example.com", "code": wrong(code)},
			{"email": "ada@example.com", "code": code, "registrationId": id.New()},
			{"email": "nobody@example.com", "code": code},
			{"email": owner.Email, "code": password[:6]},
		} {
			a := h.API.With("X-Request-Id", "same").Do(t, "POST", "/v1/auth/verify-email", body).Require(t, 400, "invalid_code")
			if first == "" {
				first = string(a.Body)
			}
			if string(a.Body) != first {
				t.Errorf("%v: %s, want %s", body, a.Body, first)
			}
		}
		log.RequireExactly(t, rejected("ada@example.com"), rejected("ada@example.com"), rejected("nobody@example.com"), rejected(owner.Email))
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": code}).Require(t, 200)
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": code}).Require(t, 400, "invalid_code")
	})
}

func rejected(email string) events.CodeRejected {
	return events.CodeRejected{AddressID: kit.AddressID(email), Purpose: "registration"}
}

func TestACodeHasFiveAttempts(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		processes := h.processes(t)
		registrationID, code := h.register(t, "ada@example.com")
		statuses := kit.AtOnce(100, func(i int) int {
			return processes[i%len(processes)].post(t, "verify-email", object{"email": "ada@example.com", "code": wrong(code)}).Status
		})
		if statuses[400] != 100 {
			t.Errorf("statuses: %v", statuses)
		}
		if c := h.challenge(t, "registration_id", registrationID); c.UnnamedAttempts != 5 || c.Attempts != 0 {
			t.Errorf("%d attempts were counted, and %d of who knows the registration", c.UnnamedAttempts, c.Attempts)
		}
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": code}).Require(t, 400, "invalid_code")
		statuses = kit.AtOnce(100, func(i int) int {
			return processes[i%len(processes)].post(t, "verify-email",
				object{"email": "ada@example.com", "code": wrong(code), "registrationId": registrationID}).Status
		})
		if c := h.challenge(t, "registration_id", registrationID); statuses[400] != 100 || c.Attempts != 5 {
			t.Errorf("%v, %d attempts were counted", statuses, c.Attempts)
		}
	})
}

func TestTheFifthAttemptMayBeRight(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		_, code := h.register(t, "ada@example.com")
		for range 4 {
			h.post(t, "verify-email", object{"email": "ada@example.com", "code": wrong(code)}).Require(t, 400, "invalid_code")
		}
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": code}).Require(t, 200)
	})
}

func TestAWrongCodeCountsAgainstTheNamedRegistration(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		one, code := h.register(t, "ada@example.com")
		two, _ := h.register(t, "ada@example.com")
		other, _ := h.register(t, "bob@example.com")
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": wrong(code), "registrationId": one}).Require(t, 400)
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": wrong(code), "registrationId": other}).Require(t, 400)
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": wrong(code)}).Require(t, 400)
		for registrationID, want := range map[string][2]int{one: {1, 0}, two: {0, 1}, other: {0, 0}} {
			if c := h.challenge(t, "registration_id", registrationID); [2]int{c.Attempts, c.UnnamedAttempts} != want {
				t.Errorf("%d and %d attempts were counted, want %v", c.Attempts, c.UnnamedAttempts, want)
			}
		}
	})
}

func TestANetworkHasTwentyAttemptsADay(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		// So that the day does not end during the test.
		h.Clock.Advance(untilTomorrow(h.Clock.Now()))
		var registrationID, code string
		for range 4 {
			registrationID, code = h.register(t, "ada@example.com")
			for range 5 {
				h.post(t, "verify-email", object{"email": "ada@example.com", "code": wrong(code), "registrationId": registrationID}).Require(t, 400)
			}
		}
		registrationID, code = h.register(t, "ada@example.com")
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": code, "registrationId": registrationID}).
			Require(t, 400, "invalid_code")

		h.Clock.Advance(24 * time.Hour)
		h.post(t, "resend-code", object{"email": "ada@example.com", "registrationId": registrationID}).Require(t, 202)
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": h.codeOf(t, "registration_id", registrationID),
			"registrationId": registrationID}).Require(t, 200)
	})
}

func untilTomorrow(now time.Time) time.Duration {
	return now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
}

func TestOneCodeLogsInOnce(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		processes := h.processes(t)
		_, code := h.register(t, "ada@example.com")
		log := eventbustest.Record(t, h.DB)
		statuses := kit.AtOnce(32, func(i int) int {
			return processes[i%len(processes)].post(t, "verify-email", object{"email": "ada@example.com", "code": code}).Status
		})
		if statuses[200] != 1 || statuses[400] != 31 {
			t.Fatalf("one code 32 times at once: %v", statuses)
		}
		if n := h.count(t, "identity_sessions"); n != 1 {
			t.Errorf("%d sessions", n)
		}
		if n := len(eventbustest.Of[events.CodeRejected](log)); n != 31 {
			t.Errorf("%d rejections are in the log", n)
		}
	})
}

func TestACodeLivesFromItsMail(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		verify := func(email, code string, status int) {
			t.Helper()
			h.post(t, "verify-email", object{"email": email, "code": code}).Require(t, status)
		}
		// The code of a mail that waits for two days is good; unsent, it ends 15 minutes later.
		_, waiting := h.register(t, "waiting@example.com")
		_, tooLate := h.register(t, "late@example.com")
		h.Clock.Advance(48*time.Hour + 14*time.Minute)
		verify("waiting@example.com", waiting, 200)
		h.Clock.Advance(2 * time.Minute)
		verify("late@example.com", tooLate, 400)

		// Once sent, it lives for 15 minutes.
		registrationID, code := h.register(t, "sent@example.com")
		h.Clock.Advance(time.Hour)
		h.sent(t, h.challenge(t, "registration_id", registrationID))
		h.Clock.Advance(16 * time.Minute)
		verify("sent@example.com", code, 400)

		// Sent again, 15 more.
		h.sent(t, h.challenge(t, "registration_id", registrationID))
		h.Clock.Advance(14 * time.Minute)
		verify("sent@example.com", code, 200)

		// So does that of a mail that failed for good and is sent again days later.
		registrationID, code = h.register(t, "failed@example.com")
		h.Clock.Advance(3 * 24 * time.Hour)
		verify("failed@example.com", code, 400)
		h.sent(t, h.challenge(t, "registration_id", registrationID))
		verify("failed@example.com", code, 200)
		h.sent(t, challenge{ID: id.New()}) // of a challenge that is gone
		h.sent(t, challenge{})             // of a mail without a code
	})
}

func TestAnApprovedAccountIsVerifiedByARegistration(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.approve(t, "babbage@example.com")
		_, code := h.register(t, "babbage@example.com")
		log := eventbustest.Record(t, h.DB)
		session := h.session(t, h.post(t, "verify-email", object{"email": "babbage@example.com", "code": code}))
		verifiedProfile(t, session).RequireFields(t, kit.Fields{"accountType": "wholesale", "fullName": "Charles Babbage"})
		if got := eventNames(log); got != "email_verified logged_in password_changed" {
			t.Errorf("events: %s", got)
		}
		h.login(t, "babbage@example.com", goodPassword).Require(t, 200)
		if n := h.count(t, "identity_users"); n != 1 {
			t.Errorf("%d accounts", n)
		}
	})
}

func TestADisabledAccountIsNotActivated(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.approve(t, "babbage@example.com")
		_, code := h.register(t, "babbage@example.com")
		if err := h.DB.Model(&user{}).Where("email = ?", "babbage@example.com").Update("disabled_at", h.Clock.Now()).Error; err != nil {
			t.Fatal(err)
		}
		h.post(t, "verify-email", object{"email": "babbage@example.com", "code": code}).Require(t, 400, "invalid_code")
	})
}

func TestNoSecretIsStored(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		_, code := h.register(t, "ada@example.com")
		owner := h.session(t, h.post(t, "verify-email", object{"email": "ada@example.com", "code": code}))
		h.post(t, "forgot-password", object{"email": owner.Email}).Require(t, 202)
		second := h.codeOf(t, "user_id", owner.ID)
		set := h.session(t, h.post(t, "set-password", object{"email": owner.Email, "code": second,
			"password": "the second goodPassword of mine"}))
		for what, value := range map[string]string{"code": code, "password code": second, "password": goodPassword, "refresh token": set.Refresh,
			"access token": set.Access} {
			for _, found := range h.find(t, value) {
				t.Errorf("the %s is stored in %s", what, found)
			}
		}
	})
}

// find returns the columns, of all tables, in which text occurs as a word.
func (h *harness) find(t *testing.T, text string) (found []string) {
	t.Helper()
	list := `SELECT name FROM sqlite_master WHERE type = 'table'`
	if database.Dialect(h.DB) == database.Postgres {
		list = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
	}
	var tables []string
	if err := h.DB.Raw(list).Scan(&tables).Error; err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		var rows []map[string]any
		if err := h.DB.Table(table).Find(&rows).Error; err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for column, value := range row {
				if raw, ok := value.([]byte); ok {
					value = string(raw)
				}
				if containsWord(fmt.Sprint(value), text) {
					found = append(found, fmt.Sprintf("%s.%s: %v", table, column, value))
				}
			}
		}
	}
	return found
}
