package database_test

import (
	"errors"
	"slices"
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

// A read may scan its rows by hand, in the order in which the query returns them.
func TestBatchReadsByHand(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		b := newBrand()
		if err := db.Create(b).Error; err != nil {
			t.Fatal(err)
		}
		failed := errors.New("failed")
		for _, fault := range []error{nil, failed} {
			var names []string
			var found []brand
			err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				return database.BatchReads(tx, database.Read{
					Query: tx.Raw("SELECT 'first' UNION ALL SELECT name FROM shop_brands"),
					Scan: func(row database.RowScan) error {
						var name string
						err := row(&name)
						names = append(names, name)
						return errors.Join(err, fault)
					},
				}, database.Read{Query: tx.Where("name = ?", b.Name), Into: &found})
			})
			switch {
			case !errors.Is(err, fault):
				t.Errorf("failed with %v, want %v", err, fault)
			case fault == nil && (!slices.Equal(names, []string{"first", b.Name}) || len(found) != 1):
				t.Errorf("read %v and %+v", names, found)
			}
		}
	}, shop)
}
