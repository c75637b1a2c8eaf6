package copies

import (
	"fmt"
	"sync/atomic"

	"gorm.io/gorm"

	"orderd/platform/database"
)

// Copy is what a module makes of the rows of its table.
type Copy[T any] struct {
	table   string
	parse   func(Rows) (T, error)
	current atomic.Pointer[T]
}

// Of registers the copy of a module's table of Row. parse makes a value of all rows together, so
// that a request never mixes an old row with a new one; it gets none before they have come. needed
// are the names of the rows that Await waits for.
func Of[T any](s *Store, table string, needed []string, parse func(Rows) (T, error)) *Copy[T] {
	c := &Copy[T]{table: table, parse: parse}
	adopt := func(rows Rows) error {
		v, err := c.value(rows)
		if err == nil {
			c.current.Store(v)
		}
		return err
	}
	if err := adopt(nil); err != nil {
		panic(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables = append(s.tables, &copiedTable{name: table, needed: needed, adopt: adopt})
	return c
}

// OfOne is Of for a table of which one row counts, whose value is a T.
func OfOne[T any](s *Store, table, name string) *Copy[T] {
	return Of(s, table, []string{name}, func(rows Rows) (v T, err error) { return v, rows.Decode(name, &v) })
}

// Current is the value of the newest rows that this process knows. It is not to be changed.
func (c *Copy[T]) Current() *T { return c.current.Load() }

// ReadLocked is the value of the rows that are in the database. They don't change until the end of
// tx: what would be refused at each Version while they change again and again gets on by this.
func (c *Copy[T]) ReadLocked(tx *gorm.DB) (*T, error) {
	rows, err := readRows(database.ForShare(tx), c.table)
	if err != nil {
		return nil, err
	}
	return c.value(rows)
}

func (c *Copy[T]) value(rows Rows) (*T, error) {
	v, err := c.parse(rows)
	if err != nil {
		return nil, fmt.Errorf("copies: %s: %w", c.table, err)
	}
	return &v, nil
}

// copiedTable is one module's table.
type copiedTable struct {
	name    string
	needed  []string
	version int64 // of the rows that were adopted last
	missing []string
	adopt   func(Rows) error
}

func (t *copiedTable) read(db *gorm.DB) error {
	rows, err := readRows(db, t.name)
	if err != nil {
		return err
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

func readRows(db *gorm.DB, table string) (Rows, error) {
	var all []Row
	if err := db.Table(table).Find(&all).Error; err != nil {
		return nil, err
	}
	rows := make(Rows, len(all))
	for _, r := range all {
		rows[r.Name] = r
	}
	return rows, nil
}
