package database

import (
	"context"

	"gorm.io/gorm"
)

// Autocommit runs fn's one statement as a transaction of its own: one round trip, without the BEGIN and COMMIT of InTx. On SQLite it must not write, for it does
// not queue with the writers. Faults are those of InTx, and inside of one it is an error too.
func Autocommit(ctx context.Context, db *gorm.DB, fn func(db *gorm.DB) *gorm.DB) error {
	if err := RequireNoTx(ctx, db); err != nil {
		return err
	}
	return AsUnavailable(fn(db.WithContext(ctx)).Error)
}

// RequireNoTx is an error when ctx or db belongs to an InTx that runs: for what has to be done before or after it.
func RequireNoTx(ctx context.Context, db *gorm.DB) error {
	if outer, ok := ctx.Value(txKey{}).(*transaction); IsTx(db) || ok && !outer.ended.Load() {
		return errNested
	}
	return nil
}
