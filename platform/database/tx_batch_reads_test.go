package database_test

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

// Batched reads run inside the transaction, in their order, and see its own writes.
func TestBatchReads(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		add := func(tx *gorm.DB, b *brand) *gorm.DB {
			return tx.Raw("INSERT INTO shop_brands (id, slug, name, made_at) VALUES (?, ?, ?, ?) RETURNING *", b.ID, b.Slug, b.Name, b.MadeAt)
		}
		b, refused := newBrand(), errors.New("no")
		together := func(end error) (added brand, found []brand, err error) {
			err = database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				all := database.Read{Query: tx.Where("name = ?", b.Name), Into: &found}
				return errors.Join(database.BatchReads(tx, database.Read{Query: add(tx, b), Into: &added}, all), end)
			})
			return added, found, err
		}
		for _, end := range []error{refused, nil} {
			if added, found, err := together(end); !errors.Is(err, end) || added != *b || len(found) != 1 || found[0] != *b {
				t.Errorf("%+v, %+v, %v", added, found, err)
			}
		}
		if _, _, err := together(nil); !database.IsUnique(err) || count(t, db, &brand{}) != 1 {
			t.Errorf("a statement that fails among others: %v", err)
		}
	}, shop)
}
