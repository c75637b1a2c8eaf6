package database_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/id"
	"orderd/test/kit"
)

// The service reads a file that the driver before this one (glebarez/go-sqlite 1.23) has written,
// and writes the same bytes as that driver.
func TestFilesOfTheDriverBefore(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "orderd.db")
	unpack(t, "testdata/glebarez.db.gz", file)
	db := kit.Open(t, "sqlite:"+file, shop)

	made, gone := time.Date(2026, 11, 21, 13, 30, 0, 120_000_000, time.UTC), time.Date(2024, 2, 29, 23, 59, 59, 0, time.UTC)
	old := brand{ID: "019ab000-0000-7000-8000-000000000001", Slug: "first", Name: "Käse & Söhne", MadeAt: made, GoneAt: &gone}
	var got brand
	if err := db.Take(&got, "made_at = ? AND gone_at < ?", made.In(time.FixedZone("far", -7*3600)), made).Error; err != nil {
		t.Fatal(err)
	}
	if got.ID != old.ID || got.Slug != old.Slug || got.Name != old.Name || got.MadeAt != made || *got.GoneAt != gone {
		t.Errorf("got %#v, %v, want %#v", got, got.GoneAt, old)
	}
	var stock int64
	if err := db.Model(&product{}).Where("brand_id = ?", old.ID).Pluck("stock", &stock).Error; err != nil || stock != 1<<40 {
		t.Errorf("stock %d, %v", stock, err)
	}

	twin := old
	twin.ID, twin.Slug, twin.Name = id.New(), "twin", "Twin"
	second := brand{ID: id.New(), Slug: "third", Name: "Third", MadeAt: gone}
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		return errors.Join(tx.Create(&twin).Error, tx.Create(&second).Error)
	})
	if err != nil {
		t.Fatal(err)
	}
	stored := func(rowID string) (bytes string) {
		t.Helper()
		err := db.Raw("SELECT hex(made_at) || typeof(made_at) || ' ' || coalesce(hex(gone_at), '') || typeof(gone_at) || typeof(slug) FROM "+
			"shop_brands WHERE id = ?", rowID).
			Scan(&bytes).Error
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	if now, before := stored(twin.ID), stored(old.ID); now != before {
		t.Errorf("stored as %s, before as %s", now, before)
	}
	if now, before := stored(second.ID), stored("019ab000-0000-7000-8000-000000000002"); now != before {
		t.Errorf("stored as %s, before as %s", now, before)
	}
}

// SQLite takes an offset without a limit, and names with a quote or a dot.
func TestSQLiteStatements(t *testing.T) {
	t.Parallel()
	db := kit.SQLite(t, shop)
	first, second := newBrand(), newBrand()
	first.Slug, second.Slug = "a", "b"
	if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Create([]*brand{first, second}).Error }); err != nil {
		t.Fatal(err)
	}
	var rows []brand
	if err := db.Order("slug").Offset(1).Find(&rows).Error; err != nil || len(rows) != 1 || rows[0].Slug != "b" {
		t.Errorf("after the first: %v, %v", rows, err)
	}
	var named []map[string]any
	if err := db.Table("shop_brands").Select("slug AS `a``b`").Order("`shop_brands`.`slug`").Limit(1).Find(&named).Error; err != nil ||
		named[0]["a`b"] != "a" {
		t.Errorf("named with a quote: %v, %v", named, err)
	}
}

// Only the owner can read the files, existing ones included, in a folder that all can read.
func TestSQLiteFilesAreRestricted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "orderd.db")
	write := func(db *gorm.DB) {
		t.Helper()
		if err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return tx.Create(newBrand()).Error }); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) < 3 {
			t.Fatalf("%v, %v", files, err)
		}
		for _, name := range files {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", name, info.Mode(), err)
			}
		}
	}
	first := kit.Open(t, "sqlite:"+file, shop)
	write(first)
	for _, name := range []string{"", "-wal", "-shm", ".lock"} {
		if err := os.Chmod(file+name, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(kit.Open(t, "sqlite:"+file, shop))
}

// Deleted data does not stay in the file.
func TestSQLiteOverwritesDeletedData(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "orderd.db")
	db, err := database.Open(t.Context(), database.Options{URL: "sqlite:" + file})
	if err != nil {
		t.Fatal(err)
	}
	if err := database.Migrate(t.Context(), db, []database.Migrations{shop}); err != nil {
		t.Fatal(err)
	}
	b := newBrand()
	b.Name = "Vergissmeinnicht"
	for _, act := range []func(tx *gorm.DB) error{
		func(tx *gorm.DB) error { return tx.Create(b).Error },
		func(tx *gorm.DB) error { return tx.Delete(b).Error },
	} {
		if err := database.InTx(t.Context(), db, act); err != nil {
			t.Fatal(err)
		}
	}
	if err := database.Close(db); err != nil { // the log goes into the file
		t.Fatal(err)
	}
	all, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(bytes.ToLower(all), []byte("vergissmeinnicht")) {
		t.Error("a deleted row stands in the file")
	}
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	packed, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, all, 0o600); err != nil {
		t.Fatal(err)
	}
}
