package database_test

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// Statements of AtCommit run with the COMMIT, in the order in which they were added.
func TestAtCommit(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b, committed := newBrand(), false
		rename := func(tx *gorm.DB) *gorm.DB {
			return tx.Model(b).Where("id = ?", b.ID).Update("name", "Named 'last'")
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			database.AfterCommit(tx, func() { committed = true })
			err := errors.Join(database.AtCommit(tx, create(b)), database.AtCommit(tx, rename))
			if n := count(t, tx, &brand{}); database.Dialect(tx) == database.Postgres && n != 0 {
				t.Errorf("%d rows before the commit", n)
			}
			return err
		})
		var got brand
		if err != nil || !committed || db.Take(&got, "id = ?", b.ID).Error != nil || got.Name != "Named 'last'" {
			t.Errorf("%v, committed %t, %+v", err, committed, got)
		}
	}, shop)
}

// A statement that fails at the commit rolls the transaction back, and the connection stays usable.
func TestAtCommitRollsBack(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		first, twin := newBrand(), newBrand()
		twin.Slug = first.Slug
		if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return database.AtCommit(tx, create(first)) }); err != nil {
			t.Fatal(err)
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			database.AfterCommit(tx, func() { t.Error("a hook ran after a failure") })
			return errors.Join(tx.Create(newBrand()).Error, database.AtCommit(tx, create(twin), create(newBrand())))
		})
		if !database.IsUnique(err) || database.RefusedBy(err) != "" || count(t, db, &brand{}) != 1 {
			t.Errorf("a statement that fails at the commit: %v", err)
		}
		err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			refused := database.Savepoint(tx, func(tx *gorm.DB) error {
				return errors.Join(database.AtCommit(tx, create(newBrand())), errors.New("no"))
			})
			if refused == nil {
				t.Error("a savepoint returned no error although it failed")
			}
			return nil
		})
		if err != nil || count(t, db, &brand{}) != 1 {
			t.Errorf("a statement in a savepoint that was rolled back: %v", err)
		}
	}, shop)
}

// A guard of the database keeps a transaction from being committed, and the error names it.
func TestRefusedBy(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t, shop)
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		return errors.Join(tx.Create(newBrand()).Error, database.AtCommit(tx, func(tx *gorm.DB) *gorm.DB {
			return tx.Exec("DO $$ BEGIN RAISE EXCEPTION 'brands' USING ERRCODE = 'OR001'; END $$")
		}))
	})
	if got := database.RefusedBy(err); got != "brands" || count(t, db, &brand{}) != 0 {
		t.Errorf("refused by %q: %v", got, err)
	}
	for _, other := range []error{nil, errors.New("brands"), db.Exec("SELECT 1 / 0").Error} {
		if got := database.RefusedBy(other); got != "" {
			t.Errorf("%v: refused by %q", other, got)
		}
	}
}
