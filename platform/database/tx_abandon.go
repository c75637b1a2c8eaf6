package database

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"gorm.io/gorm"
)

// errAbandoned is the error of a statement in a transaction that its owner has abandoned.
var errAbandoned = errors.New("database: the transaction was abandoned")

// Abandon ends the use of a transaction that another goroutine may still be using. It waits for a
// statement under way; every later statement, of any goroutine, fails. The function of InTx must
// then return an error, which rolls back. Abandon panics when tx is no transaction.
func Abandon(tx *gorm.DB) {
	t := transactionOf(tx)
	if t == nil {
		panic("database: Abandon outside of InTx")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.abandoned = true
}

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

func (t *transaction) isAbandoned() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.abandoned
}

func (t *transaction) inSavepoint() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.savepoints > 0
}

// beginSavepoint returns the name of a new savepoint and the number of hooks before it.
func (t *transaction) beginSavepoint() (name string, hooks int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.savepoints++
	return "s" + strconv.Itoa(t.savepoints), len(t.hooks)
}

func (t *transaction) endSavepoint() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.savepoints--
}

// dropHooks drops all but the first keep hooks.
func (t *transaction) dropHooks(keep int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = t.hooks[:keep]
}

// setLost records why the database has ended the transaction. It returns err.
func (t *transaction) setLost(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lost = err
	return err
}
