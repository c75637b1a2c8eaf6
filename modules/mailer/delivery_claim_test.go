package mailer

import (
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
		if saved, err := updateClaimed(s.DB, []outcome{{email: e, claim: dead}}); err != nil || len(saved) > 0 {
			t.Errorf("the claim of the dead process still counts: %v, %v", saved, err)
		}
	})
}

// A process that is suspended while it sends an email does not send it again, although its claim
// has ended.
func TestAClaimThatEndsDuringItsAttempt(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var held atomic.Bool
		arrived, release := make(chan struct{}), make(chan struct{})
		s.server.Script(func(stage mailserver.Stage, to string) mailserver.Reply {
			if stage == mailserver.Data && to == "maria@example.com" && held.CompareAndSwap(false, true) {
				close(arrived)
				<-release
			}
			return mailserver.Reply{}
		})
		s.register(t, "maria@example.com")
		<-arrived
		s.advance(2 * lease)
		s.register(t, "noah@example.com")
		s.awaitMessages(t, "noah@example.com", 1) // the queue has been read
		close(release)
		if got := s.awaitStatus(t, "maria@example.com", emailSent); got.Attempts != 1 {
			t.Errorf("%d attempts", got.Attempts)
		}
		s.awaitMessages(t, "maria@example.com", 1)
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
