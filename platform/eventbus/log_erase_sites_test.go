package eventbus_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"orderd/platform/clock"
	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/eventbus/eventbustest"
	"orderd/test/kit"
)

// joined has personal fields.
type joined struct {
	Member string `json:"member"`
	Email  string `json:"email" pii:"true"`
}

func (joined) EventName() string      { return "club.joined.v1" }
func (e joined) EventKey() string     { return "key of " + e.Member }
func (e joined) EventSubject() string { return e.Member }

// testdata holds the events that sites exchange: one example of each event and version.
func TestContract(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 15, 0, 0, 123456000, time.UTC)
	eventbustest.Golden(t, "testdata",
		eventbus.SubjectErased{Subject: "0199d5a1-93c4-7a50-8b1c-6d2e3f405162", ErasedAt: at},
		eventbus.KeyErased{Key: "0199d59f-0c1d-7e2f-a3b4-c5d6e7f80910"},
		eventbus.OlderErased{Name: "identity.logged_in.v1", Before: at},
	)
}

// erasingSite is a database with its bus, as sites have them.
type erasingSite struct {
	*testing.T
	db     *gorm.DB
	bus    *eventbus.Bus
	clock  clock.Shifted
	erased sync.Map // the subjects that OnEraseSubject was called with
}

// newErasingSite makes one that is not started. With an outbox it shares its events.
func newErasingSite(t *testing.T, db *gorm.DB, outbox bool) *erasingSite {
	t.Helper()
	s := &erasingSite{T: t, db: db}
	var err error
	if s.bus, err = eventbus.New(db, eventbus.Options{Clock: &s.clock}); err != nil {
		t.Fatal(err)
	}
	eventbus.OnEraseSubject(db, func(_ context.Context, _ *gorm.DB, subject string) error {
		s.erased.Store(subject, true)
		return nil
	})
	if outbox {
		s.bus.AttachOutbox(eventbus.Outbox{Name: "sender"})
	}
	return s
}

func (s *erasingSite) start() {
	s.Helper()
	if err := s.bus.Start(s.Context()); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		if err := s.bus.Stop(context.Background()); err != nil {
			s.Error(err)
		}
	})
}

func (s *erasingSite) inTx(do func(ctx context.Context, tx *gorm.DB) error) {
	s.Helper()
	ctx := eventbus.WithCause(s.Context(), eventbus.Cause{RequestID: "of-ada@example.com", Actor: "user:ada"})
	if err := database.InTx(ctx, s.db, func(tx *gorm.DB) error { return do(ctx, tx) }); err != nil {
		s.Fatal(err)
	}
}

func (s *erasingSite) publish(events ...eventbus.Event) {
	s.Helper()
	s.inTx(func(ctx context.Context, tx *gorm.DB) error { return eventbus.Publish(ctx, tx, events...) })
}

// eraseAll erases ada by her id, bob by a key, and all that is older than now.
func (s *erasingSite) eraseAll() {
	s.Helper()
	s.inTx(func(ctx context.Context, tx *gorm.DB) error {
		if err := eventbus.EraseSubject(ctx, tx, "ada"); err != nil {
			return err
		}
		if err := eventbus.EraseKey(ctx, tx, "key of bob"); err != nil {
			return err
		}
		if err := eventbus.EraseKey(ctx, tx, "key of nothing"); err != nil {
			return err
		}
		return eventbus.EraseOlder(ctx, tx, "club.joined.v1", s.clock.Now().Add(-time.Hour))
	})
}

func (s *erasingSite) count(query string, args ...any) (n int) {
	s.Helper()
	if err := s.db.Raw(query, args...).Scan(&n).Error; err != nil {
		s.Fatal(err)
	}
	return n
}

// members returns whose email stands in the log, sorted.
func (s *erasingSite) members() (found []string) {
	s.Helper()
	err := s.db.Raw(`SELECT subject FROM events WHERE personal LIKE '%@example.org%' ORDER BY subject, seq`).Scan(&found).Error
	if err != nil {
		s.Fatal(err)
	}
	return found
}

func (s *erasingSite) wantMembers(when string, want ...string) {
	s.Helper()
	if got := s.members(); !slices.Equal(got, want) {
		s.Errorf("%s the log has the emails of %q, want %q", when, got, want)
	}
}

// wantErased requires that the rest of the platform was called for a subject.
func (s *erasingSite) wantErased(subject string) {
	s.Helper()
	if _, called := s.erased.Load(subject); !called {
		s.Errorf("the rest of the platform did not erase %s", subject)
	}
}

func member(name string) joined { return joined{Member: name, Email: name + "@example.org"} }

// An erasure is published for other databases, without what a client may have chosen, and is not
// delivered at home. Where nothing was erased by key or by age, nothing is published.
func TestErasuresArePublishedForOtherDatabases(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		s := newErasingSite(t, db, true)
		s.start()
		s.publish(member("old"))
		s.clock.Advance(2 * time.Hour)
		s.publish(member("ada"), member("bob"), member("eve"))
		log := eventbustest.Record(t, db)
		s.eraseAll()
		if got, want := log.Names(), []string{"eventbus.subject_erased.v1", "eventbus.key_erased.v1",
			"eventbus.older_erased.v1"}; !slices.Equal(got, want) {
			t.Errorf("published %q, want %q", got, want)
		}
		s.wantMembers("after the erasure", "eve")
		if n := s.count(`SELECT count(*) FROM events WHERE name LIKE 'eventbus.%' AND (request_id <> '' OR subject IS NOT NULL
			OR personal <> '{}')`); n != 0 {
			t.Errorf("%d erasures carry what a client chose", n)
		}
		if n := s.count(`SELECT count(*) FROM deliveries WHERE consumer = 'eventbus.erasures'`); n != 0 {
			t.Errorf("%d deliveries to the database that published the erasure", n)
		}
		if n := s.count(`SELECT count(*) FROM deliveries WHERE consumer = 'sender'`); n != 7 {
			t.Errorf("%d events are queued for other databases, want 7", n)
		}
	}, eventbus.Migrations())
}

// A service with one database publishes no erasure and runs no statement for others.
func TestErasuresOfOneDatabaseCostNothingMore(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		s := newErasingSite(t, db, false)
		s.start()
		s.publish(member("old"))
		s.clock.Advance(2 * time.Hour)
		s.publish(member("ada"), member("bob"), member("eve"))
		if got := s.bus.Consumers(); len(got) != 0 {
			t.Errorf("the bus has the consumers %q", got)
		}
		log := eventbustest.Record(t, db)
		statements := 0
		if err := db.Callback().Raw().Before("gorm:raw").Register("count", func(*gorm.DB) { statements++ }); err != nil {
			t.Fatal(err)
		}
		s.eraseAll()
		if statements != 5 { // two for the subject, one for each key and for the age
			t.Errorf("%d statements, want 5", statements)
		}
		s.wantMembers("after the erasure", "eve")
		if got := log.Names(); len(got) != 0 {
			t.Errorf("published %q", got)
		}
		s.wantErased("ada")
	}, eventbus.Migrations())
}

// What one database erases another one erases too, in its log and in the rest of the platform, once
// or twice, and publishes no erasure of its own. Later events of the subject stay: an address may
// come back as a new customer's.
func TestAnErasureReachesAnotherDatabase(t *testing.T) {
	t.Parallel()
	home := newErasingSite(t, kit.Postgres(t, eventbus.Migrations()), true)
	other := newErasingSite(t, kit.Postgres(t, eventbus.Migrations()), true)
	home.start()
	other.start()
	home.publish(member("old"))
	home.clock.Advance(2 * time.Hour)
	other.clock.Advance(2 * time.Hour)
	home.publish(member("ada"), member("bob"), member("eve"))
	other.publish(member("ada"), member("eve")) // its own, under the same request
	carried := eventbustest.Carry(t, home.db, other.db, 0)
	other.wantMembers("before the erasure", "ada", "ada", "bob", "eve", "eve", "old")
	home.eraseAll()
	home.publish(member("ada")) // she is back
	own := other.count(`SELECT count(*) FROM deliveries WHERE consumer = 'sender'`)
	for _, when := range []string{"after the erasure", "after the same once more"} {
		eventbustest.Carry(t, home.db, other.db, carried)
		kit.Eventually(t, "the erasures are handled", func() error { return other.handled() })
		if when == "after the erasure" {
			other.wantMembers(when, "ada", "eve", "eve")
		}
		if n := other.count(`SELECT count(*) FROM events WHERE request_id <> '' AND subject IS DISTINCT FROM 'ada'`); n != 0 {
			t.Errorf("%s the id of the erased one's request stands in %d events", when, n)
		}
	}
	other.wantErased("ada")
	if n := other.count(`SELECT count(*) FROM deliveries WHERE consumer = 'sender'`); n != own {
		t.Errorf("%d erasures go back", n-own)
	}
}

// An event that occurred before an erasure and is imported after it, before the erasure is handled,
// comes blank too.
func TestAnErasureBlanksWhatCameWithIt(t *testing.T) {
	t.Parallel()
	home := newErasingSite(t, kit.Postgres(t, eventbus.Migrations()), true)
	third := newErasingSite(t, kit.Postgres(t, eventbus.Migrations()), true)
	other := newErasingSite(t, kit.Postgres(t, eventbus.Migrations()), true)
	third.publish(member("ada"), member("eve"))
	home.clock.Advance(time.Second)
	home.eraseAll()
	if err := other.bus.DeclareConsumers(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventbustest.Carry(t, home.db, other.db, 0)
	eventbustest.Carry(t, third.db, other.db, 0)
	other.wantMembers("before it is handled", "ada", "eve")
	other.start()
	kit.Eventually(t, "the erasure is handled", func() error { return other.handled() })
	other.wantMembers("after the erasure", "eve")
	if _, err := eventbus.Replay(t.Context(), other.db, "eventbus.erasures", false); err == nil {
		t.Error("erasures can be replayed, and would erase who came back")
	}
}

// handled returns an error while erasures wait to be handled.
func (s *erasingSite) handled() error {
	var pending []string
	err := s.db.Raw(`SELECT name || ' ' || coalesce(last_error, '') FROM deliveries WHERE consumer = 'eventbus.erasures'`).Scan(&pending).Error
	if err == nil && len(pending) > 0 {
		err = fmt.Errorf("pending: %q", pending)
	}
	return err
}
