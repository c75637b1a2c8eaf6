package copies

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/test/kit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// saved is an event that carries a number under a name.
type saved struct {
	name    string
	version int64
	number  int
}

func (saved) EventName() string  { return "gifts.saved.v1" }
func (e saved) EventKey() string { return e.name }

func (e saved) Copied() (name string, version int64, value []byte) {
	return e.name, e.version, fmt.Append(nil, e.number)
}

const table = "gifts_copies"

func makeTable(t *testing.T, db *gorm.DB) {
	t.Helper()
	if err := db.Exec("CREATE TABLE " + table + ` (name text PRIMARY KEY, version bigint NOT NULL, value text NOT NULL,
		seq bigint NOT NULL)`).Error; err != nil {
		t.Fatal(err)
	}
}

// handle is the delivery of the event.
func handle(t *testing.T, db *gorm.DB, seq int64, e saved) {
	t.Helper()
	err := database.InTx(t.Context(), db, func(tx *gorm.DB) error {
		return Save(tx, table, eventbus.Message[saved]{Event: e, Seq: seq})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// numbers is the copy: the numbers of a and b, and the version.
func copyNumbers(s *Store) *Copy[[3]int64] {
	return Of(s, table, []string{"a", "b"}, func(rows Rows) (n [3]int64, err error) {
		n[2] = rows.Version()
		return n, errors.Join(rows.Decode("a", &n[0]), rows.Decode("b", &n[1]))
	})
}

func refresh(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A copy has the newest row of each name, in whatever order the events come.
func TestCopies(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		makeTable(t, db)
		s := NewStore(db, zap.NewNop())
		c := copyNumbers(s)
		require := func(want [3]int64) {
			t.Helper()
			refresh(t, s)
			if got := *c.Current(); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		}
		require([3]int64{})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if err := s.Await(ctx); err == nil || !strings.Contains(err.Error(), "gifts_copies.a, gifts_copies.b") {
			t.Errorf("await: %v", err)
		}
		handle(t, db, 2, saved{"a", 2, 20})
		handle(t, db, 1, saved{"a", 1, 10})
		require([3]int64{20, 0, 2})
		handle(t, db, 3, saved{"b", 1, 7})
		require([3]int64{20, 7, 3})
		if err := s.Await(t.Context()); err != nil {
			t.Error(err)
		}
		// A value that can't be read leaves the copy as it is.
		if err := db.Exec("UPDATE " + table + " SET value = 'x', version = 9 WHERE name = 'a'").Error; err != nil {
			t.Fatal(err)
		}
		if err := s.Refresh(t.Context()); err == nil || *c.Current() != [3]int64{20, 7, 3} {
			t.Errorf("%v, %v", err, *c.Current())
		}
	})
}

// A copy of one row is its value, and the zero one before it has come.
func TestCopyOfOne(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		makeTable(t, db)
		s := NewStore(db, zap.NewNop())
		c := OfOne[int64](s, table, "a")
		handle(t, db, 1, saved{"b", 1, 7})
		refresh(t, s)
		if got := *c.Current(); got != 0 {
			t.Errorf("without the row: %d", got)
		}
		handle(t, db, 2, saved{"a", 1, 20})
		refresh(t, s)
		if got := *c.Current(); got != 20 {
			t.Errorf("%d, want 20", got)
		}
	})
}

// A look at the versions is one statement, however many copies there are: two a second in a process
// that is idle.
func TestALookIsOneStatement(t *testing.T) {
	t.Parallel()
	kit.EachDatabase(t, func(t *testing.T, db *gorm.DB) {
		makeTable(t, db)
		s := NewStore(db, zap.NewNop())
		copyNumbers(s)
		OfOne[int64](s, table, "a")
		handle(t, db, 1, saved{"a", 1, 10})
		refresh(t, s)
		statements := 0
		count := func(*gorm.DB) { statements++ }
		for _, err := range []error{
			db.Callback().Query().Before("gorm:query").Register("count", count),
			db.Callback().Row().Before("gorm:row").Register("count", count),
			db.Callback().Raw().Before("gorm:raw").Register("count", count),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if refresh(t, s); statements != 1 {
			t.Errorf("%d statements", statements)
		}
		if PollInterval*9/10 < 490*time.Millisecond {
			t.Errorf("a look every %v is more than two a second", PollInterval)
		}
	})
}

// What reads the rows locked has the newest, and they don't change before its transaction ends.
func TestReadLocked(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t)
	here, there := kit.Open(t, url), kit.Open(t, url)
	makeTable(t, here)
	c := copyNumbers(NewStore(here, zap.NewNop()))
	handle(t, here, 1, saved{"a", 1, 10})
	var changed <-chan error
	err := database.InTx(t.Context(), here, func(tx *gorm.DB) error {
		got, err := c.ReadLocked(tx)
		if err != nil {
			return err
		}
		if want := [3]int64{10, 0, 1}; *got != want || *c.Current() == want {
			t.Errorf("%v; in memory %v", *got, *c.Current())
		}
		changed = kit.Contend(t, there, tx, func() error {
			return there.Exec("UPDATE " + table + " SET version = 2").Error
		})
		var version int64
		if err := tx.Raw("SELECT " + Version(table)).Scan(&version).Error; err != nil || version != 1 {
			t.Errorf("version %d before the end, %v", version, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-changed; err != nil {
		t.Error(err)
	}
}

// Another process learns of a change by the signal, and without one by looking.
func TestCopiesOfAnotherProcess(t *testing.T) {
	t.Parallel()
	url := kit.PostgresURL(t)
	here, there := kit.Open(t, url), kit.Open(t, url)
	makeTable(t, here)
	s := NewStore(there, zap.NewNop())
	c := copyNumbers(s)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	within := func(what string, want [3]int64) {
		t.Helper()
		kit.Eventually(t, what, func() error {
			if got := *c.Current(); got != want {
				return fmt.Errorf("%v", got)
			}
			return nil
		})
	}
	handle(t, here, 1, saved{"a", 1, 10})
	within("after a signal", [3]int64{10, 0, 1})
	if err := here.Exec("UPDATE " + table + " SET value = '11', version = 2 WHERE name = 'a'").Error; err != nil {
		t.Fatal(err)
	}
	within("without a signal", [3]int64{11, 0, 2})
}
