package mailer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/onetimecode"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/room"
)

// A code leaves at once, not at the next look at the queue.
func TestSentAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		best := time.Hour
		for i := 0; best > poll/2 && i < 20; i++ { // the machine may be busy with something else
			to := fmt.Sprintf("maria%d@example.com", i)
			began := time.Now()
			if err := s.Announce(t.Context(), registration(to)); err != nil {
				t.Fatal(err)
			}
			s.arrived(t, to, 1)
			best = min(best, time.Since(began))
		}
		t.Logf("from the event to the mailbox: %v", best)
		if best > poll/2 {
			t.Errorf("it took %v", best)
		}
	})
}

// A mail server that is away costs nothing but time: no letter is lost, none uses up attempts, and everything goes out soon
// after it came back, with codes that work.
func TestServerAwayAndBack(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var probed atomic.Int32
		s.mail.Script(func(mailserver.Stage, string) mailserver.Reply {
			probed.Add(1)
			return mailserver.Reply{Hangup: true}
		})
		const n = 30
		var challenges []string
		for i := range n {
			e := registration(fmt.Sprintf("maria%d@example.com", i))
			challenges = append(challenges, e.ChallengeID)
			s.Publish(t, e)
		}
		first := s.await(t, "maria0@example.com", "tried", func(l letter) bool { return l.LastError != nil })
		if first.Status != queued || first.Attempts != 1 || first.DueAt.Sub(s.Clock.Now()) > 5*time.Second {
			t.Errorf("after the first attempt: %+v", first)
		}
		for night := probed.Load(); probed.Load() < night+4; {
			s.advance(time.Hour)
			before := probed.Load()
			kit.Eventually(t, "the server is probed", func() error {
				if probed.Load() == before {
					return errors.New("it is not")
				}
				return nil
			})
		}
		if got := rows(t, s.DB, "status <> ? OR attempts > 1", queued); got != 0 {
			t.Errorf("%d letters were tried again or given up", got)
		}
		s.mail.Script(nil)
		s.advance(probes[len(probes)-1])
		for i := range n {
			to := fmt.Sprintf("maria%d@example.com", i)
			got := s.arrived(t, to, 1)[0]
			if !strings.Contains(got.Text, codeOf(challenges[i], onetimecode.Registration)) {
				t.Errorf("%s: another code in %s", to, got.Text)
			}
			if l := s.awaitStatus(t, to, sent); l.LastError != nil || l.MessageID != got.MessageID {
				t.Errorf("%s: %+v", to, l)
			}
		}
	})
}

// A letter that can't be delivered for 48 hours fails: with a server that is away, and with one that says "later".
func TestGivenUpAfter48Hours(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(mailserver.RefuseTo("full@example.com", 452))
		s.Publish(t, registration("full@example.com"))
		s.await(t, "full@example.com", "tried", func(l letter) bool { return l.Attempts == 1 && l.Claim == nil })
		log := eventbustest.Record(t, s.DB)
		s.advance(persistence)
		l := s.awaitStatus(t, "full@example.com", failed)
		if !strings.Contains(*l.LastError, "452") || l.Attempts != 2 {
			t.Errorf("%+v", l)
		}
		log.RequireExactly(t, events.LetterFailed{LetterID: l.ID, Kind: l.Kind, Attempts: 2})

		s.closeMailServer(t)
		away := []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com", "e@example.com"}
		for _, to := range away {
			s.Publish(t, registration(to))
		}
		s.await(t, away[0], "tried", func(l letter) bool { return l.LastError != nil })
		s.advance(persistence)
		for _, to := range away {
			if l := s.awaitStatus(t, to, failed); !strings.Contains(*l.LastError, "connect") {
				t.Errorf("%s: %s", to, *l.LastError)
			}
		}
	})
}

// A refused letter fails at once, is announced, and does not hold the others.
func TestRefused(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(mailserver.RefuseTo("nobody@example.com", 550))
		e := registration("nobody@example.com")
		log := eventbustest.Record(t, s.DB)
		s.Publish(t, e)
		l := s.awaitStatus(t, "nobody@example.com", failed)
		if l.Attempts != 1 || !strings.Contains(*l.LastError, "550") || strings.Contains(*l.LastError, "nobody@") || l.SentAt != nil {
			t.Errorf("%+v: %s", l, *l.LastError)
		}
		log.RequireExactly(t, e, events.LetterFailed{LetterID: l.ID, Kind: "registration_code", Attempts: 1})
		s.Publish(t, registration("maria@example.com"))
		s.arrived(t, "maria@example.com", 1)
	})
}

// A letter that is refused for now is tried again after growing pauses.
func TestGrowingPauses(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(mailserver.RefuseAll(451))
		s.Publish(t, registration("maria@example.com"))
		for attempt, want := range slices.Concat(pauses, pauses[len(pauses)-1:]) {
			l := s.await(t, "maria@example.com", "tried again", func(l letter) bool { return l.Attempts == attempt+1 && l.Claim == nil })
			if pause := l.DueAt.Sub(s.Clock.Now()); l.Status != queued || pause > want || pause < want-5*time.Second {
				t.Errorf("after attempt %d: %s for %v, want %v", attempt+1, l.Status, pause, want)
			}
			s.advance(want)
		}
		s.mail.Script(nil)
		s.advance(pauses[len(pauses)-1])
		s.arrived(t, "maria@example.com", 1)
	})
}

// When a server that took nothing takes letters again, all that waits goes out at once.
func TestHastenedAfterTrouble(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(mailserver.RefuseAll(451))
		const n = 8
		for i := range n {
			s.Publish(t, registration(fmt.Sprintf("maria%d@example.com", i)))
		}
		for range 4 {
			kit.Eventually(t, "all tried", func() error {
				if waiting := rows(t, s.DB, "due_at <= ? OR claim IS NOT NULL", s.Clock.Now()); waiting > 0 {
					return fmt.Errorf("%d are due", waiting)
				}
				return nil
			})
			s.advance(pauses[len(pauses)-1])
		}
		s.await(t, "maria0@example.com", "waiting for minutes", func(l letter) bool { return l.Attempts >= 4 && l.Claim == nil })
		s.mail.Script(nil)
		s.Publish(t, registration("noah@example.com"))
		for i := range n {
			s.arrived(t, fmt.Sprintf("maria%d@example.com", i), 1)
		}
	})
}

// The server takes a letter and dies before it says so: the letter comes again, and it is the same one.
func TestTakenWithoutAWord(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		var taken atomic.Bool
		s.mail.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
			return mailserver.Reply{Hangup: stage == mailserver.Accepted && !taken.Swap(true)}
		})
		s.Publish(t, registration("maria@example.com"))
		s.await(t, "maria@example.com", "thought to be lost", func(l letter) bool { return l.LastError != nil && l.Claim == nil })
		s.advance(pauses[0])
		got := s.arrived(t, "maria@example.com", 2)
		if got[0].MessageID != got[1].MessageID || got[0].Text != got[1].Text {
			t.Errorf("the second letter is another one: %s, %s", got[0].MessageID, got[1].MessageID)
		}
		if l := s.awaitStatus(t, "maria@example.com", sent); l.Attempts != 2 {
			t.Errorf("%d attempts", l.Attempts)
		}
	})
}

// A process is killed between the acceptance of a letter and the record of it: the claim runs out, another sends the letter
// again with its Message-ID. Until then nobody does.
func TestKilledBeforeTheRecord(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		l, err := draft{Kind: "register_again", To: "maria@example.com", Locale: "en", About: id.New()}.post(kit.AddressID("maria@example.com"), id.New(), "", "example.com", s.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		dead := id.New() // the claim of a process that is no more
		l.Claim, l.Attempts, l.DueAt = &dead, 1, s.Clock.Now().Add(lease)
		if err := insert(s.DB, l); err != nil {
			t.Fatal(err)
		}
		s.Publish(t, registration("noah@example.com")) // the queue has been looked at
		s.arrived(t, "noah@example.com", 1)
		if s.mail.Count("maria@example.com") != 0 {
			t.Fatal("a letter was sent that another process may be sending")
		}
		s.advance(lease)
		if got := s.arrived(t, "maria@example.com", 1)[0]; got.MessageID != l.MessageID {
			t.Errorf("sent as %s, was %s", got.MessageID, l.MessageID)
		}
		if got := s.awaitStatus(t, "maria@example.com", sent); got.Attempts != 2 {
			t.Errorf("%d attempts", got.Attempts)
		}
		l.arrive(s.Clock.Now())
		if ours, err := record(s.DB, l, dead); err != nil || ours {
			t.Errorf("the dead process's claim still counts: %v, %v", ours, err)
		}
	})
}

// 500 letters that waited leave within seconds, each once.
func TestQueueDrainsFast(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		const n = 500
		s.closeMailServer(t)
		var all []eventbus.Event
		for i := range n {
			all = append(all, registration(fmt.Sprintf("maria%d@example.com", i)))
		}
		if err := s.Announce(t.Context(), all...); err != nil {
			t.Fatal(err)
		}
		kit.Within(t, 4*time.Minute, "all letters are queued", func() error { return want(rows(t, s.DB, "status = ?", queued), n) })
		if err := s.mail.Listen(); err != nil {
			t.Fatal(err)
		}
		s.advance(probes[len(probes)-1])
		began := time.Now()
		kit.Within(t, 4*time.Minute, "all letters are sent", func() error { return want(rows(t, s.DB, "status = ?", sent), n) })
		t.Logf("%d letters in %v", n, time.Since(began))
		if got := s.mail.Count(""); got != n {
			t.Errorf("%d letters arrived for %d", got, n)
		}
	})
}

// Two processes on one database: every letter goes out once.
func TestTwoReplicas(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, func(room.Parts, *module.Module) {})
	s.Replica(t)
	const n = 200
	var sending atomic.Int32
	together := atomic.Int32{}
	s.mail.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
		switch stage {
		case mailserver.Data:
			together.Store(max(together.Load(), sending.Add(1)))
			return mailserver.Reply{Delay: 2 * time.Millisecond}
		case mailserver.Accepted:
			sending.Add(-1)
		}
		return mailserver.Reply{}
	})
	var all []eventbus.Event
	for i := range n {
		all = append(all, registration(fmt.Sprintf("maria%d@example.com", i)))
	}
	if err := s.Announce(t.Context(), all...); err != nil {
		t.Fatal(err)
	}
	kit.Within(t, 4*time.Minute, "all letters are sent", func() error { return want(rows(t, s.DB, "status = ?", sent), n) })
	if got := s.mail.Count(""); got != n {
		t.Errorf("%d letters arrived for %d", got, n)
	}
	if got := rows(t, s.DB, "attempts > 1"); got != 0 {
		t.Errorf("%d letters were tried twice", got)
	}
	t.Logf("at most %d conversations at once", together.Load())
}

// Many claim from one queue at the same moment, and every letter is somebody's once.
func TestClaimIsExclusive(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(mailserver.RefuseAll(451))
		const n = 50
		s.advance(time.Hour)
		later := s.Clock.Now().Add(time.Hour) // the room's own deliverer does not see them yet
		for range n {
			l, err := draft{Kind: "register_again", To: "maria@example.com", Locale: "en", About: id.New()}.post(kit.AddressID("maria@example.com"), id.New(), "", "example.com", later)
			if err != nil {
				t.Fatal(err)
			}
			if err := insert(s.DB, l); err != nil {
				t.Fatal(err)
			}
		}
		var claims sync.Map
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for {
					var got []letter
					ids, err := due(s.DB, 3, later)
					if err == nil && len(ids) > 0 {
						err = database.InTx(t.Context(), s.DB, func(tx *gorm.DB) (err error) {
							got, err = claim(tx, ids, later)
							return err
						})
					}
					if err != nil || len(ids) == 0 {
						if err != nil {
							t.Error(err)
						}
						return
					}
					for _, l := range got {
						if _, twice := claims.LoadOrStore(l.ID, true); twice {
							t.Errorf("%s is claimed twice", l.ID)
						}
					}
				}
			})
		}
		all.Wait()
		if got := rows(t, s.DB, "attempts = 1 AND claim IS NOT NULL"); got != n {
			t.Errorf("%d of %d claimed", got, n)
		}
	})
}

// An idle deliverer looks at the queue once a second and asks nothing else.
func TestIdleQueries(t *testing.T) {
	t.Parallel()
	var queries atomic.Int32
	onPostgres(t, func(p room.Parts, _ *module.Module) {
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
	for range 5 { // what held a busy machine up follows in a rush
		began, first := time.Now(), queries.Load()
		kit.Eventually(t, "three looks at the queue", func() error {
			if got := queries.Load() - first; got < 3 {
				return fmt.Errorf("%d", got)
			}
			return nil
		})
		if took = time.Since(began); took >= 2*poll-100*time.Millisecond {
			return
		}
	}
	t.Errorf("three looks at the queue took %v", took)
}
