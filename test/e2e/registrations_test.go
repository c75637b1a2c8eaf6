package e2e

import (
	"slices"
	"strings"
	"testing"
)

// Another person registers the owner's address after the owner did, with another password.
// The newest code in the mailbox belongs to that registration: without the id of a registration no
// code is right any more, and with the owner's id only the owner's code is, so that the other's
// password never opens the account.
func TestAnotherRegistersMyAddressAfterMe(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		const theirPassword = "the attacker's phrase"
		email := someone("owner")
		register := func(password, name string) (registrationID, mailed string) {
			t.Helper()
			before := len(s.mails(email))
			a := s.api.Do(t, "POST", "/v1/auth/register", object{"email": email, "password": password, "fullName": name}).Require(t, 202)
			mail := s.awaitMails(email, before+1)[0]
			if strings.Contains(mail.Text, name) || strings.Contains(mail.Subject, name) {
				t.Errorf("the mail holds a name that anybody may have written: %s", mail.Text)
			}
			if !strings.Contains(mail.Text, " UTC") {
				t.Errorf("the mail does not say when the registration was made: %s", mail.Text)
			}
			return a.Text("registrationId"), code(t, mail)
		}
		mine, myCode := register(password, "Ada Lovelace")
		theirs, theirCode := register(theirPassword, "Mallory")
		verify := func(body object) (status int) {
			t.Helper()
			body["email"] = email
			return s.api.Do(t, "POST", "/v1/auth/verify-email", body).Status
		}

		if status := verify(object{"code": theirCode}); status != 400 {
			t.Fatalf("the newest code without an id: %d", status)
		}
		if mail := s.awaitMails(email, 3)[0]; digits.MatchString(mail.Text) || !strings.Contains(mail.Subject, "register again") {
			t.Errorf("the mail does not say to register again: %s\n%s", mail.Subject, mail.Text)
		}
		if status := verify(object{"code": theirCode, "registrationId": mine}); status != 400 {
			t.Fatalf("the other's code with the owner's id: %d", status)
		}
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": myCode, "registrationId": mine}).Require(t, 200)
		s.login(email, theirPassword).Require(t, 401, "invalid_credentials")
		s.login(email, password).Require(t, 200)
		for _, body := range []object{{"code": theirCode}, {"code": theirCode, "registrationId": theirs}} {
			if status := verify(body); status != 400 {
				t.Errorf("the other's code after all: %d", status)
			}
		}
		s.awaitMails(email, 3)
	})
}

// What a request for a code announces has the same consumers for an address with an account and for
// one without: the request takes as long.
func TestAddressesHaveEqualConsumers(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		consumers := func(event string) (names []string) {
			t.Helper()
			err := s.database().Table("event_subscriptions").Where("event_name = ?", "identity."+event+".v1").Order("consumer").
				Pluck("consumer", &names).Error
			if err != nil {
				t.Fatal(err)
			}
			return names
		}
		for known, unknown := range map[string]string{
			"password_code_requested": "password_code_refused",
			"registration_refused":    "registration_requested",
			"registration_unclear":    "registration_requested",
		} {
			if a, b := consumers(known), consumers(unknown); len(a) == 0 || !slices.Equal(a, b) {
				t.Errorf("%s is handled by %q, %s by %q", known, a, unknown, b)
			}
		}
	})
}
