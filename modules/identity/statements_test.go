package identity

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/httpapi"
)

// statements are those of requests on the module's tables, by their first words. Those of jobs and
// consumers are left out.
type statements struct {
	mu  sync.Mutex
	all []string
}

// recordStatements registers with the handle before its first use.
func recordStatements(t *testing.T, db *gorm.DB) *statements {
	t.Helper()
	s := &statements{}
	note := func(tx *gorm.DB) {
		inRequest := httpapi.RequestID(tx.Statement.Context) != ""
		if sql := tx.Statement.SQL.String(); inRequest && strings.Contains(sql, "identity_") {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.all = append(s.all, strings.Join(strings.Fields(sql)[:3], " "))
		}
	}
	c := db.Callback()
	for _, err := range []error{
		c.Create().After("gorm:create").Register("test:create", note), c.Query().After("gorm:query").Register("test:query", note),
		c.Update().After("gorm:update").Register("test:update", note), c.Delete().After("gorm:delete").Register("test:delete", note),
		c.Row().After("gorm:row").Register("test:row", note), c.Raw().After("gorm:raw").Register("test:raw", note),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// take returns the statements since the last call.
func (s *statements) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := fmt.Sprintf("%d: %s", len(s.all), strings.Join(s.all, "; "))
	s.all = nil
	return list
}
