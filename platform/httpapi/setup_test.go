package httpapi_test

import (
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/clock"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

// net/http leaves a connection that it refuses open for half a second, so that the client can read
// why.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

const publicURL = "https://shop.example"

// bundle is an API with the operations of things, in front of a database.
type bundle struct {
	*httpapi.Router
	db    *gorm.DB
	auth  *auth.Authority
	clock *stopped
	log   *observer.ObservedLogs
	base  string
	*things

	contract func(t *testing.T) *kit.Contract
}

// setup makes an API on db and serves it; change adapts the options.
func setup(t *testing.T, db *gorm.DB, change ...func(o *httpapi.Options)) *bundle {
	t.Helper()
	b := &bundle{db: db, clock: newStopped()}
	keys := newKeys(t)
	b.auth = auth.New(db, auth.Options{Keys: keys, Issuer: publicURL, Audience: "orderd", Clock: b.clock})
	core, log := observer.New(zapcore.InfoLevel)
	b.log = log
	o := httpapi.Options{
		Title: "Things", Description: "An API of things.",
		Tags: []httpapi.Tag{{Name: "Unused"}, {Name: "Prices", Description: "What things cost."}},
		DB:   db, Authority: b.auth, Clock: b.clock, Log: zap.New(core), PublicURL: publicURL, JWKS: keys.JWKS,
	}
	for _, c := range change {
		c(&o)
	}
	var err error
	if b.Router, err = httpapi.New(o); err != nil {
		t.Fatal(err)
	}
	b.things = &things{db: db, clock: b.clock}
	b.things.routes(b.Router)
	server := httptest.NewServer(b.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(b.Drain)
	b.base = server.URL
	var once sync.Once
	var contract *kit.Contract
	b.contract = func(t *testing.T) *kit.Contract {
		once.Do(func() { contract = kit.LoadContract(t, b.base) })
		return contract
	}
	return b
}

// plain is setup on an SQLite database, for what no database takes part in.
func plain(t *testing.T, change ...func(o *httpapi.Options)) *bundle {
	t.Helper()
	return setup(t, kit.SQLite(t, migrations...), change...)
}

func newKeys(t testing.TB) *auth.Keys {
	t.Helper()
	file := filepath.Join(t.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(file); err != nil {
		t.Fatal(err)
	}
	keys, err := auth.LoadKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// stopped is a clock that only Advance moves, so that what is left of a limit is exact.
type stopped struct{ now atomic.Pointer[time.Time] }

func newStopped() *stopped {
	s := new(stopped)
	now := clock.System().Now()
	s.now.Store(&now)
	return s
}

func (s *stopped) Now() time.Time { return *s.now.Load() }

func (s *stopped) Advance(d time.Duration) {
	now := s.Now().Add(d)
	s.now.Store(&now)
}

// api calls the bundle; every answer is checked against the document.
func (b *bundle) api(t *testing.T) *kit.API {
	t.Helper()
	return kit.NewAPI(b.base, b.contract(t))
}

// as is an api of a fresh user.
func (b *bundle) as(t *testing.T, role auth.Role) (api *kit.API, userID string) {
	t.Helper()
	userID = id.New()
	return b.login(t, userID, role), userID
}

// login is an api of the user with a fresh token.
func (b *bundle) login(t *testing.T, userID string, role auth.Role) *kit.API {
	t.Helper()
	token, _, err := b.auth.Issue(auth.Principal{UserID: userID, SessionID: id.New(), Role: role, AccountType: "retail",
		Email: "ada@example.com", Name: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	return b.api(t).As(token)
}

func (b *bundle) customer(t *testing.T) *kit.API {
	t.Helper()
	api, _ := b.as(t, auth.RoleCustomer)
	return api
}

func (b *bundle) admin(t *testing.T) *kit.API {
	t.Helper()
	api, _ := b.as(t, auth.RoleAdmin)
	return api
}
