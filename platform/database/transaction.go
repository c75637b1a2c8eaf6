package database

import (
	"errors"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// transaction is the connection of a running InTx. Every session made from tx finds it, whatever
// its context.
type transaction struct {
	connection
	ended atomic.Bool

	mu         sync.Mutex // held while the connection is used; it guards the fields below
	abandoned  bool
	hooks      []func()
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

// runHooks runs the AfterCommit hooks in order. It logs one that panics and runs the others.
func (t *transaction) runHooks(log *zap.Logger) {
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

// IsTx reports whether tx is a transaction opened by InTx.
func IsTx(tx *gorm.DB) bool { return transactionOf(tx) != nil }

// AfterCommit runs fn right after the COMMIT of tx. It does not run fn after a rollback, nor when
// the outcome of the COMMIT is unknown. fn must not block. AfterCommit panics when tx is no
// transaction.
func AfterCommit(tx *gorm.DB, fn func()) {
	t := transactionOf(tx)
	if t == nil {
		panic("database: AfterCommit outside of InTx")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = append(t.hooks, fn)
}

// Savepoint runs fn inside a savepoint of tx. When fn panics or returns an error, it rolls back to
// the savepoint, drops the hooks that fn has added, and returns the error. When the database has
// ended the whole transaction, tx is unusable afterwards. Savepoint does not touch an abandoned
// transaction. It panics when tx is no transaction.
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
			// On SQLite some errors end the transaction. Later statements would then commit one by
			// one.
			err = t.setLost(errors.Join(err, back, t.Rollback()))
		}
	}()
	err = fn(tx)
	finished = true
	if err != nil {
		return err
	}
	return tx.Exec("RELEASE SAVEPOINT " + name).Error
}

// ForUpdate locks the rows that the query reads until the transaction ends. On SQLite it does
// nothing: a transaction there is exclusive from its BEGIN.
func ForUpdate(tx *gorm.DB) *gorm.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
}
