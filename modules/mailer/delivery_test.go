package mailer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/module"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/moduletest"
)

// addresses are n different addresses: maria0@example.com and so on.
func addresses(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("maria%d@example.com", i)
	}
	return all
}

// registrations are a registration of each of n addresses.
func registrations(n int) (all []eventbus.Event) {
	for _, address := range addresses(n) {
		all = append(all, registration(address))
	}
	return all
}

// An email leaves at once, not at the next poll of the queue.
func TestSentAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		best := time.Hour
		for i := 0; best > pollInterval/2 && i < 20; i++ { // the machine may be busy
			to := fmt.Sprintf("maria%d@example.com", i)
			began := time.Now()
			if err := s.Announce(t.Context(), registration(to)); err != nil {
				t.Fatal(err)
			}
			s.awaitMessages(t, to, 1)
			best = min(best, time.Since(began))
		}
		t.Logf("from the event to the mailbox: %v", best)
		if best > pollInterval/2 {
			t.Errorf("it took %v", best)
		}
	})
}

// While the mail server is unreachable no email uses up attempts. All are sent soon after it is
// back, with codes that work.
func TestServerAwayAndBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var probes atomic.Int32
		s.server.Script(func(mailserver.Stage, string) mailserver.Reply {
			probes.Add(1)
			return mailserver.Reply{Hangup: true}
		})
		const n = 30
		challenges := make([]string, n)
		for i, to := range addresses(n) {
			e := registration(to)
			challenges[i] = e.ChallengeID
			s.Publish(t, e)
		}
		first := s.await(t, "maria0@example.com", "tried", func(e email) bool { return e.LastError != nil })
		if first.Status != emailQueued || first.Attempts != 1 || first.DueAt.Sub(s.Clock.Now()) > 5*time.Second {
			t.Errorf("after the first attempt: %+v", first)
		}
		s.advanceByProbes(t, &probes, 4)
		if got := rows(t, s.DB, "status <> ? OR attempts > 1", emailQueued); got != 0 {
			t.Errorf("%d emails were tried again or failed", got)
		}
		s.server.Script(nil)
		s.advance(probePauses[len(probePauses)-1])
		for i, to := range addresses(n) {
			got := s.awaitMessages(t, to, 1)[0]
			if !strings.Contains(got.Text, codeOf(challenges[i], onetimecode.Registration)) {
				t.Errorf("%s: another code in %s", to, got.Text)
			}
			if e := s.awaitStatus(t, to, emailSent); e.LastError != nil || e.MessageID != got.MessageID {
				t.Errorf("%s: %+v", to, e)
			}
		}
	})
}

// advanceByProbes moves the clock hour by hour until the server was probed n times more.
func (s *setup) advanceByProbes(t *testing.T, probes *atomic.Int32, n int32) {
	t.Helper()
	for end := probes.Load() + n; probes.Load() < end; {
		s.advance(time.Hour)
		before := probes.Load()
		kit.Eventually(t, "the server is probed", func() error {
			if probes.Load() == before {
				return errors.New("it is not")
			}
			return nil
		})
	}
}

// An email that the server rejects for now fails after 48 hours.
func TestExpiresWhenRejected(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseTo("full@example.com", 452))
		s.register(t, "full@example.com")
		s.awaitRetry(t, "full@example.com")
		log := eventbustest.Record(t, s.DB)
		s.advance(retryPeriod)
		e := s.awaitStatus(t, "full@example.com", emailFailed)
		if !strings.Contains(*e.LastError, "452") || e.Attempts != 2 {
			t.Errorf("%+v", e)
		}
		log.RequireExactly(t, events.EmailFailed{EmailID: e.ID, Kind: e.Kind, Attempts: 2})
	})
}

// While the server is unreachable emails fail after 48 hours too, without attempts.
func TestExpiresWhileServerIsAway(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.closeServer(t)
		s.register(t, addresses(5)...)
		s.await(t, "maria0@example.com", "tried", func(e email) bool { return e.LastError != nil })
		s.advance(retryPeriod)
		for _, to := range addresses(5) {
			if e := s.awaitStatus(t, to, emailFailed); !strings.Contains(*e.LastError, "connect") {
				t.Errorf("%s: %s", to, *e.LastError)
			}
		}
	})
}

// An email that is rejected for good fails at once, and does not hold up the others.
func TestRejected(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseTo("unknown@example.com", 550))
		registered := registration("unknown@example.com")
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, registered)
		e := s.awaitStatus(t, "unknown@example.com", emailFailed)
		if e.Attempts != 1 || !strings.Contains(*e.LastError, "550") || strings.Contains(*e.LastError, "unknown@") || e.SentAt != nil {
			t.Errorf("%+v: %s", e, *e.LastError)
		}
		log.RequireExactly(t, registered, events.EmailFailed{EmailID: e.ID, Kind: events.KindRegistrationCode, Attempts: 1})
		s.register(t, "maria@example.com")
		s.awaitMessages(t, "maria@example.com", 1)
	})
}

// An email that is rejected for now is tried again after growing pauses.
func TestGrowingPauses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseAll(451))
		s.register(t, "maria@example.com")
		pauses := slices.Concat(retryPauses, retryPauses[len(retryPauses)-1:])
		for attempt, want := range pauses {
			if attempt > 0 {
				s.advance(pauses[attempt-1])
			}
			e := s.await(t, "maria@example.com", "tried again", func(e email) bool { return e.Attempts >= attempt+1 && e.Claim == nil })
			if e.Attempts > attempt+1 {
				continue // the machine stood still for longer than the pause
			}
			if pause := e.DueAt.Sub(s.Clock.Now()); e.Status != emailQueued || pause > want || pause < want-max(5*time.Second, want/2) {
				t.Errorf("after attempt %d: %s for %v, want %v", attempt+1, e.Status, pause, want)
			}
		}
		s.server.Script(nil) // no attempt is under way
		s.advance(retryPauses[len(retryPauses)-1])
		s.awaitMessages(t, "maria@example.com", 1)
	})
}

// When a server that rejected everything accepts mail again, all that waits is sent at once.
func TestExpeditedAfterTrouble(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(mailserver.RefuseAll(451))
		const n = 8
		s.register(t, addresses(n)...)
		for range 4 {
			kit.Eventually(t, "all tried", func() error {
				return want(rows(t, s.DB, "due_at <= ? OR claim IS NOT NULL", s.Clock.Now()), 0)
			})
			s.advance(retryPauses[len(retryPauses)-1])
		}
		s.await(t, "maria0@example.com", "waiting for minutes", func(e email) bool { return e.Attempts >= 4 && e.Claim == nil })
		s.server.Script(nil)
		s.register(t, "noah@example.com")
		for _, to := range addresses(n) {
			s.awaitMessages(t, to, 1)
		}
	})
}

// The server accepts an email and hangs up before it says so: the email is sent again, and it is
// the same one.
func TestAcceptedWithoutReply(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var accepted atomic.Bool
		s.server.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
			return mailserver.Reply{Hangup: stage == mailserver.Accepted && !accepted.Swap(true)}
		})
		s.register(t, "maria@example.com")
		s.awaitRetry(t, "maria@example.com")
		s.advance(retryPauses[0])
		got := s.awaitMessages(t, "maria@example.com", 2)
		if got[0].MessageID != got[1].MessageID || got[0].Text != got[1].Text {
			t.Errorf("the second message is another one: %s, %s", got[0].MessageID, got[1].MessageID)
		}
		if e := s.awaitStatus(t, "maria@example.com", emailSent); e.Attempts != 2 {
			t.Errorf("%d attempts", e.Attempts)
		}
	})
}

// 500 emails that waited leave within seconds, each once.
func TestQueueDrainsFast(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const n = 500
		s.closeServer(t)
		if err := s.Announce(t.Context(), registrations(n)...); err != nil {
			t.Fatal(err)
		}
		s.awaitCount(t, emailQueued, n)
		if err := s.server.Listen(); err != nil {
			t.Fatal(err)
		}
		s.advance(probePauses[len(probePauses)-1])
		began := time.Now()
		s.awaitCount(t, emailSent, n)
		t.Logf("%d emails in %v", n, time.Since(began))
		if got := s.server.Count(""); got != n {
			t.Errorf("%d messages for %d emails", got, n)
		}
	})
}

// An idle deliverer reads the queue once a second and asks nothing else.
func TestIdleQueries(t *testing.T) {
	t.Parallel()
	var queries atomic.Int32
	onPostgres(t, func(p moduletest.Deps, _ *module.Module) {
		count := func(tx *gorm.DB) {
			if tx.Statement.Table == "mailer_letters" {
				queries.Add(1)
			}
		}
		for _, err := range []error{
			p.DB.Callback().Query().After("gorm:query").Register("test:query", count),
			p.DB.Callback().Update().After("gorm:update").Register("test:update", count),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	took := time.Duration(0)
	for range 5 { // what held up a busy machine follows in a rush
		began, first := time.Now(), queries.Load()
		kit.Eventually(t, "three polls of the queue", func() error {
			if got := queries.Load() - first; got < 3 {
				return fmt.Errorf("%d", got)
			}
			return nil
		})
		if took = time.Since(began); took >= 2*pollInterval-100*time.Millisecond {
			return
		}
	}
	t.Errorf("three polls of the queue took %v", took)
}
