package faults

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/auth"
	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/mailserver"
)

var full = flag.Bool("full", false, "break things as often as is promised")

// scaled is how often to break: a few times, or as often as promised with -full.
func scaled(few, promised int) int {
	if *full {
		return promised
	}
	return few
}

// undisturbed lets a test that measures times run beside no other test at -full, where one floods
// the machine while another counts milliseconds. In the short form its bounds are wide enough.
func undisturbed(t *testing.T) {
	t.Helper()
	if !*full {
		t.Parallel()
	}
}

const (
	password      = "correct horse battery"
	adminEmail    = "root@example.com"
	adminPassword = "the staple of admins"
	secret        = "a secret of thirty-two characters or more"
	publicURL     = "http://shop.test" // one for all replicas: it is the issuer of their tokens
)

type object map[string]any

// world is the service with everything around it that may break.
type world struct {
	t        *testing.T
	url      string   // of the service's database
	db       *gorm.DB // opened beside it
	mail     *mailserver.Server
	replicas []*kit.Process
	callers  []*kit.API // of the replicas, anonymous
	kills    int        // of the service: each may send one mail twice
	ledger   ledger

	mu      sync.Mutex
	admin   string // access token
	renewed time.Time
}

// each runs fn with one process on SQLite and one on PostgreSQL.
func each(t *testing.T, fn func(t *testing.T, w *world), env ...string) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			w := prepare(t, kit.NewURL(t, dialect), 1, env...)
			w.launch()
			fn(t, w)
		})
	}
}

// pair is two processes on one PostgreSQL database.
func pair(t *testing.T, env ...string) *world {
	t.Helper()
	w := prepare(t, kit.PostgresURL(t), 2, env...)
	w.launch()
	return w
}

// prepare makes a world whose n processes do not run yet. through, when given in env as
// ORDERD_DATABASE_URL, is how the service reaches the database at url.
func prepare(t *testing.T, url string, n int, env ...string) *world {
	t.Helper()
	w := &world{t: t, url: url, db: kit.Open(t, url)}
	w.mail = mailserver.Start(t, mailserver.Options{Capacity: 100_000})
	keys := filepath.Join(t.TempDir(), "keys.pem")
	if err := auth.GenerateKeysFile(keys); err != nil {
		t.Fatal(err)
	}
	settings := append([]string{
		"ORDERD_DATABASE_URL=" + url, "ORDERD_MAIL_URL=" + w.mail.URL(), "ORDERD_HTTP_PUBLIC_URL=" + publicURL,
		"ORDERD_AUTH_KEYS_FILE=" + keys, "ORDERD_AUTH_SECRET=" + secret,
		"ORDERD_PAYMENTS_BANK_ACCOUNT=DE02 1203 0000 0000 2020 51", "ORDERD_SHOP_RETURNS_ADDRESS=Torstraße 12, 10119 Berlin",
		"ORDERD_ADMIN_EMAIL=" + adminEmail, "ORDERD_ADMIN_PASSWORD=" + adminPassword, "ORDERD_LIMITS_ENABLED=false",
	}, env...)
	if os.Getenv("TEST_ORDERD_OLD") == "" { // which may be from before there were VAT ids
		settings = append(settings, "ORDERD_VAT_VIES_URL=http://127.0.0.1:1") // refuses connections
	}
	for range n {
		replica := kit.Prepare(t, settings...)
		w.replicas, w.callers = append(w.replicas, replica), append(w.callers, kit.NewAPI(replica.Base, nil))
	}
	return w
}

// launch starts all processes at once and waits until they are ready.
func (w *world) launch() {
	w.t.Helper()
	for _, replica := range w.replicas {
		replica.Launch()
	}
	for _, replica := range w.replicas {
		replica.AwaitReady()
	}
}

// restart kills a process and starts it again.
func (w *world) restart(replica int) {
	w.t.Helper()
	w.kills++
	w.replicas[replica].Kill()
	w.replicas[replica].Start()
}

// api calls the first process, anonymously.
func (w *world) api() *kit.API { return w.at(0) }

// at calls a process, anonymously.
func (w *world) at(replica int) *kit.API { return w.callers[replica] }

// asAdmin calls the first process as the admin.
func (w *world) asAdmin() *kit.API { return w.api().As(w.adminToken()) }

func (w *world) adminToken() string {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.renewed) > tokenTime {
		ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
		defer cancel()
		session, _, err := mustSettle(ctx, w.api(), "POST", "/v1/auth/login", object{"email": adminEmail, "password": adminPassword}, 200)
		if err != nil {
			w.t.Error(err)
		}
		w.admin, w.renewed = session.Text("accessToken"), time.Now()
	}
	return w.admin
}

// tokenTime is how long an access token is used; it lives 10 minutes.
const tokenTime = 5 * time.Minute

// access is an access token of a customer whom the ledger knows, a new one when the last is old.
func (w *world) access(ctx context.Context, caller *kit.API, email string) (string, error) {
	if time.Since(w.ledger.all()[email].since) > tokenTime {
		if err := w.useCode(ctx, caller, email, "/v1/auth/login", object{"email": email, "password": password}); err != nil {
			return "", err
		}
	}
	return w.ledger.all()[email].access, nil
}

func (w *world) login(caller *kit.API, email, password string) kit.Answer {
	w.t.Helper()
	a, err := kit.Patiently(func() (kit.Answer, error) {
		return caller.Try("POST", "/v1/auth/login", object{"email": email, "password": password})
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

// query scans the rows of a statement that both databases know.
func query[T any](w *world, statement string, values ...any) []T {
	w.t.Helper()
	var rows []T
	if err := w.db.WithContext(w.t.Context()).Raw(statement, values...).Scan(&rows).Error; err != nil {
		w.t.Fatalf("%s: %v", statement, err)
	}
	return rows
}

// awaitConsumers waits until every module has handled the events so far. An answer waits for that
// too, but not longer than 250 ms.
func (w *world) awaitConsumers() {
	w.t.Helper()
	kit.Eventually(w.t, "every event is handled", func() error {
		if left := query[string](w, "SELECT name || ' ' || coalesce(last_error, '') FROM deliveries"); len(left) > 0 {
			return fmt.Errorf("not %v", left)
		}
		return nil
	})
}

// number is the one number that a statement gives.
func (w *world) number(statement string, values ...any) int {
	w.t.Helper()
	return query[int](w, statement, values...)[0]
}

// dump is every row of every table as text, one a line, each after its table's name.
func (w *world) dump() string {
	w.t.Helper()
	list := "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
	if database.Dialect(w.db) == database.Postgres {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
	}
	var out strings.Builder
	for _, table := range query[string](w, list) {
		var rows []map[string]any
		if err := w.db.WithContext(w.t.Context()).Table(table).Find(&rows).Error; err != nil {
			w.t.Fatal(err)
		}
		for _, row := range rows {
			fmt.Fprintf(&out, "%s %s\n", table, fmt.Sprint(row))
		}
	}
	return out.String()
}

var people atomic.Int64

// someone is an address that no other test of this run uses.
func someone(name string) string {
	return fmt.Sprintf("%s.%d.%d@example.com", name, os.Getpid(), people.Add(1))
}
