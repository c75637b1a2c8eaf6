package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
)

// observeSQLite returns a pool of the same file as db whose statements are observed. It closes db.
func observeSQLite(db *sql.DB, dsn string, observer *statementObserver) (*sql.DB, error) {
	observed := sql.OpenDB(sqliteConnector{driver: db.Driver(), dsn: dsn, observer: observer})
	return observed, db.Close()
}

// sqliteConnector opens observed connections.
type sqliteConnector struct {
	driver   driver.Driver
	dsn      string
	observer *statementObserver
}

// Driver implements driver.Connector.
func (c sqliteConnector) Driver() driver.Driver { return c.driver }

// Connect implements driver.Connector.
func (c sqliteConnector) Connect(context.Context) (driver.Conn, error) {
	opened, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	conn, ok := opened.(sqliteConn)
	if !ok {
		return nil, errors.Join(errors.New("the SQLite driver lacks what database/sql needs"), opened.Close())
	}
	return &observedConn{sqliteConn: newPreparedConn(conn), observer: c.observer}, nil
}

// sqliteConn are the interfaces of the driver's connection.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// observedConn is a connection whose statements are observed.
type observedConn struct {
	sqliteConn
	observer *statementObserver
}

// ExecContext implements driver.ExecerContext.
func (c *observedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	st := c.observer.begin(ctx, query)
	result, err := c.sqliteConn.ExecContext(ctx, query, args)
	var rows int64
	if err == nil {
		rows, _ = result.RowsAffected()
	}
	c.observer.end(ctx, st, rows, err)
	return result, err
}

// QueryContext implements driver.QueryerContext. The statement ends when its rows are closed.
func (c *observedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	st := c.observer.begin(ctx, query)
	found, err := c.sqliteConn.QueryContext(ctx, query, args)
	rows, ok := found.(sqliteRows)
	if err != nil || !ok {
		c.observer.end(ctx, st, 0, err)
		return found, err
	}
	return &observedRows{sqliteRows: rows, ctx: ctx, observer: c.observer, statement: st}, nil
}

// BeginTx implements driver.ConnBeginTx. It waits for other writers, of other processes too.
func (c *observedConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	st := c.observer.begin(ctx, "BEGIN")
	tx, err := c.sqliteConn.BeginTx(ctx, o)
	c.observer.end(ctx, st, 0, err)
	if err != nil {
		return nil, err
	}
	return &observedTx{Tx: tx, ctx: ctx, observer: c.observer}, nil
}

// observedTx is a transaction whose end is observed.
type observedTx struct {
	driver.Tx
	ctx      context.Context //nolint:containedctx // the transaction ends with it, as with sql.Tx
	observer *statementObserver
}

// Commit implements driver.Tx.
func (t *observedTx) Commit() error { return t.observe("COMMIT", t.Tx.Commit) }

// Rollback implements driver.Tx.
func (t *observedTx) Rollback() error { return t.observe("ROLLBACK", t.Tx.Rollback) }

func (t *observedTx) observe(sql string, end func() error) error {
	st := t.observer.begin(t.ctx, sql)
	err := end()
	t.observer.end(t.ctx, st, 0, err)
	return err
}

// sqliteRows are the interfaces of the driver's rows that gorm uses.
type sqliteRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// observedRows end the observation of their statement when they are closed: SQLite does its work
// while the rows are read.
type observedRows struct {
	sqliteRows
	ctx       context.Context //nolint:containedctx // of the statement
	observer  *statementObserver
	statement observedStatement
	read      int64
	err       error
	closed    bool
}

// Next implements driver.Rows.
func (r *observedRows) Next(dest []driver.Value) error {
	err := r.sqliteRows.Next(dest)
	switch {
	case err == nil:
		r.read++
	case !errors.Is(err, io.EOF):
		r.err = err
	}
	return err
}

// Close implements driver.Rows.
func (r *observedRows) Close() error {
	err := r.sqliteRows.Close()
	if !r.closed {
		r.closed = true
		r.observer.end(r.ctx, r.statement, r.read, errors.Join(r.err, err))
	}
	return err
}
