package eventbus

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"orderd/platform/fault"
	"orderd/test/kit"
)

// subscribeList registers a read model: the number of each order's last event.
func (f *fixture) subscribeList() Consumer {
	f.t.Helper()
	if err := f.db.Exec("CREATE TABLE list (id text PRIMARY KEY, number int NOT NULL, seq bigint NOT NULL)").Error; err != nil {
		f.t.Fatal(err)
	}
	c := Consumer{Name: "list.orders", ReadModel: true}
	On(f.bus, c, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		return tx.Exec(`INSERT INTO list (id, number, seq) VALUES (?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET number = excluded.number, seq = excluded.seq WHERE excluded.seq > list.seq`, m.Key, m.Event.Number,
			m.Seq).Error
	})
	OnReset(f.bus, c, func(_ context.Context, tx *gorm.DB) error { return tx.Exec("DELETE FROM list").Error })
	return c
}

func TestReplay(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		c := f.subscribeList()
		f.start()
		for i := range 30 {
			f.publish(placed{Order: fmt.Sprint("order-", i%7), Number: i})
		}
		f.awaitIdle()
		sum := f.count("SELECT sum(number) FROM list")

		// The table is damaged. Upserts of events that it has seen do not repair it, a reset does.
		if err := db.Exec("UPDATE list SET number = 0").Error; err != nil {
			t.Fatal(err)
		}
		for _, row := range []struct {
			reset bool
			want  int
		}{{false, 0}, {true, sum}} {
			if n, err := Replay(t.Context(), db, c.Name, row.reset); err != nil || n != 30 {
				t.Fatalf("%d queued, %v", n, err)
			}
			f.awaitIdle()
			if got := f.count("SELECT sum(number) FROM list"); got != row.want {
				t.Errorf("reset %v: sum %d, want %d", row.reset, got, row.want)
			}
		}
	})
}

// No batch under way writes to the read model after the reset.
func TestReplayWaitsForTheBatchUnderWay(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kit.Postgres(t, Migrations()), Options{})
	var wrong atomic.Bool
	wrong.Store(true)
	entered, open := make(chan struct{}), make(chan struct{})
	if err := f.db.Exec("CREATE TABLE list (id text PRIMARY KEY, number int NOT NULL, seq bigint NOT NULL)").Error; err != nil {
		t.Fatal(err)
	}
	c := Consumer{Name: "list.orders", ReadModel: true}
	On(f.bus, c, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		number := m.Event.Number
		spoil := wrong.Load()
		if spoil {
			number = -1
		}
		err := tx.Exec(`INSERT INTO list (id, number, seq) VALUES (?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET number = excluded.number, seq = excluded.seq WHERE excluded.seq > list.seq`, m.Key, number, m.Seq).Error
		if spoil {
			close(entered)
			<-open
		}
		return err
	})
	OnReset(f.bus, c, func(_ context.Context, tx *gorm.DB) error { return tx.Exec("DELETE FROM list").Error })
	f.start()
	f.publish(placed{Order: "a", Number: 7})
	<-entered
	wrong.Store(false)
	replayed := make(chan error)
	go func() {
		_, err := Replay(t.Context(), f.db, c.Name, true)
		replayed <- err
	}()
	kit.Eventually(t, "the replay waits", func() error {
		if n := f.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"); n != 1 {
			return fmt.Errorf("%d wait", n)
		}
		return nil
	})
	close(open)
	if err := <-replayed; err != nil {
		t.Fatal(err)
	}
	f.awaitIdle()
	if n := f.count("SELECT number FROM list"); n != 7 {
		t.Errorf("the read model says %d", n)
	}
}

func TestReplayRetriesTheDead(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{MaxAttempts: 1})
		var got received[placed]
		mended := false
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if !mended {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		f.start()
		f.publish(placed{Order: "a", Number: 1})
		f.awaitDead(1)
		f.publish(placed{Order: "a", Number: 2})
		mended = true
		if n, err := Replay(t.Context(), db, "list.orders", false); err != nil || n != 2 {
			t.Fatalf("%d queued, %v", n, err)
		}
		if m := got.wait(t, 2); m[0].Event.Number != 1 || m[1].Event.Number != 2 {
			t.Errorf("got %+v", m)
		}
		f.awaitIdle()
	})
}

func TestReplayRefuses(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *gorm.DB) {
		f := newFixture(t, db, Options{})
		On(f.bus, Consumer{Name: "mail.orders", Awaited: true}, new(received[placed]).handle)
		On(f.bus, Consumer{Name: "list.orders", ReadModel: true}, new(received[placed]).handle)
		f.start()
		f.publish(placed{Order: "a"})
		f.awaitIdle()
		if _, err := Replay(t.Context(), db, "mail.orders", false); err == nil || !strings.Contains(err.Error(), "not a read model") {
			t.Errorf("a consumer with effects: %v", err)
		}
		if _, err := Replay(t.Context(), db, "list.orders", true); err == nil || !strings.Contains(err.Error(), "reset") {
			t.Errorf("a reset without an OnReset: %v", err)
		}
		if _, err := Replay(t.Context(), db, "no.such", false); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown consumer: %v", err)
		}
		if n := f.count("SELECT count(*) FROM deliveries"); n != 0 {
			t.Errorf("%d deliveries were queued all the same", n)
		}
	})
}
