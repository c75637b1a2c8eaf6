// Package kit is what the tests of the platform and of the modules share: databases, HTTP calls,
// waiting. It knows no module.
package kit

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit/postgres"
)

// Dialects are those that every test runs on: both, or the one that TEST_DIALECT names.
var Dialects = dialects(os.Getenv("TEST_DIALECT"))

func dialects(only string) []string {
	both := []string{database.SQLite, database.Postgres}
	switch {
	case only == "":
		return both
	case slices.Contains(both, only):
		return []string{only}
	}
	panic("TEST_DIALECT is " + only)
}

// conns is the size of a test's pool.
const conns = 8

// EachDatabase runs fn as the parallel subtests "sqlite" and "postgres", each with a migrated
// database of its own.
func EachDatabase(t *testing.T, fn func(t *testing.T, db *gorm.DB), migrations ...database.Migrations) {
	t.Helper()
	for _, dialect := range Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			fn(t, Open(t, NewURL(t, dialect, migrations...), migrations...))
		})
	}
}

// SQLite is a migrated database in a file of the test's own.
func SQLite(t *testing.T, migrations ...database.Migrations) *gorm.DB {
	t.Helper()
	return Open(t, NewURL(t, database.SQLite, migrations...), migrations...)
}

// Postgres is a migrated database of the test's own.
func Postgres(t *testing.T, migrations ...database.Migrations) *gorm.DB {
	t.Helper()
	return Open(t, NewURL(t, database.Postgres, migrations...))
}

// PostgresServer is a server of the test's own, for a test that stops it. It has an empty database
// "postgres".
func PostgresServer(t testing.TB) *postgres.Server {
	t.Helper()
	return ownServer(t, postgres.Start)
}

// PostgresStandby is a streaming standby of the server, of the test's own.
func PostgresStandby(t testing.TB, primary *postgres.Server) *postgres.Server {
	t.Helper()
	return ownServer(t, primary.Standby)
}

func ownServer(t testing.TB, start func() (*postgres.Server, error)) *postgres.Server {
	t.Helper()
	server, err := start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// Open opens a database until the end of the test and migrates it. A second handle on one URL is a
// second replica.
func Open(t testing.TB, url string, migrations ...database.Migrations) *gorm.DB {
	t.Helper()
	db, err := database.Open(t.Context(), database.Options{URL: url, MaxConns: conns, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	Cleanup(t, func() {
		if err := database.Close(db); err != nil {
			t.Error(err)
		}
	})
	if len(migrations) > 0 && database.CheckSchema(t.Context(), db, migrations) != nil {
		if err := database.Migrate(t.Context(), db, migrations); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// NewURL is the address of a fresh database that has the migrations; without any, an SQLite file
// does not exist yet.
func NewURL(t testing.TB, dialect string, migrations ...database.Migrations) string {
	t.Helper()
	if dialect == database.Postgres {
		return PostgresURL(t, migrations...)
	}
	file := filepath.Join(t.TempDir(), "orderd.db")
	if len(migrations) > 0 {
		migrated, err := sqliteTemplateOf(migrations)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, migrated, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return "sqlite:" + file
}

// sqliteTemplateOf is the file of a database with the migrations, made once in a test binary.
func sqliteTemplateOf(migrations []database.Migrations) (file []byte, err error) {
	sum, err := digest(migrations)
	if err != nil {
		return nil, err
	}
	madeFiles.Lock()
	defer madeFiles.Unlock()
	if file := madeFiles.bySum[string(sum)]; file != nil {
		return file, nil
	}
	folder, err := os.MkdirTemp("", "template")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "orderd.db")
	ctx := context.Background()
	db, err := database.Open(ctx, database.Options{URL: "sqlite:" + path, Relaxed: true})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(database.Migrate(ctx, db, migrations), database.Close(db)); err != nil {
		return nil, err
	}
	file, err = os.ReadFile(path)
	madeFiles.bySum[string(sum)] = file
	return file, err
}

var madeFiles = struct {
	sync.Mutex
	bySum map[string][]byte
}{bySum: map[string][]byte{}}

// PostgresURL is the address of a fresh database that has the migrations. It is dropped at the end
// of the test.
func PostgresURL(t testing.TB, migrations ...database.Migrations) string {
	t.Helper()
	server, err := serverURL()
	if err != nil {
		t.Fatal(err)
	}
	template := "template0"
	if len(migrations) > 0 {
		if template, err = templateOf(server, migrations); err != nil {
			t.Fatal(err)
		}
	}
	name := "test_" + strings.ReplaceAll(id.New(), "-", "")
	if err := administer(server, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := administer(server, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return databaseURL(server, name)
}

// serverURL is TEST_POSTGRES_URL, or a server that lives as long as this test binary.
var serverURL = sync.OnceValues(func() (string, error) {
	if url := os.Getenv("TEST_POSTGRES_URL"); url != "" {
		return url, nil
	}
	server, err := postgres.Start()
	if err != nil {
		return "", err
	}
	own = server
	return server.URL("postgres"), nil
})

// own keeps the server's guard, which watches a pipe that must stay open.
var own *postgres.Server //nolint:unused // it is never read: it must only stay reachable

// templateOf is the name of a database with the migrations, made once for all test binaries on the
// server.
func templateOf(server string, migrations []database.Migrations) (string, error) {
	sum, err := digest(migrations)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("template_%x", sum[:12])
	made.Lock()
	defer made.Unlock()
	if made.names[name] {
		return name, nil
	}
	if err := makeTemplate(server, name, migrations); err != nil {
		return "", err
	}
	made.names[name] = true
	return name, nil
}

var made = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

func makeTemplate(server, name string, migrations []database.Migrations) (err error) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	lock := fnv.New64a()
	_, _ = lock.Write([]byte(name))
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(lock.Sum64())); err != nil {
		return err
	}
	var finished bool
	err = conn.QueryRow(ctx, "SELECT coalesce(bool_or(datistemplate), false) FROM pg_database WHERE datname = $1", name).Scan(&finished)
	if err != nil || finished {
		return err
	}
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name + " TEMPLATE template0"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	db, err := database.Open(ctx, database.Options{URL: databaseURL(server, name), MaxConns: 2})
	if err != nil {
		return err
	}
	if err := errors.Join(database.Migrate(ctx, db, migrations), database.Close(db)); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+name+" IS_TEMPLATE true")
	return err
}

// digest identifies a set of migrations by its contents.
func digest(migrations []database.Migrations) ([]byte, error) {
	h := sha256.New()
	for _, m := range migrations {
		fmt.Fprintf(h, "module %s\n", m.Name)
		err := fs.WalkDir(m.FS, "migrations", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(m.FS, path)
			fmt.Fprintf(h, "file %s %d\n%s", path, len(text), text)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("migrations of %s: %w", m.Name, err)
		}
	}
	return h.Sum(nil), nil
}

func administer(server, statement string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

func databaseURL(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		panic(err) // it has been connected to
	}
	u.Path = "/" + name
	return u.String()
}
