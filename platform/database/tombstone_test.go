package database_test

import (
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

func TestLockOrCreateAndTombstones(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		if err := db.Exec(createReaders).Error; err != nil {
			t.Fatal(err)
		}
		ada := reader{ID: id.New(), Name: "Ada"}
		locked := func() reader {
			t.Helper()
			row := reader{ID: ada.ID, Name: "as created"}
			if err := database.LockOrCreate(db, &row); err != nil {
				t.Fatal(err)
			}
			return row
		}
		if got := locked(); got.Name != "as created" {
			t.Errorf("an absent row: %+v", got)
		}
		if err := db.Save(&ada).Error; err != nil {
			t.Fatal(err)
		}
		if got := locked(); got != ada {
			t.Errorf("%+v, want %+v", got, ada)
		}
		tombstone := reader{ID: ada.ID, Erased: true, Seq: 7}
		for range 2 {
			if err := database.PutTombstone(db, &reader{ID: ada.ID, Erased: true, Seq: 7}); err != nil {
				t.Fatal(err)
			}
			if got := locked(); got != tombstone {
				t.Errorf("%+v, want %+v", got, tombstone)
			}
		}
	})
}

// On PostgreSQL, where many write at once, both keep others from the row until the transaction
// ends.
func TestTombstoneWaitsForTheLock(t *testing.T) {
	t.Parallel()
	db := kit.Postgres(t)
	if err := db.Exec(createReaders).Error; err != nil {
		t.Fatal(err)
	}
	readerID := id.New()
	adding, added := make(chan struct{}), make(chan error)
	go func() {
		added <- database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			row := reader{ID: readerID}
			if err := database.LockOrCreate(tx, &row); err != nil {
				return err
			}
			close(adding)
			return tx.Model(&row).Update("visits", 1).Error
		})
	}()
	<-adding
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		return database.PutTombstone(tx, &reader{ID: readerID, Erased: true})
	})
	if first := <-added; first != nil || err != nil {
		t.Fatal(first, err)
	}
	if got, err := database.ByID[reader](db, readerID); err != nil || !got.Erased || got.Visits != 0 {
		t.Errorf("%+v, %v, want the tombstone alone", got, err)
	}
}
