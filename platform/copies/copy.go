package copies

import (
	"fmt"
	"sync/atomic"

	"gorm.io/gorm"
)

// Copy is what a module makes of the rows of its table.
type Copy[T any] struct {
	current atomic.Pointer[T]
}

// Of registers the copy of a module's table of Row. parse makes a value of all rows together, so
// that a request never mixes an old row with a new one; it gets none before they have come. needed
// are the names of the rows that Await waits for.
func Of[T any](s *Store, table string, needed []string, parse func(Rows) (T, error)) *Copy[T] {
	c := &Copy[T]{}
	adopt := func(rows Rows) error {
		v, err := parse(rows)
		if err != nil {
			return fmt.Errorf("copies: %s: %w", table, err)
		}
		c.current.Store(&v)
		return nil
	}
	if err := adopt(nil); err != nil {
		panic(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables = append(s.tables, &copiedTable{name: table, needed: needed, adopt: adopt})
	return c
}

// Current is the value of the newest rows that this process knows. It is not to be changed.
func (c *Copy[T]) Current() *T { return c.current.Load() }

// copiedTable is one module's table.
type copiedTable struct {
	name    string
	needed  []string
	version int64 // of the rows that were adopted last
	missing []string
	adopt   func(Rows) error
}

func (t *copiedTable) read(db *gorm.DB) error {
	var all []Row
	if err := db.Table(t.name).Find(&all).Error; err != nil {
		return err
	}
	rows := make(Rows, len(all))
	for _, r := range all {
		rows[r.Name] = r
	}
	if err := t.adopt(rows); err != nil {
		return err
	}
	t.version, t.missing = rows.Version(), nil
	for _, name := range t.needed {
		if _, found := rows[name]; !found {
			t.missing = append(t.missing, name)
		}
	}
	return nil
}
