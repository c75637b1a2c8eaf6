package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"gorm.io/gorm"

	"orderd/platform/tracing"
)

// attempts is how often InTx runs a transaction that PostgreSQL gave up to resolve a conflict.
const attempts = 4

// queueLimit is how long a writer waits for its turn on SQLite when its context has no earlier end.
const queueLimit = 10 * time.Second

var (
	errNested = errors.New("database: a transaction inside a transaction")
	errQueue  = errors.New("database: the queue of writers is too long")
)

// InTx runs fn in one transaction: committed when fn returns nil, else rolled back, also when fn panics. tx carries ctx.
// On SQLite writers of this process queue in order, so that none meets SQLITE_BUSY.
//
// fn may run more than once: when PostgreSQL ends the transaction as the victim of a deadlock or a serialization conflict,
// it is rolled back and fn runs again, up to three times. So fn keeps its effects inside tx; AfterCommit hooks of a failed run are dropped.
//
// Reads inside fn go through tx too: who holds one connection and waits for another can wait for ever.
//
// A database that is away, overloaded or shutting down gives a fault.Unavailable. Then the outcome of a COMMIT under way is unknown.
// An InTx inside an InTx is an error; one that uses neither the inner handle nor its context can't be told,
// and waits on SQLite for itself until its context ends.
func InTx(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) error {
	if err := RequireNoTx(ctx, db); err != nil {
		return err
	}
	ctx, span := tracing.Start(ctx, tracing.Internal, "transaction")
	t, err := run(ctx, db, fn)
	span.End(err)
	if err != nil {
		return AsUnavailable(interrupted(ctx, err))
	}
	t.committed(stateOf(db).log)
	return nil
}

// run waits for its turn and makes the attempts. It returns the transaction that was committed.
func run(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) (*transaction, error) {
	s := stateOf(db)
	if s.writers != nil {
		if err := s.enter(ctx); err != nil {
			return nil, err
		}
		defer s.leave()
	}
	for attempt := 1; ; attempt++ {
		t, err := s.attempt(ctx, db, fn)
		s.room.note(err)
		if err == nil || attempt == attempts || !isConflict(err) {
			return t, err
		}
		if pause(ctx, time.Duration(1+rand.IntN(20*attempt))*time.Millisecond) != nil {
			return nil, err
		}
	}
}

// enter takes the turn of a writer; a channel serves its senders in order.
func (s *state) enter(ctx context.Context) error {
	limit := time.NewTimer(queueLimit)
	defer limit.Stop()
	select {
	case s.writers <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-limit.C:
		return errQueue
	}
}

func (s *state) leave() { <-s.writers }

func (s *state) attempt(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) (*transaction, error) {
	session := db.Session(&gorm.Session{NewDB: true, Context: ctx})
	committing := false
	conn, err := s.conn(ctx, session)
	if err != nil {
		return nil, err
	}
	if s.writers != nil {
		defer func() { release(conn, committing) }()
		session.Statement.ConnPool = conn
	} else {
		defer func() { _ = conn.Close() }()
		session.Statement.ConnPool = postgresPool{conn}
	}
	t := &transaction{}
	defer t.ended.Store(true)
	err = session.Transaction(func(tx *gorm.DB) error {
		t.connection = tx.Statement.ConnPool.(connection)
		tx.Statement.ConnPool = t
		tx.Statement.Context = context.WithValue(ctx, txKey{}, t)
		if err := fn(tx); err != nil {
			return err
		}
		committing = true
		return nil
	})
	if err == nil {
		committing = false
	} else if t.lost != nil && !errors.Is(err, t.lost) {
		err = fmt.Errorf("%w: %w", t.lost, err)
	}
	return t, err
}

func (s *state) conn(ctx context.Context, db *gorm.DB) (*sql.Conn, error) {
	sqlDB, err := db.DB()
	if err != nil {
		return nil, err
	}
	return sqlDB.Conn(ctx)
}

// release gives the connection back to the pool. After a COMMIT that failed (a full disk), SQLite keeps the transaction open, and
// database/sql does not: such a connection would block every writer after it, so it is closed.
func release(conn *sql.Conn, commitFailed bool) {
	if commitFailed {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	_ = conn.Close()
}
