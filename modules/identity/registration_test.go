package identity

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"orderd/modules/identity/events"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestRegistration(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		log := eventbustest.Record(t, h.DB)
		a := h.post(t, "register", object{"email": " Ada@Example.com ", "password": goodPassword, "fullName": " Ada Lovelace ",
			"phone": "+49 30 1", "locale": "de"}).Require(t, 202)
		registrationID := a.Text("registrationId")
		if a.Text("email") != "ada@example.com" || registrationID == "" {
			t.Fatalf("answer: %s", a.Body)
		}
		ends, resend := moment(t, a.Text("codeExpiresAt")), moment(t, a.Text("resendAvailableAt"))
		if ends.Sub(resend) != 14*time.Minute {
			t.Errorf("the code ends at %v and may be resent at %v", ends, resend)
		}
		c := h.challenge(t, "registration_id", registrationID)
		log.RequireExactly(t, events.RegistrationRequested{
			RegistrationID: registrationID, ChallengeID: c.ID, Locale: "de", RequestedAt: c.MadeAt, Email: "ada@example.com",
			FullName: "Ada Lovelace",
		})

		code := h.codeOf(t, "registration_id", registrationID)
		session := h.session(t, h.post(t, "verify-email", object{"email": "ADA@example.com", "code": code}))
		if session.ID != registrationID {
			t.Errorf("the user id %s is not the registration's %s", session.ID, registrationID)
		}
		verifiedProfile(t, session).RequireFields(t, kit.Fields{
			"fullName": "Ada Lovelace", "locale": "de", "phone": "+49 30 1", "role": "customer", "accountType": "retail", "businessName": nil,
		})
		if got := eventNames(log); got != "account_created email_verified logged_in registration_requested" {
			t.Errorf("events: %s", got)
		}
		for _, e := range log.Entries()[1:] {
			if e.Actor != "user:"+registrationID {
				t.Errorf("%s: actor %s", e.Name, e.Actor)
			}
		}
		if n := h.count(t, "identity_registrations") + h.count(t, "identity_code_challenges"); n != 0 {
			t.Errorf("%d rows are left of the registration", n)
		}
	})
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestRegistrationOfAKnownAddressLooksTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		owner := h.customer(t, "ada@example.com")
		ask := func(email string) (body string, writes string) {
			h.statements.take()
			a := h.post(t, "register", object{"email": email, "password": "another fine phrase", "fullName": "Mallory"}).Require(t, 202)
			return strings.NewReplacer(a.Text("registrationId"), "ID", a.Text("codeExpiresAt"), "T", a.Text("resendAvailableAt"), "T", email,
				"E").Replace(string(a.Body)), h.statements.take()
		}
		log := eventbustest.Record(t, h.DB)
		known, knownWork := ask("ada@example.com")
		log.RequireExactly(t, events.RegistrationRefused{UserID: owner.ID, Locale: "en", Email: "ada@example.com", FullName: "Ada Lovelace"})
		unknown, unknownWork := ask("bob@example.com")
		if known != unknown || knownWork != unknownWork {
			t.Errorf("answers and statements differ:\n%s\n%s\n%s\n%s", known, unknown, knownWork, unknownWork)
		}

		// The code of a registration with a known address is not accepted, even when it is guessed.
		var decoy registration
		if err := h.DB.Where("email = ?", "ada@example.com").Take(&decoy).Error; err != nil {
			t.Fatal(err)
		}
		code := h.codeOf(t, "registration_id", decoy.ID)
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": code}).Require(t, 400, "invalid_code")
		h.login(t, "ada@example.com", "another fine phrase").Require(t, 401, "invalid_credentials")
		h.login(t, "ada@example.com", goodPassword).Require(t, 200)
	})
}

func TestEachCodeVerifiesItsOwnRegistration(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		theirs := h.post(t, "register", object{"email": "victim@example.com", "password": "the attacker's phrase", "fullName": "Mallory"}).
			Require(t, 202).Text("registrationId")
		mine, myCode := h.register(t, "victim@example.com")
		theirCode := h.codeOf(t, "registration_id", theirs)
		session := h.session(t, h.post(t, "verify-email", object{"email": "victim@example.com", "code": myCode, "registrationId": mine}))
		if name := session.Do(t, "GET", "/v1/users/me", nil).Text("fullName"); name != "Ada Lovelace" {
			t.Errorf("the account is %q's", name)
		}
		h.login(t, "victim@example.com", "the attacker's phrase").Require(t, 401, "invalid_credentials")
		h.post(t, "verify-email", object{"email": "victim@example.com", "code": theirCode}).Require(t, 400, "invalid_code")
		if n := h.count(t, "identity_registrations"); n != 0 {
			t.Errorf("%d registrations are left", n)
		}
	})
}

// requestedAt is when the registration was made.
func (h *harness) requestedAt(t *testing.T, registrationID string) time.Time {
	t.Helper()
	var a registration
	if err := h.DB.Where("id = ?", registrationID).Take(&a).Error; err != nil {
		t.Fatal(err)
	}
	return a.CreatedAt
}

func TestRegistrationFollowsTheLanguageOfTheClient(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		log := eventbustest.Record(t, h.DB)
		for i, language := range []string{"fr, de;q=0.8, en;q=0.5", "fr"} {
			email := fmt.Sprintf("%d@example.com", i)
			h.API.With("Accept-Language", language).Do(t, "POST", "/v1/auth/register",
				object{"email": email, "password": goodPassword, "fullName": "Ada"}).Require(t, 202)
		}
		asked := eventbustest.Of[events.RegistrationRequested](log)
		if len(asked) != 2 || asked[0].Locale != "de" || asked[1].Locale != "en" {
			t.Errorf("%+v", asked)
		}
	})
}

func TestResend(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		registrationID, old := h.register(t, "ada@example.com")
		ask := object{"email": "ada@example.com", "registrationId": registrationID}
		early := h.post(t, "resend-code", ask).Require(t, 429, "rate_limited")
		if early.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		h.post(t, "resend-code", object{"email": "nobody@example.com", "registrationId": registrationID}).Require(t, 202)

		h.Clock.Advance(time.Minute)
		log := eventbustest.Record(t, h.DB)
		h.post(t, "resend-code", ask).Require(t, 202).RequireFields(t, kit.Fields{"registrationId": registrationID, "email": "ada@example.com"})
		c := h.challenge(t, "registration_id", registrationID)
		log.RequireExactly(t, events.RegistrationRequested{
			RegistrationID: registrationID, ChallengeID: c.ID, Locale: "en", Resent: true, RequestedAt: h.requestedAt(t, registrationID),
			Email: "ada@example.com", FullName: "Ada Lovelace",
		})
		fresh := h.codeOf(t, "registration_id", registrationID)
		if fresh != old {
			h.post(t, "verify-email", object{"email": "ada@example.com", "code": old}).Require(t, 400, "invalid_code")
		}
		h.post(t, "verify-email", object{"email": "ada@example.com", "code": fresh}).Require(t, 200)
	})
}

func TestResendAnswersAlike(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		owner := h.customer(t, "owner@example.com")
		one, _ := h.register(t, "one@example.com")
		h.register(t, "two@example.com")
		h.register(t, "two@example.com")

		for _, row := range []struct {
			email, registrationID string
			want                  string // the event
		}{
			{"owner@example.com", "", "registration_refused"},
			{"owner@example.com", one, "registration_refused"},
			{"one@example.com", "", "registration_requested"},
			{"one@example.com", one, "registration_requested"},
			// An expired registration: the live one may be another person's.
			{"one@example.com", id.New(), "registration_unclear"},
			{"two@example.com", "", "registration_unclear"},
			{"nobody@example.com", "", "registration_unclear"},
			{"nobody@example.com", one, "registration_unclear"}, // of another address
		} {
			body := object{"email": row.email}
			if row.registrationID != "" {
				body["registrationId"] = row.registrationID
			}
			log := eventbustest.Record(t, h.DB)
			a := h.post(t, "resend-code", body).Require(t, 202)
			if got := eventNames(log); got != row.want {
				t.Errorf("%v: %s, want %s", body, got, row.want)
			}
			named := a.Text("registrationId")
			if row.registrationID != "" && named != row.registrationID {
				t.Errorf("%v: answered %s", body, named)
			}
			if row.registrationID == "" && (named == one || named == owner.ID || !id.Valid(named)) {
				t.Errorf("%v: answered %s", body, named)
			}
		}
		log := eventbustest.Record(t, h.DB)
		h.post(t, "resend-code", object{"email": "two@example.com"}).Require(t, 202)
		log.RequireExactly(t, events.RegistrationUnclear{AddressID: kit.AddressID("two@example.com"), Locale: "en", Email: "two@example.com"})
	})
}

// A request with the placeholder id is handled like one without an id.
func TestThePlaceholderIDMeansNone(t *testing.T) {
	eachWith(t, Config{LimitsOff: true}, func(t *testing.T, h *harness) {
		h.register(t, "one@example.com")
		placeholder := h.post(t, "resend-code", object{"email": "one@example.com"}).Require(t, 202).Text("registrationId")
		log := eventbustest.Record(t, h.DB)
		h.post(t, "resend-code", object{"email": "one@example.com", "registrationId": placeholder}).Require(t, 202).
			RequireFields(t, kit.Fields{"registrationId": placeholder})
		if got := eventNames(log); got != "registration_requested" {
			t.Errorf("events: %s", got)
		}
	})
}
