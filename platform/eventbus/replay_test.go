package eventbus

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/fault"
	"orderd/test/kit"
)

// list is a read model: the number of each order's last event.
func (r *room) list() Consumer {
	r.t.Helper()
	if err := r.db.Exec("CREATE TABLE list (id text PRIMARY KEY, number int NOT NULL, seq bigint NOT NULL)").Error; err != nil {
		r.t.Fatal(err)
	}
	c := Consumer{Name: "list.orders", ReadModel: true}
	On(r.bus, c, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
		return tx.Exec(`INSERT INTO list (id, number, seq) VALUES (?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET number = excluded.number, seq = excluded.seq WHERE excluded.seq > list.seq`, m.Key, m.Event.Number, m.Seq).Error
	})
	OnReset(r.bus, c, func(_ context.Context, tx *gorm.DB) error { return tx.Exec("DELETE FROM list").Error })
	return c
}

func TestReplay(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		c := r.list()
		r.start()
		for i := range 30 {
			r.publish(placed{Order: fmt.Sprint("order-", i%7), Number: i})
		}
		r.idle()
		sum := r.count("SELECT sum(number) FROM list")

		// Somebody has spoiled it; an upsert of what it has seen already does not mend it, a reset does.
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
			r.idle()
			if got := r.count("SELECT sum(number) FROM list"); got != row.want {
				t.Errorf("reset %v: sum %d, want %d", row.reset, got, row.want)
			}
		}
	})
}

// A batch under way does not write to the read model behind the reset's back.
func TestReplayWaitsForTheBatchUnderWay(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.Postgres(t, Migrations()), Options{})
	var wrong atomic.Bool
	wrong.Store(true)
	entered, open := make(chan struct{}), make(chan struct{})
	if err := r.db.Exec("CREATE TABLE list (id text PRIMARY KEY, number int NOT NULL, seq bigint NOT NULL)").Error; err != nil {
		t.Fatal(err)
	}
	c := Consumer{Name: "list.orders", ReadModel: true}
	On(r.bus, c, func(_ context.Context, tx *gorm.DB, m Message[placed]) error {
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
	OnReset(r.bus, c, func(_ context.Context, tx *gorm.DB) error { return tx.Exec("DELETE FROM list").Error })
	r.start()
	r.publish(placed{Order: "a", Number: 7})
	<-entered
	wrong.Store(false)
	replayed := make(chan error)
	go func() {
		_, err := Replay(t.Context(), r.db, c.Name, true)
		replayed <- err
	}()
	kit.Eventually(t, "the replay waits", func() error {
		if n := r.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"); n != 1 {
			return fmt.Errorf("%d wait", n)
		}
		return nil
	})
	close(open)
	if err := <-replayed; err != nil {
		t.Fatal(err)
	}
	r.idle()
	if n := r.count("SELECT number FROM list"); n != 7 {
		t.Errorf("the read model says %d", n)
	}
}

func TestReplayRevivesTheDead(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{MaxAttempts: 1})
		var got seen[placed]
		mended := false
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, func(ctx context.Context, tx *gorm.DB, m Message[placed]) error {
			if !mended {
				return errBroken
			}
			return got.handle(ctx, tx, m)
		})
		r.start()
		r.publish(placed{Order: "a", Number: 1})
		r.dead(1)
		r.publish(placed{Order: "a", Number: 2})
		mended = true
		if n, err := Replay(t.Context(), db, "list.orders", false); err != nil || n != 2 {
			t.Fatalf("%d queued, %v", n, err)
		}
		if m := got.wait(t, 2); m[0].Event.Number != 1 || m[1].Event.Number != 2 {
			t.Errorf("got %+v", m)
		}
		r.idle()
	})
}

func TestReplayRefuses(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "mail.orders", Awaited: true}, new(seen[placed]).handle)
		On(r.bus, Consumer{Name: "list.orders", ReadModel: true}, new(seen[placed]).handle)
		r.start()
		r.publish(placed{Order: "a"})
		r.idle()
		if _, err := Replay(t.Context(), db, "mail.orders", false); err == nil || !strings.Contains(err.Error(), "not a read model") {
			t.Errorf("a consumer with effects: %v", err)
		}
		if _, err := Replay(t.Context(), db, "list.orders", true); err == nil || !strings.Contains(err.Error(), "reset") {
			t.Errorf("a reset that nobody has registered: %v", err)
		}
		if _, err := Replay(t.Context(), db, "no.such", false); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown consumer: %v", err)
		}
		if n := r.count("SELECT count(*) FROM deliveries"); n != 0 {
			t.Errorf("%d deliveries were queued all the same", n)
		}
	})
}

// What an older binary has left: a consumer of its own, and an event that another one hears no more.
func TestRemoveConsumer(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		On(r.bus, Consumer{Name: "mail.orders"}, func(context.Context, *gorm.DB, Message[placed]) error { return nil })
		r.start()
		for _, statement := range []string{
			`INSERT INTO event_consumers (name, read_model, prompt) VALUES ('old.orders', FALSE, FALSE)`,
			`INSERT INTO event_subscriptions (event_name, consumer, prompt)
				VALUES ('shop.placed.v1', 'old.orders', FALSE), ('shop.shipped.v1', 'old.orders', FALSE), ('shop.shipped.v1', 'mail.orders', FALSE)`,
		} {
			if err := db.Exec(statement).Error; err != nil {
				t.Fatal(err)
			}
		}
		waiting := func(want int) {
			t.Helper()
			kit.Eventually(t, "what is left waits", func() error {
				if n := r.count("SELECT count(*) FROM deliveries"); n != want {
					return fmt.Errorf("%d deliveries, want %d", n, want)
				}
				return nil
			})
		}
		r.publish(placed{Order: "a"}, shipped{Order: "b"})
		waiting(3)
		for _, events := range [][]string{nil, {"shop.shipped.v1", "shop.placed.v1"}} {
			if err := RemoveConsumer(t.Context(), db, "mail.orders", events...); err == nil || fault.Is(err, fault.NotFound) {
				t.Errorf("what this binary hears was removed: %v", err)
			}
		}
		if err := RemoveConsumer(t.Context(), db, "mail.orders", "shop.shipped.v1"); err != nil {
			t.Error(err)
		}
		waiting(2)
		if err := RemoveConsumer(t.Context(), db, "old.orders"); err != nil {
			t.Error(err)
		}
		waiting(0)
		for _, events := range [][]string{nil, {"shop.placed.v1"}} {
			if err := RemoveConsumer(t.Context(), db, "old.orders", events...); !fault.Is(err, fault.NotFound) {
				t.Errorf("removed twice: %v", err)
			}
		}
		r.publish(placed{Order: "c"}, shipped{Order: "d"})
		waiting(0)
	})
}

func TestEraseBlanksPersonalFields(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		c := Consumer{Name: "list.members", ReadModel: true}
		var got seen[signed]
		On(r.bus, c, got.handle)
		r.start()
		r.publish(signed{User: "ann", Plan: "gold", Email: "ann@example.org"}, signed{User: "bob", Plan: "gold", Email: "bob@example.org"})
		got.wait(t, 2)
		err := database.InTx(t.Context(), db, func(tx *gorm.DB) error { return EraseSubject(t.Context(), tx, "ann") })
		if err != nil {
			t.Fatal(err)
		}
		entries, total, err := ListLog(t.Context(), db, LogFilter{Key: "ann"}, 10, 0)
		if err != nil || total != 1 || string(entries[0].Payload) != `{"user":"ann","plan":"gold"}` || entries[0].Subject != "" {
			t.Errorf("the log says %+v, %v", entries, err)
		}
		if n := r.count("SELECT count(*) FROM events WHERE personal LIKE '%ann@%'"); n != 0 {
			t.Errorf("the address still stands in %d events", n)
		}
		if _, err := Replay(t.Context(), db, c.Name, false); err != nil {
			t.Fatal(err)
		}
		again := got.wait(t, 4)[2:]
		if m := again[0]; m.Key != "ann" || m.Event.Plan != "gold" || m.Event.Email != "" || m.Subject != "" {
			t.Errorf("the erased one came as %+v", m)
		}
		if m := again[1]; m.Event.Email != "bob@example.org" {
			t.Errorf("the other came as %+v", m)
		}
	})
}

func TestList(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		r := newRoom(t, db, Options{})
		r.publishAs(Cause{RequestID: "req-1", Actor: "user:1"}, placed{Order: "a", Number: 1}, shipped{Order: "a"})
		r.publishAs(Cause{RequestID: "req-2", Actor: "user:2"}, placed{Order: "b", Number: 2})
		r.publishAs(Cause{}, signed{User: "ann", Plan: "gold", Email: "ann@example.org"})
		all, total, err := ListLog(t.Context(), db, LogFilter{}, 10, 0)
		if err != nil || total != 4 || len(all) != 4 || all[0].Name != "club.signed.v1" || string(all[0].Payload) != `{"user":"ann","plan":"gold","email":"ann@example.org","phone":null}` || all[0].Actor != "system" {
			t.Fatalf("%+v %d %v", all, total, err)
		}
		second := all[2].OccurredAt
		for name, row := range map[string]struct {
			filter        LogFilter
			limit, offset int
			want          string // sequences
			total         int64
		}{
			"a page":    {LogFilter{}, 2, 1, "[3 2]", 4},
			"past it":   {LogFilter{}, 2, 4, "[]", 4},
			"name":      {LogFilter{Name: "shop.placed.v1"}, 9, 0, "[3 1]", 2},
			"names":     {LogFilter{Names: []string{"shop.placed.v1", "shop.shipped.v1"}}, 9, 0, "[3 2 1]", 3},
			"key":       {LogFilter{Key: "a"}, 9, 0, "[2 1]", 2},
			"request":   {LogFilter{RequestID: "req-2"}, 9, 0, "[3]", 1},
			"actor":     {LogFilter{Actor: "user:1"}, 9, 0, "[2 1]", 2},
			"several":   {LogFilter{Actor: "user:1", Name: "shop.placed.v1"}, 9, 0, "[1]", 1},
			"nobody":    {LogFilter{Actor: "' OR 1=1 --"}, 9, 0, "[]", 0},
			"from":      {LogFilter{From: second.Add(time.Hour)}, 9, 0, "[]", 0},
			"to":        {LogFilter{To: all[3].OccurredAt}, 9, 0, "[]", 0},
			"from, to":  {LogFilter{From: all[3].OccurredAt, To: all[0].OccurredAt.Add(time.Second)}, 9, 0, "[4 3 2 1]", 4},
			"after seq": {LogFilter{After: 2}, 9, 0, "[4 3]", 2},
		} {
			entries, total, err := ListLog(t.Context(), db, row.filter, row.limit, row.offset)
			seqs := []int64{}
			for _, e := range entries {
				seqs = append(seqs, e.Seq)
			}
			if err != nil || fmt.Sprint(seqs) != row.want || total != row.total {
				t.Errorf("%s: %v of %d, %v", name, seqs, total, err)
			}
		}
	})
}

func TestRegistrationMistakesPanic(t *testing.T) {
	t.Parallel()
	c := Consumer{Name: "mail.orders"}
	for name, mistake := range map[string]func(b *Bus){
		"the same event twice": func(b *Bus) { On(b, c, new(seen[placed]).handle); On(b, c, new(seen[placed]).handle) },
		"one consumer, two ways": func(b *Bus) {
			On(b, c, new(seen[placed]).handle)
			On(b, Consumer{Name: c.Name, Awaited: true}, new(seen[shipped]).handle)
		},
		"a bad event":              func(b *Bus) { On(b, c, new(seen[misnamed]).handle) },
		"a reset of no read model": func(b *Bus) { OnReset(b, c, func(context.Context, *gorm.DB) error { return nil }) },
		"after Start": func(b *Bus) {
			defer func() { _ = b.Stop(context.Background()) }()
			_ = b.Start(context.Background())
			On(b, c, new(seen[placed]).handle)
		},
		"no name for the consumer": func(b *Bus) { On(b, Consumer{}, new(seen[placed]).handle) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRoom(t, kit.SQLite(t, Migrations()), Options{})
			defer func() {
				if recover() == nil {
					t.Error("it did not panic")
				}
			}()
			mistake(r.bus)
		})
	}
}

func TestAHandleHasOneBusThatStartsOnce(t *testing.T) {
	t.Parallel()
	r := newRoom(t, kit.SQLite(t, Migrations()), Options{})
	if _, err := New(r.db, Options{}); err == nil {
		t.Error("a second bus on one handle")
	}
	if err := r.bus.Healthy(); err == nil {
		t.Error("healthy before it started")
	}
	if err := r.bus.Stop(t.Context()); err != nil {
		t.Errorf("stop before start: %v", err)
	}
	r.start()
	if err := r.bus.Start(t.Context()); err == nil {
		t.Error("started twice")
	}
}
