package database_test

import (
	"testing"
	"testing/fstest"

	"orderd/platform/database"
	"orderd/test/kit"
)

// A set of values grows by the same two statements in both dialects, beside existing rows.
// The rule of test/arch relies on it.
func TestASetOfValuesGrows(t *testing.T) {
	t.Parallel()
	const (
		made  = "-- +goose Up\nCREATE TABLE t (s text NOT NULL CONSTRAINT t_s_check CHECK (s IN ('a', 'b')));\nINSERT INTO t VALUES ('a');\n"
		grown = "-- +goose Up\nALTER TABLE t DROP CONSTRAINT t_s_check;\nALTER TABLE t ADD CONSTRAINT t_s_check CHECK (s IN ('a', 'b', 'c'));\n"
	)
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db := kit.Open(t, kit.NewURL(t, dialect))
			files := fstest.MapFS{
				"migrations/" + dialect + "/00001_made.sql":  &fstest.MapFile{Data: []byte(made)},
				"migrations/" + dialect + "/00002_grown.sql": &fstest.MapFile{Data: []byte(grown)},
			}
			if err := database.Migrate(t.Context(), db, []database.Migrations{{Name: "t", FS: files}}); err != nil {
				t.Fatal(err)
			}
			if err := db.Exec(`INSERT INTO t VALUES ('c')`).Error; err != nil {
				t.Error("the new value is refused:", err)
			}
			if err := db.Exec(`INSERT INTO t VALUES ('d')`).Error; err == nil {
				t.Error("a value outside the set is taken")
			}
			var rows int64
			if err := db.Raw(`SELECT count(*) FROM t`).Scan(&rows).Error; err != nil || rows != 2 {
				t.Errorf("%d rows, %v", rows, err)
			}
		})
	}
}
