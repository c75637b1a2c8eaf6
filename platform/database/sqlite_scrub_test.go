package database_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/zap"

	"orderd/platform/database"
)

// What was deleted stands in SQLite's files until a Scrubber has emptied the log. A transaction
// that reads meanwhile is not waited for.
func TestScrubber(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "shop.db")
	db, err := database.Open(t.Context(), database.Options{URL: "sqlite:" + file, Log: zap.NewNop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Close(db) })
	holds := func() (files []string) {
		for _, name := range []string{file, file + "-wal"} {
			if text, _ := os.ReadFile(name); bytes.Contains(text, []byte("ada@example.com")) {
				files = append(files, filepath.Base(name))
			}
		}
		return files
	}
	run := func(statement string) {
		t.Helper()
		if err := db.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	scrub := func(s *database.Scrubber) {
		t.Helper()
		if err := s.Scrub(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT)")
	run("INSERT INTO users (email) VALUES ('ada@example.com')")
	s := database.NewScrubber(db)
	scrub(s)
	run("DELETE FROM users")
	if got := holds(); len(got) == 0 {
		t.Fatal("nothing is left of what was deleted: the test would find nothing")
	}

	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	reader, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read := func(statement string) {
		t.Helper()
		if _, err := reader.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	read("BEGIN")
	read("SELECT count(*) FROM users")
	run("INSERT INTO users (email) VALUES ('bob@example.com')")
	scrub(s)
	if got := holds(); len(got) == 0 {
		t.Error("the log was emptied while a transaction read it")
	}
	read("ROLLBACK")
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	scrub(s)
	if got := holds(); len(got) > 0 {
		t.Errorf("in %s", strings.Join(got, ", "))
	}

	for range 20 { // until nothing is requested any more
		scrub(s)
	}
	run("INSERT INTO users (email) VALUES ('carl@example.com')")
	scrub(s)
	if info, err := os.Stat(file + "-wal"); err != nil || info.Size() == 0 {
		t.Error("the log is emptied without an erasure", err)
	}
	s.Request()
	scrub(s)
	if info, err := os.Stat(file + "-wal"); err != nil || info.Size() > 0 {
		t.Error("the log is not empty after an erasure", err)
	}
}
