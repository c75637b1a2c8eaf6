package database_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// altered is shop with a second migration, which locks its brands.
func altered() database.Migrations {
	files := fstest.MapFS{"migrations/postgres/00002_colour.sql": {Data: []byte("-- +goose Up\nALTER TABLE shop_brands ADD COLUMN colour " +
		"text;\n")}}
	maps.Copy(files, shop.FS.(fstest.MapFS))
	return database.Migrations{Name: shop.Name, FS: files}
}

// openToMigrate opens the database at url. tries returns how often a migration did not get a lock.
func openToMigrate(t *testing.T, url string) (db *gorm.DB, tries func() int) {
	t.Helper()
	logs, seen := observer.New(zap.WarnLevel)
	db, err := database.Open(t.Context(), database.Options{URL: url, Log: zap.New(logs)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := database.Close(db); err != nil {
			t.Error(err)
		}
	})
	return db, func() int { return seen.FilterMessage("a migration waits for a lock").Len() }
}

// A migration that waits for the lock of a long transaction does not block others, and succeeds
// when the lock is free.
func TestMigrationWaitsForALock(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t, shop)
	migrating, tries := openToMigrate(t, url)
	holder, reader := kit.Open(t, url+"&idle_in_transaction_session_timeout=0"), kit.Open(t, url)

	ended := make(chan error, 1)
	waits := func(db *gorm.DB) error {
		n := tries()
		// A read waits for its 2 s at most, and succeeds.
		if err := db.WithContext(t.Context()).Find(&[]brand{}).Error; err != nil {
			t.Errorf("a read beside a migration that waits: %v", err)
		}
		if n < 2 {
			return fmt.Errorf("it was tried %d times", n)
		}
		return nil
	}
	err := database.InTx(t.Context(), holder, func(tx *gorm.DB) error {
		if err := tx.Find(&[]brand{}).Error; err != nil {
			return err
		}
		go func() { ended <- database.Migrate(t.Context(), migrating, []database.Migrations{altered()}) }()
		kit.Eventually(t, "the migration is tried again", func() error { return waits(reader) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("after the lock was free: %v", err)
	}
	if err := database.CheckSchema(t.Context(), migrating, []database.Migrations{altered()}); err != nil {
		t.Error(err)
	}
}

// A migration that stops waiting names the session that holds the lock.
func TestMigrationNamesWhatBlocksIt(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t, shop)
	holder := kit.Open(t, url+"&application_name=nightly-report&idle_in_transaction_session_timeout=0")
	migrating, tries := openToMigrate(t, url)
	err := database.InTx(t.Context(), holder, func(tx *gorm.DB) error {
		var pid int
		if err := tx.Raw("SELECT pg_backend_pid() FROM (SELECT count(*) FROM shop_brands) AS brands").Scan(&pid).Error; err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ended := make(chan error, 1)
		go func() { ended <- database.Migrate(ctx, migrating, []database.Migrations{altered()}) }()
		kit.Eventually(t, "the migration has waited once", func() error {
			if tries() == 0 {
				return errors.New("not yet")
			}
			return nil
		})
		cancel()
		err := <-ended
		if want := fmt.Sprintf("process %d (nightly-report", pid); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q in: %v", want, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
