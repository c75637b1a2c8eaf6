package mailer

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/moduletest"
)

// registerAgainDraft is a draft without a code.
func registerAgainDraft(to string) draft {
	return draft{Kind: events.KindRegisterAgain, To: to, Locale: "en", SubjectID: id.New()}
}

// A process is killed after an email was accepted and before its outcome is saved: when the claim
// ends another sends it again with its Message-ID, and not before.
func TestKilledBeforeTheOutcomeIsSaved(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		e := s.newEmail(t, registerAgainDraft("maria@example.com"))
		dead := id.New() // the claim of a process that was killed
		e.Claim, e.Attempts, e.DueAt = &dead, 1, s.Clock.Now().Add(lease)
		s.insert(t, e)
		s.register(t, "noah@example.com")
		s.awaitMessages(t, "noah@example.com", 1) // the queue has been read
		if s.server.Count("maria@example.com") != 0 {
			t.Fatal("an email was sent that another process may be sending")
		}
		s.advance(lease)
		if got := s.awaitMessages(t, "maria@example.com", 1)[0]; got.MessageID != e.MessageID {
			t.Errorf("sent as %s, was %s", got.MessageID, e.MessageID)
		}
		if got := s.awaitStatus(t, "maria@example.com", emailSent); got.Attempts != 2 {
			t.Errorf("%d attempts", got.Attempts)
		}
		e.markSent(s.Clock.Now())
		if saved, err := saveClaimed(s.DB, []email{e}); err != nil || len(saved) > 0 {
			t.Errorf("the claim of the dead process still counts: %v, %v", saved, err)
		}
	})
}

// A process that is suspended while it sends an email does not send it again, although its claim
// has ended.
func TestAClaimThatEndsDuringItsAttempt(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release := s.holdAttempt(t, "maria@example.com")
		s.advance(2 * lease)
		s.register(t, "noah@example.com")
		s.awaitMessages(t, "noah@example.com", 1) // the queue has been read
		release()
		if got := s.awaitStatus(t, "maria@example.com", emailSent); got.Attempts != 1 {
			t.Errorf("%d attempts", got.Attempts)
		}
		s.awaitMessages(t, "maria@example.com", 1)
	})
}

// An attempt that takes longer than the lease keeps its claim, so that no other process sends the
// email.
func TestAnAttemptKeepsItsClaim(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		release := s.holdAttempt(t, "maria@example.com")
		claim := s.awaitStatus(t, "maria@example.com", emailQueued).Claim
		for range 4 {
			end := s.Clock.Now().Add(lease/2 + lease)
			s.advance(lease / 2)
			s.await(t, "maria@example.com", "claimed for a whole lease", func(e email) bool {
				return e.Claim != nil && *e.Claim == *claim && !e.DueAt.Before(end)
			})
		}
		release()
		if got := s.awaitStatus(t, "maria@example.com", emailSent); got.Attempts != 1 {
			t.Errorf("%d attempts", got.Attempts)
		}
	})
}

// holdAttempt registers the address and waits until the mail server has the email's text. It does
// not accept it before release is called.
func (s *setup) holdAttempt(t *testing.T, address string) (release func()) {
	t.Helper()
	var held atomic.Bool
	arrived, released := make(chan struct{}), make(chan struct{})
	s.server.Script(func(stage mailserver.Stage, to string) mailserver.Reply {
		if stage == mailserver.Data && to == address && held.CompareAndSwap(false, true) {
			close(arrived)
			<-released
		}
		return mailserver.Reply{}
	})
	s.register(t, address)
	<-arrived
	return func() { close(released) }
}

// A code is sent before the emails without one, however long they have waited.
func TestCodesAreSentFirst(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		attempts, release := make(chan string), make(chan struct{})
		s.server.Script(func(stage mailserver.Stage, to string) mailserver.Reply {
			if stage == mailserver.Data {
				attempts <- to
				<-release
			}
			return mailserver.Reply{}
		})
		s.advance(time.Minute)
		for i := range maxConns + 3 {
			e := s.newEmail(t, registerAgainDraft(fmt.Sprintf("waits-%d@example.com", i)))
			e.DueAt = s.Clock.Now().Add(-time.Minute)
			s.insert(t, e)
		}
		s.mailer.enqueued.Send()
		for range maxConns {
			<-attempts
		}
		s.register(t, "noah@example.com")
		s.awaitStatus(t, "noah@example.com", emailQueued)
		s.advance(2 * maxClaimWait)
		s.awaitRows(t, 4, "claim IS NULL") // what the connections were too busy for is released
		release <- struct{}{}
		if next := <-attempts; next != "noah@example.com" {
			t.Errorf("%s was sent before the code", next)
		}
		close(release)
		for range 3 {
			<-attempts
		}
		s.awaitCount(t, emailSent, maxConns+4)
	})
}

// Two processes on one database send every email once.
func TestTwoReplicas(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, func(moduletest.Deps, *module.Module) {})
	s.Replica(t)
	const n = 200
	var sending, together atomic.Int32
	s.server.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
		switch stage {
		case mailserver.Data:
			together.Store(max(together.Load(), sending.Add(1)))
			return mailserver.Reply{Delay: 2 * time.Millisecond}
		case mailserver.Accepted:
			sending.Add(-1)
		}
		return mailserver.Reply{}
	})
	if err := s.Announce(t.Context(), registrations(n)...); err != nil {
		t.Fatal(err)
	}
	s.awaitCount(t, emailSent, n)
	if got := s.server.Count(""); got != n {
		t.Errorf("%d messages for %d emails", got, n)
	}
	if got := rows(t, s.DB, "attempts > 1"); got != 0 {
		t.Errorf("%d emails were tried twice", got)
	}
	t.Logf("at most %d connections at once", together.Load())
}

// When many claim from one queue at the same time, each email has one claim.
func TestClaimIsExclusive(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseAll(451))
		const n = 50
		s.advance(time.Hour)
		later := s.Clock.Now().Add(time.Hour) // not due yet for the module's own deliverer
		for range n {
			s.insert(t, makeEmail(t, registerAgainDraft("maria@example.com"), id.New(), later))
		}
		var claimed sync.Map // by id
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { s.claimAll(t, later, &claimed) })
		}
		all.Wait()
		if got := rows(t, s.DB, "attempts = 1 AND claim IS NOT NULL"); got != n {
			t.Errorf("%d of %d claimed", got, n)
		}
	})
}

// claimAll claims emails, 3 at a time, until none is due.
func (s *setup) claimAll(t *testing.T, now time.Time, claimed *sync.Map) {
	for {
		var emails []email
		err := database.AutocommitWrite(t.Context(), s.DB, func(db *gorm.DB) *gorm.DB { return claimDue(db, 3, nil, now, &emails) })
		if err == nil && len(emails) == 0 {
			return
		}
		if err != nil {
			t.Error(err)
			return
		}
		for _, e := range emails {
			if _, twice := claimed.LoadOrStore(e.ID, true); twice {
				t.Errorf("%s is claimed twice", e.ID)
			}
		}
	}
}
