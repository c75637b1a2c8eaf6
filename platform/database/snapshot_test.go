package database_test

import (
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

func countBrands(db *gorm.DB, into *int64) database.Select {
	return database.Select{Query: db.Raw("SELECT count(*) FROM shop_brands"), Scan: func(row database.RowScan) error { return row(into) }}
}

// The queries of a snapshot do not see what is committed between them.
func TestSnapshotIsOfOneMoment(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		var before, after int64
		between, release := commitBetween(t, db)
		defer release()
		if err := database.Snapshot(db, countBrands(db, &before), between, countBrands(db, &after)); err != nil {
			t.Fatal(err)
		}
		if before != 0 || after != 0 || count(t, db, &brand{}) != 1 {
			t.Errorf("%d brands before the commit, %d after it", before, after)
		}
	}, shop)
}

// commitBetween is a query during which a brand is committed. PostgreSQL runs the next query
// before the rows of this one are scanned, so that it waits there for a lock until the commit.
func commitBetween(t *testing.T, db *gorm.DB) (query database.Select, release func()) {
	t.Helper()
	insert := func() error { return db.Create(newBrand()).Error }
	if database.Dialect(db) == database.SQLite {
		return database.Select{Query: db.Raw("SELECT 1"), Scan: func(database.RowScan) error { return insert() }}, func() {}
	}
	held, waits, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
			err := tx.Exec("SELECT pg_advisory_xact_lock(7)").Error
			close(held)
			<-waits
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}()
	<-held
	go func() {
		defer close(waits)
		kit.Eventually(t, "the snapshot waits", func() error {
			var n int64
			waiting := "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = " +
				"'advisory'"
			if err := db.Raw(waiting).Scan(&n).Error; err != nil || n == 1 {
				return err
			}
			return fmt.Errorf("%d sessions wait", n)
		})
		if err := insert(); err != nil {
			t.Error(err)
		}
	}()
	return database.Select{
		Query: db.Raw("SELECT 1 FROM (SELECT pg_advisory_xact_lock_shared(7)) AS held"), Scan: func(database.RowScan) error { return nil },
	}, func() { <-done }
}

// A query that fails leaves no transaction open on the connection, which others use next.
func TestSnapshotThatFails(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		refused := database.Select{Query: db.Raw("SELECT 1"), Scan: func(row database.RowScan) error { return row(new(time.Time)) }}
		for range 40 { // more than connections
			var n int64
			for _, wrong := range []database.Select{{Query: db.Raw("SELECT nothing FROM shop_brands")}, refused} {
				if err := database.Snapshot(db, countBrands(db, &n), wrong); err == nil {
					t.Fatal("a query that fails is no error")
				}
			}
			if err := db.Create(newBrand()).Error; err != nil {
				t.Fatal(err)
			}
		}
	}, shop)
}

// A snapshot scans what the columns of the models hold.
func TestSnapshotScans(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		made := newBrand()
		made.Name = `{"a":["b"]}`
		if err := db.Create(made).Error; err != nil {
			t.Fatal(err)
		}
		var found brand
		var decoded map[string][]string
		one := database.Select{
			Query: db.Model(&brand{}).Where("id = ?", made.ID).Select("id, slug, name, name, made_at, gone_at"),
			Scan: func(row database.RowScan) error {
				return row(&found.ID, &found.Slug, &found.Name, database.JSON(&decoded), &found.MadeAt, &found.GoneAt)
			},
		}
		if err := database.Snapshot(db, one); err != nil || found != *made || decoded["a"][0] != "b" {
			t.Errorf("%+v and %v, want %+v: %v", found, decoded, made, err)
		}
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return database.Snapshot(tx, one) })
		if err == nil {
			t.Error("a snapshot inside a transaction")
		}
	}, shop)
}
