package database_test

import (
	"errors"
	"path/filepath"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
)

func benchmarkSQLite(b *testing.B) *gorm.DB {
	db, err := database.Open(b.Context(), database.Options{URL: "sqlite:" + filepath.Join(b.TempDir(), "orderd.db"), Relaxed: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = database.Close(db) })
	if err := database.Migrate(b.Context(), db, []database.Migrations{shop}); err != nil {
		b.Fatal(err)
	}
	return db
}

// An order: one row, three rows that refer to it, and a guarded update.
func BenchmarkSQLiteOrder(b *testing.B) {
	db := benchmarkSQLite(b)
	for b.Loop() {
		err := database.InTx(b.Context(), db, func(tx *gorm.DB) error {
			head := newBrand()
			lines := []product{{ID: id.New(), BrandID: head.ID}, {ID: id.New(), BrandID: head.ID}, {ID: id.New(), BrandID: head.ID}}
			return errors.Join(tx.Create(head).Error, tx.Create(lines).Error,
				tx.Model(&product{}).Where("id = ? AND stock >= 0", lines[0].ID).Update("stock", 1).Error)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// A page of 50 rows with their times.
func BenchmarkSQLiteList(b *testing.B) {
	db := benchmarkSQLite(b)
	err := database.InTx(b.Context(), db, func(tx *gorm.DB) error {
		for range 200 {
			row := newBrand()
			row.GoneAt = &row.MadeAt
			if err := tx.Create(row).Error; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var rows []brand
		if err := db.Order("id").Limit(50).Offset(100).Find(&rows).Error; err != nil || len(rows) != 50 {
			b.Fatal(len(rows), err)
		}
	}
}
