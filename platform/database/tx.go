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
	"gorm.io/gorm/clause"

	"orderd/platform/tracing"
)

const (
	// maxAttempts is how often InTx runs a transaction that PostgreSQL rolls back because of a
	// conflict.
	maxAttempts = 4
	// writerTimeout is how long a writer waits for its turn on SQLite when its context does not end
	// earlier.
	writerTimeout = 10 * time.Second
)

var (
	errNested      = errors.New("database: a transaction inside a transaction")
	errWriterQueue = errors.New("database: the queue of writers is too long")
)

// InTx runs fn in one transaction. It commits when fn returns nil, and rolls back when fn returns
// an error or panics. tx carries ctx. On SQLite the writers of this process queue in order, so that
// none gets SQLITE_BUSY.
//
// fn may run more than once: when PostgreSQL ends the transaction because of a deadlock or a
// serialization conflict, InTx runs fn again, up to three times. So keep all effects of fn inside
// tx. InTx drops the AfterCommit hooks of a failed run.
//
// Reads inside fn go through tx too: a caller that holds one connection and waits for another can
// wait for ever.
//
// InTx returns fault.Unavailable when the database is away, overloaded or shutting down. Then the
// outcome of a COMMIT under way is unknown.
//
// An InTx inside an InTx is an error. InTx cannot detect one that uses neither the inner handle nor
// its context; on SQLite that one waits for itself until its context ends.
func InTx(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) error {
	if err := RequireNoTx(ctx, db); err != nil {
		return err
	}
	ctx, span := tracing.Start(ctx, tracing.Internal, "transaction")
	t, err := runWithRetries(ctx, db, fn)
	span.End(err)
	if err != nil {
		return AsUnavailable(withContextError(ctx, err))
	}
	t.runHooks(db, stateOf(db).log)
	return nil
}

// runWithRetries runs fn until it does not meet a conflict. It returns the committed transaction.
func runWithRetries(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) (*transaction, error) {
	s := stateOf(db)
	if s.writers != nil {
		if err := s.acquireWriter(ctx); err != nil {
			return nil, err
		}
		defer s.releaseWriter()
	}
	for attempt := 1; ; attempt++ {
		t, err := s.runOnce(ctx, db, fn)
		s.disk.record(err)
		if err == nil || attempt == maxAttempts || !isConflict(err) {
			return t, err
		}
		if sleep(ctx, time.Duration(1+rand.IntN(20*attempt))*time.Millisecond) != nil {
			return nil, err
		}
	}
}

// acquireWriter waits for SQLite's only writer. A channel serves its senders in order.
func (s *state) acquireWriter(ctx context.Context) error {
	limit := time.NewTimer(writerTimeout)
	defer limit.Stop()
	select {
	case s.writers <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-limit.C:
		return errWriterQueue
	}
}

func (s *state) releaseWriter() { <-s.writers }

func (s *state) runOnce(ctx context.Context, db *gorm.DB, fn func(tx *gorm.DB) error) (*transaction, error) {
	session := db.Session(&gorm.Session{NewDB: true, Context: ctx})
	committing := false
	conn, err := acquireConn(ctx, session)
	if err != nil {
		return nil, err
	}
	if s.writers != nil {
		defer func() { releaseConn(conn, committing) }()
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

func acquireConn(ctx context.Context, db *gorm.DB) (*sql.Conn, error) {
	sqlDB, err := db.DB()
	if err != nil {
		return nil, err
	}
	return sqlDB.Conn(ctx)
}

// releaseConn returns the connection to the pool. After a failed COMMIT (a full disk) SQLite keeps
// the transaction open, which database/sql does not know: the connection would block every later
// writer. So releaseConn closes it.
func releaseConn(conn *sql.Conn, commitFailed bool) {
	if commitFailed {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	_ = conn.Close()
}

// ForUpdate locks the rows that the query reads until the transaction ends. On SQLite it does
// nothing: a transaction there is exclusive from its BEGIN.
func ForUpdate(tx *gorm.DB) *gorm.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
}

// ForShare has the rows that the query reads stay as they are until the transaction ends: others
// may read them so too. On SQLite it does nothing, as ForUpdate.
func ForShare(tx *gorm.DB) *gorm.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthShare})
}
