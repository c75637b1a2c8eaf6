package database

import (
	"cmp"
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

// rollbackLimit is how long a transaction is waited for that will not be committed, and then
// cancelLimit. Then its connection is closed, which ends it too.
const rollbackLimit = 300 * time.Millisecond

// postgresPool begins transactions on one connection.
type postgresPool struct{ *sql.Conn }

// BeginTx implements gorm.ConnPoolBeginner.
func (p postgresPool) BeginTx(ctx context.Context, _ *sql.TxOptions) (gorm.ConnPool, error) {
	return &postgresTx{Conn: p.Conn, ctx: ctx}, nil
}

// postgresTx is a transaction that knows what sql.Tx does not: statements that travel together, the first ones with the BEGIN and the last ones with the COMMIT.
type postgresTx struct {
	*sql.Conn
	ctx   context.Context //nolint:containedctx // a transaction ends with the context that it began with, like sql.Tx
	begun bool
	last  []*gorm.DB

	refused error // why no statement may run any more: the BEGIN failed, or the transaction has ended
}

// Commit sends the last statements and the COMMIT together. After one that fails the server does nothing more, and the transaction is to be rolled back.
func (t *postgresTx) Commit() error {
	if err := cmp.Or(t.ctx.Err(), t.refused); err != nil {
		return err
	}
	if len(t.last) > 0 {
		slices.Reverse(t.last)
		return t.send(t.last, "commit")
	}
	if !t.begun {
		return nil
	}
	return t.with(func(c *pgx.Conn) error {
		done, err := c.Exec(t.ctx, "commit")
		if err == nil && done.String() == "ROLLBACK" { // a statement had failed, and nobody said so
			err = pgx.ErrTxCommitRollback
		}
		return err
	})
}

// Rollback ends the transaction, with its connection when there is no other way.
func (t *postgresTx) Rollback() error {
	if !t.begun {
		return nil
	}
	t.refused = cmp.Or(t.refused, sql.ErrTxDone)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), rollbackLimit)
	defer cancel()
	return t.with(func(c *pgx.Conn) error {
		if _, err := c.Exec(ctx, "rollback"); err != nil {
			return errors.Join(driver.ErrBadConn, err, c.Close(ctx))
		}
		return nil
	})
}

// send makes one round trip of statements that were written down before, and what is to follow them. Their rows go where gorm was told.
func (t *postgresTx) send(written []*gorm.DB, after ...string) error {
	if t.refused != nil {
		return t.refused
	}
	var batch pgx.Batch
	first := !t.begun
	if first {
		batch.Queue("begin")
	}
	t.begun = true
	for _, w := range written {
		queued := batch.Queue(w.Statement.SQL.String(), w.Statement.Vars...)
		if w.Statement.Dest != nil {
			queued.Query(func(found pgx.Rows) error { return scan(w, found) })
		}
	}
	for _, command := range after {
		batch.Queue(command)
	}
	err := t.with(func(c *pgx.Conn) error { return c.SendBatch(t.ctx, &batch).Close() })
	if first {
		t.refused = err
	}
	return err
}

// ready comes before every statement that travels alone: it begins the transaction. The driver
// would take its connection for broken when ctx has ended.
func (t *postgresTx) ready(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if t.begun {
		return t.refused
	}
	t.begun = true
	t.refused = t.with(func(c *pgx.Conn) error {
		_, err := c.Exec(t.ctx, "begin")
		return err
	})
	return t.refused
}

// PrepareContext and the next three implement gorm.ConnPool.
func (t *postgresTx) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	return t.Conn.PrepareContext(ctx, query)
}

func (t *postgresTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	return t.Conn.ExecContext(ctx, query, args...)
}

func (t *postgresTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := t.ready(ctx); err != nil {
		return nil, err
	}
	return t.Conn.QueryContext(ctx, query, args...)
}

func (t *postgresTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if err := t.ready(ctx); err != nil {
		ended, end := context.WithCancelCause(ctx)
		end(err)
		ctx = ended
	}
	return t.Conn.QueryRowContext(ctx, query, args...)
}

func (t *postgresTx) with(fn func(c *pgx.Conn) error) error {
	return t.Raw(func(driverConn any) error { return fn(driverConn.(*stdlib.Conn).Conn()) })
}
