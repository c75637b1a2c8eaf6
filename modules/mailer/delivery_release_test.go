package mailer

import (
	"errors"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/moduletest"
)

// What a deliverer has claimed and cannot try within a second, because its connections are busy, is
// due again for any process, and so is what it has claimed when it stops. No email has used up an
// attempt.
func TestClaimedEmailsAreReleased(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, s *setup, stop func()){
		"after a second": func(t *testing.T, s *setup, _ func()) { s.advance(2 * maxClaimWait) },
		"at a stop":      func(_ *testing.T, _ *setup, stop func()) { stop() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const waiting = 2 * maxConns
			var claimed atomic.Int64
			s := onPostgres(t, func(p moduletest.Deps, m *module.Module) {
				withoutRun(p, m)
				note := func(tx *gorm.DB) {
					if tx.Statement.Table == "mailer_letters" {
						claimed.Add(tx.RowsAffected)
					}
				}
				if err := p.DB.Callback().Update().After("gorm:update").Register("test:claimed", note); err != nil {
					t.Fatal(err)
				}
			})
			release := make(chan struct{})
			stop, stopped := s.runDeliverer(t)
			s.server.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
				if stage == mailserver.Data {
					<-release
				}
				return mailserver.Reply{}
			})
			if err := s.Announce(t.Context(), registrations(maxConns+waiting)...); err != nil {
				t.Fatal(err)
			}
			// A second later they are no longer, which on a busy machine is before a look at the table.
			kit.Eventually(t, "all are claimed", func() error {
				if claimed.Load() < maxConns+waiting {
					return errors.New("they are not")
				}
				return nil
			})
			end(t, s, stop)
			s.awaitRows(t, waiting, "claim IS NULL AND attempts = 0")
			if due := rows(t, s.DB, "claim IS NULL AND due_at <= ?", s.Clock.Now()); due != waiting {
				t.Errorf("%d of %d are due", due, waiting)
			}
			close(release)
			stop()
			<-stopped
		})
	}
}

// While the server is unreachable, what was claimed is released: only the emails that met it have
// used up an attempt.
func TestClaimedEmailsAreReleasedWhenTheServerIsAway(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, withoutRun)
	s.closeServer(t)
	s.runDeliverer(t)
	const n = 10
	if err := s.Announce(t.Context(), registrations(n)...); err != nil {
		t.Fatal(err)
	}
	s.await(t, "maria0@example.com", "tried", func(e email) bool { return e.LastError != nil })
	s.awaitRows(t, n, "claim IS NULL")
	if tried := rows(t, s.DB, "attempts > 0"); tried > maxConns {
		t.Errorf("%d emails have used up an attempt at a server that is away", tried)
	}
}

// awaitRows waits until n emails match the condition.
func (s *setup) awaitRows(t *testing.T, n int64, where string, args ...any) {
	t.Helper()
	kit.Eventually(t, where, func() error { return want(rows(t, s.DB, where, args...), n) })
}
