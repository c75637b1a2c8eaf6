package e2e

import (
	"fmt"
	"testing"
	"time"
)

// Requests from many networks fill no mailbox, and keep no owner out: beyond three mails the answer
// is the same, and the newest mail has the code, also when its own time is over.
func TestCodeMailsAreLimitedByEmail(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		owner := s.customer("owner")
		s.awaitMails(owner.Email, 1)
		ask := func(n int) string {
			return s.from(fmt.Sprint("198.51.100.", n)).api.Do(t, "POST", "/v1/auth/forgot-password", object{"email": owner.Email}).Require(t, 202).
				Text("challengeId")
		}
		var mailed string
		for n := range 6 {
			ask(n + 1)
			mailed = code(t, s.awaitMails(owner.Email, 1+min(n+1, 3))[0])
		}
		s.settled()
		s.advance(20 * time.Minute)
		named := ask(100)
		s.settled()
		if n := len(s.mails(owner.Email)); n != 4 {
			t.Errorf("%d mails", n)
		}
		set := object{"email": owner.Email, "code": mailed, "password": "a better phrase here", "challengeId": named}
		s.from(fmt.Sprint("198.51.100.", 100)).api.Do(t, "POST", "/v1/auth/set-password", set).Require(t, 200)
		s.from(fmt.Sprint("198.51.100.", 101)).api.Do(t, "POST", "/v1/auth/set-password", set).Require(t, 400, "invalid_code")
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1")
}

// Registrations of an address by others do not keep its owner from registering.
func TestRegistrationsOfOthersKeepNoOwnerOut(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("owner")
		register := func(n int) string {
			a := s.from(fmt.Sprint("198.51.100.", n)).api.Do(t, "POST", "/v1/auth/register", object{
				"email": email, "password": password, "fullName": "Ada",
			})
			return a.Require(t, 202).Text("registrationId")
		}
		var mailed string
		for n := range 5 {
			register(n + 1)
			mailed = code(t, s.awaitMails(email, min(n+1, 3))[0])
		}
		mine := register(100)
		verify := object{"email": email, "code": mailed, "registrationId": mine}
		if got := s.from(fmt.Sprint("198.51.100.", 100)).api.Do(t, "POST", "/v1/auth/verify-email", verify).
			Require(t, 200); got.Text("user.id") != mine {
			t.Errorf("%s", got.Body)
		}
	}, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1")
}
