package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// Select is a query whose rows are scanned without gorm, which costs several times as much: for
// what is read often.
type Select struct {
	Query *gorm.DB                // made from the handle that Snapshot gets
	Scan  func(row RowScan) error // is called for each row
}

// RowScan scans the columns of a row, in their order. JSON and Optional scan special ones.
type RowScan func(into ...any) error

// Snapshot runs queries that see the database as it is at one moment: without what others commit
// between them. On PostgreSQL they are one round trip. The context is that of db. Inside an InTx it
// is an error.
func Snapshot(db *gorm.DB, queries ...Select) error {
	ctx := db.Statement.Context
	if err := RequireNoTx(ctx, db); err != nil {
		return err
	}
	built := make([]*gorm.DB, len(queries))
	for i, q := range queries {
		built[i] = buildOnly(q.Query).Find(&map[string]any{})
		if err := built[i].Error; err != nil {
			return err
		}
	}
	conn, err := acquireConn(ctx, db)
	if err == nil {
		defer func() { _ = conn.Close() }()
		if Dialect(db) == Postgres {
			err = snapshotPostgres(ctx, conn, queries, built)
		} else {
			err = snapshotSQLite(ctx, conn, queries, built)
		}
	}
	return withContextError(ctx, err)
}

// snapshotPostgres needs no transaction for a single query.
func snapshotPostgres(ctx context.Context, conn *sql.Conn, queries []Select, built []*gorm.DB) error {
	var batch pgx.Batch
	if len(queries) > 1 {
		batch.BeginTx(pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	}
	for i, b := range built {
		batch.Queue(b.Statement.SQL.String(), b.Statement.Vars...).Query(func(rows pgx.Rows) error {
			for rows.Next() {
				if err := queries[i].Scan(rows.Scan); err != nil {
					return err
				}
			}
			return rows.Err()
		})
	}
	if len(queries) > 1 {
		batch.Queue("commit")
	}
	return conn.Raw(func(driverConn any) error {
		c := driverConn.(*stdlib.Conn).Conn()
		err := c.SendBatch(ctx, &batch).Close()
		if err == nil || c.PgConn().TxStatus() == 'I' {
			return err
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackLimit)
		defer cancel()
		if _, lost := c.Exec(ctx, "rollback"); lost != nil {
			return errors.Join(driver.ErrBadConn, err)
		}
		return err
	})
}

func snapshotSQLite(ctx context.Context, conn *sql.Conn, queries []Select, built []*gorm.DB) error {
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	for i, b := range built {
		if err := scanSQLite(ctx, tx, b, queries[i].Scan); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}

func scanSQLite(ctx context.Context, tx *sql.Tx, built *gorm.DB, scan func(row RowScan) error) error {
	rows, err := tx.QueryContext(ctx, built.Statement.SQL.String(), built.Statement.Vars...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		if err := scan(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
