package database

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// transaction is the connection of a running InTx. It is found through every session made from tx, whatever its context.
type transaction struct {
	connection
	ended atomic.Bool

	mu         sync.Mutex // held by what uses the connection, and guards the rest
	abandoned  bool
	hooks      []func()
	savepoints int
	lost       error // why the database gave it up under a savepoint
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

// committed runs the hooks in order. One that panics is logged and does not keep the others from running.
func (t *transaction) committed(log *zap.Logger) {
	for _, hook := range t.hooks {
		func() {
			defer func() {
				if p := recover(); p != nil {
					log.Error("panic in a hook after commit", zap.Any("panic", p), zap.Stack("stack"))
				}
			}()
			hook()
		}()
	}
}

// IsTx tells whether tx is a transaction opened by InTx.
func IsTx(tx *gorm.DB) bool { return transactionOf(tx) != nil }

// AfterCommit runs fn right after the transaction of tx has been committed; never when it was rolled back, and not when
// the outcome of the commit is unknown. fn must not block. It panics when tx is no transaction.
func AfterCommit(tx *gorm.DB, fn func()) {
	t := transactionOf(tx)
	if t == nil {
		panic("database: AfterCommit outside of InTx")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = append(t.hooks, fn)
}

// Last puts statements at the end of the transaction: for rows that everybody wants, so that they are locked for as short as possible. On PostgreSQL they travel
// together with the COMMIT, those of one call in their order, and those of the last call first, like what is deferred. On SQLite, which has one writer, and inside
// a Savepoint they run at once.
//
// A statement must fail where it must not be committed. One that divides by zero to that end makes InTx return an error that IsRefused. The rows of a
// query (gorm's Find) are there for the AfterCommit hooks. It panics when tx is no transaction.
func Last(tx *gorm.DB, statements ...func(tx *gorm.DB) *gorm.DB) error {
	t := transactionOf(tx)
	if t == nil {
		panic("database: Last outside of InTx")
	}
	pg, ok := t.connection.(*postgresTx)
	if !ok || t.inSavepoint() {
		for _, s := range statements {
			if err := s(tx).Error; err != nil {
				return err
			}
		}
		return nil
	}
	for _, s := range slices.Backward(statements) { // Commit turns the order round
		written := s(writeDown(tx))
		if written.Error != nil {
			return written.Error
		}
		if err := t.use(func() error { pg.last = append(pg.last, written); return nil }); err != nil {
			return err
		}
	}
	return nil
}

// Savepoint runs fn inside a savepoint of tx: rolled back to it when fn panics or returns an error, which it returns. Hooks that fn
// had added are dropped then. When the database has given up the whole transaction, tx is unusable afterwards.
// One that was abandoned is left alone. It panics when tx is no transaction.
func Savepoint(tx *gorm.DB, fn func(tx *gorm.DB) error) (err error) {
	t := transactionOf(tx)
	if t == nil {
		panic("database: Savepoint outside of InTx")
	}
	name, hooks := t.beginSavepoint()
	defer t.endSavepoint()
	if err := tx.Exec("SAVEPOINT " + name).Error; err != nil {
		return err
	}
	finished := false
	defer func() {
		if finished && err == nil || t.isAbandoned() {
			return
		}
		t.dropHooks(hooks)
		back := tx.Exec("ROLLBACK TO SAVEPOINT " + name + "; RELEASE SAVEPOINT " + name).Error
		if back != nil && !errors.Is(back, errAbandoned) {
			// On SQLite some errors end the transaction, and what came next would be committed statement by statement.
			err = t.lose(errors.Join(err, back, t.Rollback()))
		}
	}()
	err = fn(tx)
	finished = true
	if err != nil {
		return err
	}
	return tx.Exec("RELEASE SAVEPOINT " + name).Error
}

// ForUpdate locks the rows that the query reads until the transaction ends (SQLite: immediate transactions do that already).
func ForUpdate(tx *gorm.DB) *gorm.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
}
