package database_test

import (
	"errors"
	"slices"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

func TestSavepoint(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var hooks []string
		refused := errors.New("refused")
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			kept := database.Savepoint(tx, func(tx *gorm.DB) error {
				database.AfterCommit(tx, func() { hooks = append(hooks, "kept") })
				return tx.Create(newBrand()).Error
			})
			undone := database.Savepoint(tx, func(tx *gorm.DB) error {
				database.AfterCommit(tx, func() { hooks = append(hooks, "undone") })
				inner := database.Savepoint(tx, func(tx *gorm.DB) error { return tx.Create(newBrand()).Error })
				return errors.Join(inner, refused)
			})
			broken := database.Savepoint(tx, func(tx *gorm.DB) error { return tx.Exec("SELECT * FROM nowhere").Error })
			if kept != nil || !errors.Is(undone, refused) || broken == nil {
				t.Errorf("errors of savepoints: %v, %v, %v", kept, undone, broken)
			}
			func() {
				defer func() { _ = recover() }()
				_ = database.Savepoint(tx, func(tx *gorm.DB) error {
					_ = tx.Create(newBrand())
					panic("a bug")
				})
			}()
			return tx.Create(newBrand()).Error
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := count(t, db, &brand{}); got != 2 {
			t.Errorf("rows: %d, want the one kept and the one after", got)
		}
		if !slices.Equal(hooks, []string{"kept"}) {
			t.Errorf("hooks: %v", hooks)
		}
	}, shop)
}
