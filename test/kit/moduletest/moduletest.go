// Package moduletest runs one module alone: on a database of its own, with its routes behind the
// real HTTP layer, its consumers on the real bus and its background work running. What other
// modules would announce, the test publishes itself.
package moduletest

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"
	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/background"
	"orderd/platform/clock"
	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/platform/files"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/platform/locale"
	"orderd/platform/module"
	"orderd/platform/search"
	"orderd/platform/secret"
	"orderd/test/kit"
)

// Deps are what a module may be built from.
type Deps struct {
	DB        *gorm.DB
	Clock     *clock.Shifted
	Copies    *copies.Store
	Log       *zap.Logger
	Authority *auth.Authority
}

// Runner is a module at work.
type Runner struct {
	Deps
	Module module.Module
	API    *kit.API // calls without a login; every answer is checked against the module's own document

	url, keys  string
	build      func(Deps) module.Module
	statements *statements
}

var platform = []database.Migrations{database.OwnMigrations(), eventbus.Migrations(), auth.Migrations(), httpapi.Migrations(),
	search.Migrations(), background.Migrations(), files.Migrations()}

// Each runs test as the parallel subtests "sqlite" and "postgres", each with a runner of its own.
func Each(t *testing.T, build func(Deps) module.Module, test func(t *testing.T, r *Runner)) {
	t.Helper()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t, dialect, build))
		})
	}
}

// On is a runner on a database of the dialect, for a test that needs several.
func On(t testing.TB, dialect string, build func(Deps) module.Module) *Runner {
	t.Helper()
	return fresh(t, dialect, build)
}

// Postgres is a runner on PostgreSQL, for what takes two processes on one database.
func Postgres(t testing.TB, build func(Deps) module.Module) *Runner {
	t.Helper()
	return fresh(t, database.Postgres, build)
}

func fresh(t testing.TB, dialect string, build func(Deps) module.Module) *Runner {
	t.Helper()
	return At(t, kit.NewURL(t, dialect, slices.Concat(platform, own())...), build)
}

// own are the migrations of the module whose tests run, which stand in its folder: databases that
// have them are copies of one.
func own() []database.Migrations {
	folder, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "migrations")); err != nil {
		return nil
	}
	return []database.Migrations{{Name: filepath.Base(folder), FS: os.DirFS(folder)}}
}

// At is a runner on the database at the URL, for a test with servers of its own.
func At(t testing.TB, url string, build func(Deps) module.Module) *Runner {
	t.Helper()
	keys := filepath.Join(t.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(keys); err != nil {
		t.Fatal(err)
	}
	return open(t, url, keys, build)
}

// Replica is another process on the same database: another handle, bus, router and module.
func (r *Runner) Replica(t testing.TB) *Runner {
	t.Helper()
	return open(t, r.url, r.keys, r.build)
}

// ring holds the secret that all processes of a test share.
var ring = secret.New("the secret that all processes of a test share")

// Network is httpapi.NetworkDigest of the callers.
var Network = hex.EncodeToString(ring.MAC("network", "127.0.0.1"))

func open(t testing.TB, url, keysFile string, build func(Deps) module.Module) *Runner {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	keys, err := auth.LoadKeys(keysFile)
	must(err)
	r := &Runner{url: url, keys: keysFile, build: build, Deps: Deps{
		DB: kit.Open(t, url, platform...), Clock: &clock.Shifted{}, Log: zaptest.NewLogger(t, zaptest.Level(zap.ErrorLevel)),
	}}
	r.Copies = copies.NewStore(r.DB, r.Log)
	r.statements = countStatements(t, r.DB)
	r.Authority = auth.New(r.DB, auth.Options{Keys: keys, Issuer: "http://orderd.test", Audience: "orderd", Clock: r.Clock, Log: r.Log})
	bus, err := eventbus.New(r.DB, eventbus.Options{Clock: r.Clock, Log: r.Log})
	must(err)
	router, err := httpapi.New(httpapi.Options{
		DB: r.DB, Authority: r.Authority, Clock: r.Clock, Log: r.Log, PublicURL: "http://orderd.test", Title: "A module", Version: "test",
		ReadYourWrites: kit.ReadYourWrites,
		TrustedProxies: []string{"127.0.0.1"}, // a test calls from any network with X-Forwarded-For
		Secret:         ring,
		Locale: func() locale.Code {
			if r.Module.Locale == nil {
				return locale.English
			}
			return r.Module.Locale()
		},
		Locales: func() []string {
			if r.Module.Locales == nil {
				return nil
			}
			return r.Module.Locales()
		},
	})
	must(err)

	// Those of other modules, for tests of roles and keys.
	r.Authority.AddScopes("orders:read", "orders:write", "refunds:write", "stock:read", "mails:read", "audit:read")
	m := build(r.Deps)
	r.Module = m
	if its := []database.Migrations{{Name: m.Name, FS: m.Migrations}}; m.Migrations != nil &&
		database.CheckSchema(t.Context(), r.DB, its) != nil {
		must(database.Migrate(t.Context(), r.DB, its))
	}
	if m.Subscribe != nil {
		m.Subscribe(bus)
	}
	router.RegisterProblems(m.Problems)
	if m.Routes != nil {
		m.Routes(router)
	}
	must(bus.Start(t.Context()))
	kit.Cleanup(t, func() { must(bus.Stop(context.Background())) })
	if m.Configure != nil {
		must(m.Configure(t.Context()))
	}
	must(r.Copies.Refresh(t.Context()))
	if m.Start != nil {
		must(m.Start(t.Context()))
	}
	for _, work := range m.Once { // so that tests do not meet it
		must(work.Job(r.DB).Do(t.Context()))
	}

	server := httptest.NewServer(router.Handler())
	kit.Cleanup(t, server.Close)
	kit.Cleanup(t, router.Drain)
	inBackground(t, r.Authority.Run)
	inBackground(t, r.Copies.Run)
	inBackground(t, m.Run)
	r.API = kit.NewAPI(server.URL, kit.ContractOf(t, fmt.Sprint(router.Routes()), server.URL))
	return r
}

// inBackground runs work until the test ends, and waits for its end.
func inBackground(t testing.TB, work func(ctx context.Context) error) {
	if work == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- work(ctx) }()
	kit.Cleanup(t, func() {
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// As calls as a new user with the role; userID is the new user's id.
func (r *Runner) As(t testing.TB, role auth.Role) (api *kit.API, userID string) {
	t.Helper()
	userID = id.New()
	return r.AsUser(t, auth.Principal{UserID: userID, SessionID: id.New(), Role: role}), userID
}

// AsUser calls as the principal; what it leaves open is filled in.
func (r *Runner) AsUser(t testing.TB, p auth.Principal) *kit.API {
	t.Helper()
	return r.API.As(r.Token(t, p))
}

// AsKey calls with a new API key of the scopes; keyID is the new key's id.
func (r *Runner) AsKey(t testing.TB, scopes ...auth.Scope) (api *kit.API, keyID string) {
	t.Helper()
	text, keyID := auth.NewKey(), id.New()
	err := database.InTx(t.Context(), r.DB, func(tx *gorm.DB) error {
		return r.Authority.SaveKey(t.Context(), tx, auth.APIKey{
			ID: keyID, Hash: auth.HashKey(text), Scopes: auth.ScopesOf(scopes...), Version: 1,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.API.As(text), keyID
}

// Token is an access token of the principal; what it leaves open is filled in.
func (r *Runner) Token(t testing.TB, p auth.Principal) string {
	t.Helper()
	if p.AccountType == "" {
		p.AccountType = "retail"
	}
	if p.Email == "" {
		p.Email, p.Name = p.UserID+"@example.com", "Some Body"
	}
	if p.AuthTime.IsZero() {
		p.AuthTime = r.Clock.Now()
	}
	token, _, err := r.Authority.Issue(p)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// Exported is the JSON of what the module holds on the user.
func (r *Runner) Exported(t testing.TB, userID string) string {
	t.Helper()
	held, err := r.Module.Export(t.Context(), r.DB, userID)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(held)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Publish announces events as another module would, and waits until the module's consumers have
// handled them and the copies in memory are new.
func (r *Runner) Publish(t testing.TB, events ...eventbus.Event) {
	t.Helper()
	if err := r.Announce(t.Context(), events...); err != nil {
		t.Fatal(err)
	}
	eventbustest.Drain(t, r.DB)
	if err := r.Copies.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Announce publishes events in one transaction and does not wait.
func (r *Runner) Announce(ctx context.Context, events ...eventbus.Event) error {
	return database.InTx(ctx, r.DB, func(tx *gorm.DB) error {
		return eventbus.Publish(ctx, tx, events...)
	})
}

// DoOnce does the module's work of the kind as after an upgrade: there is something to do now.
func (r *Runner) DoOnce(t testing.TB, work background.Once) {
	t.Helper()
	if err := r.DB.Exec("DELETE FROM background_tasks WHERE name = ?", work.Name).Error; err != nil {
		t.Fatal(err)
	}
	if err := work.Job(r.DB).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Analyze is the statement after which the planner knows what was just filled in, as it does in
// time by itself.
func Analyze(db *gorm.DB) string {
	if database.Dialect(db) == database.SQLite {
		return "ANALYZE"
	}
	return "VACUUM ANALYZE"
}
