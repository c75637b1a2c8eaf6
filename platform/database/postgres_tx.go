package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// rollbackLimit is how long the end of a transaction is waited for that will not be committed. Then the connection is closed, which ends it too.
const rollbackLimit = time.Second

// postgresPool begins transactions on one connection.
type postgresPool struct{ *sql.Conn }

// BeginTx implements gorm.ConnPoolBeginner.
func (p postgresPool) BeginTx(ctx context.Context, _ *sql.TxOptions) (gorm.ConnPool, error) {
	t := &postgresTx{Conn: p.Conn, ctx: ctx}
	return t, t.with(func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, "begin")
		return err
	})
}

// postgresTx is a transaction that knows what sql.Tx does not: statements that travel with the COMMIT.
type postgresTx struct {
	*sql.Conn
	ctx  context.Context //nolint:containedctx // a transaction ends with the context that it began with, like sql.Tx
	last []query
}

type query struct {
	sql  string
	args []any
}

// Commit sends the last statements and the COMMIT together. After one that fails the server does nothing more, and the transaction is to be rolled back.
func (t *postgresTx) Commit() error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	return t.with(func(c *pgx.Conn) error {
		if len(t.last) > 0 {
			var batch pgx.Batch
			for _, q := range slices.Backward(t.last) {
				batch.Queue(q.sql, q.args...)
			}
			batch.Queue("commit")
			return c.SendBatch(t.ctx, &batch).Close()
		}
		done, err := c.Exec(t.ctx, "commit")
		if err == nil && done.String() == "ROLLBACK" { // a statement had failed, and nobody said so
			err = pgx.ErrTxCommitRollback
		}
		return err
	})
}

// Rollback ends the transaction, with its connection when there is no other way.
func (t *postgresTx) Rollback() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), rollbackLimit)
	defer cancel()
	return t.with(func(c *pgx.Conn) error {
		if _, err := c.Exec(ctx, "rollback"); err != nil {
			return errors.Join(driver.ErrBadConn, err, c.Close(ctx))
		}
		return nil
	})
}

func (t *postgresTx) with(fn func(c *pgx.Conn) error) error {
	return t.Raw(func(driverConn any) error { return fn(driverConn.(*stdlib.Conn).Conn()) })
}
