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

// The dialects, as Dialect returns them.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// RetryAfter is how long a client should wait when the database is unavailable.
const RetryAfter = 2 * time.Second

const (
	// openTimeout is how long Open waits for a PostgreSQL that is starting or briefly unavailable.
	openTimeout = 10 * time.Second
	// closeTimeout is how long Close waits for connections that are in use.
	closeTimeout = 3 * time.Second
)

// Options configure Open.
type Options struct {
	URL      string // "sqlite:PATH" or "postgres://…"
	MaxConns int    // size of the pool; 0 means 16 for PostgreSQL, 8 for SQLite
	// Relaxed sets synchronous=NORMAL on SQLite, for dev mode: a power failure may lose the last
	// commits.
	Relaxed bool
	// ReadOnly opens an existing database. It changes neither its data nor the modes of its files,
	// and does not check the server's settings.
	ReadOnly bool
	// InMemory opens an empty SQLite database without a file, whatever the URL. Each connection has
	// a database of its own, so it is only good for a service that is built and never started.
	InMemory bool
	Log      *zap.Logger
	Slow     time.Duration // longer statements are logged; 0 means 500 ms
}

func (o Options) statementObserver() *statementObserver {
	return &statementObserver{log: o.Log, slow: cmp.Or(o.Slow, defaultSlow)}
}

// Open opens the database and checks that it does not lose committed data. It creates the folder of
// an SQLite file. It waits for a PostgreSQL that does not answer yet for 10 s, or until ctx ends.
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

	deadline, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	var before error // of the last attempt
	for {
		db, err := open(ctx, o)
		if err == nil {
			return db, nil
		}
		if before != nil && ctx.Err() != nil { // err says no more than that
			err = before
		}
		before = err
		if !IsUnavailable(err) {
			return nil, fmt.Errorf("database: open: %w", err)
		}
		o.Log.Warn("database is not available yet", zap.Error(err))
		if sleep(deadline, openTimeout/20) != nil {
			return nil, fmt.Errorf("database: open: %w", err)
		}
	}
}

// Close stops the signals and closes the pool. It returns an error when a connection is still in
// use after 3 s, and leaves that connection open.
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
	closed, stop := context.WithTimeout(context.Background(), closeTimeout)
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

// Dialect returns SQLite or Postgres.
func Dialect(db *gorm.DB) string { return db.Name() }

// state is what the package keeps for an open database. It is a gorm plugin on the handle, so that
// every session and transaction made from the handle finds it.
type state struct {
	log     *zap.Logger
	signals *signalHub
	disk    diskState

	file    string        // SQLite: the path of the database
	writers chan struct{} // SQLite: holds a token while a transaction runs; senders queue in order

	pool    *pgxpool.Pool // PostgreSQL: the source of the handle's connections
	standby bool          // PostgreSQL: the server is a standby
}

const stateName = "orderd:database"

func (*state) Name() string { return stateName }

// Initialize implements gorm.Plugin.
func (*state) Initialize(db *gorm.DB) error { return registerContextErrors(db) }

func stateOf(db *gorm.DB) *state {
	s, ok := db.Plugins[stateName].(*state)
	if !ok {
		panic("database: the handle was not made by Open")
	}
	return s
}

// gormConfig returns gorm's configuration, the same for both dialects. SELECT always names its
// columns, so that a column added by a newer binary's migration does not break the statements that
// an older binary has prepared.
func gormConfig() *gorm.Config {
	return &gorm.Config{
		SkipDefaultTransaction: true,
		TranslateError:         true,
		QueryFields:            true,
		DisableAutomaticPing:   true,
		NowFunc:                clock.System().Now,
		Logger:                 logger.Discard, // statementObserver logs at the driver
	}
}

// sleep waits for d. When ctx ends first it returns the error of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
