// Package database opens the service's database by URL (SQLite, embedded, or PostgreSQL), migrates it and runs
// transactions. Where the two differ, the difference ends here.
//
// What differs, and what hides it:
//
//   - Writers: SQLite has one at a time. Those of this process queue in InTx, others wait for busy_timeout.
//   - Row locks: ForUpdate locks rows in PostgreSQL; on SQLite the whole transaction is exclusive from its begin.
//   - Times: UTC, whole microseconds, going in and coming out. An expression (max(created_at)) has no type in SQLite and
//     scans as text there; select columns.
//   - Constraints: both give gorm.ErrDuplicatedKey, ErrForeignKeyViolated and ErrCheckConstraintViolated; IsUnique tells which.
//   - Being away: PostgreSQL's lost connections, timeouts and limits and SQLite's lock, I/O and disk errors are IsUnavailable.
package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"orderd/platform/clock"
)

// The dialects.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// RetryAfter is how long a client should wait when the database is away.
const RetryAfter = 2 * time.Second

// patience is how long Open waits for a PostgreSQL that is starting or briefly away.
const patience = 10 * time.Second

// Options say how to open a database.
type Options struct {
	URL      string // "sqlite:PATH" or "postgres://…"
	MaxConns int    // size of the pool; 0 means 16 for PostgreSQL, 8 for SQLite
	Relaxed  bool   // SQLite: synchronous=NORMAL, for dev mode; the last commits may be lost with the power
	// ReadOnly opens a database that must be there, changes neither its data nor its files' modes, and takes it as it is: its
	// server's settings are not checked.
	ReadOnly bool
	// InMemory opens an empty SQLite database that no file holds, whatever the URL. Each connection
	// has one of its own, so that it is only good for a service that is built and never started.
	InMemory bool
	Log      *zap.Logger
	Slow     time.Duration // a statement that takes longer is logged; 0 means 500 ms
}

func (o Options) statements() *statements { return &statements{log: o.Log, slow: cmp.Or(o.Slow, slow)} }

// Open opens the database and checks that it may be trusted with data. The folder of an SQLite file is created.
// For a PostgreSQL that does not answer yet it tries for 10 s, or until ctx ends.
func Open(ctx context.Context, o Options) (*gorm.DB, error) {
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	open := openPostgres
	switch {
	case o.InMemory, strings.HasPrefix(o.URL, "sqlite:"):
		open = openSQLite
	case strings.HasPrefix(o.URL, "postgres://"), strings.HasPrefix(o.URL, "postgresql://"):
	default:
		return nil, errors.New("database: the URL must begin with sqlite: or postgres://")
	}

	deadline, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		db, err := open(ctx, o)
		if err == nil {
			return db, nil
		}
		if !IsUnavailable(err) {
			return nil, fmt.Errorf("database: open: %w", err)
		}
		o.Log.Warn("database is not available yet", zap.Error(err))
		if pause(deadline, patience/20) != nil {
			return nil, fmt.Errorf("database: open: %w", err)
		}
	}
}

// closing is how long Close waits for connections that are in use.
const closing = 3 * time.Second

// Close stops the signals and closes the pool. A connection that is in use still then is left behind, and its error says so.
func Close(db *gorm.DB) error {
	s := stateOf(db)
	s.signals.close()
	sqlDB, err := db.DB()
	if err != nil {
		return fmt.Errorf("database: close: %w", err)
	}
	err = sqlDB.Close()
	if s.pool == nil {
		return err
	}
	closed, stop := context.WithTimeout(context.Background(), closing)
	go func() {
		s.pool.Close()
		stop()
	}()
	<-closed.Done()
	if errors.Is(closed.Err(), context.DeadlineExceeded) {
		err = errors.Join(err, errors.New("database: close: a connection is in use still"))
	}
	return err
}

// Dialect is SQLite or Postgres.
func Dialect(db *gorm.DB) string { return db.Name() }

// state is what the package keeps for an open database. It rides on the handle as a gorm plugin, so that it is found
// through every session and transaction made from it.
type state struct {
	log     *zap.Logger
	signals *signals
	room    room

	file    string        // SQLite: the path of the database
	writers chan struct{} // SQLite: holds one token while a transaction runs; senders queue in order

	pool *pgxpool.Pool // PostgreSQL: what the handle's connections come from
}

const stateName = "orderd:database"

func (*state) Name() string { return stateName }

// Initialize implements gorm.Plugin.
func (*state) Initialize(db *gorm.DB) error { return nameInterruptions(db) }

func stateOf(db *gorm.DB) *state {
	s, ok := db.Plugins[stateName].(*state)
	if !ok {
		panic("database: the handle was not made by Open")
	}
	return s
}

// config is gorm's configuration, the same for both dialects. Columns are always named in SELECT, so that a column added by a
// newer binary's migration does not disturb the statements that an older one has prepared.
func config() *gorm.Config {
	return &gorm.Config{
		SkipDefaultTransaction: true,
		TranslateError:         true,
		QueryFields:            true,
		DisableAutomaticPing:   true,
		NowFunc:                clock.System().Now,
		Logger:                 logger.Discard, // statements are observed at the driver
	}
}

// pause waits for d, or returns the error of ctx when that ends first.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
