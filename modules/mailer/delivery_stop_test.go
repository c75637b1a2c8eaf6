package mailer

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/onetimecode"
	"orderd/platform/telemetry"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/room"
)

// unrun takes the worker out of the module: the test runs it.
func unrun(_ room.Parts, m *module.Module) { m.Run = nil }

// A stop waits for the conversation under way, whose letter is recorded; the letters behind it stay queued.
func TestStopFinishesConversations(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, unrun)
	talking, release := make(chan struct{}, workers), make(chan struct{})
	s.mail.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
		if stage == mailserver.Data {
			talking <- struct{}{}
			<-release
		}
		return mailserver.Reply{}
	})
	for range workers + 2 {
		s.Publish(t, registration(id.New()+"@example.com"))
	}
	stop, stopped := s.run(t)
	for range workers {
		<-talking
	}
	stop()
	close(release)
	<-stopped
	if got := rows(t, s.DB, "status = ?", sent); got != workers || s.mail.Count("") != workers {
		t.Errorf("%d letters recorded, %d arrived, want %d", got, s.mail.Count(""), workers)
	}
	if got := rows(t, s.DB, "status = ? AND attempts = 0", queued); got != 2 {
		t.Errorf("%d letters wait untouched, want 2", got)
	}
}

// A stop does not wait for a server that says nothing. The letter may have arrived: it comes again when its claim runs out.
func TestStopCutsOffSilentServer(t *testing.T) {
	t.Parallel()
	s := onPostgres(t, unrun)
	talking := make(chan struct{})
	s.mail.Script(func(stage mailserver.Stage, _ string) mailserver.Reply {
		if stage == mailserver.Data {
			close(talking)
			return mailserver.Reply{Delay: time.Hour}
		}
		return mailserver.Reply{}
	})
	s.Publish(t, registration("maria@example.com"))
	stop, stopped := s.run(t)
	<-talking
	stop()
	began := time.Now()
	<-stopped
	if took := time.Since(began); took > 2*farewell {
		t.Errorf("the stop took %v", took)
	}
	s.await(t, "maria@example.com", "claimed", func(l letter) bool { return l.Status == queued && l.Claim != nil && l.Attempts == 1 })
}

// run runs the deliverer until stop; stopped is closed when it has ended.
func (s *setup) run(t *testing.T) (stop func(), stopped chan struct{}) {
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

// While the database is away after the server took a letter, the record is tried again, and the letter is not sent twice.
func TestRecordedWhenTheDatabaseIsBack(t *testing.T) {
	t.Parallel()
	var broken atomic.Int32
	s := onPostgres(t, func(p room.Parts, _ *module.Module) {
		err := p.DB.Callback().Update().Before("gorm:update").Register("test:away", func(tx *gorm.DB) {
			if _, outcome := tx.Statement.Dest.(*letter); outcome && broken.Add(1) <= 5 {
				_ = tx.AddError(io.ErrUnexpectedEOF)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	s.Publish(t, registration("maria@example.com"))
	s.awaitStatus(t, "maria@example.com", sent)
	if got := s.mail.Count(""); got != 1 || broken.Load() != 6 {
		t.Errorf("%d letters, %d attempts to record", got, broken.Load())
	}
}

// A letter that can't be written fails alone.
func TestUnwritableLetter(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		for name, d := range map[string]draft{
			"kind":    {Kind: "no_such_kind"},
			"purpose": {Kind: "password_code", Challenge: id.New(), Purpose: onetimecode.Purpose("no_such_purpose")},
		} {
			d.To, d.Locale, d.About = name+"@example.com", "en", id.New()
			l, err := d.post(kit.AddressID(d.To), id.New(), "", "example.com", s.Clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			if err := insert(s.DB, l); err != nil {
				t.Fatal(err)
			}
			s.mailer.nudge()
			if got := s.awaitStatus(t, d.To, failed); !strings.Contains(*got.LastError, "no_such_"+name) {
				t.Errorf("%s: %s", name, *got.LastError)
			}
		}
		s.Publish(t, registration("maria@example.com"))
		s.arrived(t, "maria@example.com", 1)
	})
}

// Operators see how many letters wait and how many have failed.
func TestGauges(t *testing.T) {
	each(t, func(t *testing.T, s *setup) {
		s.mail.Script(func(stage mailserver.Stage, to string) mailserver.Reply {
			return mailserver.Reply{Code: map[string]int{"later@example.com": 450, "never@example.com": 550}[to]}
		})
		for _, to := range []string{"later@example.com", "never@example.com", "maria@example.com"} {
			s.Publish(t, registration(to))
		}
		s.awaitStatus(t, "never@example.com", failed)
		s.awaitStatus(t, "maria@example.com", sent)
		kit.Eventually(t, "the gauges", func() error {
			readings, err := s.mailer.readGauges(t.Context())
			if err != nil {
				return err
			}
			for i, want := range []telemetry.Reading{{Gauge: "mail_letters", Labels: []string{queued}, Value: 1}, {Gauge: "mail_letters", Labels: []string{failed}, Value: 1}} {
				if got := readings[i]; got.Gauge != want.Gauge || got.Labels[0] != want.Labels[0] || got.Value != want.Value {
					return errors.New(got.Labels[0])
				}
			}
			return nil
		})
		telemetry.New("test").Watch(gauges, s.mailer.readGauges)
	})
}

func TestShopName(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{"Kaffeehaus <shop@example.com>": "Kaffeehaus", "shop@example.com": "example.com"} {
		s := newService(Deps{Config: Config{From: from, URL: "smtp://mail"}})
		if s.writer.shop != want {
			t.Errorf("%s: %s", from, s.writer.shop)
		}
	}
}
