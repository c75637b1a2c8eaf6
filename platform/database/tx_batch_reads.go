package database

import (
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// Read is a query and where its rows go: what gorm's Find takes.
type Read struct {
	Query *gorm.DB // made from the transaction
	Into  any
}

// BatchReads makes reads of a transaction, one after the other: each sees what was committed before
// it, and holds its locks for the next. On PostgreSQL they are one round trip, which brings the
// BEGIN along when they are the first statements of the transaction. It panics when tx is no
// transaction.
func BatchReads(tx *gorm.DB, reads ...Read) error {
	t := transactionOf(tx)
	if t == nil {
		panic("database: BatchReads outside of InTx")
	}
	pg, ok := t.connection.(*postgresTx)
	if !ok {
		for _, r := range reads {
			if err := r.Query.Find(r.Into).Error; err != nil {
				return err
			}
		}
		return nil
	}
	built := make([]*gorm.DB, len(reads))
	for i, r := range reads {
		built[i] = buildOnly(r.Query).Find(r.Into)
		if err := built[i].Error; err != nil {
			return err
		}
	}
	return t.use(func() error { return pg.sendBatch(built) })
}

// Batched is the setting (gorm.DB.Get) by which callbacks know a statement that is only built now
// and is sent later, in a batch.
const Batched = "orderd:batched"

// buildOnly makes db build its next statement without running it.
func buildOnly(db *gorm.DB) *gorm.DB {
	return db.Session(&gorm.Session{DryRun: true}).Set(Batched, true)
}

// scanBatched scans the rows of a batched statement into the destination that it was built with.
func scanBatched(built *gorm.DB, found pgx.Rows) error {
	if err := found.Err(); err != nil {
		return built.AddError(err)
	}
	if len(found.FieldDescriptions()) > 0 {
		gorm.Scan(gormRows{found}, built, 0)
	}
	return built.Error
}

// gormRows makes pgx's rows readable for gorm.
type gormRows struct{ pgx.Rows }

func (r gormRows) Columns() ([]string, error) {
	fields := r.FieldDescriptions()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names, nil
}

// ColumnTypes is what gorm asks for to fill a map.
func (gormRows) ColumnTypes() ([]*sql.ColumnType, error) { return nil, errors.ErrUnsupported }

func (r gormRows) Close() error {
	r.Rows.Close()
	return r.Err()
}
