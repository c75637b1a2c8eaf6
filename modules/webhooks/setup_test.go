package webhooks

import (
	"net/netip"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gorm.io/gorm"

	identity "orderd/modules/identity/events"
	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/platform/module"
	"orderd/platform/secret"
	"orderd/test/kit"
	"orderd/test/kit/moduletest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const path = "/v1/admin/webhooks"

type body = map[string]any

// ring is auth.secret of all processes of a test.
var ring = secret.New("the secret of the webhooks of a test")

// loopback lets the receivers of tests be endpoints.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// setup is the module alone, with an admin.
type setup struct {
	*moduletest.Runner
	admin   *kit.API
	adminID string
}

func build(p moduletest.Deps) module.Module {
	return New(Deps{
		DB: p.DB, Clock: p.Clock, Log: p.Log, Config: Config{Secret: ring, AllowNetworks: loopback, Concurrency: 16, KeepDays: 30},
	})
}

func each(t *testing.T, test func(t *testing.T, s *setup)) {
	t.Parallel()
	moduletest.Each(t, build, func(t *testing.T, r *moduletest.Runner) {
		s := &setup{Runner: r}
		s.admin, s.adminID = r.As(t, auth.RoleAdmin)
		test(t, s)
	})
}

// endpoint registers an endpoint that gets the events of the patterns.
func (s *setup) endpoint(t *testing.T, url string, patterns ...string) kit.Answer {
	t.Helper()
	return s.admin.Do(t, "POST", path, body{"url": url, "events": patterns}).Require(t, 201)
}

// requireWriteScope requires that webhooks:read is not enough for an operation.
func (s *setup) requireWriteScope(t *testing.T, method, path string) {
	t.Helper()
	reader := s.AsUser(t, auth.Principal{UserID: id.New(), SessionID: id.New(), Role: auth.RoleStaff, Scopes: "webhooks:read"})
	if got := reader.Do(t, method, path, body{}).Require(t, 403, "forbidden"); got.Text("requiredScope") != "webhooks:write" {
		t.Errorf("%s %s: %s", method, path, got.Body)
	}
}

// atOnce makes n requests together. It counts their statuses.
func atOnce(t *testing.T, n int, request func() (kit.Answer, error)) map[int]int {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	statuses := map[int]int{}
	for range n {
		all.Go(func() {
			answer, err := kit.Patiently(request)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[answer.Status]++
		})
	}
	all.Wait()
	return statuses
}

func postgres(t *testing.T) *moduletest.Runner {
	t.Helper()
	return moduletest.Postgres(t, build)
}

// erased is the erasure of a user.
func erased(userID string, at time.Time) identity.AccountErased {
	return identity.AccountErased{UserID: userID, AddressID: kit.AddressID(userID + "@example.com"), ErasedAt: at}
}

// eraseSubject erases a user's events in the log, as identity does.
func (s *setup) eraseSubject(t *testing.T, userID string) {
	t.Helper()
	err := database.InTx(t.Context(), s.DB, func(tx *gorm.DB) error { return eventbus.EraseSubject(t.Context(), tx, userID) })
	if err != nil {
		t.Fatal(err)
	}
}
