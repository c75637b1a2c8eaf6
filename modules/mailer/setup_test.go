package mailer

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/mailbox"
	"orderd/platform/module"
	"orderd/platform/onetimecode"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var ring = secret.New("0123456789abcdef0123456789abcdef")

// setup is the module at work, with a mail server and an admin.
type setup struct {
	*moduletest.Runner
	mailer *mailer
	server *mailserver.Server
	admin  *kit.API
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	var setups sync.Map // *gorm.DB → *setup
	build := func(p moduletest.Deps) module.Module {
		s := &setup{server: mailserver.Start(t, mailserver.Options{})}
		setups.Store(p.DB, s)
		return s.build(p)
	}
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		s, _ := setups.Load(r.DB)
		test(t, s.(*setup).in(t, r))
	})
}

// onPostgres is a setup on PostgreSQL alone. prepare may change the parts and the module.
func onPostgres(t *testing.T, prepare func(moduletest.Deps, *module.Module)) *setup {
	t.Helper()
	s := &setup{server: mailserver.Start(t, mailserver.Options{})}
	return s.in(t, moduletest.Postgres(t, func(p moduletest.Deps) module.Module {
		m := s.build(p)
		prepare(p, &m)
		return m
	}))
}

// build makes the module. Those of replicas, made later, are not the setup's own.
func (s *setup) build(p moduletest.Deps) module.Module {
	m := newMailer(Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Pseudonyms: kit.Pseudonyms, Copies: p.Copies, Config: Config{
		URL: s.server.URL(), From: "shop@example.com", PublicURL: "https://shop.example.com", Secret: ring,
	}})
	if s.mailer == nil {
		s.mailer = m
	}
	return m.module()
}

func (s *setup) in(t *testing.T, r *moduletest.Runner) *setup {
	s.Runner = r
	s.admin, _ = r.As(t, auth.RoleAdmin)
	s.configure(t, 1, shop.Profile{Name: "Kaffeehaus"}, shop.Mail{SenderName: "Kaffeehaus"})
	return s
}

// configure publishes the shop's settings that emails need.
func (s *setup) configure(t *testing.T, version int64, profile shop.Profile, mail shop.Mail) {
	t.Helper()
	s.Publish(t, shop.SettingsSaved{Group: shop.GroupProfile, Version: version, After: kit.JSON(t, profile)},
		shop.SettingsSaved{Group: shop.GroupMail, Version: version, After: kit.JSON(t, mail)})
}

// advance moves the clock and wakes the deliverer.
func (s *setup) advance(d time.Duration) {
	s.Clock.Advance(d)
	s.mailer.enqueued.Send()
}

// closeServer makes the mail server go away.
func (s *setup) closeServer(t *testing.T) {
	t.Helper()
	if err := s.server.Close(); err != nil {
		t.Fatal(err)
	}
}

// registration is an event that sends a code to the address.
func registration(email string) identity.RegistrationRequested {
	return identity.RegistrationRequested{
		RegistrationID: id.New(), ChallengeID: id.New(), Locale: "en", RequestedAt: requested,
		Email: email, FullName: "Maria Schmidt",
	}
}

// register publishes a registration of each address.
func (s *setup) register(t *testing.T, addresses ...string) {
	t.Helper()
	for _, address := range addresses {
		s.Publish(t, registration(address))
	}
}

// newEmail makes an email of the draft, without an event.
func (s *setup) newEmail(t *testing.T, d draft) email {
	t.Helper()
	return makeEmail(t, d, id.New(), s.Clock.Now())
}

// insert puts the email into the queue.
func (s *setup) insert(t *testing.T, e email) {
	t.Helper()
	if err := insert(s.DB, e); err != nil {
		t.Fatal(err)
	}
}

func makeEmail(t *testing.T, d draft, eventID string, now time.Time) email {
	t.Helper()
	e, err := newEmail(d, origin{eventID: eventID, addressID: kit.AddressID(d.To), domain: "example.com"}, now)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func codeOf(challengeID string, purpose onetimecode.Purpose) string {
	return onetimecode.Derive(ring.First(), purpose, challengeID)
}

// awaitMessages waits until the address has n messages and returns them, newest first.
func (s *setup) awaitMessages(t *testing.T, to string, n int) []mailbox.Message {
	t.Helper()
	kit.Eventually(t, fmt.Sprintf("%d messages to %s", n, to), func() error {
		return want(int64(s.server.Count(to)), int64(n))
	})
	return s.server.Messages(to)
}

// await waits until the email to the address satisfies ok, and returns it.
func (s *setup) await(t *testing.T, to, what string, ok func(email) bool) (e email) {
	t.Helper()
	kit.Eventually(t, "the email to "+to+" is "+what, func() error {
		e = email{}
		if err := s.DB.Where("recipient = ?", to).Take(&e).Error; err != nil {
			return err
		}
		if !ok(e) {
			return fmt.Errorf("it is %s after %d attempts: %s", e.Status, e.Attempts, orEmpty(e.LastError))
		}
		return nil
	})
	return e
}

func (s *setup) awaitStatus(t *testing.T, to string, status emailStatus) email {
	t.Helper()
	return s.await(t, to, string(status), func(e email) bool { return e.Status == status })
}

// awaitRetry waits until an attempt to send the email to the address has failed for now.
func (s *setup) awaitRetry(t *testing.T, to string) email {
	t.Helper()
	return s.await(t, to, "waiting for the next attempt", func(e email) bool {
		return e.LastError != nil && e.Claim == nil
	})
}

// awaitCount waits until n emails have the status.
func (s *setup) awaitCount(t *testing.T, status emailStatus, n int) {
	t.Helper()
	kit.Within(t, 4*time.Minute, fmt.Sprintf("%d emails are %s", n, status), func() error {
		return want(rows(t, s.DB, "status = ?", status), int64(n))
	})
}

func want(got, want int64) error {
	if got != want {
		return fmt.Errorf("%d, want %d", got, want)
	}
	return nil
}

// rows counts the emails that where selects.
func rows(t *testing.T, db *gorm.DB, where string, args ...any) int64 {
	t.Helper()
	var n int64
	if err := db.Model(&email{}).Where(where, args...).Count(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}
