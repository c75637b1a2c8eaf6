package mailer

import (
	"strings"
	"sync"
	"testing"

	"orderd/modules/mailer/events"
	"orderd/platform/auth"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

const mails = "/v1/admin/mails"

func TestListRefusals(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", mails, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", mails, nil).Require(t, 403, "forbidden")
		for _, query := range []string{"?status=lost", "?page=0", "?limit=101", "?limit=x"} {
			s.admin.Do(t, "GET", mails+query, nil).Require(t, 422, "validation_failed")
		}
	})
}

func TestList(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		if empty := s.admin.Do(t, "GET", mails, nil).Require(t, 200); empty.Number("meta.total") != 0 || empty.At("data") == nil {
			t.Errorf("without mails: %s", empty.Body)
		}
		s.server.Script(mailserver.RefuseTo("unknown@example.com", 550))
		registered := registration("unknown@example.com")
		s.Publish(t, registered)
		s.awaitStatus(t, "unknown@example.com", emailFailed)
		s.register(t, maria)
		s.awaitStatus(t, maria, emailSent)

		all := s.admin.Do(t, "GET", mails, nil).Require(t, 200)
		for path, want := range map[string]any{
			"meta.total": 2.0, "data.0.to": maria, "data.0.status": "sent", "data.0.kind": "registration_code",
			"data.0.attempts": 1.0, "data.0.lastError": nil,
		} {
			if got := all.At(path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		if all.Text("data.0.sentAt") == "" {
			t.Errorf("all: %s", all.Body)
		}
		failed := s.admin.Do(t, "GET", mails+"?status=failed", nil).Require(t, 200)
		failed.RequireFields(t, kit.Fields{"meta.total": 1, "data.0.sentAt": nil})
		if !strings.Contains(failed.Text("data.0.lastError"), "550") {
			t.Errorf("failed: %s", failed.Body)
		}
		code := codeOf(registered.ChallengeID, onetimecode.Registration)
		if strings.Contains(string(failed.Body), code) || len(failed.At("data.0").(map[string]any)) != 8 {
			t.Errorf("failed: %s", failed.Body)
		}
		if beyond := s.admin.Do(t, "GET", mails+"?page=9", nil).Require(t, 200); len(beyond.At("data").([]any)) != 0 {
			t.Errorf("a page past the end: %s", beyond.Body)
		}
	})
}

func TestRetryRefusals(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.register(t, maria)
		known := s.awaitStatus(t, maria, emailSent).ID
		for _, path := range []string{known, id.New(), "no-id", strings.ToUpper(known)} {
			s.API.Do(t, "POST", mails+"/"+path+"/retry", nil).Require(t, 401, "unauthenticated")
			customer.Do(t, "POST", mails+"/"+path+"/retry", nil).Require(t, 403, "forbidden")
		}
		for _, path := range []string{id.New(), "no-id", "00000000"} {
			s.admin.Do(t, "POST", mails+"/"+path+"/retry", nil).Require(t, 404, "not_found")
		}
	})
}

// A failed email is sent again with its Message-ID and a code that works; a sent one too.
func TestRetry(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseAll(550))
		registered := registration(maria)
		s.Publish(t, registered)
		was := s.awaitStatus(t, maria, emailFailed)
		s.server.Script(nil)
		s.advance(10 * retryPeriod)
		s.admin, _ = s.As(t, auth.RoleAdmin) // the old token has expired

		log := eventbustest.Record(t, s.DB)
		again := s.admin.Do(t, "POST", mails+"/"+was.ID+"/retry", nil).Require(t, 200)
		again.RequireFields(t, kit.Fields{"id": was.ID, "status": string(emailQueued), "attempts": 0, "lastError": nil})
		got := s.awaitMessages(t, maria, 1)[0]
		if got.MessageID != was.MessageID || !strings.Contains(got.Text, codeOf(registered.ChallengeID, onetimecode.Registration)) {
			t.Errorf("%s, was %s\n%s", got.MessageID, was.MessageID, got.Text)
		}
		first := s.awaitStatus(t, maria, emailSent)
		retried := events.EmailRetried{EmailID: was.ID, Kind: was.Kind}
		sent := events.EmailSent{EmailID: was.ID, Kind: was.Kind, ChallengeID: registered.ChallengeID, SentAt: *first.SentAt}
		log.RequireExactly(t, retried, sent)

		s.advance(1)
		s.admin.Do(t, "POST", mails+"/"+was.ID+"/retry", nil).Require(t, 200)
		s.awaitMessages(t, maria, 2)
	})
}

// A retry makes an email due that waits for its next attempt; an attempt under way goes on.
func TestRetryOfQueued(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseAll(450))
		s.register(t, maria)
		e := s.await(t, maria, "waiting", func(e email) bool { return e.Attempts == 1 && e.Claim == nil })
		reached, release := make(chan struct{}), make(chan struct{})
		s.server.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
			if stage == mailserver.Data {
				close(reached)
				<-release
			}
			return mailserver.Reply{}
		})
		s.admin.Do(t, "POST", mails+"/"+e.ID+"/retry", nil).Require(t, 200)
		<-reached
		s.admin.Do(t, "POST", mails+"/"+e.ID+"/retry", nil).Require(t, 200)
		if got := s.await(t, maria, "being sent", func(e email) bool { return e.Claim != nil }); got.Attempts != 1 {
			t.Errorf("%+v", got)
		}
		close(release)
		s.awaitStatus(t, maria, emailSent)
		s.awaitMessages(t, maria, 1)
	})
}

// When many admins retry at once each retry succeeds and is published, and the email is sent no
// more often than they asked.
func TestRetryAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const admins = 10
		s.server.Script(mailserver.RefuseAll(550))
		s.register(t, maria)
		e := s.awaitStatus(t, maria, emailFailed)
		s.server.Script(nil)
		log := eventbustest.Record(t, s.DB)
		var all sync.WaitGroup
		for range admins {
			all.Go(func() {
				got, err := kit.Patiently(func() (kit.Answer, error) { return s.admin.Try("POST", mails+"/"+e.ID+"/retry", nil) })
				if err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
			})
		}
		all.Wait()
		s.awaitStatus(t, maria, emailSent)
		if got := len(eventbustest.Of[events.EmailRetried](log)); got != admins {
			t.Errorf("%d retries published", got)
		}
		if got := s.server.Count(maria); got < 1 || got > admins {
			t.Errorf("sent %d times", got)
		}
	})
}

// One Idempotency-Key is one retry, whatever happens to the email in between.
func TestRetryTwiceWithOneKey(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.register(t, maria)
		e := s.awaitStatus(t, maria, emailSent)
		admin := s.admin.With("Idempotency-Key", "again")
		first := admin.Do(t, "POST", mails+"/"+e.ID+"/retry", nil).Require(t, 200)
		s.awaitMessages(t, maria, 2)
		second := admin.Do(t, "POST", mails+"/"+e.ID+"/retry", nil).Require(t, 200)
		if string(first.Body) != string(second.Body) || second.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("first %s, then %s", first.Body, second.Body)
		}
		s.awaitCount(t, emailSent, 1)
		if got := s.server.Count(maria); got != 2 {
			t.Errorf("%d messages", got)
		}
	})
}

func TestRetryOfErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		registered := registration(maria)
		s.Publish(t, registered)
		e := s.awaitStatus(t, maria, emailSent)
		s.Publish(t, accountErased(registered.RegistrationID, maria, s.Clock.Now()))
		s.admin.Do(t, "POST", mails+"/"+e.ID+"/retry", nil).Require(t, 409, "invalid_transition")
		if got := s.admin.Do(t, "GET", mails, nil).Require(t, 200); got.Text("data.0.to") != "" ||
			got.Text("data.0.status") != string(emailSent) {
			t.Errorf("%s", got.Body)
		}
	})
}

// Every kind has a template in each language, and there are no others.
func TestKindsHaveTemplates(t *testing.T) {
	t.Parallel()
	kinds := events.MailKind("").Values()
	for _, k := range kinds {
		if templates["en/"+k] == nil {
			t.Errorf("%s has no text", k)
		}
	}
	if 2*len(kinds) != len(templates) {
		t.Errorf("there are %d kinds, and %d templates in two languages", len(kinds), len(templates))
	}
}

// Stored answers show the recipient, so that an erasure of the recipient deletes them.
func TestViewNamesItsDataSubject(t *testing.T) {
	t.Parallel()
	address := kit.AddressID(maria)
	var v httpapi.Personal = viewEmail(email{Recipient: maria, AddressID: &address})
	if v.DataSubject() != address {
		t.Error("another subject")
	}
}
