package mailer

import (
	"reflect"
	"strings"
	"sync"
	"testing"

	identity "orderd/modules/identity/events"
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

func TestList(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.API.Do(t, "GET", mails, nil).Require(t, 401, "unauthenticated")
		customer.Do(t, "GET", mails, nil).Require(t, 403, "forbidden")
		for _, bad := range []string{"?status=lost", "?page=0", "?limit=101", "?limit=x"} {
			s.admin.Do(t, "GET", mails+bad, nil).Require(t, 422, "validation_failed")
		}
		if empty := s.admin.Do(t, "GET", mails, nil).Require(t, 200); empty.Number("meta.total") != 0 || empty.At("data") == nil {
			t.Errorf("without mails: %s", empty.Body)
		}

		s.mail.Script(mailserver.RefuseTo("nobody@example.com", 550))
		e := registration("nobody@example.com")
		s.Publish(t, e)
		s.awaitStatus(t, "nobody@example.com", failed)
		s.Publish(t, registration("maria@example.com"))
		s.awaitStatus(t, "maria@example.com", sent)

		all := s.admin.Do(t, "GET", mails, nil).Require(t, 200)
		if all.Number("meta.total") != 2 || all.Text("data.0.to") != "maria@example.com" || all.Text("data.0.status") != sent ||
			all.Number("data.0.attempts") != 1 || all.At("data.0.lastError") != nil || all.Text("data.0.sentAt") == "" || all.Text("data.0.kind") != "registration_code" {
			t.Errorf("all: %s", all.Body)
		}
		bad := s.admin.Do(t, "GET", mails+"?status=failed", nil).Require(t, 200)
		if bad.Number("meta.total") != 1 || !strings.Contains(bad.Text("data.0.lastError"), "550") || bad.At("data.0.sentAt") != nil {
			t.Errorf("failed: %s", bad.Body)
		}
		if strings.Contains(string(bad.Body), codeOf(e.ChallengeID, onetimecode.Registration)) || len(bad.At("data.0").(map[string]any)) != 8 {
			t.Errorf("failed: %s", bad.Body)
		}
		if beyond := s.admin.Do(t, "GET", mails+"?page=9", nil).Require(t, 200); len(beyond.At("data").([]any)) != 0 {
			t.Errorf("a page past the end: %s", beyond.Body)
		}
	})
}

func TestRetryRefusals(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		customer, _ := s.As(t, auth.RoleCustomer)
		s.Publish(t, registration("maria@example.com"))
		known := s.awaitStatus(t, "maria@example.com", sent).ID
		for _, path := range []string{known, id.New(), "no-id", strings.ToUpper(known)} {
			s.API.Do(t, "POST", mails+"/"+path+"/retry", nil).Require(t, 401, "unauthenticated")
			customer.Do(t, "POST", mails+"/"+path+"/retry", nil).Require(t, 403, "forbidden")
		}
		for _, path := range []string{id.New(), "no-id", "00000000"} {
			s.admin.Do(t, "POST", mails+"/"+path+"/retry", nil).Require(t, 404, "not_found")
		}
	})
}

// A failed mail goes out again with its Message-ID and a code that works; a sent one too.
func TestRetry(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const email = "maria@example.com"
		s.mail.Script(mailserver.RefuseAll(550))
		e := registration(email)
		s.Publish(t, e)
		was := s.awaitStatus(t, email, failed)
		s.mail.Script(nil)
		s.advance(10 * persistence)
		s.admin, _ = s.As(t, auth.RoleAdmin) // the old token has expired

		log := eventbustest.Record(t, s.DB)
		again := s.admin.Do(t, "POST", mails+"/"+was.ID+"/retry", nil).Require(t, 200)
		if again.Text("id") != was.ID || again.Text("status") != queued || again.Number("attempts") != 0 || again.At("lastError") != nil {
			t.Errorf("the answer is %s", again.Body)
		}
		got := s.arrived(t, email, 1)[0]
		if got.MessageID != was.MessageID || !strings.Contains(got.Text, codeOf(e.ChallengeID, onetimecode.Registration)) {
			t.Errorf("%s, was %s\n%s", got.MessageID, was.MessageID, got.Text)
		}
		first := s.awaitStatus(t, email, sent)
		retried := events.LetterRetried{LetterID: was.ID, Kind: was.Kind}
		log.RequireExactly(t, retried, events.LetterSent{LetterID: was.ID, Kind: was.Kind, ChallengeID: e.ChallengeID, SentAt: *first.SentAt})

		s.advance(1)
		s.admin.Do(t, "POST", mails+"/"+was.ID+"/retry", nil).Require(t, 200)
		s.arrived(t, email, 2)
	})
}

// A retry makes a mail that waits for its next attempt due; one that is being sent is left alone.
func TestRetryOfQueued(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const email = "maria@example.com"
		s.mail.Script(mailserver.RefuseAll(450))
		s.Publish(t, registration(email))
		l := s.await(t, email, "waiting", func(l letter) bool { return l.Attempts == 1 && l.Claim == nil })
		reached, release := make(chan struct{}), make(chan struct{})
		s.mail.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
			if stage == mailserver.Data {
				close(reached)
				<-release
			}
			return mailserver.Reply{}
		})
		s.admin.Do(t, "POST", mails+"/"+l.ID+"/retry", nil).Require(t, 200)
		<-reached
		s.admin.Do(t, "POST", mails+"/"+l.ID+"/retry", nil).Require(t, 200)
		if got := s.await(t, email, "being sent", func(l letter) bool { return l.Claim != nil }); got.Attempts != 1 {
			t.Errorf("%+v", got)
		}
		close(release)
		s.awaitStatus(t, email, sent)
		s.arrived(t, email, 1)
	})
}

// Many admins at once: each retry is answered and on the record, and the mail is not sent more often than it was asked for.
func TestRetryAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const email, admins = "maria@example.com", 10
		s.mail.Script(mailserver.RefuseAll(550))
		s.Publish(t, registration(email))
		l := s.awaitStatus(t, email, failed)
		s.mail.Script(nil)
		log := eventbustest.Record(t, s.DB)
		var all sync.WaitGroup
		for range admins {
			all.Go(func() {
				if got, err := s.admin.Try("POST", mails+"/"+l.ID+"/retry", nil); err != nil || got.Status != 200 {
					t.Errorf("%d %s %v", got.Status, got.Body, err)
				}
			})
		}
		all.Wait()
		s.awaitStatus(t, email, sent)
		if got := len(eventbustest.Of[events.LetterRetried](log)); got != admins {
			t.Errorf("%d retries on the record", got)
		}
		if got := s.mail.Count(email); got < 1 || got > admins {
			t.Errorf("sent %d times", got)
		}
	})
}

// One key is one retry, whatever comes of the mail in between.
func TestRetryTwiceWithOneKey(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const email = "maria@example.com"
		s.Publish(t, registration(email))
		l := s.awaitStatus(t, email, sent)
		admin := s.admin.With("Idempotency-Key", "again")
		first := admin.Do(t, "POST", mails+"/"+l.ID+"/retry", nil).Require(t, 200)
		s.arrived(t, email, 2)
		second := admin.Do(t, "POST", mails+"/"+l.ID+"/retry", nil).Require(t, 200)
		if string(first.Body) != string(second.Body) || second.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("first %s, then %s", first.Body, second.Body)
		}
		kit.Eventually(t, "recorded", func() error { return want(rows(t, s.DB, "status = ?", sent), 1) })
		if got := s.mail.Count(email); got != 2 {
			t.Errorf("%d letters", got)
		}
	})
}

func TestRetryOfErased(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := registration("maria@example.com")
		s.Publish(t, e)
		l := s.awaitStatus(t, "maria@example.com", sent)
		s.Publish(t, identity.AccountErased{UserID: e.RegistrationID, AddressID: kit.AddressID(e.Email), ErasedAt: s.Clock.Now()})
		s.admin.Do(t, "POST", mails+"/"+l.ID+"/retry", nil).Require(t, 409, "invalid_transition")
		if got := s.admin.Do(t, "GET", mails, nil).Require(t, 200); got.Text("data.0.to") != "" || got.Text("data.0.status") != sent {
			t.Errorf("%s", got.Body)
		}
	})
}

// The document lists every kind.
func TestKindsAreDocumented(t *testing.T) {
	t.Parallel()
	kind, _ := reflect.TypeFor[view]().FieldByName("Kind")
	documented := strings.Split(kind.Tag.Get("enum"), ",")
	for _, k := range documented {
		if texts["en/"+k] == nil {
			t.Errorf("%s is in the document and has no text", k)
		}
	}
	if 2*len(documented) != len(texts) {
		t.Errorf("%d kinds are in the document, there are %d texts in two languages", len(documented), len(texts))
	}
}

// Stored answers show the recipient, so that erasing the recipient erases them.
func TestViewNamesItsSubject(t *testing.T) {
	t.Parallel()
	address := kit.AddressID("maria@example.com")
	var v httpapi.Personal = viewOf(letter{Recipient: "maria@example.com", AddressID: &address})
	if v.DataSubject() != address {
		t.Error("another subject")
	}
}
