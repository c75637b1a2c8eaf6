package room

import (
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/httpapi"
	"orderd/platform/id"
	"orderd/test/kit"
)

// Statements counts what each request asks of a database, by request id: what a call costs must not depend on how much there is.
// BEGIN and COMMIT do not count, nor does what others do at the same time.
type Statements struct {
	mu sync.Mutex
	of map[string]int
}

// CountStatements begins to count on the handle.
func CountStatements(t testing.TB, db *gorm.DB) *Statements {
	t.Helper()
	s := &Statements{of: map[string]int{}}
	note := func(tx *gorm.DB) {
		_, last := tx.Get(database.LastStatement)
		if requestID := httpapi.RequestID(tx.Statement.Context); requestID != "" && (last || !tx.DryRun) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.of[requestID]++
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

// By is how many statements the call makes. The call must succeed.
func (s *Statements) By(t testing.TB, api *kit.API, method, path string, body any) int {
	t.Helper()
	requestID := id.New()
	if got := api.With("X-Request-Id", requestID).Do(t, method, path, body); got.Status >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[requestID]
}
