package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/database"
	"orderd/platform/eventbus"
	"orderd/platform/id"
	"orderd/test/kit/postgres"
)

// environment is where the databases are.
type environment struct {
	dir     string
	server  string            // URL of the PostgreSQL server
	started *postgres.Server  // nil when another process started it
	created []string          // databases on it
	counter *statementCounter // of the instances that are opened while it is set, or nil
}

func newEnvironment() (*environment, error) {
	dir, err := os.MkdirTemp("", "orderd-bench-")
	if err != nil {
		return nil, err
	}
	s := &environment{dir: dir, server: os.Getenv("TEST_POSTGRES_URL")}
	if s.server != "" {
		return s, nil
	}
	if s.started, err = postgres.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s.server = s.started.URL("postgres")
	return s, nil
}

func (s *environment) close() error {
	err := os.RemoveAll(s.dir)
	for _, name := range s.created {
		err = errors.Join(err, s.execAdmin(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"))
	}
	if s.started != nil {
		err = errors.Join(err, s.started.Stop())
	}
	return err
}

// freshURL is the address of an empty database.
func (s *environment) freshURL(ctx context.Context, dialect string) (string, error) {
	name := "bench_" + strings.ReplaceAll(id.New(), "-", "")
	if dialect == database.SQLite {
		return "sqlite:" + filepath.Join(s.dir, name+".db"), nil
	}
	s.created = append(s.created, name)
	if err := s.execAdmin(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	u, err := url.Parse(s.server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}

func (s *environment) execAdmin(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, s.server)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// instance is a database with a bus, as a process of the service has them.
type instance struct {
	site    *environment
	url     string
	db      *gorm.DB
	bus     *eventbus.Bus
	started bool
}

func (s *environment) newInstance(ctx context.Context, dialect string) (*instance, error) {
	at, err := s.freshURL(ctx, dialect)
	if err != nil {
		return nil, err
	}
	return s.openInstance(ctx, at)
}

// openInstance opens a database as another process would.
func (s *environment) openInstance(ctx context.Context, at string) (*instance, error) {
	o := database.Options{URL: at}
	if s.counter != nil {
		o.Log, o.Slow = zap.New(s.counter), 1
	}
	db, err := database.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := database.Migrate(ctx, db, []database.Migrations{eventbus.Migrations()}); err != nil {
		return nil, errors.Join(err, database.Close(db))
	}
	const effects = "CREATE TABLE IF NOT EXISTS effects (consumer text NOT NULL, event text NOT NULL, seq bigint NOT NULL)"
	if err := db.WithContext(ctx).Exec(effects).Error; err != nil {
		return nil, errors.Join(err, database.Close(db))
	}
	bus, err := eventbus.New(db, eventbus.Options{Log: zap.NewNop()})
	if err != nil {
		return nil, errors.Join(err, database.Close(db))
	}
	return &instance{site: s, url: at, db: db, bus: bus}, nil
}

func (h *instance) start(ctx context.Context) error {
	h.started = true
	return h.bus.Start(ctx)
}

func (h *instance) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	var err error
	if h.started {
		err = h.bus.Stop(ctx)
	}
	return errors.Join(err, database.Close(h.db))
}

// manyConsumersEvent and singleConsumerEvent are the events of the measurements. No key is like
// another unless a check wants it.
type manyConsumersEvent struct {
	Order  string `json:"order"`
	Number int    `json:"number"`
}

func (manyConsumersEvent) EventName() string  { return "bench.placed.v1" }
func (e manyConsumersEvent) EventKey() string { return e.Order }

type singleConsumerEvent struct {
	Order string `json:"order"`
}

func (singleConsumerEvent) EventName() string  { return "bench.lone.v1" }
func (e singleConsumerEvent) EventKey() string { return e.Order }

// unheard has no consumer: it fills the log and no queue.
type unheard struct {
	Order string `json:"order"`
}

func (unheard) EventName() string  { return "bench.unheard.v1" }
func (e unheard) EventKey() string { return e.Order }

// insertEffect is what handlers do: one row, without a constraint, so that a double shows.
func insertEffect[E eventbus.Event](tx *gorm.DB, consumer string, m eventbus.Message[E]) error {
	return tx.Exec("INSERT INTO effects (consumer, event, seq) VALUES (?, ?, ?)", consumer, m.ID, m.Seq).Error
}

// insertEffects is insertEffect for the events of a batch.
func insertEffects[E eventbus.Event](tx *gorm.DB, consumer string, messages []eventbus.Message[E]) error {
	rows := make([]map[string]any, len(messages))
	for i, m := range messages {
		rows[i] = map[string]any{"consumer": consumer, "event": m.ID, "seq": m.Seq}
	}
	return tx.Table("effects").Create(rows).Error
}

func (h *instance) publish(ctx context.Context, events ...eventbus.Event) error {
	return database.InTx(ctx, h.db, func(tx *gorm.DB) error { return eventbus.Publish(ctx, tx, events...) })
}

func (h *instance) count(ctx context.Context, query string, args ...any) (n int, err error) {
	err = h.db.WithContext(ctx).Raw(query, args...).Scan(&n).Error
	return n, err
}

// awaitCount waits until the query counts n.
func (h *instance) awaitCount(ctx context.Context, n int, query string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		got, err := h.count(ctx, query, args...)
		if err == nil && got == n {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%s is %d and not %d: %w", query, got, n, errors.Join(err, ctx.Err()))
		}
	}
}
