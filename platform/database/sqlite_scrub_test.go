package database_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
)

// scrubbed is a file of SQLite with a Scrubber.
type scrubbed struct {
	*testing.T
	file     string
	db       *gorm.DB
	scrubber *database.Scrubber
}

func newScrubbed(t *testing.T) scrubbed {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shop.db")
	db, err := database.Open(t.Context(), database.Options{URL: "sqlite:" + file, Log: zap.NewNop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Close(db) })
	return scrubbed{t, file, db, database.NewScrubber(db)}
}

func (s scrubbed) run(statements ...string) {
	s.Helper()
	for _, statement := range statements {
		if err := s.db.Exec(statement).Error; err != nil {
			s.Fatal(err)
		}
	}
}

func (s scrubbed) scrub() {
	s.Helper()
	if err := s.scrubber.Scrub(s.Context()); err != nil {
		s.Fatal(err)
	}
}

// holds reports whether the database's file or its log has the word.
func (s scrubbed) holds(word string) bool {
	s.Helper()
	for _, name := range []string{s.file, s.file + "-wal"} {
		text, err := os.ReadFile(name)
		if err != nil {
			s.Fatal(err)
		}
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

const person = "ada@example.com"

// What was deleted stands in SQLite's files until a Scrubber has emptied the log. It does not wait
// for a transaction that reads, and does nothing when nothing was erased lately.
func TestScrubber(t *testing.T) {
	t.Parallel()
	s := newScrubbed(t)
	s.run("CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT)", "INSERT INTO users (email) VALUES ('"+person+"')")
	s.scrub()
	s.run("DELETE FROM users")
	if !s.holds(person) {
		t.Fatal("nothing is left of what was deleted: the test would find nothing")
	}
	release := s.read()
	s.run("INSERT INTO users (email) VALUES ('bob@example.com')")
	s.scrub()
	if !s.holds(person) {
		t.Error("the log was emptied while a transaction read it")
	}
	release()
	s.scrub()
	if s.holds(person) {
		t.Error("it is still there")
	}

	for range 20 {
		s.scrub()
	}
	s.run("INSERT INTO users (email) VALUES ('" + person + "')")
	s.scrub()
	if info, err := os.Stat(s.file + "-wal"); err != nil || info.Size() == 0 {
		t.Error("the log is emptied without an erasure", err)
	}
	s.scrubber.Request()
	s.scrub()
	if info, err := os.Stat(s.file + "-wal"); err != nil || info.Size() > 0 {
		t.Error("the log is not empty after an erasure", err)
	}
}

// read begins a transaction that reads, and returns what ends it.
func (s scrubbed) read() (release func()) {
	s.Helper()
	pool, err := s.db.DB()
	if err != nil {
		s.Fatal(err)
	}
	conn, err := pool.Conn(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	exec := func(statement string) {
		s.Helper()
		if _, err := conn.ExecContext(s.Context(), statement); err != nil {
			s.Fatal(err)
		}
	}
	exec("BEGIN")
	exec("SELECT count(*) FROM users")
	return func() {
		exec("ROLLBACK")
		if err := conn.Close(); err != nil {
			s.Fatal(err)
		}
	}
}
