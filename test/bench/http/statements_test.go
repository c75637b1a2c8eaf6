package http

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/jackc/pgx/v5"

	"orderd/test/kit/postgres"
)

// statements counts what the service asks of PostgreSQL: which statements, by pg_stat_statements,
// and how many and in how many transactions, by a relay.
type statements struct {
	conn  *pgx.Conn
	relay *relay
	url   string // of the service's database, with a user of its own: no other's statements count
	own   string // of the same database, for the others

	passed, committed int64 // at the reset
}

// countStatements starts a server that counts.
func countStatements(tb testing.TB) *statements {
	tb.Helper()
	server, err := postgres.StartWith("shared_preload_libraries=pg_stat_statements", "pg_stat_statements.max=10000")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := server.Stop(); err != nil {
			tb.Error(err)
		}
	})
	conn, err := pgx.Connect(tb.Context(), server.URL("postgres"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = conn.Close(context.Background()) })
	s := &statements{conn: conn, own: server.URL("shop"), relay: newRelay(tb, fmt.Sprintf("127.0.0.1:%d", server.Port()))}
	s.url = "postgres://orderd@" + s.relay.addr + "/shop?sslmode=disable"
	s.exec(tb, `CREATE EXTENSION pg_stat_statements`)
	s.exec(tb, `CREATE ROLE orderd LOGIN`)
	s.exec(tb, `CREATE DATABASE shop OWNER orderd`)
	return s
}

func (s *statements) exec(tb testing.TB, statement string) {
	tb.Helper()
	if _, err := s.conn.Exec(tb.Context(), statement); err != nil {
		tb.Fatal(err)
	}
}

// reset begins to count anew.
func (s *statements) reset(tb testing.TB) {
	tb.Helper()
	s.exec(tb, `SELECT pg_stat_statements_reset()`)
	s.passed, s.committed = s.relay.count(), s.relay.committed.Load()
}

// counted is what was asked for each order.
type counted struct {
	statements   float64            // BEGIN and COMMIT included
	transactions float64            // of BEGIN and COMMIT
	calls        map[string]float64 // by statement, as pg_stat_statements counts them
}

// read is what the service has asked since the reset for each of n orders.
func (s *statements) read(tb testing.TB, n int) counted {
	tb.Helper()
	found := counted{
		statements: float64(s.relay.count()-s.passed) / float64(n), transactions: float64(s.relay.committed.Load()-s.committed) / float64(n),
		calls: map[string]float64{},
	}
	rows, err := s.conn.Query(tb.Context(), `SELECT p.query, sum(p.calls)::float8 FROM pg_stat_statements p JOIN pg_roles r ON r.oid = p.userid
		WHERE r.rolname = 'orderd' GROUP BY p.query`)
	if err != nil {
		tb.Fatal(err)
	}
	var query string
	var calls float64
	if _, err := pgx.ForEachRow(rows, []any{&query, &calls}, func() error {
		found.calls[strings.Join(strings.Fields(query), " ")] += calls / float64(n)
		return nil
	}); err != nil {
		tb.Fatal(err)
	}
	return found
}

// sum is the number of statements as pg_stat_statements counts them.
func (c counted) sum() (n float64) {
	for _, calls := range c.calls {
		n += calls
	}
	return n
}

// print prints the statements that run most often.
func (c counted) print(what string) {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "\n%s: %.1f statements, %.1f of them seen by pg_stat_statements, %.1f transactions\n", what, c.statements, c.sum(),
		c.transactions)
	queries := slices.SortedFunc(maps.Keys(c.calls), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.calls[b], c.calls[a]), cmp.Compare(a, b))
	})
	for _, query := range queries {
		if c.calls[query] >= 0.05 {
			fmt.Fprintf(w, "%.2f\t%.140s\n", c.calls[query], query)
		}
	}
	_ = w.Flush()
}
