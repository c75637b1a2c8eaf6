package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// rollbackLimit is how long a ROLLBACK may take. After cancelLimit more its connection is closed,
// which ends the transaction too.
const rollbackLimit = 300 * time.Millisecond

// postgresPool begins transactions on one connection.
type postgresPool struct{ *sql.Conn }

// BeginTx implements gorm.ConnPoolBeginner.
func (p postgresPool) BeginTx(ctx context.Context, _ *sql.TxOptions) (gorm.ConnPool, error) {
	return &postgresTx{Conn: p.Conn, ctx: ctx}, nil
}

// postgresTx is a transaction of pgx that can do what sql.Tx can't: its first statements may travel
// with the BEGIN, and its last ones with the COMMIT. So it begins with its first statement.
type postgresTx struct {
	*sql.Conn
	// ctx is the context that the transaction began with. It ends with it, like sql.Tx.
	ctx      context.Context //nolint:containedctx // see above
	tx       pgx.Tx          // nil until it has begun
	atCommit []*gorm.DB      // built and not sent
	// refused is why no statement may run any more: the BEGIN failed, or the transaction has ended.
	refused error
}

// Commit sends the statements of AtCommit and the COMMIT together. When one of them fails, the
// server runs none of the rest and the transaction is to be rolled back.
func (t *postgresTx) Commit() error {
	if err := cmp.Or(t.ctx.Err(), t.refused); err != nil {
		return err
	}
	if len(t.atCommit) > 0 {
		return t.sendBatch(t.atCommit, "commit")
	}
	if t.tx == nil {
		return nil
	}
	return t.with(func(*pgx.Conn) error { return t.tx.Commit(t.ctx) })
}

// Rollback ends the transaction, with its connection when there is no other way.
func (t *postgresTx) Rollback() error {
	if t.tx == nil {
		return nil
	}
	t.refused = cmp.Or(t.refused, sql.ErrTxDone)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), rollbackLimit)
	defer cancel()
	return t.with(func(*pgx.Conn) error {
		if err := t.tx.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
			return errors.Join(driver.ErrBadConn, err) // pgx has closed the connection
		}
		return nil
	})
}

// sendBatch makes one round trip of statements that were built before, the BEGIN before them when
// the transaction has not begun, and commands after them. It scans the rows of queries.
func (t *postgresTx) sendBatch(built []*gorm.DB, commands ...string) error {
	if t.refused != nil {
		return t.refused
	}
	var batch pgx.Batch
	begins := t.tx == nil
	if begins {
		batch.BeginTx(pgx.TxOptions{})
	}
	for _, b := range built {
		queued := batch.Queue(b.Statement.SQL.String(), b.Statement.Vars...)
		if b.Statement.Dest != nil {
			queued.Query(func(found pgx.Rows) error { return scanBatched(b, found) })
		}
	}
	for _, command := range commands {
		batch.Queue(command)
	}
	err := t.with(func(c *pgx.Conn) error {
		results := c.SendBatch(t.ctx, &batch)
		if begins {
			t.tx = results.Tx()
		}
		return results.Close()
	})
	if begins {
		t.refused = err
	}
	return err
}

// begin comes before every statement that travels alone. The driver would take its connection for
// broken when ctx has ended.
func (t *postgresTx) begin(ctx context.Context) error {
	if err := cmp.Or(ctx.Err(), t.refused); err != nil || t.tx != nil {
		return err
	}
	t.refused = t.with(func(c *pgx.Conn) (err error) {
		t.tx, err = c.Begin(t.ctx)
		return err
	})
	return t.refused
}

// PrepareContext and the next three implement gorm.ConnPool.
func (t *postgresTx) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	if err := t.begin(ctx); err != nil {
		return nil, err
	}
	return t.Conn.PrepareContext(ctx, query)
}

func (t *postgresTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := t.begin(ctx); err != nil {
		return nil, err
	}
	return t.Conn.ExecContext(ctx, query, args...)
}

func (t *postgresTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := t.begin(ctx); err != nil {
		return nil, err
	}
	return t.Conn.QueryContext(ctx, query, args...)
}

func (t *postgresTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if err := t.begin(ctx); err != nil {
		ended, end := context.WithCancelCause(ctx)
		end(err)
		ctx = ended
	}
	return t.Conn.QueryRowContext(ctx, query, args...)
}

// failedTransaction is the status that the server reports in an aborted transaction.
const failedTransaction = 'E'

func (t *postgresTx) isAborted() (aborted bool) {
	if t.tx == nil {
		return false
	}
	err := t.with(func(c *pgx.Conn) error {
		aborted = c.PgConn().TxStatus() == failedTransaction
		return nil
	})
	return aborted || err != nil
}

// with runs fn with the connection as pgx has it.
func (t *postgresTx) with(fn func(c *pgx.Conn) error) error {
	return t.Raw(func(driverConn any) error { return fn(driverConn.(*stdlib.Conn).Conn()) })
}
