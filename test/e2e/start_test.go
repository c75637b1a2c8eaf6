package e2e

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/cmd/orderd/app"
	"orderd/cmd/orderd/settings"
	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/test/kit"
	"orderd/test/kit/stripe"
)

const (
	adminEmail    = "admin@example.com"
	adminPassword = "the keeper of this shop"
)

// each runs a test against a service of its own on each database, with further settings.
func each(t *testing.T, test func(t *testing.T, s *shop), more ...string) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, dialect, more...))
		})
	}
}

// open starts the service in this process, in dev mode and without rate limits, with a clock that
// the test can move. More settings ("ORDERD_…=…") take the place of these.
func open(t *testing.T, dialect string, more ...string) *shop {
	t.Helper()
	now := &clock.Shifted{}
	s := openAt(t, dialect, now, more...)
	s.advance = now.Advance
	return s
}

// migrations are those of the service: databases that have them are copies of one.
var migrations = sync.OnceValue(func() []database.Migrations {
	folder, err := os.MkdirTemp("", "orderd")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	c, err := settings.Load("", []string{"ORDERD_DEV=true", "ORDERD_DATA_DIR=" + folder})
	if err != nil {
		panic(err)
	}
	service, err := app.New(context.Background(), c, app.Options{})
	if err != nil {
		panic(err)
	}
	defer service.Close()
	return service.Migrations()
})

// openAt is open with a clock of the test's own.
func openAt(t *testing.T, dialect string, now clock.Clock, more ...string) *shop {
	t.Helper()
	url, cards := kit.NewURL(t, dialect, migrations()...), stripe.New(t)
	environ := []string{
		"ORDERD_DEV=true", "ORDERD_HTTP_ADDR=127.0.0.1:0", "ORDERD_OPS_ADDR=127.0.0.1:0", "ORDERD_DATA_DIR=" + t.TempDir(),
		"ORDERD_DATABASE_URL=" + url, "ORDERD_LIMITS_ENABLED=false",
		"ORDERD_ADMIN_EMAIL=" + adminEmail, "ORDERD_ADMIN_PASSWORD=" + adminPassword,
		"ORDERD_PAYMENTS_STRIPE_KEY=" + stripe.Key, "ORDERD_PAYMENTS_STRIPE_WEBHOOK_SECRET=" + stripe.Secret,
		"ORDERD_PAYMENTS_STRIPE_URL=" + cards.URL, "ORDERD_PAYMENTS_STRIPE_PUBLISHABLE_KEY=" + stripe.PublishableKey,
	}
	environ = append(environ, more...)
	c, err := settings.Load("", environ)
	if err != nil {
		t.Fatal(err)
	}
	service, err := app.New(t.Context(), c, app.Options{Clock: now, Log: zap.NewNop(), ReadYourWrites: kit.ReadYourWrites})
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := service.Stop(ctx); err != nil {
			t.Errorf("stop the service: %v", err)
		}
	})
	base := "http://" + service.Addr().String()
	contract := kit.ContractOf(t, strings.Join(more, "\n"), base)
	s := &shop{t: t, dialect: dialect, url: url, settings: environ, api: kit.NewAPI(base, contract), stripe: cards}
	s.admin = s.session(s.login(adminEmail, adminPassword).Require(t, 200)).API
	return s
}

// database opens the service's database beside it.
func (s *shop) database() *gorm.DB {
	s.t.Helper()
	db, err := database.Open(s.t.Context(), database.Options{URL: s.url, MaxConns: 2})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = database.Close(db) })
	return db
}

// settled waits until every mail has been sent and every event has been handled, before the clock
// is moved.
func (s *shop) settled() {
	s.t.Helper()
	db := s.database()
	kit.Eventually(s.t, "mails are sent and events are handled", func() error {
		var mails, deliveries int64
		if err := db.Raw(`SELECT count(*) FROM mailer_letters WHERE status = 'queued'`).Scan(&mails).Error; err != nil {
			return err
		}
		if err := db.Raw(`SELECT count(*) FROM deliveries`).Scan(&deliveries).Error; err != nil {
			return err
		}
		if mails+deliveries > 0 {
			return fmt.Errorf("%d mails and %d deliveries are under way", mails, deliveries)
		}
		return nil
	})
}

// dump is every row of every table, as text.
func (s *shop) dump() string {
	s.t.Helper()
	db := s.database()
	tables := `SELECT name FROM sqlite_master WHERE type = 'table'`
	if s.dialect == database.Postgres {
		tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
	}
	var names []string
	if err := db.Raw(tables).Scan(&names).Error; err != nil {
		s.t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		dumpTable(s.t, db, name, &all)
	}
	return all.String()
}

func dumpTable(t *testing.T, db *gorm.DB, name string, into *strings.Builder) {
	t.Helper()
	rows, err := db.Raw(`SELECT * FROM "` + name + `"`).Rows()
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(into, "%s:", name)
		for i, value := range values {
			if raw, ok := value.([]byte); ok {
				value = string(raw)
			}
			fmt.Fprintf(into, " %s=%v", columns[i], value)
		}
		into.WriteString("\n")
	}
}
