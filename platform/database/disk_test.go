package database_test

import (
	"errors"
	"strings"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/id"
	"orderd/test/kit"
)

type label struct{ BrandID, Text string }

func (label) TableName() string { return "shop_labels" }

// A failed COMMIT leaves no row, runs no hook, and on SQLite leaves no open transaction, which
// would block every later writer.
func TestFailedCommit(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		for range 2 * 8 { // more than the pool has connections
			err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				database.AfterCommit(tx, func() { t.Error("a hook ran after a commit that failed") })
				return tx.Create(&label{BrandID: id.New(), Text: "of no brand"}).Error
			})
			if !errors.Is(err, gorm.ErrForeignKeyViolated) {
				t.Fatalf("a commit against a deferred constraint: %v", err)
			}
		}
		if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Create(newBrand()).Error }); err != nil {
			t.Fatal(err)
		}
		if got := count(t, db, &label{}); got != 0 {
			t.Errorf("%d rows of failed commits", got)
		}
	}, shop)
}

// A full disk ends SQLite's transaction. A caller that goes on after the error commits nothing.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	db := kit.SQLite(t, shop)
	fill := func(tx *gorm.DB) error {
		if err := tx.Exec("PRAGMA max_page_count = 40").Error; err != nil {
			return err
		}
		b := newBrand()
		b.Name = strings.Repeat("x", 1<<20)
		return tx.Create(b).Error
	}
	if err := database.CheckDisk(db); err != nil {
		t.Error(err)
	}
	if err := database.InTx(t.Context(), db, fill); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a write to a full disk: %v", err)
	}
	if database.CheckDisk(db) == nil {
		t.Error("CheckDisk does not report the full disk")
	}
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		if err := tx.Create(newBrand()).Error; err != nil {
			return err
		}
		if err := database.Savepoint(tx, fill); !database.IsUnavailable(err) {
			t.Errorf("a write to a full disk in a savepoint: %v", err)
		}
		_ = tx.Create(newBrand()) // goes on in spite of the error
		return nil
	})
	if err != nil && !fault.Is(err, fault.Unavailable) {
		t.Errorf("a transaction that met a full disk: %v", err)
	}
	if got, whole := count(t, db, &brand{}), err == nil; got != 0 && !(whole && got == 2) {
		t.Errorf("%d rows of a transaction that ended with %v", got, err)
	}
	if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		return errors.Join(tx.Exec("PRAGMA max_page_count = 1000000").Error, tx.Create(newBrand()).Error)
	}); err != nil {
		t.Errorf("with free space again: %v", err)
	}
}
