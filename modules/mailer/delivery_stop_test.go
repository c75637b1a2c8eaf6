package mailer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/modules/mailer/events"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/telemetry"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/moduletest"
)

// withoutRun takes the jobs out of the module: the test runs the deliverer.
func withoutRun(_ moduletest.Deps, m *module.Module) { m.Run = nil }

// A stop waits for the attempts under way and their outcomes; the emails behind them stay queued.
func TestStopFinishesAttempts(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, withoutRun)
	sending, release := make(chan struct{}, maxConns), make(chan struct{})
	s.server.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
		if stage == mailserver.Data {
			sending <- struct{}{}
			<-release
		}
		return mailserver.Reply{}
	})
	s.register(t, addresses(maxConns+2)...)
	stop, stopped := s.runDeliverer(t)
	for range maxConns {
		<-sending
	}
	stop()
	close(release)
	<-stopped
	if got := rows(t, s.DB, "status = ?", emailSent); got != maxConns || s.server.Count("") != maxConns {
		t.Errorf("%d emails are sent, %d messages arrived, want %d", got, s.server.Count(""), maxConns)
	}
	if got := rows(t, s.DB, "status = ? AND attempts = 0", emailQueued); got != 2 {
		t.Errorf("%d emails were not tried, want 2", got)
	}
}

// A stop does not wait for a server that does not reply. The email may have arrived: it is sent
// again when its claim ends.
func TestStopInterruptsSilentServer(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, withoutRun)
	sending := make(chan struct{})
	s.server.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
		if stage == mailserver.Data {
			close(sending)
			return mailserver.Reply{Delay: time.Hour}
		}
		return mailserver.Reply{}
	})
	s.register(t, "maria@example.com")
	stop, stopped := s.runDeliverer(t)
	<-sending
	stop()
	began := time.Now()
	<-stopped
	if took := time.Since(began); took > 30*time.Second { // background.Grace, on a busy machine
		t.Errorf("the stop took %v", took)
	}
	s.await(t, "maria@example.com", "claimed", func(e email) bool {
		return e.Status == emailQueued && e.Claim != nil && e.Attempts == 1
	})
}

// runDeliverer runs the deliverer until stop; stopped is closed when it has ended.
func (s *setup) runDeliverer(t *testing.T) (stop func(), stopped chan struct{}) {
	ctx, cancel := context.WithCancel(t.Context())
	stopped = make(chan struct{})
	go func() {
		defer close(stopped)
		if err := s.mailer.deliver(ctx); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { cancel(); <-stopped })
	return cancel, stopped
}

// onPostgresRefusing is a setup whose database does not save outcomes while refuse is true.
func onPostgresRefusing(t *testing.T, refuse func() bool) *setup {
	t.Helper()
	return onPostgres(t, func(p moduletest.Deps, _ *module.Module) {
		err := p.DB.Callback().Row().Before("gorm:row").Register("test:refuse", func(tx *gorm.DB) {
			if strings.HasPrefix(tx.Statement.SQL.String(), "UPDATE mailer_letters") && refuse() {
				_ = tx.AddError(io.ErrUnexpectedEOF)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// When the database is away after the server has accepted an email, the outcome is saved later, and
// the email is not sent twice.
func TestOutcomeIsSavedWhenTheDatabaseIsBack(t *testing.T) {
	t.Parallel()
	var broken atomic.Int32
	s := onPostgresRefusing(t, func() bool { return broken.Add(1) <= 5 })
	s.register(t, "maria@example.com")
	s.awaitStatus(t, "maria@example.com", emailSent)
	if got := s.server.Count(""); got != 1 || broken.Load() != 6 {
		t.Errorf("%d messages, %d attempts to save the outcome", got, broken.Load())
	}
}

// While outcomes can't be saved, no more emails are sent than a kill may send twice.
func TestUnsavedOutcomesAreFew(t *testing.T) {
	t.Parallel()
	var (
		away    atomic.Bool
		refused atomic.Int32
	)
	s := onPostgresRefusing(t, func() bool { return away.Load() && refused.Add(1) > 0 })
	away.Store(true)
	for i := range 3 * maxUnsaved {
		s.insert(t, s.newEmail(t, registerAgainDraft(fmt.Sprintf("waits-%d@example.com", i))))
	}
	s.mailer.enqueued.Send()
	kit.Eventually(t, "the limit is reached", func() error { return want(int64(s.server.Count("")), maxUnsaved) })
	before := refused.Load()
	kit.Eventually(t, "more saves are refused", func() error {
		if refused.Load() < before+3 {
			return errors.New("fewer than 3")
		}
		return nil
	})
	if got := s.server.Count(""); got != maxUnsaved {
		t.Errorf("%d emails were sent while no outcome could be saved", got)
	}
	away.Store(false)
	s.awaitCount(t, emailSent, 3*maxUnsaved)
	if got := s.server.Count(""); got != 3*maxUnsaved {
		t.Errorf("%d messages for %d emails", got, 3*maxUnsaved)
	}
}

// An email that can't be rendered fails, and the others are sent.
func TestEmailThatCannotBeRendered(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for name, d := range map[string]draft{
			"kind":    {Kind: "no_such_kind"},
			"purpose": {Kind: events.KindPasswordCode, ChallengeID: id.New(), Purpose: "no_such_purpose"},
		} {
			d.To, d.Locale, d.SubjectID = name+"@example.com", "en", id.New()
			s.insert(t, s.newEmail(t, d))
			s.mailer.enqueued.Send()
			if got := s.awaitStatus(t, d.To, emailFailed); !strings.Contains(*got.LastError, "no_such_"+name) {
				t.Errorf("%s: %s", name, *got.LastError)
			}
		}
		s.register(t, "maria@example.com")
		s.awaitMessages(t, "maria@example.com", 1)
	})
}

// Operators see how many emails are queued and how many have failed.
func TestGauges(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.server.Script(func(_ mailserver.Stage, to string) mailserver.Reply {
			return mailserver.Reply{Code: map[string]int{"later@example.com": 450, "never@example.com": 550}[to]}
		})
		s.register(t, "later@example.com", "never@example.com", "maria@example.com")
		s.awaitStatus(t, "never@example.com", emailFailed)
		s.awaitStatus(t, "maria@example.com", emailSent)
		kit.Eventually(t, "the gauges", func() error {
			readings, err := s.mailer.readGauges(t.Context())
			if err != nil {
				return err
			}
			got := fmt.Sprint(readings)
			if want := "[{mail_letters [queued] 1} {mail_letters [failed] 1}]"; got != want {
				return fmt.Errorf("%s, want %s", got, want)
			}
			return nil
		})
		telemetry.New("test").Watch(gauges, s.mailer.readGauges)
	})
}
