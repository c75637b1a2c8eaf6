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
