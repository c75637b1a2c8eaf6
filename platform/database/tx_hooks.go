package database

import (
	"go.uber.org/zap"
	"gorm.io/gorm"
)

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

// dropHooks drops all but the first keep hooks.
func (t *transaction) dropHooks(keep int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = t.hooks[:keep]
}
