package moduletest

import (
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/copies"
	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

// statements counts what single requests ask of a database, by request id, and what is asked of a
// table.
type statements struct {
	mu    sync.Mutex
	of    map[string]int
	table string // "": of none
	on    int
}

// countStatements begins to count on the handle, which must not be in use yet.
func countStatements(t testing.TB, db *gorm.DB) *statements {
	t.Helper()
	s := &statements{of: map[string]int{}}
	note := func(tx *gorm.DB) {
		if _, written := tx.Get(database.Batched); written || !tx.DryRun {
			s.note(httpapi.RequestID(tx.Statement.Context), tx.Statement.SQL.String())
		}
	}
	c := db.Callback()
	for _, err := range []error{
		c.Query().Register("count", note), c.Row().Register("count", note), c.Raw().Register("count", note), c.Create().Register("count", note),
		c.Update().Register("count", note), c.Delete().Register("count", note),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// unquoted takes the quotes off the names of a statement, which differ by dialect.
var unquoted = strings.NewReplacer("`", "", `"`, "")

func (s *statements) note(requestID, sql string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table != "" && strings.Contains(unquoted.Replace(sql), s.table) && !strings.Contains(sql, lookAtCopies) {
		s.on++
	}
	if n, counted := s.of[requestID]; counted {
		s.of[requestID] = n + 1
	}
}

// Statements is how many statements the call makes, which must succeed: what it costs must not
// depend on how much there is. BEGIN and COMMIT do not count, nor does what others do at the same
// time.
func (r *Runner) Statements(t testing.TB, api *kit.API, method, path string, body any) int {
	t.Helper()
	got, n := r.CountStatements(t, api, method, path, body)
	if got.Status >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
	}
	return n
}

// CountStatements is Statements of a call that may fail, with its answer.
func (r *Runner) CountStatements(t testing.TB, api *kit.API, method, path string, body any) (kit.Answer, int) {
	t.Helper()
	requestID, s := id.New(), r.statements
	s.mu.Lock()
	s.of[requestID] = 0
	s.mu.Unlock()
	got := api.With("X-Request-Id", requestID).Do(t, method, path, body)
	s.mu.Lock()
	defer s.mu.Unlock()
	return got, s.of[requestID]
}

// lookAtCopies stands in the statement by which copies.Store sees what has changed: it is made at
// any time.
var lookAtCopies = strings.TrimSuffix(copies.Version(""), ")")

// StatementsOn is how many statements name the table while work runs, whoever makes them, but for
// the looks of the copies in memory.
func (r *Runner) StatementsOn(table string, work func()) int {
	s := r.statements
	s.watch(table)
	work()
	return s.watch("")
}

// watch begins to count the statements that name the table, and returns the count so far.
func (s *statements) watch(table string) (counted int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	counted, s.table, s.on = s.on, table, 0
	return counted
}
