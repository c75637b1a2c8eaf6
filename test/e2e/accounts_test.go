package e2e

import (
	"fmt"
	"testing"
	"time"

	"orderd/test/kit"
)

func TestRegistration(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("ada")
		registered := s.api.Do(t, "POST", "/v1/auth/register", object{"email": " " + email + " ", "password": password,
			"fullName": " Ada Lovelace ", "locale": "de"}).Require(t, 202)
		if registered.Text("email") != email || registered.Text("registrationId") == "" {
			t.Fatalf("unexpected answer: %s", registered.Body)
		}
		mail := s.awaitMails(email, 1)[0]
		c := code(t, mail)
		if len(c) != 6 {
			t.Fatalf("code %q has not 6 digits", c)
		}

		s.login(email, password).Require(t, 403, "email_not_verified")
		s.login(email, "something else entirely").Require(t, 401, "invalid_credentials")
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": wrong(c)}).Require(t, 400, "invalid_code")
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": someone("nobody"), "code": c}).Require(t, 400, "invalid_code")

		customer := s.session(s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": c}).Require(t, 200))
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": c}).Require(t, 400, "invalid_code")

		me := customer.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		me.RequireFields(t, kit.Fields{"fullName": "Ada Lovelace", "locale": "de", "role": "customer", "accountType": "retail", "phone": nil})
		if me.Text("emailVerifiedAt") == "" {
			t.Errorf("not verified: %s", me.Body)
		}
		s.session(s.login(email, password).Require(t, 200))

		// A second registration looks the same, and the owner gets a mail.
		again := s.api.Do(t, "POST", "/v1/auth/register", object{"email": email, "password": "another fine phrase", "fullName": "Mallory"}).
			Require(t, 202)
		if len(again.Body) != len(registered.Body) {
			t.Errorf("the answers for a known and an unknown email differ:\n%s\n%s", registered.Body, again.Body)
		}
		if told := s.awaitMails(email, 2)[0]; digits.MatchString(told.Text) {
			t.Errorf("the mail about an account that exists holds a code: %s", told.Text)
		}
		s.login(email, "another fine phrase").Require(t, 401, "invalid_credentials")
	})
}

func TestAnotherRegistersMyAddressFirst(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("victim")
		s.api.Do(t, "POST", "/v1/auth/register", object{"email": email, "password": "the attacker's phrase", "fullName": "Mallory"}).
			Require(t, 202)
		theirs := code(t, s.awaitMails(email, 1)[0])
		registered := s.api.Do(t, "POST", "/v1/auth/register", object{"email": email, "password": password, "fullName": "Victoria"}).
			Require(t, 202)
		mine := code(t, s.awaitMails(email, 2)[0])
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": mine, "registrationId": registered.Text("registrationId")}).
			Require(t, 200)
		s.login(email, "the attacker's phrase").Require(t, 401, "invalid_credentials")
		s.login(email, password).Require(t, 200)
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": theirs}).Require(t, 400, "invalid_code")
	})
}

func TestResend(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("resend")
		first := s.api.Do(t, "POST", "/v1/auth/register", object{"email": email, "password": password, "fullName": "Ada"}).Require(t, 202)
		old := code(t, s.awaitMails(email, 1)[0])
		s.api.Do(t, "POST", "/v1/auth/resend-code", object{"email": email, "registrationId": first.Text("registrationId")}).Require(t, 202)
		fresh := code(t, s.awaitMails(email, 2)[0])
		if old != fresh {
			s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": old}).Require(t, 400, "invalid_code")
		}
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": fresh}).Require(t, 200)

		// Two live attempts and no id: the mail says to register again.
		email = someone("unclear")
		s.register(email)
		s.register(email)
		s.api.Do(t, "POST", "/v1/auth/resend-code", object{"email": email}).Require(t, 202)
		if told := s.awaitMails(email, 3)[0]; digits.MatchString(told.Text) {
			t.Errorf("the mail holds a code: %s", told.Text)
		}
	})
}

func TestCodeExpiry(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("late")
		c := s.register(email)
		s.settled() // its time starts when the mail server took the mail
		s.advance(16 * time.Minute)
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": c}).Require(t, 400, "invalid_code")
	})
}

func TestCodeAttempts(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("guess")
		c := s.register(email)
		statuses := kit.StatusesAtOnce(t, 100, func(int) (kit.Answer, error) {
			return s.api.Try("POST", "/v1/auth/verify-email", object{"email": email, "code": wrong(c)})
		})
		if statuses[400] != 100 {
			t.Fatalf("a wrong code 100 times at once: %v", statuses)
		}
		s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": email, "code": c}).Require(t, 400, "invalid_code")
	})
}

func TestOneCodeOnce(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("once")
		c := s.register(email)
		statuses := kit.StatusesAtOnce(t, 32, func(int) (kit.Answer, error) {
			return s.api.Try("POST", "/v1/auth/verify-email", object{"email": email, "code": c})
		})
		if statuses[200] != 1 || statuses[400] != 31 {
			t.Fatalf("one code 32 times at once: %v", statuses)
		}
	})
}

func TestRefresh(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("refresh")
		successors := kit.AtOnce(20, func(int) string {
			renewed, err := kit.Patiently(func() (kit.Answer, error) {
				return s.api.Try("POST", "/v1/auth/refresh", object{"refreshToken": customer.Refresh})
			})
			if err != nil || renewed.Status != 200 {
				t.Errorf("%d %s %v", renewed.Status, renewed.Body, err)
			}
			return renewed.Text("refreshToken")
		})
		if len(successors) != 1 {
			t.Fatalf("20 uses at once of one refresh token gave %d successors", len(successors))
		}
		for successor := range successors {
			s.api.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": successor}).Require(t, 200)
			s.advance(11 * time.Second)
			s.api.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": successor}).Require(t, 401, "invalid_refresh_token")
		}
		s.api.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": "nonsense"}).Require(t, 401, "invalid_refresh_token")
		gone(t, customer.API)
	})
}

// gone waits until an access token is refused, which takes a second at most.
func gone(t *testing.T, caller *kit.API) {
	t.Helper()
	kit.Eventually(t, "the access token has ended", func() error {
		return status(caller.Do(t, "GET", "/v1/users/me", nil), 401)
	})
}

func TestSessions(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		one := s.customer("sessions")
		two := s.session(s.login(one.Email, password).Require(t, 200))
		three := s.session(s.login(one.Email, password).Require(t, 200))
		list := one.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200)
		if list.Number("meta.total") != 3 {
			t.Fatalf("sessions: %s", list.Body)
		}
		other := s.customer("sessions")
		id := currentSession(t, two)
		other.Do(t, "DELETE", "/v1/auth/sessions/"+id, nil).Require(t, 404, "not_found")
		one.Do(t, "DELETE", "/v1/auth/sessions/"+id, nil).Require(t, 204)
		gone(t, two.API)
		s.api.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": two.Refresh}).Require(t, 401, "invalid_refresh_token")
		three.Do(t, "POST", "/v1/auth/logout", nil).Require(t, 204)
		gone(t, three.API)
		one.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
	})
}

func currentSession(t *testing.T, caller session) string {
	t.Helper()
	var list struct {
		Data []struct {
			ID      string
			Current bool
		}
	}
	caller.Do(t, "GET", "/v1/auth/sessions", nil).Require(t, 200).Decode(t, &list)
	for _, one := range list.Data {
		if one.Current {
			return one.ID
		}
	}
	t.Fatal("no current session")
	return ""
}

func TestPasswords(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		one := s.customer("passwords")
		two := s.session(s.login(one.Email, password).Require(t, 200))

		one.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": "not the right one", "newPassword": "a better phrase here"}).
			Require(t, 401, "invalid_credentials")
		one.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": password, "newPassword": "password1"}).
			Require(t, 422, "validation_failed")
		one.Do(t, "POST", "/v1/auth/change-password", object{"currentPassword": password, "newPassword": "a better phrase here"}).Require(t, 204)
		one.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		gone(t, two.API)
		s.login(one.Email, password).Require(t, 401, "invalid_credentials")
		s.login(one.Email, "a better phrase here").Require(t, 200)
		s.awaitMails(one.Email, 2) // the code and "your password was changed"

		known := s.api.Do(t, "POST", "/v1/auth/forgot-password", object{"email": one.Email}).Require(t, 202)
		unknown := s.api.Do(t, "POST", "/v1/auth/forgot-password", object{"email": someone("unknown")}).Require(t, 202)
		if known.Text("challengeId") == "" || len(known.Body) != len(unknown.Body) {
			t.Errorf("forgot-password tells known from unknown: %s %s", known.Body, unknown.Body)
		}
		c := code(t, s.awaitMails(one.Email, 3)[0])
		if len(c) != 8 {
			t.Fatalf("code %q has not 8 digits", c)
		}
		fresh := s.session(s.api.Do(t, "POST", "/v1/auth/set-password",
			object{"email": one.Email, "code": c, "password": "the third phrase of mine"}).Require(t, 200))
		s.api.Do(t, "POST", "/v1/auth/set-password", object{"email": one.Email, "code": c, "password": "the fourth phrase of mine"}).
			Require(t, 400, "invalid_code")
		gone(t, one.API)
		fresh.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
	})
}

func TestProfileAndAddresses(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		one, other := s.customer("profile"), s.customer("profile")
		patched := one.Do(t, "PATCH", "/v1/users/me", object{"phone": "+49 30 1234567", "locale": "de"}).Require(t, 200)
		if patched.Text("phone") != "+49 30 1234567" || patched.Text("fullName") != "Ada Lovelace" {
			t.Fatalf("profile: %s", patched.Body)
		}
		if cleared := one.Do(t, "PATCH", "/v1/users/me", `{"phone":null}`).Require(t, 200); cleared.At("phone") != nil {
			t.Fatalf("null does not clear: %s", cleared.Body)
		}
		one.Do(t, "PATCH", "/v1/users/me", object{"fullName": nil}).Require(t, 422, "validation_failed")
		one.Do(t, "PATCH", "/v1/users/me", object{"role": "admin"}).Require(t, 422, "unexpected_field")

		if empty := one.Do(t, "GET", "/v1/users/me/addresses", nil).Require(t, 200); string(empty.Body) != "[]" {
			t.Fatalf("addresses of a new customer: %s", empty.Body)
		}
		address := object{"fullName": "Ada Lovelace", "line1": "Unter den Linden 1", "city": "Berlin", "postalCode": "10117", "country": "DE"}
		home := one.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 201)
		path := "/v1/users/me/addresses/" + home.Text("id")
		if home.Header.Get("Location") != path || home.At("isDefault") != true || home.At("line2") != nil {
			t.Fatalf("address: %v %s", home.Header, home.Body)
		}
		address["isDefault"] = true
		work := one.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 201)
		if one.Do(t, "GET", path, nil).Require(t, 200).At("isDefault") != false {
			t.Error("two addresses are the default one")
		}
		other.Do(t, "GET", path, nil).Require(t, 404, "not_found")
		other.Do(t, "DELETE", path, nil).Require(t, 404, "not_found")
		one.Do(t, "DELETE", "/v1/users/me/addresses/"+work.Text("id"), nil).Require(t, 204)
		if one.Do(t, "GET", path, nil).Require(t, 200).At("isDefault") != true {
			t.Error("no address is the default one")
		}
		address["country"] = "XX"
		delete(address, "city")
		bad := one.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 422, "validation_failed")
		if len(bad.Pointers()) != 2 {
			t.Errorf("not every fault at once: %v", bad.Pointers())
		}
	})
}

func TestAdminUsers(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		one := s.customer("managed")
		path := "/v1/admin/users/" + one.ID
		s.api.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
		one.Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		found := s.admin.Do(t, "GET", "/v1/admin/users?q="+one.Email, nil).Require(t, 200)
		if found.Number("meta.total") != 1 || found.Text("data.0.id") != one.ID {
			t.Fatalf("found: %s", found.Body)
		}
		s.admin.Do(t, "PATCH", path, object{"role": "admin"}).Require(t, 200)
		gone(t, one.API)
		promoted := s.session(s.api.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": one.Refresh}).Require(t, 200))
		promoted.Do(t, "GET", path, nil).Require(t, 200)
		s.admin.Do(t, "PATCH", path, object{"role": "customer"}).Require(t, 200)
		kit.Eventually(t, "a demoted admin gets 403", func() error {
			return status(promoted.Do(t, "GET", path, nil), 403)
		})
		s.admin.Do(t, "PATCH", path, object{"disabled": true}).Require(t, 200)
		gone(t, promoted.API)
		s.login(one.Email, password).Require(t, 401, "invalid_credentials")
		s.admin.Do(t, "PATCH", path, object{"disabled": false}).Require(t, 200)
		s.login(one.Email, password).Require(t, 200)

		me := s.admin.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		s.admin.Do(t, "PATCH", "/v1/admin/users/"+me.Text("id"), object{"role": "customer"}).Require(t, 409, "last_admin")
		s.admin.Do(t, "PATCH", "/v1/admin/users/"+me.Text("id"), object{"disabled": true}).Require(t, 409, "last_admin")
	})
}

func status(a kit.Answer, want int) error {
	if a.Status != want {
		return fmt.Errorf("status %d, want %d: %s", a.Status, want, a.Body)
	}
	return nil
}
