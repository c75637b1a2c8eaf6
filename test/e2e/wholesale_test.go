package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"orderd/test/kit"
)

func application(email string) object {
	return object{
		"businessName": "Analytical Engines Ltd", "businessAddress": "12 Dorset Street", "state": "London", "country": "United Kingdom",
		"registrationNumber": "UK-1833", "estimatedMonthlyOrderMin": 500, "estimatedMonthlyOrderMax": 2500.5,
		"contactFullName": "Charles Babbage", "contactPhone": "+44 20 1234567", "contactEmail": email,
	}
}

// apply submits an application and returns its tracking id and its id.
func (s *shop) apply(email string) (tracking, id string) {
	s.t.Helper()
	tracking = s.api.Do(s.t, "POST", "/v1/wholesale/apply", application(email)).Require(s.t, 201).Text("trackingId")
	found := s.admin.Do(s.t, "GET", "/v1/admin/wholesale/applications?q="+url.QueryEscape(tracking), nil).Require(s.t, 200)
	if found.Number("meta.total") != 1 {
		s.t.Fatalf("application %s: %s", tracking, found.Body)
	}
	return tracking, found.Text("data.0.id")
}

func TestWholesaleApprovalMakesAnAccount(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("babbage")
		submitted := s.api.Do(t, "POST", "/v1/wholesale/apply", application(email)).Require(t, 201)
		tracking := submitted.Text("trackingId")
		if !regexp.MustCompile(`^[A-Z]+-[0-9]+$`).MatchString(tracking) || submitted.Text("status") != "under_review" {
			t.Fatalf("application: %s", submitted.Body)
		}
		s.awaitMails(email, 1)

		public := "/v1/wholesale/applications/" + tracking + "?email="
		s.api.Do(t, "GET", public+url.QueryEscape(strings.ToUpper(email)), nil).Require(t, 200)
		s.api.Do(t, "GET", public+"other@example.com", nil).Require(t, 404, "not_found")

		found := s.admin.Do(t, "GET", "/v1/admin/wholesale/applications?status=under_review&q="+tracking, nil).Require(t, 200)
		path := "/v1/admin/wholesale/applications/" + found.Text("data.0.id")
		s.api.Do(t, "POST", path+"/approve", object{}).Require(t, 401)
		s.customer("nosy").Do(t, "POST", path+"/approve", object{}).Require(t, 403, "forbidden")

		s.admin.Do(t, "POST", path+"/request-info", object{"question": "Which machines do you build?"}).Require(t, 200)
		if told := s.awaitMails(email, 2)[0]; !strings.Contains(told.Text, "Which machines do you build?") {
			t.Errorf("the question is not in the mail: %s", told.Text)
		}
		if asked := s.api.Do(t, "GET", public+email, nil).Require(t, 200); asked.Text("question") == "" ||
			asked.Text("status") != "under_review" {
			t.Errorf("the applicant can't see the question: %s", asked.Body)
		}

		decided := kit.StatusesAtOnce(t, 10, func(int) (kit.Answer, error) {
			return s.admin.Try("POST", path+"/approve", object{"note": "welcome"})
		})
		if decided[200] != 1 || decided[409] != 9 {
			t.Fatalf("10 approvals at once: %v", decided)
		}
		s.admin.Do(t, "POST", path+"/reject", object{"reason": "too late"}).Require(t, 409, "already_decided")

		c := code(t, s.awaitMails(email, 3)[0])
		s.settled()
		s.advance(23 * time.Hour) // a code of an approval lives for 24 h
		buyer := s.session(s.api.Do(t, "POST", "/v1/auth/set-password", object{"email": email, "code": c, "password": password}).Require(t, 200))
		me := buyer.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		me.RequireFields(t, kit.Fields{"accountType": "wholesale", "businessName": "Analytical Engines Ltd"})
		if me.Text("emailVerifiedAt") == "" {
			t.Errorf("not verified: %s", me.Body)
		}
		s.login(email, password).Require(t, 200)
		kit.Eventually(t, "a notification of the decision", func() error {
			if list := buyer.Do(t, "GET", "/v1/notifications", nil); !strings.Contains(string(list.Body), tracking) {
				return fmt.Errorf("only %s", list.Body)
			}
			return nil
		})
	})
}

func TestWholesaleApprovalTurnsAnAccount(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("turned")
		_, id := s.apply(customer.Email)
		s.admin.Do(t, "POST", "/v1/admin/wholesale/applications/"+id+"/approve", nil).Require(t, 200)
		me := customer.Do(t, "GET", "/v1/users/me", nil).Require(t, 200)
		if me.Text("accountType") != "wholesale" {
			t.Fatalf("profile: %s", me.Body)
		}
		s.awaitMails(customer.Email, 3) // registration, received, approved
		s.login(customer.Email, password).Require(t, 200)
		s.api.Do(t, "POST", "/v1/auth/refresh", object{"refreshToken": customer.Refresh}).Require(t, 200)
	})
}

func TestWholesaleRejection(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		email := someone("rejected")
		tracking, id := s.apply(email)
		s.awaitMails(email, 1) // two mails on their way at once may change places
		path := "/v1/admin/wholesale/applications/" + id
		s.admin.Do(t, "POST", path+"/reject", object{}).Require(t, 422, "validation_failed")
		s.admin.Do(t, "POST", path+"/reject", object{"reason": "We don't ship engines."}).Require(t, 200)
		if told := s.awaitMails(email, 2)[0]; !strings.Contains(told.Text, "We don't ship engines.") {
			t.Errorf("the reason is not in the mail: %s", told.Text)
		}
		if status := s.api.Do(t, "GET", "/v1/wholesale/applications/"+tracking+"?email="+email, nil).
			Require(t, 200); status.Text("status") != "rejected" || status.Text("decidedAt") == "" {
			t.Errorf("status: %s", status.Body)
		}
	})
}

func TestWholesaleFaults(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		for field := range application("x@example.com") {
			for _, value := range []any{true, []int{1}, object{}, strings.Repeat("x", 300), ""} {
				if _, number := application("")[field].(string); !number && value == "" {
					continue
				}
				body := maps.Clone(application(someone("fault")))
				body[field] = value
				answer := s.api.Do(t, "POST", "/v1/wholesale/apply", body)
				if field == "registrationNumber" && value == "" && answer.Status == 201 {
					continue // optional: an empty one is none
				}
				answer.Require(t, 422, "validation_failed")
				if pointers := answer.Pointers(); len(pointers) != 1 || !strings.HasPrefix(pointers[0], "/"+field+" ") {
					t.Errorf("%s = %.20v: %v", field, value, pointers)
				}
			}
			body := maps.Clone(application(someone("fault")))
			delete(body, field)
			want := 422
			if field == "registrationNumber" {
				want = 201
			}
			s.api.Do(t, "POST", "/v1/wholesale/apply", body).Require(t, want)
		}
		body := application(someone("fault"))
		body["estimatedMonthlyOrderMin"], body["estimatedMonthlyOrderMax"] = 10, 5
		s.api.Do(t, "POST", "/v1/wholesale/apply", body).Require(t, 422, "validation_failed")
		s.api.Do(t, "POST", "/v1/wholesale/apply", "{").Require(t, 400, "malformed_json")
		s.api.Do(t, "POST", "/v1/wholesale/apply", `{"state":"a","state":"b"}`).Require(t, 400, "malformed_json")
		s.api.With("Content-Type", "text/plain").Do(t, "POST", "/v1/wholesale/apply", "{}").Require(t, 415, "unsupported_media_type")
		s.api.Do(t, "POST", "/v1/wholesale/apply", `{"state":"`+strings.Repeat("x", 300<<10)+`"}`).Require(t, 413, "body_too_large")
	})
}

func TestNotifications(t *testing.T) {
	each(t, func(t *testing.T, s *shop) {
		customer := s.customer("notified")
		list := customer.Do(t, "GET", "/v1/notifications", nil).Require(t, 200)
		list.RequireFields(t, kit.Fields{"unreadCount": 1, "data.0.kind": "welcome", "data.0.title": "Welcome"})
		events := s.stream(customer.API, customer.Access, "/v1/notifications/stream", http.Header{"Last-Event-ID": {"0"}})
		if e := next(t, events); e.ID != "1" || e.field(t, "kind") != "welcome" {
			t.Fatalf("first event: %+v", e)
		}
		_, id := s.apply(customer.Email)
		s.admin.Do(t, "POST", "/v1/admin/wholesale/applications/"+id+"/approve", object{}).Require(t, 200)
		if e := next(t, events); e.ID != "2" || e.field(t, "kind") != "wholesale_approved" {
			t.Fatalf("second event: %+v", e)
		}

		path := "/v1/notifications/" + list.Text("data.0.id") + "/read"
		s.customer("other").Do(t, "POST", path, nil).Require(t, 404, "not_found")
		if read := customer.Do(t, "POST", path, nil).Require(t, 200); read.Text("readAt") == "" {
			t.Errorf("not read: %s", read.Body)
		}
		if unread := customer.Do(t, "GET", "/v1/notifications?unread=true", nil).Require(t, 200); unread.Number("unreadCount") != 1 ||
			unread.Number("meta.total") != 1 {
			t.Errorf("unread: %s", unread.Body)
		}
		if none := customer.Do(t, "POST", "/v1/notifications/read-all", nil).Require(t, 200); string(none.Body) != `{"unreadCount":0}` {
			t.Errorf("read-all: %s", none.Body)
		}
		admins := s.admin.Do(t, "GET", "/v1/notifications", nil).Require(t, 200)
		if !strings.Contains(string(admins.Body), "wholesale_application") {
			t.Errorf("the admin was not told of the application: %s", admins.Body)
		}
	})
}
