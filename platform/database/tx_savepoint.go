package database

import (
	"errors"
	"strconv"

	"gorm.io/gorm"
)

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

// setLost records why the database has ended the transaction. It returns err.
func (t *transaction) setLost(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lost = err
	return err
}
