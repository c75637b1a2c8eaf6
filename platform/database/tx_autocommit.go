package database

import (
	"context"

	"gorm.io/gorm"
)

// Autocommit runs the one statement of fn as a transaction of its own: one round trip, without the
// BEGIN and COMMIT of InTx. On SQLite the statement must not write, because it does not queue with
// the writers. Autocommit returns the faults of InTx. Inside an InTx it is an error.
func Autocommit(ctx context.Context, db *gorm.DB, fn func(db *gorm.DB) *gorm.DB) error {
	if err := RequireNoTx(ctx, db); err != nil {
		return err
	}
	return AsUnavailable(fn(db.WithContext(ctx)).Error)
}

// AutocommitWrite is Autocommit for a statement that writes. On SQLite it queues with the writers.
func AutocommitWrite(ctx context.Context, db *gorm.DB, fn func(db *gorm.DB) *gorm.DB) error {
	if Dialect(db) == SQLite {
		return InTx(ctx, db, func(tx *gorm.DB) error { return fn(tx).Error })
	}
	return Autocommit(ctx, db, fn)
}

// RequireNoTx returns an error when ctx or db belongs to a running InTx: for work that has to be
// done before or after a transaction.
func RequireNoTx(ctx context.Context, db *gorm.DB) error {
	if outer, ok := ctx.Value(txKey{}).(*transaction); IsTx(db) || ok && !outer.ended.Load() {
		return errNested
	}
	return nil
}
