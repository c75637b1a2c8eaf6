package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"orderd/test/kit"
)

func TestMailQueue(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("queue")
		s.api.Do(t, "GET", "/v1/admin/mails", nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", "/v1/admin/mails", nil).Require(t, 403, "forbidden")
		s.admin.Do(t, "GET", "/v1/admin/mails?status=lost", nil).Require(t, 422, "validation_failed")
		// Its code may be read before it counts as sent.
		kit.Eventually(t, "the mail is listed", func() error {
			list := s.admin.Do(t, "GET", "/v1/admin/mails?status=sent&limit=100", nil).Require(t, 200)
			if !strings.Contains(string(list.Body), customer.Email) {
				return fmt.Errorf("not that to %s: %s", customer.Email, list.Body)
			}
			return nil
		})
	})
}

func TestEventLogAndAudit(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("audited")
		s.admin.With("X-Request-Id", "audit-"+customer.ID).Do(t, "PATCH", "/v1/admin/users/"+customer.ID, object{"disabled": true}).
			Require(t, 200)
		log := s.admin.Do(t, "GET", "/v1/admin/events?requestId=audit-"+customer.ID, nil).Require(t, 200)
		if !strings.Contains(string(log.Body), "identity.access_changed.v1") {
			t.Fatalf("event log: %s", log.Body)
		}
		me := s.admin.Do(t, "GET", "/v1/users/me", nil).Text("id")
		audit := s.admin.Do(t, "GET", "/v1/admin/audit?actor="+url.QueryEscape("user:"+me), nil).Require(t, 200)
		if !strings.Contains(string(audit.Body), "identity.access_changed.v1") {
			t.Fatalf("audit: %s", audit.Body)
		}
		if dead := s.admin.Do(t, "GET", "/v1/admin/events/dead", nil).Require(t, 200); dead.Number("meta.total") != 0 {
			t.Fatalf("dead deliveries: %s", dead.Body)
		}
		s.admin.Do(t, "POST", "/v1/admin/events/dead/"+customer.ID+"/retry", nil).Require(t, 404, "not_found")
		for _, path := range []string{"/v1/admin/events", "/v1/admin/audit", "/v1/admin/events/dead"} {
			s.api.Do(t, "GET", path, nil).Require(t, 401, "unauthenticated")
			s.customer("curious").Do(t, "GET", path, nil).Require(t, 403, "forbidden")
		}
	})
}

func TestIdempotency(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("twice")
		address := object{"fullName": "Ada", "line1": "Street 1", "city": "Berlin", "postalCode": "10117", "country": "DE"}
		caller := customer.With("Idempotency-Key", "k1")
		bodies := kit.AtOnce(20, func(int) string {
			a, err := kit.Patiently(func() (kit.Answer, error) { return caller.Try("POST", "/v1/users/me/addresses", address) })
			if err != nil {
				return err.Error()
			}
			switch a.Status {
			case 201:
				return string(a.Body)
			case 409:
				a.Require(t, 409, "idempotency_in_progress")
				return "in progress"
			}
			return fmt.Sprintf("status %d: %s", a.Status, a.Body)
		})
		delete(bodies, "in progress")
		if len(bodies) != 1 {
			t.Fatalf("answers: %v", bodies)
		}
		replay := caller.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 201)
		if replay.Header.Get("Idempotency-Replayed") != "true" || bodies[string(replay.Body)] == 0 {
			t.Errorf("not a replay: %v %s", replay.Header, replay.Body)
		}
		address["city"] = "Hamburg"
		caller.Do(t, "POST", "/v1/users/me/addresses", address).Require(t, 422, "idempotency_key_reused")
		var all []any
		customer.Do(t, "GET", "/v1/users/me/addresses", nil).Require(t, 200).Decode(t, &all)
		if len(all) != 1 {
			t.Errorf("%d addresses, want 1", len(all))
		}
	})
}

func TestExportAndErasure(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("erased")
		secrets := []string{customer.Email, "Zacharias Erasmus", "+49 89 7654321", "Vergissmeinnichtweg 7"}
		customer.Do(t, "PATCH", "/v1/users/me", object{"fullName": secrets[1], "phone": secrets[2]}).Require(t, 200)
		customer.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/users/me/addresses", object{
			"fullName": secrets[1], "line1": secrets[3], "city": "München", "postalCode": "80331", "country": "DE"}).Require(t, 201)
		body := application(customer.Email)
		body["contactFullName"], body["contactPhone"], body["businessAddress"] = secrets[1], secrets[2], secrets[3]
		s.api.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/wholesale/apply", body).Require(t, 201)
		found := s.admin.Do(t, "GET", "/v1/admin/wholesale/applications?q="+url.QueryEscape(customer.Email), nil).Require(t, 200)
		s.admin.With("Idempotency-Key", "kept").Do(t, "POST", "/v1/admin/wholesale/applications/"+found.Text("data.0.id")+"/approve", object{}).
			Require(t, 200)
		s.admin.With("Idempotency-Key", "kept").Do(t, "PATCH", "/v1/admin/users/"+customer.ID, object{"role": "customer"}).Require(t, 200)
		s.awaitMails(customer.Email, 3)

		export := customer.Do(t, "GET", "/v1/users/me/export", nil).Require(t, 200)
		for _, secret := range secrets {
			if !strings.Contains(string(export.Body), secret) {
				t.Errorf("the export lacks %q: %s", secret, export.Body)
			}
		}
		for _, module := range []string{"identity", "wholesale", "notifications", "mailer"} {
			if export.At(module) == nil {
				t.Errorf("the export lacks the module %s: %s", module, export.Body)
			}
		}

		customer.Do(t, "DELETE", "/v1/users/me", object{"password": "not the password"}).Require(t, 401, "invalid_credentials")
		customer.Do(t, "DELETE", "/v1/users/me", object{"password": password}).Require(t, 202)
		gone(t, customer.API)
		s.login(customer.Email, password).Require(t, 401, "invalid_credentials")
		kit.Eventually(t, "nothing is left in the database", func() error {
			dump := s.dump()
			for _, secret := range secrets {
				if at := strings.Index(strings.ToLower(dump), strings.ToLower(secret)); at >= 0 {
					return fmt.Errorf("%q is in %s", secret, dump[max(0, at-300):min(len(dump), at+200)])
				}
			}
			return nil
		})
		// The address is free again.
		s.session(s.api.Do(t, "POST", "/v1/auth/verify-email", object{"email": customer.Email, "code": s.register(customer.Email)}).
			Require(t, 200))
	})
}

func TestSurroundings(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		for _, path := range []string{"/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/docs", "/.well-known/jwks.json", "/dev/mail"} {
			answer := s.api.Do(t, "GET", path, nil).Require(t, 200)
			if answer.Header.Get("X-Content-Type-Options") != "nosniff" || answer.Header.Get("Content-Security-Policy") == "" ||
				answer.Header.Get("X-Request-Id") == "" || answer.Header.Get("Server") != "" {
				t.Errorf("%s: headers %v", path, answer.Header)
			}
		}
		s.api.Do(t, "GET", "/v1/nothing", nil).Require(t, 404, "not_found")
		s.api.Do(t, "GET", "/metrics", nil).Require(t, 404) // a page of the shop says so
		if wrong := s.api.Do(t, "DELETE", "/v1/auth/login", nil).Require(t, 405, "method_not_allowed"); wrong.Header.Get("Allow") != "POST" {
			t.Errorf("Allow: %q", wrong.Header.Get("Allow"))
		}
	})
}
