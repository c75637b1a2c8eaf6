package eventbus

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"
	"gorm.io/gorm"

	"orderd/platform/background"
	"orderd/platform/database"
	"orderd/test/kit"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// eachDatabase runs fn on both databases.
func eachDatabase(t *testing.T, fn func(t *testing.T, db *gorm.DB)) {
	t.Helper()
	t.Parallel()
	kit.EachDatabase(t, fn, Migrations())
}

var errBroken = errors.New("it is broken")

// fixture is a database and a bus whose retries are quick.
type fixture struct {
	t   testing.TB
	db  *gorm.DB
	bus *Bus
}

func newFixture(t testing.TB, db *gorm.DB, o Options) *fixture {
	t.Helper()
	if o.Pauses == nil {
		o.Pauses = background.Pauses{10 * time.Millisecond}
	}
	if o.Log == nil {
		o.Log = quietLog(t)
	}
	bus, err := New(db, o)
	if err != nil {
		t.Fatal(err)
	}
	return &fixture{t: t, db: db, bus: bus}
}

func quietLog(t testing.TB) *zap.Logger {
	return zaptest.NewLogger(t, zaptest.Level(zap.ErrorLevel))
}

// start starts the bus until the end of the test.
func (f *fixture) start() {
	f.t.Helper()
	if err := f.bus.Start(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := f.bus.Stop(ctx); err != nil {
			f.t.Errorf("stop: %v", err)
		}
	})
}

// publish commits events in a transaction of their own.
func (f *fixture) publish(events ...Event) {
	f.t.Helper()
	f.publishAs(Cause{}, events...)
}

func (f *fixture) publishAs(c Cause, events ...Event) {
	f.t.Helper()
	ctx := WithCause(f.t.Context(), c)
	err := database.InTx(ctx, f.db, func(tx *gorm.DB) error { return Publish(ctx, tx, events...) })
	if err != nil {
		f.t.Fatal(err)
	}
}

// count returns the number of an SQL query.
func (f *fixture) count(query string, args ...any) int {
	f.t.Helper()
	return count(f.t, f.db, query, args...)
}

func count(t testing.TB, db *gorm.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := db.Raw(query, args...).Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// awaitCount waits until an SQL query returns the number.
func (f *fixture) awaitCount(what string, want int, query string) {
	f.t.Helper()
	kit.Eventually(f.t, what, func() error {
		if n := f.count(query); n != want {
			return fmt.Errorf("%d, want %d", n, want)
		}
		return nil
	})
}

// awaitIdle waits until there is no delivery.
func (f *fixture) awaitIdle() {
	f.t.Helper()
	kit.Eventually(f.t, "nothing is pending", func() error {
		if n := f.count("SELECT count(*) FROM deliveries"); n > 0 {
			return fmt.Errorf("%d deliveries are left", n)
		}
		return nil
	})
}

// awaitDead waits until there are n dead deliveries, and returns them.
func (f *fixture) awaitDead(n int) (dead []DeadDelivery) {
	f.t.Helper()
	kit.Eventually(f.t, fmt.Sprintf("%d dead deliveries", n), func() error {
		var total int64
		var err error
		if dead, total, err = ListDead(f.t.Context(), f.db, DeadFilter{}, 100, 0); err != nil || int(total) != n || len(dead) != n {
			return fmt.Errorf("%d dead, %w", total, err)
		}
		return nil
	})
	return dead
}

func (f *fixture) retry(deadID string) DeadDelivery {
	f.t.Helper()
	d, err := f.tryRetry(deadID)
	if err != nil {
		f.t.Fatal(err)
	}
	return d
}

func (f *fixture) tryRetry(deadID string) (d DeadDelivery, err error) {
	err = database.InTx(f.t.Context(), f.db, func(tx *gorm.DB) error {
		d, err = Retry(f.t.Context(), tx, deadID)
		return err
	})
	return d, err
}

// subscribe adds a subscription that no handler serves.
func (f *fixture) subscribe(consumer, event string) {
	f.t.Helper()
	for _, statement := range []string{
		`INSERT INTO event_consumers (name, read_model, prompt) VALUES ('` + consumer + `', FALSE, FALSE) ON CONFLICT DO NOTHING`,
		`INSERT INTO event_subscriptions (event_name, consumer, prompt) VALUES ('` + event + `', '` + consumer + `', FALSE)`,
	} {
		if err := f.db.Exec(statement).Error; err != nil {
			f.t.Fatal(err)
		}
	}
}
