package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
)

// observeSQLite is a pool like db, of the same file, whose statements are observed. db is closed.
func observeSQLite(db *sql.DB, dsn string, s *statements) (*sql.DB, error) {
	observed := sql.OpenDB(sqliteConnector{driver: db.Driver(), dsn: dsn, statements: s})
	return observed, db.Close()
}

// sqliteConnector opens connections of the driver that are observed.
type sqliteConnector struct {
	driver     driver.Driver
	dsn        string
	statements *statements
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
	return &observedConn{sqliteConn: conn, statements: c.statements}, nil
}

// sqliteConn is what the driver's connection can do.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
}

// observedConn is a connection whose statements are observed.
type observedConn struct {
	sqliteConn
	statements *statements
}

// ExecContext implements driver.ExecerContext.
func (c *observedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	st := c.statements.begin(ctx, query)
	result, err := c.sqliteConn.ExecContext(ctx, query, args)
	var rows int64
	if err == nil {
		rows, _ = result.RowsAffected()
	}
	c.statements.end(ctx, st, rows, err)
	return result, err
}

// QueryContext implements driver.QueryerContext. The statement ends when its rows are closed.
func (c *observedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	st := c.statements.begin(ctx, query)
	found, err := c.sqliteConn.QueryContext(ctx, query, args)
	rows, ok := found.(sqliteRows)
	if err != nil || !ok {
		c.statements.end(ctx, st, 0, err)
		return found, err
	}
	return &observedRows{sqliteRows: rows, ctx: ctx, statements: c.statements, statement: st}, nil
}

// BeginTx implements driver.ConnBeginTx. It waits for other writers, of other processes too.
func (c *observedConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	st := c.statements.begin(ctx, "BEGIN")
	tx, err := c.sqliteConn.BeginTx(ctx, o)
	c.statements.end(ctx, st, 0, err)
	if err != nil {
		return nil, err
	}
	return &observedTx{Tx: tx, ctx: ctx, statements: c.statements}, nil
}

// ResetSession implements driver.SessionResetter.
func (c *observedConn) ResetSession(ctx context.Context) error {
	if r, ok := c.sqliteConn.(driver.SessionResetter); ok {
		return r.ResetSession(ctx)
	}
	return nil
}

// IsValid implements driver.Validator.
func (c *observedConn) IsValid() bool {
	v, ok := c.sqliteConn.(driver.Validator)
	return !ok || v.IsValid()
}

// observedTx is a transaction whose end is observed.
type observedTx struct {
	driver.Tx
	ctx        context.Context //nolint:containedctx // a transaction ends with the context that it began with, like sql.Tx
	statements *statements
}

// Commit implements driver.Tx.
func (t *observedTx) Commit() error { return t.observe("COMMIT", t.Tx.Commit) }

// Rollback implements driver.Tx.
func (t *observedTx) Rollback() error { return t.observe("ROLLBACK", t.Tx.Rollback) }

func (t *observedTx) observe(sql string, end func() error) error {
	st := t.statements.begin(t.ctx, sql)
	err := end()
	t.statements.end(t.ctx, st, 0, err)
	return err
}

// sqliteRows is what the driver's rows can do, and gorm asks for.
type sqliteRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// observedRows are rows that end their statement. SQLite does its work while they are read.
type observedRows struct {
	sqliteRows
	ctx        context.Context //nolint:containedctx // of the statement that they end
	statements *statements
	statement  statement
	read       int64
	err        error
	closed     bool
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
		r.statements.end(r.ctx, r.statement, r.read, errors.Join(r.err, err))
	}
	return err
}
