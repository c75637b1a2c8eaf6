package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/test/kit"
)

func TestPostgresGoesAwayAndComesBack(t *testing.T) {
	t.Parallel()
	server := kit.PostgresServer(t)
	db := kit.Open(t, server.URL("postgres"), shop)
	write := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		return database.InTx(ctx, db, func(tx *gorm.DB) error { return tx.Create(newBrand()).Error })
	}
	read := func() error { return db.WithContext(t.Context()).Take(&brand{}).Error }
	if err := errors.Join(write(), read()); err != nil {
		t.Fatal(err)
	}
	for what, stop := range map[string]func() error{"halted": server.Halt, "killed": server.Kill} {
		inside := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			if err := tx.Create(newBrand()).Error; err != nil {
				return err
			}
			if err := stop(); err != nil {
				t.Fatal(err)
			}
			return tx.Create(newBrand()).Error
		})
		if !fault.Is(inside, fault.Unavailable) {
			t.Errorf("%s inside of a transaction: %v", what, inside)
		}
		for range 3 {
			if err := write(); !fault.Is(err, fault.Unavailable) {
				t.Errorf("%s, a write: %v", what, err)
			}
			if err := read(); !database.IsUnavailable(err) || !fault.Is(database.AsUnavailable(err), fault.Unavailable) {
				t.Errorf("%s, a read: %v", what, err)
			}
		}
		if err := server.Resume(); err != nil {
			t.Fatal(err)
		}
		kit.Eventually(t, "writes work again", write)
		kit.Eventually(t, "reads work again", read)
	}
}

func TestLimitsOfAStatement(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t)
	for what, row := range map[string]struct{ limit, sql string }{
		"statement": {"statement_timeout=50", "SELECT pg_sleep(5)"},
		"lock":      {"lock_timeout=50", "LOCK TABLE held"},
	} {
		holder := kit.Open(t, url)
		limited := kit.Open(t, url+"&"+row.limit)
		err := database.InTx(t.Context(), holder, func(tx *gorm.DB) error {
			if err := tx.Exec("CREATE TABLE IF NOT EXISTS held (n int)").Error; err != nil {
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = database.InTx(t.Context(), holder, func(tx *gorm.DB) error {
			if err := tx.Exec("LOCK TABLE held").Error; err != nil {
				return err
			}
			err := database.InTx(t.Context(), limited, func(tx *gorm.DB) error { return tx.Exec(row.sql).Error })
			if !fault.Is(err, fault.Unavailable) {
				t.Errorf("%s: %v", what, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestContextEndsTheWaitForTheWriter(t *testing.T) {
	t.Parallel()
	db := kit.SQLite(t)
	err := database.InTx(t.Context(), db, func(*gorm.DB) error {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		err := database.InTx(ctx, db, func(*gorm.DB) error {
			t.Error("two writers at once")
			return nil
		})
		if !fault.Is(err, fault.Unavailable) {
			t.Errorf("after the deadline: %v", err)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		err = database.InTx(cancelled, db, func(*gorm.DB) error { return nil })
		if !errors.Is(err, context.Canceled) || fault.Is(err, fault.Unavailable) {
			t.Errorf("after the client left: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for url, word := range map[string]string{
		"":                               "URL",
		"mysql://localhost/x":            "URL",
		"sqlite:":                        "path",
		"sqlite::memory:":                "path",
		"sqlite:/dev/null/x.db":          "not a directory",
		"postgres://localhost:x/y":       "port",
		kit.PostgresURL(t) + "&nonsense": "nonsense",
	} {
		db, err := database.Open(t.Context(), database.Options{URL: url})
		if err == nil {
			_ = database.Close(db)
		}
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func TestOpenStopsWaitingWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := database.Open(ctx, database.Options{URL: "postgres://postgres@127.0.0.1:1/x?sslmode=disable"})
	if err == nil || !database.IsUnavailable(err) {
		t.Errorf("a server that is away: %v", err)
	}
}

func TestOpenMakesTheFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a", "b", "orderd.db")
	db := kit.Open(t, "sqlite:"+file, shop)
	if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Create(newBrand()).Error }); err != nil {
		t.Fatal(err)
	}
}

// A connection that is still in use, such as that of an abandoned worker, must not keep the process
// from ending.
func TestCloseDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, err := database.Open(t.Context(), database.Options{URL: kit.NewURL(t, dialect)})
			if err != nil {
				t.Fatal(err)
			}
			err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				if err := tx.Exec("SELECT 1").Error; err != nil {
					return err
				}
				closed := make(chan struct{})
				go func() {
					defer close(closed)
					_ = database.Close(db)
				}()
				select {
				case <-closed:
				case <-time.After(30 * time.Second):
					t.Error("it waits still")
				}
				return nil
			})
			if err != nil && !fault.Is(err, fault.Unavailable) {
				t.Error(err)
			}
		})
	}
}
