package database

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// AtCommit adds statements to the end of the transaction: they run right before its COMMIT, in the
// order in which they were added. So rows that many transactions want are locked for as short as
// possible. On PostgreSQL the statements travel with the COMMIT, in one round trip. On SQLite,
// which has one writer, and inside a Savepoint they run at once.
//
// A statement fails when the transaction must not be committed: InTx then rolls it back and returns
// the statement's error. RefusedBy knows the error of a statement that fails for that purpose
// alone. The rows of a query (gorm's Find) are there for the AfterCommit hooks. AtCommit panics
// when tx is no transaction.
func AtCommit(tx *gorm.DB, statements ...func(tx *gorm.DB) *gorm.DB) error {
	t := transactionOf(tx)
	if t == nil {
		panic("database: AtCommit outside of InTx")
	}
	pg, ok := t.connection.(*postgresTx)
	if !ok || t.inSavepoint() {
		for _, statement := range statements {
			if err := statement(tx).Error; err != nil {
				return err
			}
		}
		return nil
	}
	for _, statement := range statements {
		built := statement(buildOnly(tx))
		if built.Error != nil {
			return built.Error
		}
		if err := t.use(func() error { pg.atCommit = append(pg.atCommit, built); return nil }); err != nil {
			return err
		}
	}
	return nil
}

// refusedState is the SQLSTATE that a guard raises, with its name as the message. PostgreSQL leaves
// classes that begin with I to Z to its users.
const refusedState = "OR001"

// RefusedBy returns the name of the guard because of which a transaction was not committed: a
// function of the database that raises the SQLSTATE OR001. It is "" when err has another cause.
func RefusedBy(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == refusedState {
		return pg.Message
	}
	return ""
}
