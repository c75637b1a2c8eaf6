package database

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"

	"gorm.io/gorm"
)

// transaction is the connection of a running InTx. Every session made from tx finds it, whatever
// its context.
type transaction struct {
	connection
	ended atomic.Bool

	mu         sync.Mutex // held while the connection is used; it guards the fields below
	abandoned  bool
	hooks      []hook
	savepoints int
	lost       error // why the database ended the transaction inside a savepoint
}

// connection is a transaction of database/sql, or a postgresTx.
type connection interface {
	gorm.ConnPool
	gorm.TxCommitter
}

type txKey struct{}

func transactionOf(tx *gorm.DB) *transaction {
	t, _ := tx.Statement.ConnPool.(*transaction)
	return t
}

// IsTx reports whether tx is a transaction opened by InTx.
func IsTx(tx *gorm.DB) bool { return transactionOf(tx) != nil }

// use runs fn, which uses the connection. It returns errAbandoned when the transaction is
// abandoned.
func (t *transaction) use(fn func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.abandoned {
		return errAbandoned
	}
	return fn()
}

// useFor is use for an fn with a result.
func useFor[T any](t *transaction, fn func() (T, error)) (result T, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.abandoned {
		return result, errAbandoned
	}
	return fn()
}

// PrepareContext and the next three implement gorm.ConnPool.
func (t *transaction) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return useFor(t, func() (*sql.Stmt, error) { return t.connection.PrepareContext(ctx, query) })
}

func (t *transaction) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return useFor(t, func() (sql.Result, error) { return t.connection.ExecContext(ctx, query, args...) })
}

func (t *transaction) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return useFor(t, func() (*sql.Rows, error) { return t.connection.QueryContext(ctx, query, args...) })
}

func (t *transaction) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.abandoned {
		ended, end := context.WithCancelCause(ctx)
		end(errAbandoned)
		ctx = ended
	}
	return t.connection.QueryRowContext(ctx, query, args...)
}

// Commit and Rollback implement gorm.TxCommitter. An abandoned transaction can only be rolled back.
func (t *transaction) Commit() error { return t.use(t.connection.Commit) }

func (t *transaction) Rollback() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.connection.Rollback()
}
