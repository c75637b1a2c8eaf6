package files_test

import (
	"bytes"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/platform/files"
	"orderd/test/kit"
)

// The same bytes are one file, whoever stores them and however often.
func TestFiles(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		content := bytes.Repeat([]byte{0, 1, 0xff}, 30_000)
		var sums []string
		for range 2 {
			err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
				sum, err := files.Put(tx, content)
				sums = append(sums, sum)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		var stored int64
		if err := db.Table("file_contents").Count(&stored).Error; err != nil || stored != 1 || sums[0] != sums[1] {
			t.Errorf("%d files, %v, %v", stored, sums, err)
		}
		if sums[0] != files.Sum(content) {
			t.Errorf("stored as %s, its sum is %s", sums[0], files.Sum(content))
		}
		if got, err := files.Read(t.Context(), db, sums[0]); err != nil || !bytes.Equal(got, content) {
			t.Errorf("read %d bytes, %v", len(got), err)
		}
		for range 2 {
			if err := files.Remove(db, sums[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := files.Remove(db); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Read(t.Context(), db, sums[0]); !fault.Is(err, fault.NotFound) {
			t.Errorf("removed, and read: %v", err)
		}
	}, files.Migrations())
}
