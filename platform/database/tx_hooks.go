package database

import (
	"slices"

	"go.uber.org/zap"
	"gorm.io/gorm"

	"orderd/platform/convert"
)

// AfterCommit runs fn right after the COMMIT of tx. It does not run fn after a rollback, nor when
// the outcome of the COMMIT is unknown. fn must not block. AfterCommit panics when tx is no
// transaction.
func AfterCommit(tx *gorm.DB, fn func()) {
	addHook(tx, func() []signal { fn(); return nil })
}

// BroadcastAfterCommit is a Broadcast after all AfterCommit functions of the transaction. payloads
// is called after the COMMIT too. A signal that several calls ask for is sent once.
func BroadcastAfterCommit(tx *gorm.DB, topic string, payloads func() []string) {
	addHook(tx, func() []signal {
		return convert.All(payloads(), func(payload string) signal { return signal{topic, payload} })
	})
}

// hook is run after the COMMIT. It returns signals to be sent.
type hook func() []signal

func addHook(tx *gorm.DB, h hook) {
	t := transactionOf(tx)
	if t == nil {
		panic("database: a hook after commit outside of InTx")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = append(t.hooks, h)
}

// runHooks runs the hooks in order and then sends their signals. It logs a hook that panics and
// runs the others.
func (t *transaction) runHooks(db *gorm.DB, log *zap.Logger) {
	var signals []signal
	for _, h := range t.hooks {
		for _, sig := range runHook(h, log) {
			if !slices.Contains(signals, sig) {
				signals = append(signals, sig)
			}
		}
	}
	for _, sig := range signals {
		Broadcast(db, sig.topic, sig.payload)
	}
}

func runHook(h hook, log *zap.Logger) (signals []signal) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic in a hook after commit", zap.Any("panic", p), zap.Stack("stack"))
		}
	}()
	return h()
}

// dropHooks drops all but the first keep hooks.
func (t *transaction) dropHooks(keep int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = t.hooks[:keep]
}
