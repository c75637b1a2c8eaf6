package e2e

import (
	"fmt"
	"testing"

	"orderd/test/kit"
)

// Strangers try to shut an owner out: with wrong passwords from one network and from many, and with
// invented codes. The owner still logs in, changes the password, and recovers it
// with a code.
func TestStrangersLockNoOwnerOut(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			s := open(t, dialect, "ORDERD_LIMITS_ENABLED=true", "ORDERD_HTTP_TRUSTED_PROXIES=127.0.0.1")
			from := func(network string) *kit.API { return s.api.With("X-Forwarded-For", network) }
			login := func(caller *kit.API, email, password string) kit.Answer {
				t.Helper()
				return caller.Do(t, "POST", "/v1/auth/login", object{"email": email, "password": password})
			}
			s.api = from("203.0.113.1") // the owner's
			owner := s.customer("owner")

			// Ten failures lock the stranger's network out.
			for range 10 {
				login(from("198.51.100.1"), owner.Email, "not the password").Require(t, 401, "invalid_credentials")
			}
			login(from("198.51.100.1"), owner.Email, password).Require(t, 429, "rate_limited")
			login(from("203.0.113.1"), owner.Email, password).Require(t, 200)
			login(from("203.0.113.2"), owner.Email, password).Require(t, 200)

			// Ninety more lock out all networks from which the owner has not logged in.
			for n := range 90 {
				login(from(fmt.Sprintf("192.0.2.%d", n/9)), owner.Email, "not the password").Require(t, 401, "invalid_credentials")
			}
			login(from("192.0.2.99"), owner.Email, password).Require(t, 429, "rate_limited")
			login(from("203.0.113.1"), owner.Email, password).Require(t, 200)
			owner.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": password, "newPassword": "a better phrase here"}).
				Require(t, 204)

			// Wrong codes that were sent before a code was requested do not count against it.
			for n := range 25 {
				made := object{"email": owner.Email, "code": fmt.Sprintf("%08d", n), "password": "the stranger's phrase"}
				from(fmt.Sprintf("192.0.2.%d", n)).Do(t, "POST", "/v1/auth/set-password", made).Require(t, 400, "invalid_code")
			}
			s.api.Do(t, "POST", "/v1/auth/forgot-password", object{"email": owner.Email}).Require(t, 202)
			// The code, "your password was changed", and this.
			mailed := code(t, s.awaitMails(owner.Email, 3)[0])
			set := object{"email": owner.Email, "code": mailed, "password": "the third phrase of mine"}
			from("203.0.113.3").Do(t, "POST", "/v1/auth/set-password", set).Require(t, 200)
			login(from("203.0.113.3"), owner.Email, "the third phrase of mine").Require(t, 200)
		})
	}
}
