package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"gorm.io/gorm"

	"orderd/test/kit"
)

// Statements that SQLite keeps prepared answer as fresh ones do: with other arguments, after they
// have failed, while their rows are read, with another schema, and when there are more of them than
// are kept.
func TestSQLiteStatementsAgain(t *testing.T) {
	t.Parallel()
	c := newNumbers(t)
	const insert, count = "INSERT INTO numbers (n) VALUES (?)", "SELECT count(*) FROM numbers"
	for n := 1; n <= 3; n++ {
		c.exec(insert, n)
		if got := c.number(count); got != n {
			t.Errorf("%d rows after %d", got, n)
		}
	}
	if _, err := c.ExecContext(t.Context(), insert, 3); err == nil {
		t.Error("3 is there twice")
	}
	c.exec(insert, 4)
	c.requireRowsWithinRows()
	c.exec("ALTER TABLE numbers ADD COLUMN twice INTEGER DEFAULT 8")
	for n := range 300 {
		if got := c.number(fmt.Sprintf("SELECT twice + %d FROM numbers WHERE n = ?", n), 4); got != 8+n {
			t.Errorf("got %d, want %d", got, 8+n)
		}
	}
	if got := c.number(count); got != 4 {
		t.Errorf("%d rows", got)
	}
	for _, ms := range []int{1000, 2000, 1000} {
		c.exec(fmt.Sprintf("PRAGMA busy_timeout = %d", ms))
		if got := c.number("PRAGMA busy_timeout"); got != ms {
			t.Errorf("busy_timeout is %d, want %d", got, ms)
		}
	}
}

// numbers is a connection to a database with a table of numbers.
type numbers struct {
	*sql.Conn
	t *testing.T
}

func newNumbers(t *testing.T) numbers {
	t.Helper()
	pool, err := kit.SQLite(t, shop).DB()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	c := numbers{conn, t}
	c.exec("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
	return c
}

func (c numbers) exec(query string, args ...any) {
	c.t.Helper()
	if _, err := c.ExecContext(c.t.Context(), query, args...); err != nil {
		c.t.Fatal(query, err)
	}
}

func (c numbers) number(query string, args ...any) (n int) {
	c.t.Helper()
	if err := c.QueryRowContext(c.t.Context(), query, args...).Scan(&n); err != nil {
		c.t.Fatal(query, err)
	}
	return n
}

// requireRowsWithinRows reads the four numbers, and with the same statement what follows each.
func (c numbers) requireRowsWithinRows() {
	c.t.Helper()
	const after = "SELECT n FROM numbers WHERE n > ? ORDER BY n"
	outer, err := c.QueryContext(c.t.Context(), after, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	defer outer.Close()
	var seen []string
	for outer.Next() {
		var n int
		if err := outer.Scan(&n); err != nil {
			c.t.Fatal(err)
		}
		if n < 4 {
			seen = append(seen, fmt.Sprint(n, c.number(after, n)))
		}
	}
	if err := outer.Err(); err != nil || fmt.Sprint(seen) != "[1 2 2 3 3 4]" {
		c.t.Errorf("rows within rows: %v, %v", seen, err)
	}
}

// A query that was cut off ends, and is asked again.
func TestSQLiteStatementsCutOff(t *testing.T) {
	t.Parallel()
	db := kit.SQLite(t, shop)
	for range 3 {
		requireCutOff(t, db)
	}
}

// requireCutOff reads the first three rows of an endless query and ends its context.
func requireCutOff(t *testing.T, db *gorm.DB) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	rows, err := db.WithContext(ctx).Raw("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n").Rows()
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for n := 1; n <= 3; n++ {
		var i int
		if !rows.Next() || rows.Scan(&i) != nil || i != n {
			t.Fatalf("row %d is %d: %v", n, i, rows.Err())
		}
	}
	cancel()
	for rows.Next() {
	}
	if rows.Err() == nil {
		t.Error("the endless query ended")
	}
}
