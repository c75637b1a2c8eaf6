package database_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// The log has every slow statement: those of gorm, those without gorm, those of a batch, and the
// COMMIT. None shows a value.
func TestSlowStatementsAreLogged(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			core, log := observer.New(zapcore.WarnLevel)
			db, err := database.Open(t.Context(), database.Options{URL: kit.NewURL(t, dialect), Log: zap.New(core), Slow: 1})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = database.Close(db) })
			const value = "ada@example.com"
			err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				var first, second string
				together := []database.Read{{Query: tx.Raw("SELECT 'together' WHERE ? <> ''", value), Into: &first},
					{Query: tx.Raw("SELECT 'again' WHERE ? <> ''", value), Into: &second}}
				if err := database.BatchReads(tx, together...); err != nil {
					return err
				}
				if err := tx.Exec("SELECT 'of gorm' WHERE ? <> ''", value).Error; err != nil {
					return err
				}
				rows, err := tx.Statement.ConnPool.QueryContext(t.Context(), "SELECT 'past gorm'")
				if err != nil {
					return err
				}
				defer rows.Close()
				return rows.Err()
			})
			if err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			for _, e := range log.FilterMessage("slow statement").All() {
				fmt.Fprintln(&all, e.ContextMap()["sql"])
			}
			for _, want := range []string{"'together'", "'again'", "'of gorm'", "'past gorm'", "begin", "commit"} {
				if !strings.Contains(strings.ToLower(all.String()), want) {
					t.Errorf("%q is not in\n%s", want, &all)
				}
			}
			if strings.Contains(all.String(), value) {
				t.Errorf("a value is in the log:\n%s", &all)
			}
		})
	}
}

// A batch whose connection breaks is not logged as one that took centuries: pgx ends it twice.
func TestBrokenBatchIsNotSlow(t *testing.T) {
	t.Parallel()
	core, log := observer.New(zapcore.WarnLevel)
	url := kit.PostgresURL(t)
	db, err := database.Open(t.Context(), database.Options{URL: url, Log: zap.New(core), Slow: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Close(db) })
	other := kit.Open(t, url)
	var pid, one, two int
	err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		if err := tx.Raw("SELECT pg_backend_pid()").Scan(&pid).Error; err != nil {
			return err
		}
		if err := other.Exec("SELECT pg_terminate_backend(?, 5000)", pid).Error; err != nil {
			return err
		}
		return database.BatchReads(tx, database.Read{Query: tx.Raw("SELECT 1"), Into: &one}, database.Read{Query: tx.Raw("SELECT 2"), Into: &two})
	})
	if err == nil {
		t.Fatal("the connection did not break")
	}
	if n := log.FilterMessage("slow statement").Len(); n > 0 {
		t.Errorf("%d slow statements", n)
	}
}
