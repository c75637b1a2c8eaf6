package mailer

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/mailbox"
	"orderd/platform/module"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/room"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var ring = secret.New("0123456789abcdef0123456789abcdef")

// setup is a room with a mail server and an admin.
type setup struct {
	*room.Room
	mailer *service
	mail   *mailserver.Server
	admin  *kit.API
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	var setups sync.Map // *gorm.DB → *setup
	build := func(p room.Parts) module.Module {
		s := &setup{mail: mailserver.Start(t, mailserver.Options{})}
		setups.Store(p.DB, s)
		return s.build(p)
	}
	room.Each(t, build, func(t *testing.T, r *room.Room) {
		s, _ := setups.Load(r.DB)
		test(t, s.(*setup).in(t, r))
	})
}

// onPostgres is a setup on PostgreSQL alone, in a room whose parts and module prepare may change.
func onPostgres(t *testing.T, prepare func(room.Parts, *module.Module)) *setup {
	t.Helper()
	s := &setup{mail: mailserver.Start(t, mailserver.Options{})}
	return s.in(t, room.Postgres(t, func(p room.Parts) module.Module {
		m := s.build(p)
		prepare(p, &m)
		return m
	}))
}

// build makes the module. Later ones, of replicas, are not the setup's own.
func (s *setup) build(p room.Parts) module.Module {
	service := newService(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Pseudonyms: kit.Pseudonyms, Config: Config{
		URL: s.mail.URL(), From: "Kaffeehaus <shop@example.com>", PublicURL: "https://shop.example.com", Secret: ring,
	}})
	if s.mailer == nil {
		s.mailer = service
	}
	return service.module()
}

func (s *setup) in(t *testing.T, r *room.Room) *setup {
	s.Room = r
	s.admin, _ = r.As(t, auth.RoleAdmin)
	return s
}

// advance moves the clock, and lets the deliverer see it at once.
func (s *setup) advance(d time.Duration) {
	s.Clock.Advance(d)
	s.mailer.nudge()
}

// closeMailServer makes the mail server go away.
func (s *setup) closeMailServer(t *testing.T) {
	t.Helper()
	if err := s.mail.Close(); err != nil {
		t.Fatal(err)
	}
}

// registration is an event with a code for the address.
func registration(email string) identity.RegistrationRequested {
	return identity.RegistrationRequested{RegistrationID: id.New(), ChallengeID: id.New(), Locale: "en", RequestedAt: requested, Email: email, FullName: "Maria Schmidt"}
}

func codeOf(challengeID string, purpose onetimecode.Purpose) string {
	return onetimecode.Derive(ring.First(), purpose, challengeID)
}

// arrived waits until n letters to the address are in the mailbox and returns them, newest first.
func (s *setup) arrived(t *testing.T, to string, n int) []mailbox.Message {
	t.Helper()
	kit.Eventually(t, fmt.Sprintf("%d letters to %s", n, to), func() error {
		if got := s.mail.Count(to); got != n {
			return fmt.Errorf("%d have arrived", got)
		}
		return nil
	})
	return s.mail.Messages(to)
}

// await waits until the letter to the address satisfies ok, and returns it.
func (s *setup) await(t *testing.T, to, what string, ok func(letter) bool) (l letter) {
	t.Helper()
	kit.Eventually(t, "the letter to "+to+" is "+what, func() error {
		l = letter{}
		if err := s.DB.Where("recipient = ?", to).Take(&l).Error; err != nil {
			return err
		}
		if !ok(l) {
			reason := ""
			if l.LastError != nil {
				reason = *l.LastError
			}
			return fmt.Errorf("it is %s after %d attempts: %s", l.Status, l.Attempts, reason)
		}
		return nil
	})
	return l
}

func (s *setup) awaitStatus(t *testing.T, to, status string) letter {
	t.Helper()
	return s.await(t, to, status, func(l letter) bool { return l.Status == status })
}

// rows counts the letters that where selects.
func rows(t *testing.T, db *gorm.DB, where string, args ...any) int64 {
	t.Helper()
	var n int64
	if err := db.Model(&letter{}).Where(where, args...).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}
