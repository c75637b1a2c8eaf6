package vat

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	shop "orderd/modules/shop/events"
	"orderd/platform/auth"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	own   = "/v1/users/me/vat-id"
	admin = "/v1/admin/vat-ids"

	french = "FR40303265045"
)

type body = map[string]any

// fakeRegister answers in place of VIES as a test wants, and counts the questions.
type fakeRegister struct {
	mu        sync.Mutex
	asked     map[string]int // by number
	requester string         // of the last question
	reply     func(number string) (answer, error)
}

var errAway = errors.New("away")

func (f *fakeRegister) ask(_ context.Context, number, requester string) (answer, error) {
	f.mu.Lock()
	f.asked[number]++
	f.requester = requester
	reply := f.reply
	f.mu.Unlock()
	return reply(number)
}

func (f *fakeRegister) answers(a answer, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reply = func(string) (answer, error) { return a, err }
}

func (f *fakeRegister) questions(number string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked[number]
}

// known is an answer about a valid id.
var known = answer{
	Valid: true, Name: new("CAFÉ LUMIÈRE"), Address: new("12 RUE DE RIVOLI\n75004 PARIS"), ConsultationNumber: new("WAPI1"),
}

// setup is the module alone, with a user, an admin and a register. Its worker asks when the test
// has it ask.
type setup struct {
	*moduletest.Runner
	register *fakeRegister
	worker   *worker
	user     *kit.API
	userID   string
	admin    *kit.API
	adminID  string
	version  int64 // of the settings
}

// each runs test on both databases.
func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, newSetup(t, dialect))
		})
	}
}

func newSetup(t *testing.T, dialect string) *setup {
	t.Helper()
	s := &setup{register: &fakeRegister{asked: map[string]int{}}}
	s.register.answers(known, nil)
	s.Runner = moduletest.On(t, dialect, func(p moduletest.Deps) module.Module {
		m := New(depsOf(p))
		m.Run = nil
		return m
	})
	s.worker = s.newWorker(s.Runner)
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.user, s.userID = s.As(t, auth.RoleCustomer)
	s.admin, s.adminID = s.As(t, auth.RoleAdmin)
	return s
}

func depsOf(p moduletest.Deps) Deps {
	return Deps{DB: p.DB, Clock: p.Clock, Log: p.Log, Copies: p.Copies}
}

func (s *setup) newWorker(r *moduletest.Runner) *worker {
	w := newWorker(depsOf(r.Deps))
	w.register = s.register
	return w
}

// ask has the worker ask about all that is due.
func (s *setup) ask(t *testing.T) {
	t.Helper()
	if err := s.worker.askAll(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// later moves the clock and has the worker do what is due by then.
func (s *setup) later(t *testing.T, by time.Duration) {
	t.Helper()
	s.advance(t, by)
	if err := s.worker.endProofs(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.ask(t)
}

// advance moves the clock, and signs the user and the admin in anew: their tokens end.
func (s *setup) advance(t *testing.T, by time.Duration) {
	t.Helper()
	s.Clock.Advance(by)
	s.user = s.AsUser(t, auth.Principal{UserID: s.userID, SessionID: id.New(), Role: auth.RoleCustomer})
	s.admin = s.AsUser(t, auth.Principal{UserID: s.adminID, SessionID: id.New(), Role: auth.RoleAdmin})
}

// give sets the user's VAT id.
func (s *setup) give(t *testing.T, number string) kit.Answer {
	t.Helper()
	return s.user.Do(t, "PUT", own, body{"vatId": number}).Require(t, 200)
}

// read is the user's VAT id.
func (s *setup) read(t *testing.T) kit.Answer {
	t.Helper()
	return s.user.Do(t, "GET", own, nil).Require(t, 200)
}

// claim claims the one id that is due, as a worker that has asked.
func (s *setup) claim(t *testing.T) vatID {
	t.Helper()
	claimed, err := claimDue(t.Context(), s.DB, maxQuestions, s.Clock.Now())
	if err != nil || len(claimed) != 1 {
		t.Fatalf("%d ids are claimed, %v", len(claimed), err)
	}
	return claimed[0]
}

// checks are the evidence of the user, the newest first.
func (s *setup) checks(t *testing.T) []check {
	t.Helper()
	found, err := checksOf(s.DB, s.userID, -1)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// configure announces a group of the shop's settings.
func (s *setup) configure(t *testing.T, group shop.Group, values any) {
	t.Helper()
	s.version++
	s.Publish(t, shop.SettingsSaved{Group: group, Version: s.version, After: kit.JSON(t, values)})
	if err := s.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}
