package database

import (
	"errors"

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

func (t *transaction) isAbandoned() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.abandoned
}

// IsAborted reports whether a statement of tx has failed outside of a Savepoint, so that PostgreSQL
// accepts nothing but its end. It costs no round trip. On SQLite a failed statement leaves the
// transaction usable, and IsAborted returns false. It panics when tx is no transaction.
func IsAborted(tx *gorm.DB) bool {
	t := transactionOf(tx)
	if t == nil {
		panic("database: IsAborted outside of InTx")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	pg, ok := t.connection.(*postgresTx)
	return ok && pg.isAborted()
}
