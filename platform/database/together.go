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

// Together makes reads of a transaction, one after the other; each sees what was committed before it, and holds its locks for the next. On PostgreSQL they
// are one round trip, which brings the BEGIN along when they are the first of the transaction. It panics when tx is no transaction.
func Together(tx *gorm.DB, reads ...Read) error {
	t := transactionOf(tx)
	if t == nil {
		panic("database: Together outside of InTx")
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
	written := make([]*gorm.DB, len(reads))
	for i, r := range reads {
		written[i] = writeDown(r.Query).Find(r.Into)
		if err := written[i].Error; err != nil {
			return err
		}
	}
	return t.use(func() error { return pg.send(written) })
}

// WrittenDown is the setting (gorm.DB.Get) by which callbacks know a statement that is only written down now and will be sent with others.
const WrittenDown = "orderd:written"

func writeDown(db *gorm.DB) *gorm.DB {
	return db.Session(&gorm.Session{DryRun: true}).Set(WrittenDown, true)
}

// scan puts the rows of a statement that was written down where it was told.
func scan(written *gorm.DB, found pgx.Rows) error {
	if err := found.Err(); err != nil {
		return written.AddError(err)
	}
	if len(found.FieldDescriptions()) > 0 {
		gorm.Scan(rows{found}, written, 0)
	}
	return written.Error
}

// rows are pgx's for gorm.
type rows struct{ pgx.Rows }

func (r rows) Columns() ([]string, error) {
	fields := r.FieldDescriptions()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names, nil
}

// ColumnTypes is what gorm asks for to fill a map.
func (rows) ColumnTypes() ([]*sql.ColumnType, error) { return nil, errors.ErrUnsupported }

func (r rows) Close() error {
	r.Rows.Close()
	return r.Err()
}
