package database_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"orderd/platform/database"
	"orderd/test/kit"
)

// counting returns a set of n migrations. None of them can run twice.
func counting(name string, n int) database.Migrations {
	files := fstest.MapFS{}
	for i := 1; i <= n; i++ {
		text := fmt.Sprintf("-- +goose Up\nCREATE TABLE %s_%d (n INTEGER NOT NULL);\nINSERT INTO %s_%d VALUES (%d);\n", name, i, name, i, i)
		for _, dialect := range kit.Dialects {
			files[fmt.Sprintf("migrations/%s/%05d_step.sql", dialect, i)] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return database.Migrations{Name: name, FS: files}
}

func TestReplicasMigrateAtOnce(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			url := kit.NewURL(t, dialect)
			sets := []database.Migrations{counting("alpha", 3), counting("beta", 2), {Name: "without"}}
			if err := database.CheckSchema(t.Context(), kit.Open(t, url), sets); err == nil {
				t.Error("an empty database passes for current")
			}
			var all sync.WaitGroup
			for range 4 {
				db := kit.Open(t, url)
				all.Go(func() {
					if err := database.Migrate(t.Context(), db, sets); err != nil {
						t.Error(err)
					}
					if err := database.CheckSchema(t.Context(), db, sets); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		})
	}
}

// Migrate logs one line for a new database or a newer schema, and none when there is nothing to do.
func TestMigrateLogsOneLine(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			core, logged := observer.New(zap.DebugLevel)
			db, err := database.Open(t.Context(), database.Options{URL: kit.NewURL(t, dialect), Log: zap.New(core)})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = database.Close(db) })
			for _, step := range []struct {
				sets    []database.Migrations
				message string
				fields  map[string]any
				debug   int
			}{
				{[]database.Migrations{counting("alpha", 3), counting("beta", 2), {Name: "without"}}, "database made",
					map[string]any{"modules": int64(2), "migrations": int64(5)}, 5},
				{[]database.Migrations{counting("alpha", 3), counting("beta", 2)}, "", nil, 0},
				{[]database.Migrations{counting("alpha", 3), counting("beta", 3), counting("gamma", 1)}, "database migrated",
					map[string]any{"modules": int64(2), "migrations": int64(2)}, 2},
			} {
				logged.TakeAll()
				if err := database.Migrate(t.Context(), db, step.sets); err != nil {
					t.Fatal(err)
				}
				info := logged.FilterLevelExact(zap.InfoLevel).All()
				if debug := logged.FilterMessage("migrated").FilterLevelExact(zap.DebugLevel).Len(); debug != step.debug {
					t.Errorf("%d lines at debug, want %d", debug, step.debug)
				}
				if step.message == "" {
					if len(info) > 0 {
						t.Errorf("lines without work: %v", info)
					}
					continue
				}
				if len(info) != 1 || info[0].Message != step.message {
					t.Fatalf("want one line %q: %v", step.message, info)
				}
				for name, want := range step.fields {
					if got := info[0].ContextMap()[name]; got != want {
						t.Errorf("%s is %v, want %v", name, got, want)
					}
				}
			}
		})
	}
}

func TestCheckSchema(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db := kit.Open(t, kit.NewURL(t, dialect))
			older, newer := []database.Migrations{counting("alpha", 1)}, []database.Migrations{counting("alpha", 2)}
			if err := database.Migrate(t.Context(), db, older); err != nil {
				t.Fatal(err)
			}
			if err := database.CheckSchema(t.Context(), db, newer); err == nil || !strings.Contains(err.Error(), "alpha") {
				t.Errorf("the older schema: %v", err)
			}
			if err := database.Migrate(t.Context(), db, newer); err != nil {
				t.Fatal(err)
			}
			// An old binary starts beside a new one.
			if err := database.Migrate(t.Context(), db, older); err != nil {
				t.Errorf("migrate to an older version: %v", err)
			}
			if err := database.CheckSchema(t.Context(), db, older); err != nil {
				t.Errorf("the newer schema: %v", err)
			}
		})
	}
}

func TestMigrateFails(t *testing.T) {
	t.Parallel()
	for _, dialect := range kit.Dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db := kit.Open(t, kit.NewURL(t, dialect))
			broken := database.Migrations{Name: "broken", FS: fstest.MapFS{
				"migrations/" + dialect + "/00001_x.sql": {Data: []byte("-- +goose Up\nCREATE TABLE broken_x (n INTEGER);\nNOT SQL;\n")},
			}}
			if err := database.Migrate(t.Context(), db, []database.Migrations{broken}); err == nil || !strings.Contains(err.Error(), "broken") {
				t.Errorf("a broken migration: %v", err)
			}
			if db.Exec("SELECT n FROM broken_x").Error == nil {
				t.Error("half of a migration stayed")
			}
			if err := database.Migrate(t.Context(), db, []database.Migrations{counting("alpha", 1)}); err != nil {
				t.Errorf("after a failure: %v", err)
			}
		})
	}
}
