package carrier

import (
	"bytes"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"orderd/test/kit"
	"orderd/test/kit/natsserver"
)

// What a database published before it was a site is not sent: a site that begins from nothing says
// so. A copy of the database, made while events are published and sent, has all of it, and gets
// what follows once.
func TestFork(t *testing.T) {
	t.Parallel()
	node := natsserver.Start(t)
	main := newSite(t, node.URL(), "main")
	main.publishMany(40)
	main.exec("DELETE FROM deliveries") // it was not a site then
	main.start()
	main.publishMany(40)
	main.awaitSent()
	in := newSite(t, node.URL(), "in", "main").hears("shop.one", "shop.two").start()
	in.awaitCount("the later events are handled", 80, "SELECT count(*) FROM handled")
	kit.Eventually(t, "the new site says what it lacks", func() error {
		if in.warnings("from before it shared any are missing here") != 1 ||
			in.count("SELECT count(*) FROM event_sources WHERE incomplete") != 1 {
			return errors.New("it does not")
		}
		return nil
	})

	main.stop()
	main.publishMany(20) // queued in the original and in the copy
	fork := newSite(t, node.URL(), "fork", "main").hears("shop.one")
	for _, table := range []string{"events", "event_carrier", "event_sent", "event_sources",
		"deliveries (consumer, seq, name, key, request_id, prompt)"} {
		fork.copyFrom(main, table)
	}
	fork.exec("SELECT setval(pg_get_serial_sequence('events', 'seq'), (SELECT max(seq) FROM events))")
	main.carry()
	if _, err := Fork(t.Context(), fork.db, "main"); !errors.Is(err, ErrSameSource) {
		t.Errorf("a fork under the name of the original: %v", err)
	}
	if from, err := Fork(t.Context(), fork.db, "fork"); from != "main" || err != nil {
		t.Fatal(from, err)
	}
	if _, err := Fork(t.Context(), fork.db, "fork"); !errors.Is(err, ErrNothingSent) {
		t.Errorf("a second fork: %v", err)
	}
	fork.start()
	main.publishMany(30)
	fork.awaitCount("the copy has what follows", 130, "SELECT count(*) FROM events WHERE name = 'shop.counted.v1'")
	fork.awaitCount("what follows is handled", 30, "SELECT count(*) FROM handled")
	if n := fork.count("SELECT count(DISTINCT id) FROM events WHERE source = 'main'"); n != 130 {
		t.Errorf("%d different events of the original, want 130", n)
	}
	if n := fork.warnings("missing here"); n != 0 {
		t.Errorf("the copy says %d times that it lacks events", n)
	}
}

// copyFrom copies the rows of a table.
func (s *site) copyFrom(from *site, table string) {
	s.Helper()
	var rows bytes.Buffer
	from.onConn(func(c *pgconn.PgConn) error {
		_, err := c.CopyTo(s.Context(), &rows, "COPY "+table+" TO STDOUT")
		return err
	})
	s.onConn(func(c *pgconn.PgConn) error {
		_, err := c.CopyFrom(s.Context(), &rows, "COPY "+table+" FROM STDIN")
		return err
	})
}

func (s *site) onConn(run func(c *pgconn.PgConn) error) {
	s.Helper()
	conn, err := pgconn.Connect(s.Context(), s.url)
	if err != nil {
		s.Fatal(err)
	}
	if err := errors.Join(run(conn), conn.Close(s.Context())); err != nil {
		s.Fatal(err)
	}
}
