package eventbus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/test/kit"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// placed is the usual event of these tests.
type placed struct {
	Order  string `json:"order"`
	Number int    `json:"number"`
}

func (placed) EventName() string  { return "shop.placed.v1" }
func (e placed) EventKey() string { return e.Order }

type shipped struct {
	Order string `json:"order"`
}

func (shipped) EventName() string  { return "shop.shipped.v1" }
func (e shipped) EventKey() string { return e.Order }

// signed has personal fields.
type signed struct {
	User  string  `json:"user"`
	Plan  string  `json:"plan"`
	Email string  `json:"email" pii:"true"`
	Phone *string `json:"phone" pii:"true"`
}

func (signed) EventName() string      { return "club.signed.v1" }
func (e signed) EventKey() string     { return e.User }
func (e signed) EventSubject() string { return e.User }

// each runs fn on both dialects.
func each(t *testing.T, fn func(t *testing.T, db *gorm.DB)) {
	t.Helper()
	t.Parallel()
	kit.EachDatabase(t, fn, Migrations())
}

// room is a database with one bus that has quick retries.
type room struct {
	t   *testing.T
	db  *gorm.DB
	bus *Bus
}

func newRoom(t *testing.T, db *gorm.DB, o Options) *room {
	t.Helper()
	if o.Backoff == nil {
		o.Backoff = func(int) time.Duration { return 10 * time.Millisecond }
	}
	if o.Log == nil {
		o.Log = quietLog(t)
	}
	bus, err := New(db, o)
	if err != nil {
		t.Fatal(err)
	}
	return &room{t: t, db: db, bus: bus}
}

func quietLog(t *testing.T) *zap.Logger {
	return zaptest.NewLogger(t, zaptest.Level(zap.ErrorLevel))
}

// start starts the bus until the end of the test.
func (r *room) start() {
	r.t.Helper()
	if err := r.bus.Start(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := r.bus.Stop(ctx); err != nil {
			r.t.Errorf("stop: %v", err)
		}
	})
}

// publish commits events in a transaction of their own.
func (r *room) publish(events ...Event) {
	r.t.Helper()
	r.publishAs(Cause{}, events...)
}

func (r *room) publishAs(c Cause, events ...Event) {
	r.t.Helper()
	ctx := WithCause(r.t.Context(), c)
	err := database.InTx(ctx, r.db, func(tx *gorm.DB) error { return Publish(ctx, tx, events...) })
	if err != nil {
		r.t.Fatal(err)
	}
}

// count is the number that an SQL query gives.
func (r *room) count(query string, args ...any) int {
	r.t.Helper()
	return count(r.t, r.db, query, args...)
}

func count(t *testing.T, db *gorm.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := db.Raw(query, args...).Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// idle waits until nothing is pending but what is dead or held back.
func (r *room) idle() {
	r.t.Helper()
	kit.Eventually(r.t, "nothing is pending", func() error {
		if n := r.count("SELECT count(*) FROM deliveries"); n > 0 {
			return fmt.Errorf("%d deliveries are left", n)
		}
		return nil
	})
}

// seen records what handlers got.
type seen[E Event] struct {
	mu       sync.Mutex
	messages []Message[E]
}

func (s *seen[E]) handle(_ context.Context, _ *gorm.DB, m Message[E]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, m)
	return nil
}

func (s *seen[E]) all() []Message[E] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message[E](nil), s.messages...)
}

// wait waits until n messages came.
func (s *seen[E]) wait(t *testing.T, n int) []Message[E] {
	t.Helper()
	kit.Eventually(t, fmt.Sprintf("%d messages", n), func() error {
		if got := len(s.all()); got < n {
			return fmt.Errorf("%d came", got)
		}
		return nil
	})
	return s.all()
}

var errBroken = errors.New("it is broken")
