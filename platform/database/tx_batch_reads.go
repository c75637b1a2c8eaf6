package database

import (
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// Read is a query and where its rows go: into what gorm's Find takes or, for what is read often, to
// a function that scans each row without gorm (see Select).
type Read struct {
	Query *gorm.DB // made from the transaction
	Into  any
	Scan  func(row RowScan) error // in place of Into
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
			if err := r.Run(); err != nil {
				return err
			}
		}
		return nil
	}
	built := make([]*gorm.DB, len(reads))
	for i, r := range reads {
		built[i] = r.build()
		if err := built[i].Error; err != nil {
			return err
		}
	}
	return t.use(func() error { return pg.sendBatch(built) })
}

// Run makes the read by itself, in a transaction or outside of one.
func (r Read) Run() (err error) {
	if r.Scan == nil {
		return r.Query.Find(r.Into).Error
	}
	rows, err := r.Query.Rows()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := r.Scan(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// build builds the statement of the read, with what scans its rows.
func (r Read) build() *gorm.DB {
	if r.Scan == nil {
		return buildOnly(r.Query).Find(r.Into)
	}
	return buildOnly(r.Query).Set(rowScanner, r.Scan).Find(&map[string]any{})
}

// rowScanner is the setting of a built statement that holds the Scan of its Read.
const rowScanner = "orderd:row_scanner"

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
	scan, byHand := built.Get(rowScanner)
	switch {
	case byHand:
		for found.Next() {
			if err := scan.(func(RowScan) error)(found.Scan); err != nil {
				return built.AddError(err)
			}
		}
		return found.Err()
	case len(found.FieldDescriptions()) > 0:
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
